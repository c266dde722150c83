/**
 * A value of Kubernetes' own types as plain data, as it stands in a manifest. `k8s.Quantity` and `k8s.IntOrString` are objects around one value,
 * which cdk8s writes as `{value: 200m}`; its own `toJson_*` functions drop quantities given as text and fields newer than their release. Here both
 * pass.
 *
 * @param value what a user gave: data, or data with such objects in it
 */
export function plain<T>(value: T): T {
  if (Array.isArray(value)) return value.map(plain) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (isWrapper(value)) return value.value as T;
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined).map(([key, item]) => [key, plain(item)])) as T;
}

/** An instance of a class around one text or number and nothing else: data has no class of its own, or more than a value. */
function isWrapper(value: object): value is { readonly value: string | number } {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) return false;
  const [only, ...more] = Object.keys(value);
  return only === 'value' && more.length === 0 && ['string', 'number'].includes(typeof (value as { readonly value: unknown }).value);
}
