import { KopsMigration, KopsState, mixOf, rolesHandedIn, withoutMachines } from './migration';
import { DEFAULT_LEADER_NAME } from '../../facts/built-in-default';
import { CCM_DAEMON_SET } from '../../installers/kops/addons';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { MigrationPhase } from '../../migration/migration-phase';
import { ObjectReference } from '../../migration/to-delete';
import { InstallerOrder, InstallerProof, InstallerRow } from '../installer';
import { CCM_PODS } from '../own-ccm-migration';
import { kcmHas, rolledOut } from '../proofs';

const kcm = (expected: string) => kcmHas(`every kube-controller-manager ${expected}`, 'k8s-app', 'args');
const ccm = (expected: string): InstallerProof[] => [rolledOut(`daemonset/${CCM_DAEMON_SET}`), {
  command: `kubectl -n kube-system get daemonset ${CCM_DAEMON_SET} -o jsonpath='{.spec.template.spec.containers[0].args}'`, expected,
}];
const HOLDER: InstallerProof = {
  command: `kubectl -n kube-system get lease ${DEFAULT_LEADER_NAME} -o jsonpath='{.spec.holderIdentity} {.spec.renewTime}'`,
  expected: 'one holder, whose renewTime advances',
};
/** k8s.io/kops@v1.24.1 pkg/nodelabels/builder.go:30. The control plane may have the label, too. */
const API_SERVERS = 'kubectl get nodes -l \'node-role.kubernetes.io/api-server,!node-role.kubernetes.io/control-plane\'';

/** What the user runs to go into a phase, what proves each step, and the way back. */
export function kopsOrder(migration: KopsMigration, phase: MigrationPhase, phasesFolder: string): InstallerOrder {
  const [before, after] = [migration.stateAt(migration.before(phase)), migration.stateAt(phase)];
  return ORDERS[phase]({ migration, phase, before, after, phasesFolder });
}

interface Context {
  readonly migration: KopsMigration;
  readonly phase: MigrationPhase;
  readonly before: KopsState;
  readonly after: KopsState;
  readonly phasesFolder: string;
}

const ORDERS: Readonly<Record<MigrationPhase, (context: Context) => InstallerOrder>> = {
  [MigrationPhase.N]: context => ({
    steps: [...leaseAccess(context), ...written(context, 'n'), roll(context, 'master', [kcm('has --enable-leader-migration=true'), HOLDER])],
    back: isUnchanged(context) ? [] : [...written(context, undefined), roll(context, 'master', [kcm('is as it was')])],
    backTo: 'not-started',
    noWayBack: isUnchanged(context) ? 'nothing was changed, so nothing has to be taken back' : undefined,
  }),
  [MigrationPhase.MIXED]: context => ({
    steps: [
      ...written(context, 'mixed', ccm('--enable-leader-migration=true')),
      roll(context, 'master', [
        {
          command: 'kubectl get nodes -l node-role.kubernetes.io/control-plane',
          expected: `every control-plane node runs v${context.after.version}`,
        },
        kcm('has --cloud-provider=external, and none has --enable-leader-migration=true'),
        HOLDER,
      ]),
    ],
    back: [...written(context, 'n'), ...backToN(context)],
    backTo: MigrationPhase.N,
  }),
  [MigrationPhase.N_PLUS_1]: context => ({
    steps: [
      ...apiServers(context, context.after.version),
      roll(context, 'node', [{
        command: 'kubectl get nodes',
        expected: `every node runs v${context.after.version}, by the name of its instance id`,
      }]),
    ],
    back: [
      ...written(fromN(context), 'n'),
      roll(fromN(context), 'node', [{ command: 'kubectl get nodes', expected: `every worker runs v${context.migration.options.fromVersion}` }]),
      ...apiServers(fromN(context), context.migration.options.fromVersion),
      ...backToN(fromN(context)),
    ],
    backTo: MigrationPhase.N,
  }),
  [MigrationPhase.DISABLED]: context => ({
    steps: written(context, 'disabled', ccm('no --enable-leader-migration=true')),
    back: written(context, 'n-plus-1', ccm('--enable-leader-migration=true')),
    backTo: MigrationPhase.N_PLUS_1,
  }),
};

/** Workers go back first: a kubelet must not be newer than an API server. */
function fromN(context: Context): Context {
  return { ...context, before: context.migration.stateAt(MigrationPhase.N) };
}

function backToN(context: Context): InstallerRow[] {
  return [roll(context, 'master', [kcm('has --cloud-provider=aws and --enable-leader-migration=true'), HOLDER]), deletion(context)];
}

/**
 * Groups that run kube-apiserver only. Forth they come before the workers, back after them: a kubelet must not be newer than any API server that it
 * may reach. kops' own order is control plane, API servers, nodes: k8s.io/kops@v1.24.1 pkg/instancegroups/rollingupdate.go:148-206.
 */
function apiServers(context: Context, version: KubernetesVersion): InstallerRow[] {
  return rolesHandedIn(context.migration).has('APIServer')
    ? [roll(context, 'apiserver', [{ command: API_SERVERS, expected: `every node is Ready and runs v${version}` }])] : [];
}

/** Access to the migration Lease, where kops adds none. */
function leaseAccess({ migration, before, after }: Context): InstallerRow[] {
  const objects = migration.leaseAccess(MigrationPhase.N);
  if (objects.length === 0) return [];
  const { leaseAccessManifest } = migration.options;
  return [{
    id: 'lease-access',
    title: 'Give kube-controller-manager access to the migration Lease',
    why: `kops adds its own Role only from Kubernetes 1.23 on; without it kube-controller-manager of ${before.version} could take no migration `
      + 'Lease, and its controllers would stand still',
    run: leaseAccessManifest === undefined ? ['kubectl apply -f dist/n/'] : [`# apply lease-access.yaml as ${leaseAccessManifest}: kops applies it `
      + 'with its own addons'],
    proof: [{
      command: `kubectl auth can-i update leases/${DEFAULT_LEADER_NAME} -n kube-system --as system:kube-controller-manager`, expected: 'yes',
    }],
    wayBack: 'delete the Role and RoleBinding again, when no kube-controller-manager has Leader Migration on',
    mix: mixOf([before], [after]),
  }];
}

/**
 * The state store gets the Cluster. Control-plane nodes that run apply the addons within about a minute, before the first of them is replaced: that
 * is the first mix.
 *
 * @param folder of the phase; undefined: the Cluster as it was
 */
function written(context: Context, folder: string | undefined, proof: readonly InstallerProof[] = []): InstallerRow[] {
  const { migration, before, after, phasesFolder } = context;
  if (folder === 'n' && before.name.includes('handed in') && isUnchanged(context)) return [];
  const replacesCcm = context.phase === MigrationPhase.DISABLED;
  const files = migration.files(MigrationPhase.N).map(({ path }) => path);
  const place = folder === undefined ? 'the files as they were' : files.map(path => `${phasesFolder}/${folder}/${path}`).join(' -f ');
  return [{
    id: `update-${folder ?? 'as-before'}`,
    title: folder === undefined ? 'Write the Cluster as it was' : `Write the Cluster of phase '${folder}'`,
    why: 'the state store and the launch templates change; control-plane nodes that run apply the addons within about a minute, before the first of '
      + 'them is replaced',
    run: [
      folder === undefined ? `# kops replace -f ${place}` : `kops replace -f ${place}`,
      `kops update cluster ${migration.cluster}`,
      `kops update cluster ${migration.cluster} --yes`,
    ],
    proof: [...proof, {
      command: `kops rolling-update cluster ${migration.cluster}`,
      expected: replacesCcm ? 'no instance group needs an update' : 'the instance groups that need an update',
    }],
    ...replacesCcm ? { gap: [before, after], rolls: CCM_PODS } : {},
    wayBack: 'write the Cluster of the state before with the same commands; what its addons no longer have stays in the cluster, because kops prunes '
      + 'nothing',
    mix: mixOf([before, after]),
  }];
}

/** What is particular to the roll of a role. */
const ROLLS = {
  master: {
    id: 'roll-control-plane',
    title: 'Replace the control-plane nodes',
    why: 'one instance after the other is drained, terminated and replaced; kops continues when the cluster validates twice, and stops at the first '
      + 'group that fails',
    wayBack: 'write the Cluster of the state before, and roll again: nodes that were replaced are replaced once more',
    rolls: 'control-plane nodes, one after the other',
  },
  apiserver: {
    id: 'roll-api-servers',
    title: 'Replace the nodes that run kube-apiserver only',
    why: 'they run no controller manager; workers reach them, and a kubelet must not be newer than an API server: so they stand between the control '
      + 'plane and the workers. kops does not stop at a group that fails here: check before you continue',
    wayBack: 'write the Cluster of the state before, and roll them again, after the workers',
    rolls: 'nodes that run kube-apiserver only',
  },
  node: {
    id: 'roll-nodes',
    title: 'Replace the worker nodes',
    why: 'workers come last: a kubelet must not be newer than an API server. Every node is a new instance with a new name, and nothing on its disk '
      + 'stays',
    wayBack: 'write the Cluster of the state before, and roll the nodes again',
    rolls: 'worker nodes',
  },
} as const;

function roll({ migration, before, after }: Context, role: keyof typeof ROLLS, proof: readonly InstallerProof[]): InstallerRow {
  const isMaster = role === 'master';
  const roles = isMaster ? migration.release.masterRole : role;
  const command = `kops rolling-update cluster ${migration.cluster} --instance-group-roles=${roles}`;
  return {
    ...ROLLS[role],
    run: [command, `${command} --yes --validation-timeout=30m`],
    proof: [...proof, { command: `kops validate cluster ${migration.cluster} --wait 10m`, expected: 'the cluster is ready' }],
    ...isMaster ? { gap: [before, after] } : {},
    mix: mixOf(isMaster ? [before, after] : [after]),
  };
}

/** Only when no control-plane node of version N+1 is left: their kube-controller-managers are external. */
function deletion({ migration, before }: Context): InstallerRow {
  const objects = migration.toDelete(MigrationPhase.N);
  return {
    id: 'delete-ccm',
    title: 'Delete the cloud-controller-manager, which kops does not prune',
    why: 'what kops no longer lists it does not delete: the DaemonSet still runs, and can win the migration Lease. It goes when no control-plane '
      + 'node of version N+1 is left, '
      + 'and before Leader Migration is ever switched off',
    run: objects.map(deleteCommand),
    proof: [{ command: `kubectl -n kube-system get daemonset ${CCM_DAEMON_SET}`, expected: 'NotFound' }, HOLDER],
    gap: [before, ...withoutMachines([migration.stateAt(MigrationPhase.MIXED)])],
    wayBack: 'kops applies the DaemonSet again as soon as it is listed: go into phase \'mixed\' again',
    mix: mixOf([before]),
  };
}

function deleteCommand({ kind, name, namespace }: ObjectReference): string {
  return `kubectl${namespace === undefined ? '' : ` -n ${namespace}`} delete ${kind.toLowerCase()} ${name} --ignore-not-found`;
}

function isUnchanged({ migration }: Context): boolean {
  return migration.files(MigrationPhase.N).every(({ path, content }) => content === migration.options.configs[path]);
}
