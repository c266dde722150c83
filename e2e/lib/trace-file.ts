import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Result } from './scenario';
import { Instant, Span } from './timeline';
import { Trace } from './trace';

/** Those of scenarios that went as they must, with times in milliseconds from when the scenario began. */
export function writeTraces(folder: string, results: readonly Result[]): void {
  mkdirSync(folder, { recursive: true });
  for (const { scenario: { name }, outcome, problems } of results) {
    if (outcome === undefined || problems.length > 0) continue;
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(since(outcome.during.from, outcome.trace), undefined, 1)}\n`);
  }
}

/** By name of their scenario. */
export function readTraces(folder: string): readonly (readonly [string, Trace])[] {
  return readdirSync(folder).sort().map(file => [file.replace(/\.json$/, ''), JSON.parse(readFileSync(join(folder, file), 'utf8')) as Trace]);
}

function since(start: Instant, { processes, held, runs }: Trace): Trace {
  const shifted = <T extends Span>(time: T): T => ({ ...time, from: time.from - start, to: time.to - start });
  return {
    processes: processes.map(one => ({ ...one, paused: one.paused.map(shifted) })),
    held: held.map(shifted),
    runs: runs.map(({ controller, process, ...span }) => shifted({ controller, process, from: span.from, to: span.to })),
  };
}
