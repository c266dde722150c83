import { Session, type Profiler } from 'node:inspector';
import { join, resolve, sep } from 'node:path';
import { anew } from './jest/remembered.cjs';

const ROOT = resolve(__dirname, '..');
/** Where what is counted is: modules of ours, and the reader of YAML. */
const COUNTED = [join(ROOT, 'src') + sep, join(ROOT, 'node_modules', 'yaml') + sep];

/**
 * How often the parts of the code run while `run` does: each block that the engine tells apart, by the count of its coverage. The same input gives
 * the same number, within a hundredth, on any machine, busy or not, which a time does not. What the engine itself does in one call (`includes`, a
 * pattern) is one.
 *
 * The engine cannot count blocks of code that it has compiled before, so what is to be counted is loaded once more, by `load`. Tests of other files
 * would get these modules, too, until `close`.
 */
export class Executed {
  private readonly session = new Session();
  private readonly others = Object.fromEntries(Object.entries(require.cache).filter(([file]) => isCounted(file)));

  constructor() {
    forget();
    this.session.connect();
    this.session.post('Profiler.enable');
    this.session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  public load<Exports>(path: string): Exports {
    return require(path) as Exports; // eslint-disable-line @typescript-eslint/no-require-imports
  }

  public count(run: () => void): number {
    this.take();
    anew(run);
    return this.take();
  }

  public close(): void {
    this.session.post('Profiler.stopPreciseCoverage');
    this.session.disconnect();
    forget();
    Object.assign(require.cache, this.others);
  }

  private take(): number {
    let sum = 0;
    let failed: Error | undefined;
    // The session is that of this thread: its answers are given before `post` returns.
    this.session.post('Profiler.takePreciseCoverage', (error: Error | null, taken: Profiler.TakePreciseCoverageReturnType) => {
      if (error) { failed = error; return; }
      for (const { functions } of taken.result.filter(({ url }) => isCounted(url.replace(/^file:\/\//, '')))) {
        for (const { ranges } of functions) for (const { count } of ranges) sum += count;
      }
    });
    if (failed) throw failed;
    return sum;
  }
}

function isCounted(file: string): boolean {
  return COUNTED.some(folder => file.startsWith(folder));
}

function forget(): void {
  for (const file of Object.keys(require.cache)) if (isCounted(file)) delete require.cache[file];
}
