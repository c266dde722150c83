/** Without keys whose value says nothing: `undefined`, an empty list or an empty map. */
export function withoutEmpty(value: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const key in value) if (!saysNothing(value[key])) kept[key] = value[key];
  return kept;
}

function saysNothing(item: unknown): boolean {
  if (item === undefined) return true;
  return typeof item === 'object' && item !== null && Object.keys(item).length === 0;
}
