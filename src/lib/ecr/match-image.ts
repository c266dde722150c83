/** @throws for a `matchImages` entry that kubelet refuses at start, or takes and never matches */
export function checkMatchImage(entry: string): void {
  const fail = (why: string): never => { throw new Error(`matchImages has '${entry}': ${why}; accepted: a host like '*.dkr.ecr.*.amazonaws.com'`); };
  if (entry === '' || /\s/.test(entry)) fail('empty or with white space');
  if (entry.includes('://')) fail('a scheme is not part of an image');
  if (!entry.includes('.')) fail('a glob takes one DNS label only, and a registry has more');
}
