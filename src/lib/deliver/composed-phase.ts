import { Manifest } from '../kubernetes/manifest';
import { MigrationPhase } from '../migration/migration-phase';

/** All objects of one phase: those of the migration and the user's own. */
export interface ComposedPhase {
  readonly phase: MigrationPhase;
  readonly objects: readonly Manifest[];
}

/** Phases in the order in which a migration walks. */
export function inOrder(phases: readonly ComposedPhase[]): ComposedPhase[] {
  const order = Object.values(MigrationPhase);
  return [...phases].sort((a, b) => order.indexOf(a.phase) - order.indexOf(b.phase));
}

/** The furthest phase: the state that stays, of which the others are changes. */
export function steadyPhase(phases: readonly ComposedPhase[]): ComposedPhase {
  const last = inOrder(phases).at(-1);
  if (!last) throw new Error('the bundle has no phase; call `addPhase` with the App or Chart of each phase before `write`');
  return last;
}

/** What makes an object the same object in a cluster. */
export function objectKey({ apiVersion, kind, metadata }: Manifest): string {
  const [group] = apiVersion.includes('/') ? apiVersion.split('/') : [''];
  // To kustomize and to kubectl, no namespace and `default` are one.
  const namespace = metadata.namespace === 'default' ? '' : metadata.namespace ?? '';
  return [group, kind, namespace, metadata.name].join('/');
}

/** How an object is called in messages: `DaemonSet 'kube-system/name'`. */
export function objectTitle({ kind, metadata }: Manifest): string {
  return `${kind} '${metadata.namespace === undefined ? '' : `${metadata.namespace}/`}${metadata.name}'`;
}

/** @throws if an object cannot be in a bundle, or two are the same object of the cluster */
export function checkComposedPhase({ phase, objects }: ComposedPhase): void {
  checkObjects(`phase '${phase}'`, objects);
}

/**
 * @param where how messages call what holds the objects
 * @throws if an object has no name, or two are the same object of the cluster
 */
export function checkObjects(where: string, objects: readonly Manifest[]): void {
  const seen = new Set<string>();
  for (const object of objects) {
    if (typeof object.metadata?.name !== 'string' || object.metadata.name === '') {
      throw new Error(`${object.kind} of ${where} has no \`metadata.name\`, so nothing can patch or prune it; give it a name (\`generateName\` `
        + 'makes a new object each time)');
    }
    if (seen.has(objectKey(object))) {
      throw new Error(`${objectTitle(object)} is in ${where} twice, and a bundle holds an object once; rename one of them or leave it out`);
    }
    seen.add(objectKey(object));
  }
}

/** A workload of the API, as far as bundles look into it; a user's own may lack anything. */
export interface WorkloadManifest extends Manifest {
  readonly spec?: {
    readonly template?: { readonly spec?: { readonly containers?: readonly { readonly args?: readonly string[] }[] } };
  };
}

/** Whether an object has one of the forms in which a cloud-controller-manager runs as an object of the API. */
export function isWorkload(object: Manifest): object is WorkloadManifest {
  return object.kind === 'DaemonSet' || object.kind === 'Deployment';
}

/** Whether it runs a cloud-controller-manager: a container is told a cloud. */
export function isCcmWorkload(object: Manifest): object is WorkloadManifest {
  return isWorkload(object)
    && (object.spec?.template?.spec?.containers ?? []).some(({ args }) => args?.some(arg => arg.startsWith('--cloud-provider=')));
}
