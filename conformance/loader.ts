import type { Sample } from '../test/reader';

/** What a Leader Migration loader says about one file. */
export interface LoaderVerdict {
  readonly file: string;
  readonly error?: string;
  readonly leaderName?: string;
  readonly resourceLock?: string;
  readonly controllerLeaders?: readonly { readonly name: string; readonly component: string }[];
  /** Component, then controller key: how it would be started. */
  readonly starts?: Readonly<Record<string, Readonly<Record<string, 'migration-lock' | 'main-lock' | 'not-started'>>>>;
}

export interface LoaderReport {
  readonly module: string;
  /** The version that was linked. */
  readonly version: string;
  readonly verdicts: readonly LoaderVerdict[];
}

/** What a loader says about texts, each as a file of its own. */
export function load(reader: Sample['reader'], texts: readonly string[], controllers: readonly string[] = []): LoaderReport {
  const files = Object.fromEntries(texts.map((text, index) => [`${index}.conf`, text]));
  const inputs = texts.length > 1 ? texts : undefined;
  return reader.json<LoaderReport>({ args: [`--controllers=${controllers.join(',')}`, ...Object.keys(files)], files, inputs });
}

/** The configuration in force where no file is given. */
export function loadDefault(reader: Sample['reader'], controllers: readonly string[] = []): LoaderVerdict {
  return reader.json<LoaderReport>({ args: ['--default', `--controllers=${controllers.join(',')}`] }).verdicts[0];
}
