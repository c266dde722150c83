import { PlacedCounterExample, ReportPlace, ReportSource, ReportStep } from './report';
import { installerFileHasSecret } from '../deliver/installer-secrets';
import { onceFor } from '../kubernetes/once-for';
import { holdsSecret } from '../migration/index-file';
import type { Process } from '../model/process';
import { MigrationApp, sideOf } from '../plan/app/app';
import { KindRef } from '../plan/coexistence';
import { PlanStateName } from '../plan/state';
import { CounterExampleProcess, ToldCounterExample } from '../proof/counterexample';

/** Where a process was read; undefined: nowhere in the app. */
export function placeOf(app: MigrationApp, { dir, component, version }: Process, at?: Pick<KindRef, 'state' | 'side'>): ReportPlace | undefined {
  return placeIn(app, { dir, component, version: version.toString() }, at);
}

/** The same of the processes of counter-examples, which stand in a phase. */
export function placedExamples(app: MigrationApp, examples: readonly ToldCounterExample[]): readonly PlacedCounterExample[] {
  return examples.map(example => ({ ...example, places: example.processes.map(process => placeIn(app, process) ?? null) }));
}

function placeIn(
  app: MigrationApp, { dir, component, version }: Pick<CounterExampleProcess, 'dir' | 'component' | 'version'>, at?: Pick<KindRef, 'state' | 'side'>,
): ReportPlace | undefined {
  for (const [state, { model }] of app.phases) {
    if (at !== undefined && at.state !== (state as PlanStateName)) continue;
    const view = model.components.find(one => one.component === component && one.process?.dir === dir && one.process.version.toString() === version
      && (at === undefined || sideOf(one) === at.side) && one.origin !== 'assumed');
    if (view !== undefined) {
      const { file, line } = model.realPlace(view.place);
      return { file, line };
    }
  }
  return undefined;
}

/** Lines around one that is referred to, and characters of a line that are shown. */
const AROUND = 2;
const MOST_CHARACTERS = 200;

/** The lines that steps refer to, with those around them; each file once. */
export function sourcesOf(app: MigrationApp, steps: readonly ReportStep[]): readonly ReportSource[] {
  return quotedLines([...app.phases.values()].flatMap(({ manifests, nodeFiles }): readonly QuotedFile[] => [...manifests, ...nodeFiles]), steps);
}

/** A file that lines are quoted of. */
interface QuotedFile {
  /** Below the folder of the app. */
  readonly source: string;
  readonly text: string;
  /** On a node. */
  readonly path?: string;
}

/** The same of any files. */
export function quotedLines(files: Iterable<QuotedFile>, steps: readonly ReportStep[]): readonly ReportSource[] {
  const cited = new Map<string, Set<number>>();
  for (const { file, line } of steps.flatMap(placesIn)) cited.set(file, (cited.get(file) ?? new Set()).add(line));
  const texts = new Map<string, { readonly text: string; readonly isSecret: boolean }>();
  for (const { source, text, path = source } of files) {
    if (!cited.has(source) || texts.has(source)) continue;
    const isSecret = holdsSecret({ path, content: text }) || HAS_SECRET.test(text) || (source.startsWith('bundles/') && installerFileHasSecret(text));
    texts.set(source, { text, isSecret });
  }
  return [...cited].sort(([a], [b]) => a < b ? -1 : 1).flatMap(([file, lines]) => {
    const known = texts.get(file);
    return known === undefined ? [] : windows(file, [...lines].sort((a, b) => a - b), known.isSecret ? undefined : linesOf(known));
  });
}

const HAS_SECRET = /^kind: *["']?Secret\b/m;

const linesOf = onceFor(({ text }: { readonly text: string }): readonly string[] => text.split('\n'));

function placesIn({ processes, verdict, findings }: ReportStep): readonly ReportPlace[] {
  return [
    ...[...processes.before, ...processes.during, ...processes.after].flatMap(({ place }) => place ?? []),
    ...verdict.counterexamples.flatMap(({ places = [] }) => places.flatMap(place => place ?? [])),
    ...findings,
  ];
}

/** Lines that are near each other stand in one part. */
function windows(file: string, cited: readonly number[], lines: readonly string[] | undefined): readonly ReportSource[] {
  const parts: number[][] = [];
  for (const line of cited) {
    const last = parts.at(-1);
    if (last !== undefined && line - last.at(-1)! <= 2 * AROUND) last.push(line);
    else parts.push([line]);
  }
  return parts.map(part => {
    const from = Math.max(1, part[0] - AROUND);
    return { file, from, lines: lines?.slice(from - 1, part.at(-1)! + AROUND).map(clipped) ?? null, cited: part };
  });
}

function clipped(line: string): string {
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}…` : line;
}
