import { CONFIGURATION } from './edits';
import { Rke2Migration } from './migration';
import { isAgentFile } from '../../installers/rke2/documents';
import { LEADER_MIGRATION_FILE } from '../../leader-migration';
import { MigrationPhase } from '../../migration/migration-phase';
import { between, InstallerOrder, InstallerRow, thereAndBack, Way } from '../installer';
import { resourcesStep, rolloutCommands } from '../own-ccm-migration';

const KCM_ARGS = 'kubectl -n kube-system get pods -l component=kube-controller-manager -o jsonpath=\'{.items[*].spec.containers[0].args}\'';
const EXPECTED: Readonly<Record<string, string>> = { undefined: 'on every server as before', n: 'on every server --enable-leader-migration=true' };

/** What is applied comes before the machines that need it, and goes after them; servers come before agents. */
export function rke2Order(migration: Rke2Migration, phase: MigrationPhase, folder: string): InstallerOrder {
  const own = (['server', 'agent'] as const).map(role => (way: Way<Rke2Migration>) => restarts(way, role));
  const order = thereAndBack(migration, phase, folder, [resources, ...migration.documents.cluster ? [rancher] : own]);
  return order.steps.length > 0 ? order : { ...order, noWayBack: 'nothing was changed' };
}

function resources(way: Way<Rke2Migration>): InstallerRow[] {
  const { migration, from, to } = way;
  const [before, after] = [from, to].map(phase => (phase === undefined ? [] : migration.applied(phase)));
  const { wait, remove } = rolloutCommands(before, after);
  const { run, ...step } = resourcesStep(way);
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{
    ...common(way, step.rolls !== undefined),
    ...step,
    why: 'with the kubeconfig of the cluster: access and configuration must be there before a process asks for them, and go after it',
    run: [...run, ...wait, ...remove],
    proof: wait.map(command => ({ command, expected: 'successfully rolled out' })),
  }];
}

function rancher(way: Way<Rke2Migration>): InstallerRow[] {
  const files = way.migration.changedFiles(way.from, way.to, way.phasesFolder);
  return files.length === 0 ? [] : [{
    ...common(way, true),
    id: 'machines',
    title: 'Apply the Cluster to Rancher',
    why: 'with the kubeconfig of Rancher\'s own cluster; it is finished when every machine has restarted RKE2, and the Cluster is ready',
    run: files.map(path => `kubectl apply -f ${path}`),
    rolls: 'RKE2 on etcd machines, on those of the control plane, and then on workers',
  }];
}

function restarts(way: Way<Rke2Migration>, role: 'server' | 'agent'): InstallerRow[] {
  const { migration, from, to, phasesFolder } = way;
  // Agents stay while servers turn: a kubelet must not be newer than an API server.
  const [was, is] = [from, to].map(phase => (role === 'agent' && phase === MigrationPhase.MIXED ? MigrationPhase.N : phase));
  const files = migration.changedFiles(was, is, phasesFolder).filter(path => isAgentFile(path) === (role === 'agent'));
  const [wasUpgraded, isUpgraded] = [was, is].map(phase => phase !== undefined && phase !== MigrationPhase.N);
  const release = isUpgraded ? migration.options.rke2Release : '"$RELEASE_BEFORE"';
  return files.length === 0 ? [] : [{
    ...common(way, role === 'server'),
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
}

/** @param stops whether a process that runs the controllers is stopped */
function common({ migration, from, to }: Way<Rke2Migration>, stops: boolean): Pick<InstallerRow, 'gap' | 'mix' | 'proof' | 'wayBack'> {
  const expected = EXPECTED[String(to)] ?? 'on every server --cloud-provider=external last, no --enable-leader-migration';
  return {
    ...between([migration.stateAt(from), migration.stateAt(to)], stops),
    proof: [{ command: KCM_ARGS, expected }, { command: 'kubectl get nodes', expected: 'Ready' }],
    wayBack: `do the same with what phase '${from ?? 'not-started'}' has`,
  };
}
