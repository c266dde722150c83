const SUFFIXES: Readonly<Record<string, number>> = {
  'n': 1e-9,
  'u': 1e-6,
  'm': 1e-3,
  '': 1,
  'k': 1e3,
  'M': 1e6,
  'G': 1e9,
  'T': 1e12,
  'P': 1e15,
  'E': 1e18,
  'Ki': 2 ** 10,
  'Mi': 2 ** 20,
  'Gi': 2 ** 30,
  'Ti': 2 ** 40,
  'Pi': 2 ** 50,
  'Ei': 2 ** 60,
};

/** A quantity as a number; undefined: it is none. k8s.io/apimachinery@v0.26.15 pkg/api/resource/quantity.go. */
export function quantityOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  const match = typeof value === 'string' ? /^([+-]?(?:\d+\.?\d*|\.\d+))(?:([KMGTPE]i|[numkMGTPE])|[eE]([+-]?\d+))?$/.exec(value) : null;
  return match ? Number(match[1]) * (match[3] === undefined ? SUFFIXES[match[2] ?? ''] : 10 ** Number(match[3])) : undefined;
}
