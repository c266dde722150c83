import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { ReadRelease } from './reader';
import { CACHE_DIR } from '../cache-dir';

/**
 * Answers of the reader, kept per release and reader: what a release says never changes, and the name of the program is a hash of its sources. So a
 * release that was read only to bound a change is compared again without its modules, which are 200 megabytes.
 */
export class KeptAnswers {
  private readonly dir: string;

  /** @param program path of the reader */
  public constructor(program: string, cache = CACHE_DIR) {
    this.dir = join(cache, 'facts', basename(program));
  }

  public get(release: string): ReadRelease | undefined {
    const path = this.path(release);
    return existsSync(path) ? JSON.parse(gunzipSync(new Uint8Array(readFileSync(path))).toString()) as ReadRelease : undefined;
  }

  public keep(release: string, answer: ReadRelease): void {
    mkdirSync(this.dir, { recursive: true });
    const unfinished = `${this.path(release)}.${process.pid}`; // renamed when complete: two runs at once both end with a whole file
    writeFileSync(unfinished, new Uint8Array(gzipSync(JSON.stringify(answer))));
    renameSync(unfinished, this.path(release));
  }

  private path(release: string): string {
    return join(this.dir, `${release}.json.gz`);
  }
}
