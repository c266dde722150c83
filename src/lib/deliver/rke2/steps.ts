import { CONFIGURATION } from './edits';
import { Rke2Migration } from './migration';
import { isAgentFile } from '../../installers/rke2/documents';
import { LEADER_MIGRATION_FILE } from '../../leader-migration';
import { MigrationPhase } from '../../migration/migration-phase';
import { CCM_PODS, InstallerOrder, InstallerRow, mixOf, NO_GAP } from '../installer';
import { RESOURCES_FILE } from '../own-ccm-migration';
import { rolloutCommands } from '../phase-objects';

type Phase = MigrationPhase | undefined;
/** What a way from one phase into another consists of, there or back; undefined: before the first one. */
type Rows = (migration: Rke2Migration, from: Phase, to: Phase, folder: string) => InstallerRow[];

const KCM_ARGS = 'kubectl -n kube-system get pods -l component=kube-controller-manager -o jsonpath=\'{.items[*].spec.containers[0].args}\'';
const EXPECTED: Readonly<Record<string, string>> = { undefined: 'on every server as before', n: 'on every server --enable-leader-migration=true' };

/** What is applied comes before the machines that need it, and goes after them; servers come before agents. */
export function rke2Order(migration: Rke2Migration, phase: MigrationPhase, folder: string): InstallerOrder {
  const before = migration.before(phase);
  const order = [resources, ...migration.documents.cluster ? [rancher] : [nodes('server'), nodes('agent')]];
  const steps = order.flatMap(rows => rows(migration, before, phase, folder));
  const back = [...order].reverse().flatMap(rows => rows(migration, phase, before, folder));
  return { steps, back, backTo: before ?? 'not-started', ...steps.length > 0 ? {} : { noWayBack: 'nothing was changed' } };
}

const resources: Rows = (migration, from, to, folder) => {
  const [before, after] = [from, to].map(phase => (phase === undefined ? [] : migration.applied(phase)));
  const { wait, remove } = rolloutCommands(before, after);
  const replaces = [from, to].includes(MigrationPhase.DISABLED);
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{
    ...common(migration, from, to, replaces),
    id: 'resources',
    title: `Apply what the cluster itself needs in phase '${to ?? 'not-started'}'`,
    why: 'with the kubeconfig of the cluster: access and configuration must be there before a process asks for them, and go after it',
    run: [...to === undefined ? [] : [`kubectl apply -f ${folder}/${to}/${RESOURCES_FILE}`], ...wait, ...remove],
    proof: wait.map(command => ({ command, expected: 'successfully rolled out' })),
    ...replaces ? { rolls: CCM_PODS } : {},
  }];
};

const rancher: Rows = (migration, from, to, folder) => {
  const files = migration.changedFiles(from, to, folder);
  return files.length === 0 ? [] : [{
    ...common(migration, from, to, true),
    id: 'machines',
    title: 'Apply the Cluster to Rancher',
    why: 'with the kubeconfig of Rancher\'s own cluster; it is finished when every machine has restarted RKE2, and the Cluster is ready',
    run: files.map(path => `kubectl apply -f ${path}`),
    rolls: 'RKE2 on etcd machines, on those of the control plane, and then on workers',
  }];
};

function nodes(role: 'server' | 'agent'): Rows {
  return (migration, from, to, folder) => {
    // Agents stay while servers turn: a kubelet must not be newer than an API server.
    const [was, is] = [from, to].map(phase => (role === 'agent' && phase === MigrationPhase.MIXED ? MigrationPhase.N : phase));
    const files = migration.changedFiles(was, is, folder).filter(path => isAgentFile(path) === (role === 'agent'));
    const [wasUpgraded, isUpgraded] = [was, is].map(phase => phase !== undefined && phase !== MigrationPhase.N);
    const release = isUpgraded ? migration.options.rke2Release : '"$RELEASE_BEFORE"';
    return files.length === 0 ? [] : [{
      ...common(migration, from, to, role === 'server'),
      id: `${role}s`,
      title: `Restart RKE2 on every ${role}`,
      why: `one ${role} after the other; go on when its node is Ready. Keep what is of one node alone, as its token`,
      run: [
        ...files.map(path => path.includes(CONFIGURATION) ? `install -m 0644 ${path} ${LEADER_MIGRATION_FILE}` : `# ${path}, to /etc/rancher/rke2`),
        ...wasUpgraded === isUpgraded ? [] : [`curl -sfL https://get.rke2.io | INSTALL_RKE2_VERSION=${release} sh -`],
        `systemctl restart rke2-${role}`,
      ],
      rolls: `rke2-${role} with the kubelet and the static pods of its node, one node after the other`,
    }];
  };
}

/** @param stops whether a process that runs the controllers is stopped */
function common(migration: Rke2Migration, from: Phase, to: Phase, stops: boolean): Pick<InstallerRow, 'gap' | 'mix' | 'proof' | 'wayBack'> {
  const states = [migration.stateAt(from), migration.stateAt(to)];
  const expected = EXPECTED[String(to)] ?? 'on every server --cloud-provider=external last, no --enable-leader-migration';
  return {
    gap: stops ? states : NO_GAP,
    mix: mixOf(states),
    proof: [{ command: KCM_ARGS, expected }, { command: 'kubectl get nodes', expected: 'Ready' }],
    wayBack: `do the same with what phase '${from ?? 'not-started'}' has`,
  };
}
