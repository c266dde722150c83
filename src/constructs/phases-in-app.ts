import { ApiObject, Lazy } from 'cdk8s';
import { IConstruct } from 'constructs';
import { isSynthesizing, watchSynth } from './synth-run';
import { MIGRATION_PHASES, MigrationPhase } from '../lib/migration/migration-phase';

/** A cluster in a phase, with the objects of it that are written. */
export interface WrittenInApp {
  readonly cluster: string;
  readonly phase: MigrationPhase;
  readonly objects: readonly ApiObject[];
}

/** Where the App keeps what was written in it, by cluster. */
const WRITTEN = Symbol('clusters in phases in this App');

/** Type of the metadata of a construct that writes one of several phases of a cluster. */
const SEVERAL_PHASES = 'ccm-migration:phases-in-one-app';

/** Names the phases of an object's cluster that its App writes as well. */
const SEVERAL_PHASES_ANNOTATION = 'ccm-migration/phases-in-one-app';

interface Root extends IConstruct {
  [WRITTEN]?: Map<string, WrittenInApp[]>;
}

/**
 * Warns where an App writes a cluster in two phases: what it writes is applied as a whole, by `cdk8s synth --stdout` and `kubectl apply -R` for one.
 * The construct has it as metadata, and every object of both is marked in what `app.synth()` writes. A bundle takes a Chart per phase, each by
 * itself, so nothing is marked there.
 *
 * @param construct that writes
 */
export function markSeveralPhases(construct: IConstruct, written: WrittenInApp): void {
  const root: Root = construct.node.root;
  if (!root[WRITTEN]) Object.defineProperty(root, WRITTEN, { value: new Map<string, WrittenInApp[]>() });
  const all = root[WRITTEN]!.get(written.cluster) ?? [];
  root[WRITTEN]!.set(written.cluster, all);
  all.push(written);
  if (all.every(({ phase }) => phase === written.phase)) return;
  watchSynth(construct);
  const phases = MIGRATION_PHASES.filter(phase => all.some(one => one.phase === phase));
  const text = `${phases.join(', ')}: phases of cluster ${written.cluster} in one App, and what it writes is applied as a whole; make one App per `
    + 'phase';
  construct.node.addMetadata(SEVERAL_PHASES, text);
  for (const { metadata } of all.flatMap(({ objects }) => objects)) {
    metadata.addAnnotation(SEVERAL_PHASES_ANNOTATION, Lazy.any({ produce: () => isSynthesizing(construct) ? text : undefined }) as string);
  }
}
