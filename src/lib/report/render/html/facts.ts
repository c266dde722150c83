import { examplesOnce, findingsOnce, gapTexts, OnceExample, OnceFinding, OnceProcess, processesOnce, textsOnce } from '../../once';
import { Report, ReportPlace, ReportSource, ReportStep } from '../../report';
import { Column, columnsOf } from '../lanes';

/** What the sections of a page refer to, each under one number. */
export interface Facts {
  readonly report: Report;
  readonly columns: readonly Column[];
  readonly processes: readonly OnceProcess[];
  readonly examples: readonly OnceExample[];
  readonly findings: readonly OnceFinding[];
  readonly sources: readonly ReportSource[];
  /** How bounds come about, each once. */
  readonly bounds: ReturnType<typeof textsOnce>;
  /** Of the lines around a place; undefined: the page does not have them. */
  idOf(place: ReportPlace): string | undefined;
}

export function factsOf(report: Report): Facts {
  const { sources = [], steps } = report;
  const columns = columnsOf(report);
  const ids = new Map(sources.flatMap(({ file, cited }, index) => cited.map(line => [`${file}:${line}`, `source-${index}`] as const)));
  return {
    report,
    columns,
    processes: processesOnce(columns),
    examples: examplesOnce(report),
    findings: findingsOnce(report),
    sources,
    bounds: textsOnce(steps, step => gapTexts(step)),
    idOf: ({ file, line }) => ids.get(`${file}:${line}`),
  };
}

/** Where a page shows what a step changes. */
export function fileId(step: number, file: number): string {
  return `file-${step}-${file}`;
}

export function objectId(step: number, object: number): string {
  return `object-${step}-${object}`;
}

/** Where the page shows what makes something stop or start; undefined: nothing that it shows does. */
export function causeOf({ nodeFiles, objects }: ReportStep, step: number, restart: string): string | undefined {
  const file = nodeFiles.findIndex(({ restarts }) => restarts === restart);
  if (file >= 0) return fileId(step, file);
  const object = objects.findIndex(one => restart.endsWith(one.object.slice(one.object.indexOf(' '))));
  return object >= 0 ? objectId(step, object) : undefined;
}
