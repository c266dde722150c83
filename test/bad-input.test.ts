import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { App, Chart } from 'cdk8s';
import { NEWEST_MINOR } from './newest-minor';
import {
  addFlag, APISERVER, atRelease, CONTROLLER_MANAGER, FIRST_NODE, KUBELET_FLAGS, kubeadmNodes, MIGRATION_FILE, SCHEDULER, withEdit, withEditEverywhere,
} from './nodes';
import { emptyFolder } from './scratch';
import {
  AwsCcm, CloudControllerMigration, CloudProvider, CustomCcm, KubernetesVersion, Migration, MigrationPhase, MigrationProps,
  MigrationStrategy, NodeInput, NodeRole,
} from '../src';

const KCM = `${FIRST_NODE}:${CONTROLLER_MANAGER}`;
const SECOND_KCM = `${kubeadmNodes()[1].name}:${CONTROLLER_MANAGER}`;
const NODES = kubeadmNodes();
const SKEW = '(https://kubernetes.io/releases/version-skew-policy/)';

let outdir: string;
beforeEach(() => { outdir = emptyFolder(); });
afterEach(() => rmSync(outdir, { recursive: true, force: true }));

type Props = () => Partial<MigrationProps> & { readonly phase?: MigrationPhase };

/** What a user's program does: all phases, each written after its own synthesis. */
function program(props: Props): void {
  const app = new App({ outdir: join(outdir, 'dist') });
  const chart = new Chart(app, 'migration');
  const { phase = MigrationPhase.MIXED, ...more } = props();
  const migration = new Migration({
    clusterId: 'prod-eu', fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16'), nodes: NODES, ...more,
  });
  const { nodeFiles } = new CloudControllerMigration(chart, 'migration', { migration, phase });
  app.synth();
  nodeFiles.write(join(outdir, 'nodes'));
}

function kcm(edit: (text: string) => string): Props {
  return () => ({ nodes: withEdit(NODES, CONTROLLER_MANAGER, edit) });
}

function everyKcm(edit: (text: string) => string): Props {
  return () => ({ nodes: withEditEverywhere(NODES, CONTROLLER_MANAGER, edit) });
}

function withFile(path: string, content: string, nodes: readonly NodeInput[] = NODES): NodeInput[] {
  return nodes.map((node, index) => index === 0 ? { ...node, files: { ...node.files, [path]: content } } : node);
}

function lineOf(text: string, part: string): number {
  return text.slice(0, text.indexOf(part)).split('\n').length;
}

const LEADER_ELECT_LINE = lineOf(NODES[0].files[CONTROLLER_MANAGER], '--leader-elect=true');
const CLOUD_PROVIDER_LINE = lineOf(NODES[0].files[CONTROLLER_MANAGER], '--cloud-provider=aws');

describe('bad input is refused and nothing is written', () => {
  it.each<[string, Props, string]>([
    ['a version that does not parse', () => ({ toVersion: KubernetesVersion.of('1.27.x') }),
      "'1.27.x' is not a Kubernetes version; accepted: a minor like '1.27' or a release like '1.27.16'"],
    ['an unknown version N+1', () => ({ toVersion: KubernetesVersion.of('1.99.0') }),
      `toVersion is Kubernetes 1.99.0, which this version of the library does not know; known: 1.20 to ${NEWEST_MINOR}`],
    ['an unknown version N', () => ({ fromVersion: KubernetesVersion.of('1.19.16') }),
      `fromVersion is Kubernetes 1.19.16, which this version of the library does not know; known: 1.20 to ${NEWEST_MINOR}`],
    ['a bare minor where image tags are written', () => ({ toVersion: KubernetesVersion.of('1.27') }),
      "toVersion is the bare minor '1.27', but an image tag is written from it; give a full release like '1.27.<patch>'"],

    ['a pair whose N has no in-tree AWS', () => ({ fromVersion: KubernetesVersion.of('1.27.16'), toVersion: KubernetesVersion.of('1.28.15') }),
      "fromVersion is 1.27.16, but 'aws' is in-tree to 1.26 only: kube-controller-manager of 1.27 has no cloud controllers to migrate; accepted: "
        + '1.21 to 1.26'],
    ['a pair that skips minors', () => ({ fromVersion: KubernetesVersion.of('1.25.16'), toVersion: KubernetesVersion.of('1.27.16') }),
      'toVersion is 1.27.16, which skips 1.26 after fromVersion 1.25.16; a control plane upgrades one minor at a time: migrate to 1.26 first, then '
        + `upgrade ${SKEW}`],
    ['a pair that goes back', () => ({ toVersion: KubernetesVersion.of('1.25.16') }),
      'toVersion is 1.25.16, older than fromVersion 1.26.15; give the same minor or the next one (a rollback is the same pair with the phases '
        + 'walked back)'],
    ['a pair before Leader Migration', () => ({ fromVersion: KubernetesVersion.of('1.20.15'), toVersion: KubernetesVersion.of('1.21.14') }),
      'fromVersion is 1.20.15, whose kube-controller-manager has no Leader Migration; the first release with it is 1.21'],
    ['a cloud-controller-manager before Leader Migration',
      () => ({
        fromVersion: KubernetesVersion.of('1.21.14'),
        toVersion: KubernetesVersion.of('1.21.14'),
        ccm: AwsCcm.of({ release: 'v1.20.0', imageRepository: 'mirror.example/ccm' }),
        nodes: atRelease(NODES, '1.21.14'),
      }),
      'release is 1.20.0, whose cloud-controller-manager has no Leader Migration; the first release with it is 1.21'],
    ['a release of the cloud-controller-manager that has no image', () => ({ ccm: AwsCcm.of({ release: 'v1.28.0' }) }),
      "release 'v1.28.0' is a git tag without an image in registry.k8s.io/provider-aws/cloud-controller-manager; its minor has v1.28.1, v1.28.2, "
        + 'v1.28.3, v1.28.4, v1.28.5, v1.28.6, v1.28.7, v1.28.8, v1.28.9, v1.28.10, '
        + 'v1.28.11: use one of them, or give the `imageRepository` that holds it'],
    ['a cloud that was never in-tree', () => ({ ccm: CustomCcm.of({ cloud: CloudProvider.of('hetzner'), image: 'x:y', rules: [] }) }),
      "cloud 'hetzner' is in-tree in no known release, so there is nothing to migrate from; known: aws, azure, gce, openstack, vsphere"],
    ['manifests of another release', () => ({ fromVersion: KubernetesVersion.of('1.26.14') }),
      `${FIRST_NODE}:${APISERVER}:45:12: kube-apiserver runs 1.26.15, but fromVersion is 1.26.14; `
      + 'give the release that it runs as fromVersion, or hand in the manifests of 1.26.14'],

    ['an unknown phase', () => ({ phase: 'later' as MigrationPhase }),
      "phase 'later' is not known; accepted: 'n', 'mixed', 'n-plus-1', 'disabled'"],

    ['an empty cluster id', () => ({ clusterId: '' }),
      "clusterId '' cannot be part of the tag key 'kubernetes.io/cluster/<id>'; accepted: letters, digits and '_.:=+@-', at most 106 characters, "
        + 'first a letter or digit'],
    ['a cluster id with a slash', () => ({ clusterId: 'prod/eu' }),
      "clusterId 'prod/eu' cannot be part of the tag key 'kubernetes.io/cluster/<id>'; accepted: letters, digits and '_.:=+@-', at most 106 "
        + 'characters, first a letter or digit'],

    ['a manifest of another component', () => ({ nodes: withFile(CONTROLLER_MANAGER, NODES[0].files[SCHEDULER]) }),
      `${KCM}:12:5: expected kube-controller-manager, got kube-scheduler; hand it in as kube-scheduler`],
    ['something that is no Pod', () => ({ nodes: withFile(CONTROLLER_MANAGER, 'apiVersion: v1\nkind: ConfigMap\n') }),
      `${KCM}:2:7: expected a Pod, got kind "ConfigMap"; hand in the static pod manifest of kube-controller-manager`],
    ['a node in both roles', () => ({ nodes: [...NODES, { ...NODES[0], role: NodeRole.WORKER }] }),
      `nodes has node '${NODES[0].name}' twice, as control-plane and as worker; a node has one role: hand it in once, as a control-plane node `
        + 'where it runs kube-controller-manager'],
    ['a node without the manifest', () => ({ nodes: [{ ...NODES[0], files: {} }] }),
      `control-plane node '${FIRST_NODE}' has no static pod of kube-controller-manager, like '${CONTROLLER_MANAGER}', and no unit of `
        + 'systemd that starts it; hand in what runs it on every control-plane node'],
    ['a node without kubelet flags',
      () => ({
        nodes: NODES.map(
          node => ({ ...node, files: Object.fromEntries(Object.entries(node.files).filter(([path]) => path !== KUBELET_FLAGS)) }),
        ),
      }),
      `node '${FIRST_NODE}' has no file with kubelet flags; hand in '${KUBELET_FLAGS}' or the file that your kubelet reads its flags from`],

    ['--leader-elect=false', kcm(text => text.replace('--leader-elect=true', '--leader-elect=false')),
      `${KCM}:${LEADER_ELECT_LINE}: '--leader-elect=false' leaves kube-controller-manager without a lock, and Leader Migration is then ignored; `
      + "set it to true, or use the strategy 'downtime'"],
    ['a duplicated flag', kcm(addFlag('--cluster-name=prod-eu', '--leader-elect=true')),
      `${KCM}:${LEADER_ELECT_LINE}:7: flag '--cluster-name' is given twice, on lines 22 and ${LEADER_ELECT_LINE}; keep one`],

    ['no in-tree provider on the N side', kcm(text => text.replace('--cloud-provider=aws', '--cloud-provider=external')),
      `${KCM}:${CLOUD_PROVIDER_LINE}: kube-controller-manager has '--cloud-provider=external', but a node of version N runs the in-tree provider `
        + '\'--cloud-provider=aws\'; '
      + 'hand in the manifests of version N'],
    ['no provider at all on the N side', kcm(text => text.replace('    - --cloud-provider=aws\n', '')),
      `${KCM}: kube-controller-manager has no '--cloud-provider', but a node of version N runs the in-tree provider '--cloud-provider=aws'; `
      + 'hand in the manifests of version N'],

    ['Leader Migration with another lease name', () => {
      const on = withEditEverywhere(withEditEverywhere(NODES, CONTROLLER_MANAGER, addFlag('--enable-leader-migration=true')), CONTROLLER_MANAGER,
        addFlag(`--leader-migration-config=${MIGRATION_FILE}`));
      const file = ['kind: LeaderMigrationConfiguration', 'apiVersion: controllermanager.config.k8s.io/v1', 'leaderName: mine', 'controllerLeaders:',
        '- name: service', '  component: "*"', ''].join('\n');
      return { nodes: withFile(MIGRATION_FILE, file, on) };
    }, `${KCM}:${LEADER_ELECT_LINE}: Leader Migration is already on with the lease name 'mine', but leaderName is `
      + '\'cloud-provider-extraction-migration\'; set leaderName to \'mine\''],
    ['Leader Migration with the built-in lease name, where another is asked for', () => ({
      strategy: MigrationStrategy.leaderMigration({ leaderName: 'mine' }),
      nodes: withEditEverywhere(NODES, CONTROLLER_MANAGER, addFlag('--enable-leader-migration')),
    }), `${KCM}:${LEADER_ELECT_LINE}: Leader Migration is already on with the lease name 'cloud-provider-extraction-migration', but leaderName is `
      + '\'mine\'; '
      + "set leaderName to 'cloud-provider-extraction-migration'"],
    ['Leader Migration that reads another path',
      everyKcm(text => addFlag('--leader-migration-config=/etc/other.conf')(addFlag('--enable-leader-migration=true')(text))),
      `${KCM}:${LEADER_ELECT_LINE + 1}: Leader Migration is already on and reads '/etc/other.conf', expected '${MIGRATION_FILE}'; move the file `
        + 'there first, or remove the flag'],
    ['a lease name that no Lease can have', () => ({ strategy: MigrationStrategy.leaderMigration({ leaderName: 'Not A Name' }) }),
      "leaderName 'Not A Name' is not a name that a Lease can have; accepted: lower case letters, digits, '-' and '.', at most 253 characters"],
    ['the lease name of a main lock', () => ({ strategy: MigrationStrategy.leaderMigration({ leaderName: 'kube-controller-manager' }) }),
      "leaderName 'kube-controller-manager' is the main lock of kube-controller-manager; a migration lock of that name is held by itself and no "
        + 'controller would start; use another name'],

    ['the file mounted from elsewhere', everyKcm(text => text
      .replace('    volumeMounts:\n', `    volumeMounts:\n    - mountPath: ${MIGRATION_FILE}\n      name: mine\n`)
      .replace('  volumes:\n', '  volumes:\n  - hostPath:\n      path: /opt/leadermigration.conf\n    name: mine\n')),
    `${KCM}:61:7: path '${MIGRATION_FILE}' is already mounted from '/opt/leadermigration.conf' of the node, expected '${MIGRATION_FILE}' of the `
      + 'node; '
      + 'remove that mount or choose another path'],

    ['two cluster names in the manifests',
      () => ({ nodes: withEdit(NODES, CONTROLLER_MANAGER, text => text.replace('--cluster-name=prod-eu', '--cluster-name=other'), 1) }),
      `kube-controller-managers disagree on '--cluster-name': 'prod-eu' in ${KCM}:22, 'other' in ${SECOND_KCM}:22; make them equal`],
    ['a cluster name in one manifest only', () => ({
      nodes: withEdit(NODES, CONTROLLER_MANAGER, text => text.replace('    - --cluster-name=prod-eu\n', ''), 1),
    }),
    `kube-controller-managers disagree on '--cluster-name': 'prod-eu' in ${KCM}:22, not passed in ${SECOND_KCM}; make them equal`],
    ['another cluster name as a property', () => ({ network: { clusterName: 'other' } }),
      "network.clusterName is 'other', but kube-controller-manager of N has 'prod-eu'; both components must have the same: leave the property out, "
        + 'or change the manifests first'],

    ['YAML that does not parse', kcm(text => text.replace('    name: kube-controller-manager\n', '   name: [kube-controller-manager\n')),
      `${KCM}:46:1: not valid YAML: sequence item without - indicator; correct the text at this place`],
    ['an empty file', () => ({ nodes: withFile(CONTROLLER_MANAGER, '\n') }), `${KCM}:1:1: the file is empty; expected a YAML document`],
    ['more than one document', kcm(text => `${text}---\nkind: Pod\n`), `${KCM}:125:1: expected one YAML document, got 2; hand in one file per `
      + 'document'],
    ['an image pinned by digest', everyKcm(text => text.replace(/:v1\.26\.15$/m, ':v1.26.15@sha256:0123')),
      `${KCM}:34:12: image 'registry.k8s.io/kube-controller-manager:v1.26.15@sha256:0123' is pinned by digest, so its version cannot be changed by `
        + 'tag; use the tag \'v1.26.15\''],
    ['a node name that leaves the folder', () => ({ nodes: NODES.map(node => ({ ...node, name: `../${node.name}` })) }),
      `node name '../${FIRST_NODE}' is not a DNS subdomain; use the name that 'kubectl get nodes' shows`],
    ['a path that leaves the node', () => ({ nodes: withFile('/etc/../../x', '') }),
      `path '/etc/../../x' of node '${FIRST_NODE}' is not an absolute path of a file; give one like '/etc/kubernetes/cloud.conf'`],
    ['two nodes of one name', () => ({ nodes: [NODES[0], ...NODES] }),
      `nodes has node '${FIRST_NODE}' twice, both times as control-plane; a node has one role: hand it in once, as a control-plane node where it `
        + 'runs kube-controller-manager'],
  ])('%s', (_, props, message) => {
    expect(() => program(props)).toThrow(new Error(message));
    expect(readdirSync(outdir)).toEqual([]);
  });

  it('good input is written, so the checks above are about what they name', () => {
    program(() => ({}));
    expect(existsSync(join(outdir, 'dist', 'migration.k8s.yaml'))).toBe(true);
    expect(existsSync(join(outdir, 'nodes', 'files.json'))).toBe(true);
  });
});
