import { GROUP_LABEL, PHASE_LABEL } from './labels';
import { yaml } from '../../edit/yaml/load';
import { Manifest } from '../../kubernetes/manifest';
import { MigrationPhase } from '../../migration/migration-phase';
import { objectTitle } from '../composed-phase';

/** A cluster that says by labels where it is to be. */
export interface LabelledCluster {
  readonly name: string;
  readonly phase: MigrationPhase;
  readonly group: string;
  readonly kubeConfigSecret: string;
}

/**
 * The clusters among objects of a management cluster: those with the label of a phase.
 *
 * @param namespace where their kubeconfigs must be
 * @throws if a label has a value that does not exist, or no label or option says where the kubeconfig is
 */
export function labelledClusters(text: string, namespace: string): LabelledCluster[] {
  const objects = yaml().parseAllDocuments(text, { version: '1.1' }).map((document) => {
    const [error] = document.errors;
    if (error) throw new Error(`the manifests of the clusters are not YAML: ${error.message.split('\n')[0]}`);
    return document.toJS() as Manifest | null;
  });
  const labelled = objects.filter(object => object !== null && labelOf(object, PHASE_LABEL) !== undefined) as Manifest[];
  if (labelled.length === 0) {
    throw new Error(`no object in the manifests of the clusters has the label '${PHASE_LABEL}'; label each cluster that is to move`);
  }
  return labelled.map(object => readCluster(object, namespace));
}

function readCluster(object: Manifest, namespace: string): LabelledCluster {
  const { name } = object.metadata;
  const phase = labelOf(object, PHASE_LABEL) as MigrationPhase;
  if (!Object.values(MigrationPhase).includes(phase)) {
    throw new Error(`label '${PHASE_LABEL}' of ${objectTitle(object)} is '${phase}'; accepted: `
      + `${Object.values(MigrationPhase).map(known => `'${known}'`).join(', ')}`);
  }
  const group = labelOf(object, GROUP_LABEL);
  if (group === undefined) throw new Error(`${objectTitle(object)} has no label '${GROUP_LABEL}', so it is in no group; give it the label`);
  if (object.metadata.namespace !== namespace) {
    throw new Error(`${objectTitle(object)} is not in namespace '${namespace}', where Flux looks for its kubeconfig; move it there, or give its `
      + 'namespace here and to the bundle');
  }
  return { name, phase, group, kubeConfigSecret: kubeConfigSecret(object) };
}

function kubeConfigSecret(object: Manifest): string {
  const [group] = object.apiVersion.split('/');
  if (object.kind === 'Secret' && object.apiVersion === 'v1') return object.metadata.name;
  // sigs.k8s.io/cluster-api@v1.9.5 util/secret/consts.go, Kubeconfig; Flux reads the same key of it, `value`.
  if (object.kind === 'Cluster' && group === 'cluster.x-k8s.io') return `${object.metadata.name}-kubeconfig`;
  throw new Error(`${objectTitle(object)} has the label '${PHASE_LABEL}', but is neither a Cluster of Cluster API nor a Secret with a kubeconfig; `
    + 'label one of those');
}

function labelOf(object: Manifest, label: string): string | undefined {
  const value = (object.metadata?.labels as Readonly<Record<string, unknown>> | undefined)?.[label];
  // Phase `n` is the likeliest: to Kubernetes, too, it is YAML 1.1's word for false.
  if (value !== undefined && typeof value !== 'string') {
    throw new Error(`label '${label}' of ${objectTitle(object)} is ${JSON.stringify(value)} and not a text; put it in quotes, as in "n"`);
  }
  return value;
}
