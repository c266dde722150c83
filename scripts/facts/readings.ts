import { isInGoCache, withPassingModules } from './go-cache';
import { KeptAnswers } from './kept';
import { Options } from './options';
import { ReleasesByMinor } from './ranges';
import { NotToBeHad, READER, ReadRelease, readReleases, readWith } from './reader';

/** How many releases are read in passing at once: waiting for the network is most of it, and each has 200 megabytes of modules. */
const AT_ONCE = 3;

/**
 * What the reader says of releases of Kubernetes, each asked where that costs least. Modules that stay in Go's cache are 10 megabytes packed and 200
 * unpacked per release, so only the first and the last of each minor stay there; the others are read in passing, and their answers are kept.
 */
export class Readings {
  /** Releases that were read in this run, and those whose answers are of an earlier one. */
  public readonly anew = new Set<string>();
  public readonly kept = new Set<string>();
  private readonly answers = new Map<string, ReadRelease>();
  private readonly earlier = new KeptAnswers(READER());
  private readonly turns = new Turns(AT_ONCE);

  public at(release: string): ReadRelease {
    const answer = this.answers.get(release);
    if (!answer) throw new Error(`${release} was not read`);
    return answer;
  }

  /**
   * Reads releases with modules of Go's cache, all at once.
   *
   * @param offline do not get those that are not there
   */
  public readAtOnce(releases: readonly string[], offline: boolean): void {
    const left = releases.filter(release => !this.answers.has(release));
    for (const [release, answer] of Object.entries(readReleases(left, offline))) this.have(release, answer, this.anew);
  }

  /** Takes answers that are kept. */
  public takeKept(releases: readonly string[]): void {
    for (const release of releases.filter(one => !this.answers.has(one))) {
      const answer = this.earlier.get(release);
      if (answer) this.have(release, answer, this.kept);
    }
  }

  /** Reads a release, without leaving its modules behind; or says why it cannot be had. */
  public async readOne(release: string): Promise<ReadRelease | NotToBeHad> {
    if (isInGoCache(release)) this.readAtOnce([release], false);
    else this.takeKept([release]);
    if (this.answers.has(release)) return this.at(release);
    const answer = await this.turns.take(() => withPassingModules(env => readWith(env, release)));
    if (answer instanceof NotToBeHad) return answer;
    this.earlier.keep(release, answer);
    this.have(release, answer, this.anew);
    return answer;
  }

  /**
   * Reads what can be read, and returns it.
   *
   * @param offline neither modules nor releases are got that are not here
   * @param cached leave out what is not here, but for the last of each minor
   * @param turn a commit: but for the last of the one minor whose turn it is
   */
  public async readAll(byMinor: ReleasesByMinor, { offline, cached, turn }: Pick<Options, 'offline' | 'cached' | 'turn'>): Promise<ReleasesByMinor> {
    const minors = Object.entries(byMinor);
    const [ofTurn] = turn === undefined ? [] : minors[parseInt(turn.slice(0, 7), 16) % minors.length];
    const isRead = (release: string, of: readonly string[]) => release === of.at(-1) && (ofTurn === undefined || of === byMinor[ofTurn]);
    const stays = (release: string, of: readonly string[]) => isRead(release, of) || (release === of[0] && !cached) || isInGoCache(release);
    this.readAtOnce(minors.flatMap(([, releases]) => releases.filter(release => stays(release, releases))), offline);
    this.takeKept(minors.flatMap(([, releases]) => releases));
    const left = minors.flatMap(([, releases]) => releases).filter(release => !this.answers.has(release));
    if (!cached) await this.readInPassing(left, offline);
    return Object.fromEntries(minors.map(([minor, releases]) => [minor, releases.filter(release => this.answers.has(release))]));
  }

  private async readInPassing(releases: readonly string[], offline: boolean): Promise<void> {
    if (offline && releases.length > 0) throw new Error(`--offline, and neither modules nor a kept answer are here of ${releases.join(', ')}`);
    for (const answer of await Promise.all(releases.map(release => this.readOne(release)))) {
      if (answer instanceof NotToBeHad) throw new Error(`${answer.reason}; 'npm run facts -- --bisect' looks for another release`);
    }
  }

  private have(release: string, answer: ReadRelease, where: Set<string>): void {
    this.answers.set(release, answer);
    where.add(release);
  }
}

/** Lets a few in at once. */
class Turns {
  private readonly waiting: (() => void)[] = [];

  public constructor(private free: number) {}

  public async take<T>(task: () => Promise<T>): Promise<T> {
    if (this.free === 0) await new Promise<void>(go => this.waiting.push(go));
    else this.free--;
    try {
      return await task();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free++;
    }
  }
}
