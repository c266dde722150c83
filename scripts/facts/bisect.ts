import { NotToBeHad } from './reader';

/** What `releases.json` says of a minor. */
export interface Bisected {
  /** Its first and last release that can be had, and between them the two sides of each change, oldest first. */
  readonly read: readonly string[];
  /** Releases about which the tables say nothing, since their modules cannot be had, with the reason. */
  readonly notToBeHad: { readonly [release: string]: string };
}

/**
 * Finds the releases of a minor that have to be read. Where two say the same, those between them are taken to say it too: that is what a range of a
 * table means.
 *
 * @param newest number of the newest patch release that is out
 * @param known releases that were read before: a value that came and went shows between them only
 * @param ask everything that the tables say of a release, as one text
 */
export async function bisect(
  minor: string, newest: number, known: readonly string[], ask: (release: string) => Promise<string | NotToBeHad>,
): Promise<Bisected> {
  const patches = Array.from({ length: newest + 1 }, (_, patch) => patch);
  const answers: (string | NotToBeHad | undefined)[] = patches.map(() => undefined);
  const isHad = async (patch: number) => typeof (answers[patch] ??= await ask(`${minor}.${patch}`)) === 'string';

  const first = await firstOf(patches, isHad);
  if (first === undefined) throw new Error(`no release of Kubernetes ${minor} can be had, from ${minor}.0 to ${minor}.${newest}`);
  await firstOf([...patches].reverse(), isHad);
  for (const release of known) await isHad(Number(release.split('.')[2]));

  const had = () => patches.filter(patch => typeof answers[patch] === 'string');
  const changes = () => had().slice(1).map((high, index) => ({ low: had()[index], high })).filter(({ low, high }) => answers[low] !== answers[high]);
  const isOpen = (patch: number) => answers[patch] === undefined;
  for (let wide = changes().find(isWide); wide; wide = changes().find(isWide)) {
    const middle = (wide.low + wide.high) / 2;
    const between = patches.slice(wide.low + 1, wide.high).filter(isOpen);
    await firstOf(between.sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle)), isHad);
  }
  const bounds = new Set([had()[0], had().at(-1)!, ...changes().flatMap(({ low, high }) => [low, high])]);
  const says = (patch: number) => had()[0] < patch && patch < had().at(-1)! && !changes().some(({ low, high }) => low < patch && patch < high);
  const named = (patch: number) => `${minor}.${patch}`;
  return {
    read: patches.filter(patch => bounds.has(patch)).map(named),
    notToBeHad: Object.fromEntries(patches.filter(patch => !says(patch)).flatMap(patch => {
      const answer = answers[patch];
      return answer instanceof NotToBeHad ? [[named(patch), answer.reason]] : [];
    })),
  };

  /** Whether a change has a release between its sides that was not asked yet. */
  function isWide({ low, high }: { readonly low: number; readonly high: number }): boolean {
    return patches.slice(low + 1, high).some(isOpen);
  }
}

async function firstOf<T>(list: readonly T[], holds: (one: T) => Promise<boolean>): Promise<T | undefined> {
  for (const one of list) if (await holds(one)) return one;
  return undefined;
}
