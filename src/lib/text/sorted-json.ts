/** JSON with sorted keys and without spaces: the same text for equal values. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => isMapping(inner) ? Object.fromEntries(Object.entries(inner).sort(byKey)) : inner);
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function byKey([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}
