/** Without keys whose value says nothing: `undefined`, an empty list or an empty map. */
export function withoutEmpty(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([, item]) =>
    item !== undefined && !(typeof item === 'object' && item !== null && Object.keys(item).length === 0)));
}
