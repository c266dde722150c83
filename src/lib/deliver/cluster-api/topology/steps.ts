import { machines, namespaceOption, resourcesApplied } from '../commands';
import { ClusterApiMigration } from '../migration';
import { PHASE_VARIABLE } from './edits';
import { clusterApiRelease, VERSION_BACK } from '../../../facts/cluster-api';
import { ClusterTopology, nameOf } from '../../../installers/cluster-api/documents';
import { MigrationPhase } from '../../../migration/migration-phase';
import { between, InstallerOrder, InstallerProof, InstallerRow, InstallerState, mixOf } from '../../installer';
import { resourcesStep } from '../../own-ccm-migration';
import { kcmHas } from '../../proofs';

/**
 * What the user runs to bring a Cluster with spec.topology into a phase, what each change rolls, what proves each step, and the way back.
 *
 * @param phasesFolder folder that has those of all phases, in the commands
 */
export function topologyOrder(
  migration: ClusterApiMigration, topology: ClusterTopology, phase: MigrationPhase, phasesFolder: string,
): InstallerOrder {
  const [before, after] = [migration.stateAt(migration.before(phase)), migration.stateAt(phase)];
  return ORDERS[phase]({ migration, topology, phase, phasesFolder, before, after });
}

interface Context {
  readonly migration: ClusterApiMigration;
  readonly topology: ClusterTopology;
  readonly phase: MigrationPhase;
  readonly phasesFolder: string;
  readonly before: InstallerState;
  readonly after: InstallerState;
}

const CONTROL_PLANE = 'control-plane machines, one after the other';

const ORDERS: Readonly<Record<MigrationPhase, (context: Context) => InstallerOrder>> = {
  [MigrationPhase.N]: context => ({
    steps: [ofClass(context), resources(context, context.phase, 'a ClusterResourceSet gives the access to the migration Lease, before a process '
      + 'asks for it'), ofCluster(context, context.phase, {
      title: 'Turn Leader Migration on in this cluster',
      why: `the variable '${PHASE_VARIABLE}' of the Cluster turns the patches of version N on, and the kubeadm configuration of the control `
        + 'plane changes: every control-plane machine is replaced, one after the other; no worker is',
      proof: [...rolled(context, versionNow(context)), hasFlags('--enable-leader-migration=true')],
      wayBack: 'apply the Cluster as it was before: the control plane rolls once more',
      rolls: CONTROL_PLANE,
    })],
    back: [ofCluster(context, undefined, {
      id: 'back',
      title: 'Turn Leader Migration off in this cluster',
      why: 'the Cluster as it was handed in has no value of the variable, and the default changes nothing: every control-plane machine is replaced',
      proof: [...rolled(context, versionNow(context)), hasFlags('no --enable-leader-migration')],
      wayBack: 'apply the Cluster of phase \'n\' again',
      rolls: CONTROL_PLANE,
    })],
    backTo: 'not-started',
  }),
  [MigrationPhase.MIXED]: context => ({
    steps: [resources(context, context.phase, 'a ClusterResourceSet delivers the cloud-controller-manager: the first machine of version N+1 becomes '
      + 'ready only when that has given its node a provider ID'), ofCluster(context, context.phase, {
      title: 'Give the topology version N+1, with the workers deferred',
      why: 'the version of the topology rolls the control plane, and its patches turn with the version of the machines that are made: each '
        + 'new machine is of version N+1 in the version, the flags and the kubelet. Workers have the annotation defer-upgrade and stay, since a '
        + 'kubelet must not be newer than an API server, and kubelets of version N keep the flags of version N. Take an etcd snapshot first',
      proof: [...rolled(context, versionNext(context)), reconciled(context, deferredReason(context)),
        hasFlags('--cloud-provider=external, and none with --enable-leader-migration')],
      wayBack: backOfVersion(context) === undefined ? 'none: this release of Cluster API refuses an older version of a topology'
        : 'the section at the end; etcd and the API servers then run the older release on data of the newer one, which Kubernetes does not support',
      rolls: CONTROL_PLANE,
    })],
    ...backToN(context),
  }),
  [MigrationPhase.N_PLUS_1]: context => ({
    steps: [ofCluster(context, context.phase, {
      title: 'Let the workers have version N+1',
      why: 'the annotations defer-upgrade go, and Cluster API gives one MachineDeployment after the other the new version, which turns its '
        + 'patches: each is rolled once, by version, kubelet\'s flags and image together. Nothing of the control plane rolls',
      proof: [{
        command: machines(context.migration, '!cluster.x-k8s.io/control-plane'), expected: `every machine is Running with ${versionNext(context)}`,
      }, reconciled(context), ...poolProof(context)],
      wayBack: NO_WORKERS_BACK,
      rolls: 'worker machines, one MachineDeployment after the other',
    })],
    noWayBack: NO_WORKERS_BACK,
  }),
  [MigrationPhase.DISABLED]: context => ({
    steps: [resources(context, context.phase, 'the cloud-controller-manager gets no Leader Migration: no process of version N is left, so '
      + 'nothing shares the migration Lease'), ofCluster(context, context.phase, {
      title: 'Note in the Cluster that the migration is done',
      why: `the variable '${PHASE_VARIABLE}' says so, and makes the same machines as before: nothing rolls. It has to stay: with its default, `
        + 'machines of version N+1 would get the in-tree provider that their version does not have',
      proof: [reconciled(context)],
      wayBack: 'apply the Cluster of phase \'n-plus-1\'; nothing rolls',
    })],
    back: [resources(context, MigrationPhase.N_PLUS_1, 'Leader Migration has to be on before any machine of version N comes back')],
    backTo: MigrationPhase.N_PLUS_1,
  }),
};

const NO_WORKERS_BACK = 'none: a topology has one version for all, and takes the control plane back before the workers, whose kubelets would '
  + 'then be newer than the API servers, which Kubernetes does not support; go back before this phase, or make new workers';

/** The class rolls nothing by itself: the default of its new variable makes what was made before. */
function ofClass(context: Context): InstallerRow {
  const { topology: { clusterClass }, before, phasesFolder } = context;
  return {
    id: 'class',
    title: `Put the variable and the patches into ClusterClass '${nameOf(clusterClass)}'`,
    why: `every cluster of the class gets the variable '${PHASE_VARIABLE}' with its default, and the patches make the same objects with that: `
      + 'no machine of any cluster is replaced. The templates stay as they are',
    run: [`kubectl apply -f ${phasesFolder}/n/${clusterClass.file}`],
    proof: [{
      command: `kubectl get clusterclass ${nameOf(clusterClass)}${namespaceOption(context.migration)} -o jsonpath='{.metadata.generation} `
        + "{.status.observedGeneration}'",
      expected: 'the same number twice',
    }, {
      command: 'kubectl get machines -A -l topology.cluster.x-k8s.io/owned --sort-by=.metadata.creationTimestamp', expected: 'no machine is new',
    }],
    wayBack: 'apply the ClusterClass as it was handed in, when no Cluster of it has a value of the variable',
    mix: mixOf([before]),
  };
}

function resources({ migration, phase, phasesFolder, before, after }: Context, to: MigrationPhase, why: string) {
  const step = resourcesStep({ from: phase, to, phasesFolder });
  return {
    ...step,
    ...between([before, after], step.rolls !== undefined),
    why,
    proof: [{
      command: resourcesApplied(migration),
      expected: `true for every resource${to === MigrationPhase.N ? ', once the Cluster has its label, which comes with it' : ''}`,
    }],
    wayBack: 'apply the file of the phase before; a ClusterResourceSet deletes nothing, to-delete.json has what is left',
  };
}

/**
 * The Cluster of a phase is applied; undefined: that which was handed in.
 *
 * @param step what it says of itself, and the commands that come before
 */
function ofCluster(
  context: Context, to: MigrationPhase | undefined, step: Omit<InstallerRow, 'id' | 'gap' | 'mix'> & Partial<InstallerRow>,
): InstallerRow {
  const { topology: { cluster }, phasesFolder, before, after } = context;
  const run = to === undefined ? [`# apply ${cluster.file} as it was handed in: kubectl apply -f <path>/${cluster.file}`]
    : [`kubectl apply -f ${phasesFolder}/${to}/${cluster.file}`];
  return { id: 'cluster', ...step, run: [...step.run ?? [], ...run], ...between([before, after], step.rolls === CONTROL_PLANE) };
}

function backToN(context: Context): Pick<InstallerOrder, 'back' | 'backTo' | 'noWayBack'> {
  const { topology: { cluster } } = context;
  const annotation = backOfVersion(context);
  if (annotation === undefined) {
    return {
      noWayBack: `no rollback is possible: Cluster API before ${VERSION_BACK.since} refuses an older version of a topology ('version cannot `
        + "be decreased')",
    };
  }
  const applied = resources(context, MigrationPhase.N,
    'the ClusterResourceSet has no cloud-controller-manager any more; delete what to-delete.json of phase \'n\' has');
  const target = `kubectl annotate cluster ${nameOf(cluster)}${namespaceOption(context.migration)}`;
  return {
    back: [ofCluster(context, MigrationPhase.N, {
      id: 'back',
      title: 'Give the topology version N again',
      why: 'Cluster API refuses an older version without the annotation. The control plane rolls back; workers never left version N. etcd '
        + 'and the API servers then run the older release on data that the newer one wrote, which Kubernetes does not support: the etcd snapshot '
        + 'is the other way back',
      run: [`${target} ${annotation}=`],
      proof: [...rolled(context, versionNow(context)), hasFlags('--cloud-provider=aws and --enable-leader-migration=true')],
      wayBack: 'apply the Cluster of phase \'mixed\' again',
      rolls: CONTROL_PLANE,
    }), { ...applied, id: 'back-resources', run: [`${target} ${annotation}-`, ...applied.run] }],
    backTo: MigrationPhase.N,
  };
}

function backOfVersion({ migration }: Context): string | undefined {
  const minor = (release: string) => Number(release.split('.')[1]);
  return minor(clusterApiRelease(migration.clusterApiRelease).release) >= minor(VERSION_BACK.since) ? VERSION_BACK.annotation : undefined;
}

function versionNow({ migration: { migration: { fromVersion, toVersion } } }: Context): string {
  return `v${String(fromVersion ?? toVersion)}`;
}

function versionNext({ migration: { migration: { toVersion } } }: Context): string {
  return `v${toVersion.toString()}`;
}

function rolled(context: Context, version: string): InstallerProof[] {
  return [{
    command: `kubectl get kubeadmcontrolplanes.v1beta1.controlplane.cluster.x-k8s.io${namespaceOption(context.migration)} -l `
      + `cluster.x-k8s.io/cluster-name=${context.migration.cluster} -o `
      + 'jsonpath=\'{.items[0].status.conditions[?(@.type=="MachinesSpecUpToDate")].status}\'',
    expected: 'True',
  }, {
    command: machines(context.migration, 'cluster.x-k8s.io/control-plane'),
    expected: `every machine is Running with ${version}, and was created after the Cluster was applied`,
  }];
}

function reconciled({ migration }: Context, expected = 'True, and no reason'): InstallerProof {
  return {
    command: `kubectl get clusters.v1beta1.cluster.x-k8s.io ${migration.cluster}${namespaceOption(migration)} -o `
      + 'jsonpath=\'{range .status.conditions[?(@.type=="TopologyReconciled")]}{.status} {.reason}{end}\'',
    expected,
  };
}

/** kubernetes-sigs/cluster-api@v1.9.11 internal/controllers/topology/cluster/conditions.go: what waits is said as not reconciled. */
function deferredReason({ topology: { made } }: Context): string {
  const kinds = [...new Set(made.workers.map(({ data }) => String(data.kind)))];
  return kinds.length === 0 ? 'True, and no reason' : `False ${kinds[0]}sUpgradeDeferred: the workers wait`;
}

function poolProof({ topology: { made } }: Context): InstallerProof[] {
  return made.workers.some(({ data }) => data.kind === 'MachinePool') ? [{
    command: 'kubectl get nodes -o custom-columns=NAME:.metadata.name,VERSION:.status.nodeInfo.kubeletVersion,PROVIDER:.spec.providerID',
    expected: 'every node of the machine pools is of the new version with a provider ID: their instances are made from the Secret of a KubeadmConfig',
  }] : [];
}

function hasFlags(expected: string): InstallerProof {
  return kcmHas(`in the cluster itself, every kube-controller-manager: ${expected}`);
}
