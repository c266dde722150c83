import { AppPhase, ccmOf, isDeployedKcm, MigrationApp, phaseOf } from './app';
import { textOfImage } from './contents';
import { NodeSide } from '../../kubernetes/node';
import { ObjectReference } from '../../migration/to-delete';
import { textOfObject } from '../object-kind';
import { PlanStateName } from '../state';

/** The workload of a cloud-controller-manager, by whose image a run tells the hops of a chain apart. */
export interface RolledWorkload {
  /** Kind, namespace and name. */
  readonly workload: string;
  readonly image: string;
  /** The manifest that it is in. */
  readonly source: string;
}

/** Undefined: it is a static pod, of which files of nodes say the same. */
export function rolledWorkload(phase: AppPhase): RolledWorkload | undefined {
  const { object, image } = ccmOf(phase) ?? {};
  return object && image && { workload: textOfObject(object), image: textOfImage(image), source: object.file };
}

/** The Deployment of kube-controller-manager. */
export function managerObject({ manager }: MigrationApp): ObjectReference {
  return { apiVersion: 'apps/v1', kind: 'Deployment', namespace: manager!.namespace, name: manager!.name };
}

/** The Deployment of kube-controller-manager in a state, by whose image a run tells that it was rolled; undefined: one release has one image. */
export function rolledManager(app: MigrationApp, state: PlanStateName): Omit<RolledWorkload, 'source'> | undefined {
  const image = phaseOf(app, state === 'not-started' ? 'n' : state).model.components.find(isDeployedKcm)?.image;
  if (!image || app.releases[NodeSide.N] === app.releases[NodeSide.N_PLUS_1]) return undefined;
  return { workload: textOfObject(managerObject(app), app.manager!.cluster), image: textOfImage(image) };
}
