import { Session, type Profiler } from 'node:inspector';
import { join, resolve, sep } from 'node:path';

const SOURCES = join(resolve(__dirname, '..'), 'src') + sep;

/**
 * How often the parts of the code run while `run` does: each block that the engine tells apart, by the count of its coverage. The same input gives
 * the same number on any machine, busy or not, which a time does not. What the engine itself does in one call (`includes`, a pattern) is one.
 *
 * What is to be counted has to be loaded after this is made: the engine cannot count blocks of code that it has compiled.
 */
export class Executed {
  private readonly session = new Session();

  constructor() {
    this.session.connect();
    this.session.post('Profiler.enable');
    this.session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  public count(run: () => void): number {
    this.take();
    run();
    return this.take();
  }

  public close(): void {
    this.session.post('Profiler.stopPreciseCoverage');
    this.session.disconnect();
  }

  private take(): number {
    let sum = 0;
    let failed: Error | undefined;
    // The session is that of this thread: its answers are given before `post` returns.
    this.session.post('Profiler.takePreciseCoverage', (error: Error | null, taken: Profiler.TakePreciseCoverageReturnType) => {
      if (error) { failed = error; return; }
      for (const { functions } of taken.result) for (const { ranges } of functions) for (const { count } of ranges) sum += count;
    });
    if (failed) throw failed;
    return sum;
  }
}

/** A module of `src`, and what it imports there, loaded once more beside what other tests use. */
export function loadedAnew<Exports>(path: string): Exports {
  const others = Object.entries(require.cache).filter(([file]) => file.startsWith(SOURCES));
  const forget = () => { for (const file of Object.keys(require.cache)) if (file.startsWith(SOURCES)) delete require.cache[file]; };
  forget();
  try {
    return require(path) as Exports;
  } finally {
    forget();
    Object.assign(require.cache, Object.fromEntries(others));
  }
}
