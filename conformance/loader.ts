import { runReader } from './go';

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

export function load(program: string, files: readonly string[], controllers: readonly string[] = []): LoaderReport {
  return runReader<LoaderReport>(program, [`--controllers=${controllers.join(',')}`, ...files]);
}

/** The configuration in force where no file is given. */
export function loadDefault(program: string, controllers: readonly string[] = []): LoaderVerdict {
  return runReader<LoaderReport>(program, ['--default', `--controllers=${controllers.join(',')}`]).verdicts[0];
}
