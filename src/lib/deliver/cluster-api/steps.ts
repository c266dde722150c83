import { machines, resourcesApplied } from './commands';
import { ClusterApiMigration } from './migration';
import { topologyOrder } from './topology/steps';
import type { SourceDocument } from '../../edit/yaml/source-document';
import { kindOf, nameOf } from '../../installers/cluster-api/documents';
import { MigrationPhase } from '../../migration/migration-phase';
import { between, InstallerOrder, InstallerRow, thereAndBack, Way } from '../installer';
import { resourcesStep } from '../own-ccm-migration';

/** What the user runs to go into a phase, what proves each step, and the way back. */
export function clusterApiOrder(migration: ClusterApiMigration, phase: MigrationPhase, phasesFolder: string): InstallerOrder {
  const { topology } = migration.documents;
  if (topology) return topologyOrder(migration, topology, phase, phasesFolder);
  return thereAndBack(migration, phase, phasesFolder, [resources, applied]);
}

const MACHINES_AFTER = 'every machine is Running with the version of the phase, and was created after it was applied';

/** What a part of the objects is, in the order in which they are applied: what machines are made from comes before what makes them. */
const PARTS: readonly {
  readonly id: string;
  readonly title: string;
  readonly why: string;
  readonly is: (step: string, kind: string) => boolean;
  readonly rolls?: string;
  readonly label?: string;
}[] = [{
  id: 'label',
  title: 'Label the Cluster',
  why: 'the ClusterResourceSet applies its resources to Clusters with the label; nothing rolls',
  is: step => step === 'cluster',
}, {
  id: 'control-plane',
  title: 'Roll the control plane',
  why: 'a KubeadmControlPlane whose specification changes replaces its machines one after the other. It is finished when status.updatedReplicas, '
    + 'status.replicas and spec.replicas are equal and no machine of the old template is left; continue only then',
  is: step => step === 'control-plane',
  rolls: 'control-plane machines, one after the other',
  label: 'cluster.x-k8s.io/control-plane',
}, {
  id: 'worker-templates',
  title: 'Change what worker machines are made from',
  why: 'nothing rolls by it, but each machine that is made from now on is made from it: it comes before what starts the roll',
  is: (step, kind) => step === 'workers' && kind !== 'MachineDeployment',
}, {
  id: 'workers',
  title: 'Roll the workers',
  why: 'workers come last: a kubelet must not be newer than an API server. Nodes are replaced, so nothing on their disks stays',
  is: (step, kind) => step === 'workers' && kind === 'MachineDeployment',
  rolls: 'worker machines, one MachineDeployment after the other',
  label: '!cluster.x-k8s.io/control-plane',
}, {
  id: 'machine-pools',
  title: 'Roll the machine pools',
  why: 'a pool makes machines from the Secret of its KubeadmConfig, which is written anew only when its bootstrap token is rotated: NOTES.md has the '
    + 'command that shows that; begin when it finds something',
  is: step => step === 'machine-pools',
  rolls: 'machines of the machine pools',
}];

/** What changes of the objects that were handed in, part by part. */
function applied(way: Way<ClusterApiMigration>): InstallerRow[] {
  const { migration, from, to, phasesFolder } = way;
  const [before, after] = [from, to].map(phase => migration.stateAt(phase));
  const changed = changedDocuments(way);
  return PARTS.flatMap(({ is, label, ...words }): InstallerRow[] => {
    const own = changed.filter(({ step, document }) => is(step, kindOf(document)));
    if (own.length === 0) return [];
    const files = [...new Set(own.map(({ document }) => document.file))];
    const names = own.map(({ document }) => `"${kindOf(document)}/${nameOf(document)}"`).join(', ');
    return [{
      ...words,
      run: to === undefined ? [`# kubectl apply -f, with ${files.join(' and ')} as they were handed in`] : [
        `kubectl create --dry-run=client -o json ${files.map(file => `-f ${phasesFolder}/${to}/${file}`).join(' ')} \\`,
        `  | jq '(.items? // [.])[] | select(.kind + "/" + .metadata.name | IN(${names}))' | kubectl apply -f -`,
      ],
      proof: label === undefined ? [] : [{ command: machines(migration, label), expected: MACHINES_AFTER }],
      wayBack: `apply the same objects of ${before.name} with the same command`,
      ...between([before, after], words.id === 'control-plane'),
    }];
  });
}

/** Documents that differ in two phases, each as the second has it, with its step; and the machine templates of what differs, which may be new. */
function changedDocuments(
  { migration, from, to }: Way<ClusterApiMigration>,
): readonly { readonly step: string; readonly document: SourceDocument }[] {
  const documentsOf = (phase: MigrationPhase | undefined) => phase === undefined ? [...migration.given.values()].flat()
    : migration.written(phase);
  const key = (document: SourceDocument) => JSON.stringify([kindOf(document), nameOf(document)]);
  const before = new Map(documentsOf(from).map(document => [key(document), JSON.stringify(document.data)]));
  const steps = new Map(migration.objects(to ?? from!).map(({ step, manifest: { kind, metadata } }) =>
    [JSON.stringify([kind, metadata.name]), step]));
  const all = documentsOf(to).map(document => ({ document, step: steps.get(key(document)) ?? 'control-plane' }));
  const changed = all.filter(({ document }) => before.get(key(document)) !== JSON.stringify(document.data));
  return all.filter(one => changed.includes(one)
    || (kindOf(one.document) === 'AWSMachineTemplate' && changed.some(({ step }) => step === one.step)));
}

/** What the ClusterResourceSet applies, where it differs; what came with the first phase stays. */
function resources(way: Way<ClusterApiMigration>): InstallerRow[] {
  const { migration, from, to } = way;
  const text = (phase: MigrationPhase | undefined) => phase === undefined ? '' : JSON.stringify(migration.ownFiles(phase));
  if (to === undefined || text(from) === text(to)) return [];
  const step = resourcesStep(way);
  return [{
    ...step,
    ...between([from, to].map(phase => migration.stateAt(phase)), step.rolls !== undefined),
    why: 'a ClusterResourceSet applies it, before a process asks for it. It deletes nothing: to-delete.json of the phase has what is left',
    proof: [{ command: resourcesApplied(migration), expected: 'true for every resource, once the Cluster has its label' }],
    wayBack: 'apply the file of the phase before',
  }];
}
