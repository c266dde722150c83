import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RKE2 } from '../../../../src/lib/deliver/rke2/installer';
import { Rke2Migration } from '../../../../src/lib/deliver/rke2/migration';
import { rke2Notes } from '../../../../src/lib/deliver/rke2/notes';
import { SourcePath } from '../../../../src/lib/edit/yaml/data';
import { parseSources } from '../../../../src/lib/edit/yaml/source-document';
import { RKE2_CHANGES, rke2Has } from '../../../../src/lib/facts/rke2';
import { readRke2, rke2Documents } from '../../../../src/lib/installers/rke2/documents';
import { kcmFlags, machineFiles } from '../../../../src/lib/installers/rke2/machines';
import { KubernetesVersion } from '../../../../src/lib/kubernetes/kubernetes-version';
import { Migration } from '../../../../src/lib/migration/migration';
import { MIGRATION_PHASES, MigrationPhase } from '../../../../src/lib/migration/migration-phase';
import { MigrationProps } from '../../../../src/lib/migration/migration-props';
import { CcmPlacement, MigrationStrategy } from '../../../../src/lib/migration/migration-strategy';
import { installerPlan, proveMix } from '../../../../src/lib/read-back/installer-plan';
import { verify } from '../../../../src/lib/verify/verify';
import { RKE2_SETTINGS } from '../../../fixtures/rke2';
import { describeUpstream, upstream } from '../../../upstream';

const { N, MIXED, N_PLUS_1, DISABLED } = MigrationPhase;
const CLUSTER = readFileSync(join(__dirname, '..', '..', '..', '..', 'examples', 'rke2', 'input', 'cluster.yaml'), 'utf8');
const V = KubernetesVersion.of;
const BASE = { clusterId: 'prod-eu', fromVersion: V('1.26.15'), toVersion: V('1.27.16') };

function migration(
  configs: { readonly [file: string]: string } = { 'cluster.yaml': CLUSTER }, props: Partial<MigrationProps> = {}, rke2Release = 'v1.27.16+rke2r2',
): Rke2Migration {
  return new Rke2Migration({ migration: new Migration({ ...BASE, ...props }), configs, rke2Release });
}

const ofRancher = (change: (text: string) => string = text => text) => migration({ 'cluster.yaml': change(CLUSTER) });
const own = (change: Partial<typeof RKE2_SETTINGS> = {}) => migration({ ...RKE2_SETTINGS, ...change });
const textOf = (model: Rke2Migration, phase: MigrationPhase, path: string) => model.files(phase).find(file => file.path === path)!.content;

/** Lines that a text has and another one has not. */
const added = (before: string, after: string) => after.split('\n').filter(line => !before.split('\n').includes(line));

describe('the Cluster of Rancher', () => {
  it('gets flags and file of Leader Migration in phase n, and no other change', () => {
    const text = textOf(ofRancher(), N, 'cluster.yaml');
    expect(added(CLUSTER, text)).toEqual([
      '      kube-controller-manager-arg:', '        - enable-leader-migration=true', '        - leader-migration-config=/etc/leadermigration.conf',
      '    machineSelectorFiles:', '      - fileSources:', '          - configMap:', '              name: prod-eu-leader-migration',
      '              defaultPermissions: "0644"', '              items:', '                - key: leader-migration.yaml',
      '                  path: /etc/leadermigration.conf', '            rke.cattle.io/control-plane-role: "true"',
    ]);
    expect(added(text, CLUSTER)).toEqual([]);
  });

  it('gets version N+1 and the external provider of every component from mixed on, in the list that counts for each machine', () => {
    const text = textOf(ofRancher(), MIXED, 'cluster.yaml');
    expect(added(CLUSTER, text)).toEqual([
      '  kubernetesVersion: v1.27.16+rke2r2', '      kube-apiserver-arg:', '        - cloud-provider=external', '      kube-controller-manager-arg:',
      '        - cloud-provider=external', '      kubelet-arg:', '        - cloud-provider=external', '      disable-cloud-controller: true',
      '            - cloud-provider=external',
    ]);
    expect(added(text, CLUSTER)).toEqual(['  kubernetesVersion: v1.26.15+rke2r1']);
    for (const phase of [N_PLUS_1, DISABLED]) expect(textOf(ofRancher(), phase, 'cluster.yaml')).toBe(text);
  });

  it('is read back as it is told to machines: the list of a later entry replaces an earlier one', () => {
    const model = ofRancher(text => text.replace('      cni: calico\n', '      cni: calico\n      kubelet-arg: [v=4]\n'));
    const files = [...model.stateAt(MIXED).machines].filter(([path]) => path.endsWith('kubeadm-flags.env')).map(([path, file]) =>
      [path.split('/')[0], 'text' in file ? /--cloud-config= (.*)"/.exec(file.text)![1] : '']);
    expect(files).toEqual([
      ['control-plane', '--cloud-provider=external --v=4'], ['worker', '--cloud-provider=external --max-pods=60'],
    ]);
  });

  it('gets settings of all machines where it has none', () => {
    const bare = CLUSTER.replace(/ {4}machineGlobalConfig:\n(?: {6}.*\n)+/, '')
      .replace(/(?= {6}- config:\n)/, '      - config: {cloud-provider-name: aws}\n');
    const text = textOf(migration({ 'cluster.yaml': bare }), MIXED, 'cluster.yaml');
    expect(added(bare, text)).toEqual([
      '  kubernetesVersion: v1.27.16+rke2r2', '    machineGlobalConfig:', '      kube-apiserver-arg:', '        - cloud-provider=external',
      '      kube-controller-manager-arg:', '        - cloud-provider=external', '      kubelet-arg:', '        - cloud-provider=external',
      '      disable-cloud-controller: true', '            - cloud-provider=external',
    ]);
  });

  it('adds to files that Rancher puts on machines already', () => {
    const files = '    machineSelectorFiles:\n      - fileSources:\n          - secret: {name: own, items: [{key: a, path: /etc/a}]}\n';
    const text = textOf(ofRancher(one => one.replace('    upgradeStrategy:', `${files}    upgradeStrategy:`)), N, 'cluster.yaml');
    expect(text).toContain(`${files}      - fileSources:\n          - configMap:\n              name: prod-eu-leader-migration`);
  });
});

describe('settings of RKE2\'s own', () => {
  it('keep every line, and get what a side needs', () => {
    const model = own();
    expect(model.files(N).map(({ path }) => path)).toEqual(['leader-migration.yaml', 'agent.yaml', 'server.yaml']);
    expect(added(RKE2_SETTINGS['server.yaml'], textOf(model, N, 'server.yaml'))).toEqual([
      '  - enable-leader-migration=true', '  - leader-migration-config=/etc/leadermigration.conf',
    ]);
    expect(textOf(model, N, 'agent.yaml')).toBe(RKE2_SETTINGS['agent.yaml']);
    const mixed = textOf(model, MIXED, 'server.yaml');
    expect(added(RKE2_SETTINGS['server.yaml'], mixed)).toEqual([
      '  - cloud-provider=external', '  - cloud-provider=external', 'kube-apiserver-arg:', '  - cloud-provider=external',
      'disable-cloud-controller: true',
    ]);
    expect(added(mixed, RKE2_SETTINGS['server.yaml'])).toEqual([]);
    expect(textOf(model, MIXED, 'agent.yaml')).toBe(RKE2_SETTINGS['agent.yaml'].replace('  - max', '  - cloud-provider=external\n  - max'));
  });

  it('are edited in the drop-in that counts', () => {
    const dropIn = 'kube-controller-manager-arg:\n- v=2\n';
    const model = migration({
      'config.yaml': RKE2_SETTINGS['server.yaml'],
      'config.yaml.d/10.yaml': 'kubelet-arg: []\n',
      'config.yaml.d/20.yaml': dropIn,
    });
    expect(textOf(model, MIXED, 'config.yaml.d/20.yaml')).toBe('kube-controller-manager-arg:\n- cloud-provider=external\n- v=2\n');
    expect(textOf(model, MIXED, 'config.yaml.d/10.yaml')).toBe('kubelet-arg: [cloud-provider=external]\n');
    expect(textOf(model, MIXED, 'config.yaml')).not.toContain('- cloud-provider=external\n  # nodes');
  });

  it('that leave the own cloud-controller-manager on have it off from mixed on', () => {
    const model = own({ 'server.yaml': `${RKE2_SETTINGS['server.yaml']}disable-cloud-controller: false\n` });
    expect(textOf(model, N, 'server.yaml')).toContain('disable-cloud-controller: false');
    expect(textOf(model, MIXED, 'server.yaml').match(/disable-cloud-controller: .*/g)).toEqual(['disable-cloud-controller: true']);
  });
});

describe.each([['Rancher', ofRancher()], ['RKE2\'s own settings', own()]] as const)('the way of %s', (_, model) => {
  it('is safe in every step, there and back', () => {
    for (const phase of MIGRATION_PHASES) {
      const { steps, back } = installerPlan(RKE2, model, phase);
      for (const { verdict } of [...steps, ...back]) expect(verdict).toEqual({ exclusivity: 'holds', liveness: 'holds', declaredGaps: [] });
    }
  });

  it('would run controllers twice without phase n, and stop them if Leader Migration stayed on in version N+1', () => {
    const mix = (...states: readonly ReturnType<Rke2Migration['stateAt']>[]) => proveMix('a mix', { states, coexists: [] });
    expect(mix(model.stateAt(undefined), model.stateAt(MIXED)).exclusivity.holds).toBe(false);
    expect(mix(model.stateAt(N), model.stateAt(DISABLED)).exclusivity.holds).toBe(false);
    expect(mix(model.stateAt(N), model.stateAt(MIXED)).exclusivity.holds).toBe(true);
  });

  it('moves cloud routes, which RKE2 leaves on, and tolerates the taints and labels of the distribution', () => {
    const text = model.ownFiles(MIXED)[0].content;
    expect(text).toContain('--configure-cloud-routes=true');
    expect(text).toContain('--cluster-cidr=10.42.0.0/16');
    expect(text).toMatch(/nodeSelectorTerms:\n +- matchExpressions:\n +- key: node-role.kubernetes.io\/master\n +operator: Exists/);
    const toleration = 'key: node-role.kubernetes.io/etcd\n          operator: Exists\n          effect: NoExecute';
    expect(text.includes(toleration)).toBe(model.documents.cluster !== undefined);
  });
});

describe('the commands', () => {
  const runs = (model: Rke2Migration, phase: MigrationPhase, way: 'steps' | 'back' = 'steps') =>
    installerPlan(RKE2, model, phase)[way].map(({ id, run }) => [id, run.filter(line => !line.startsWith('kubectl delete'))]);

  it('of Rancher apply the ConfigMap before the Cluster that names it', () => {
    expect(runs(ofRancher(), N)).toEqual([
      ['resources', ['kubectl apply -f bundles/rke2/n/cluster-resources.yaml']],
      ['machines', ['kubectl apply -f bundles/rke2/n/leader-migration.yaml', 'kubectl apply -f bundles/rke2/n/cluster.yaml']],
    ]);
    expect(runs(ofRancher(), N_PLUS_1)).toEqual([]);
    expect(installerPlan(RKE2, ofRancher(), N_PLUS_1).noWayBack).toBe('nothing was changed');
    expect(runs(ofRancher(), N, 'back')[0]).toEqual(['machines', ['kubectl apply -f cluster.yaml # as it was handed in']]);
  });

  it('of RKE2 turn servers, then agents, and back the other way round', () => {
    expect(runs(own(), MIXED)[1]).toEqual(['servers', ['# bundles/rke2/mixed/server.yaml, to /etc/rancher/rke2',
      'curl -sfL https://get.rke2.io | INSTALL_RKE2_VERSION=v1.27.16+rke2r2 sh -', 'systemctl restart rke2-server']]);
    expect(runs(own(), N_PLUS_1)).toEqual([['agents', ['# bundles/rke2/n-plus-1/agent.yaml, to /etc/rancher/rke2',
      'curl -sfL https://get.rke2.io | INSTALL_RKE2_VERSION=v1.27.16+rke2r2 sh -', 'systemctl restart rke2-agent']]]);
    expect(runs(own(), N_PLUS_1, 'back')[0][1][0]).toBe('# bundles/rke2/n/agent.yaml, to /etc/rancher/rke2');
    expect(runs(own(), MIXED, 'back').map(([id]) => id)).toEqual(['servers', 'resources']);
    expect(runs(own(), MIXED, 'back')[0][1][0]).toBe('install -m 0644 bundles/rke2/n/leader-migration.yaml /etc/leadermigration.conf');
  });

  it('delete what a phase has not, and wait for the pods before that', () => {
    const [{ run }] = installerPlan(RKE2, ofRancher(), DISABLED).steps;
    expect(run.slice(0, 2)).toEqual(['kubectl apply -f bundles/rke2/disabled/cluster-resources.yaml',
      'kubectl rollout status --timeout=10m daemonset aws-cloud-controller-manager -n kube-system']);
    expect(run).toContain('kubectl delete --ignore-not-found configmap leader-migration-config -n kube-system');
  });
});

it('says what an operator must know', () => {
  const notes = (model: Rke2Migration) => MIGRATION_PHASES.flatMap(phase => rke2Notes(model, phase)).join('\n');
  expect(notes(ofRancher())).toContain('Rancher 2.7.5 or later is needed');
  expect(notes(own())).not.toContain('Rancher');
  expect(notes(own())).toContain('from RKE2 1.29.11, 1.30.7, 1.31.3, 1.32.0 on');
});

describe('bad input', () => {
  const selector = (entry: string) => (text: string) => text.replace('    machineSelectorConfig:\n', `    machineSelectorConfig:\n${entry}`);
  const GUIDE = '      - config:\n        disable-cloud-controller: true\n        kubelet-arg:\n          - cloud-provider=external\n';

  it.each<[string, () => Rke2Migration, string]>([
    ['the sample of Rancher\'s guide', () => ofRancher(selector(GUIDE)), 'cluster.yaml:26:35: spec.rkeConfig.machineSelectorConfig.0.'
      + 'disable-cloud-controller is not below `config`, or that is empty, so Rancher prunes it: components stay on the in-tree provider, and end at '
      + 'it from 1.27 on (rancher/rancher#45930)'],
    ['an empty config', () => ofRancher(selector('      - config:\n        machineLabelSelector: {}\n')),
      'machineSelectorConfig.0.config is not below'],
    ['a cluster that was upgraded with the in-tree provider', () => ofRancher(text => text.replace('v1.26.15', 'v1.27.15')), 'cluster.yaml:7:22: '
      + 'spec.kubernetesVersion is \'v1.27.15+rke2r1\', expected \'v1.26.15+rke2r1\' or another release of RKE2 with fromVersion. From 1.27 on none '
      + 'has aws in-tree: kubelet and kube-controller-manager end at it (rancher/rancher#45930)'],
    ['a provider that is external', () => ofRancher(text => text.replace('name: aws #', 'name: external #')), 'is "external", expected \'aws\''],
    ['no provider', () => own({ 'agent.yaml': 'kubelet-arg: []\n' }), 'agent.yaml:1:1: cloud-provider-name of worker is null'],
    ['another version', () => ofRancher(text => text.replace('v1.26.15', 'v1.25.16')), 'cluster.yaml:7:22: spec.kubernetesVersion is '
      + '\'v1.25.16+rke2r1\', expected \'v1.26.15+rke2r1\''],
    ['a release that was not read', () => migration({ 'cluster.yaml': CLUSTER.replace('v1.26.15', 'v1.25.16') },
      { fromVersion: V('1.25.16'), toVersion: V('1.26.15') }, 'v1.26.15+rke2r1'),
    'what RKE2 of Kubernetes 1.25 runs was not read; known: 1.26, 1.27'],
    ['k3s', () => ofRancher(text => text.replace('+rke2r1', '+k3s1')), 'another release of RKE2 with fromVersion'],
    ['a release that is not of toVersion', () => migration(undefined, {}, 'v1.27.15+rke2r1'),
      'rke2Release is \'v1.27.15+rke2r1\', expected a release of '
      + 'RKE2 with Kubernetes 1.27.16'],
    ['no fromVersion', () => migration(undefined, { fromVersion: undefined }), '`fromVersion` is not given'],
    ['options of nodes', () => migration(undefined, { nodeGroups: {} }), '`nodeGroups` is given, but RKE2 makes its nodes from its settings'],
    ['another strategy', () => migration(undefined, { strategy: MigrationStrategy.downtime() }), 'the strategy must be leader-migration'],
    ['a placement by labels', () => migration(undefined, {
      strategy: MigrationStrategy.leaderMigration({ placement: CcmPlacement.UPGRADED_NODES }),
    }), 'without `placement`'],
    ['a key that RKE2 drops', () => own({ 'server.yaml': `${RKE2_SETTINGS['server.yaml']}kube-controller-arg: [v=2]\n` }), 'server.yaml:10:22: '
      + 'kube-controller-arg: RKE2 drops it; write kube-controller-manager-arg'],
    ['an image of the user\'s own', () => own({ 'server.yaml': `${RKE2_SETTINGS['server.yaml']}kube-controller-manager-image: own:v1\n` }),
      'which release it runs is not known then'],
    ['an address that RKE2 refuses', () => ofRancher(text => text.replace('cni: calico', 'node-external-ip: 1.2.3.4')),
      'RKE2 does not start with it'],
    ['a list that adds to another one', () => own({ 'server.yaml': RKE2_SETTINGS['server.yaml'].replace('kubelet-arg:', 'kubelet-arg+:') }),
      'kubelet-arg+: it adds to what other settings say'],
    ['a value that adds to RKE2\'s', () => own({ 'server.yaml': RKE2_SETTINGS['server.yaml'].replace('max-pods=60', 'max-pods+=60') }),
      'server.yaml:9:5: kubelet-arg.0 is \'max-pods+=60\', expected flag=value'],
    ['a flag twice', () => own({ 'server.yaml': RKE2_SETTINGS['server.yaml'].replace('- max-pods=60', '- v=1\n  - v=2') }), '\'v\' is given twice'],
    ['a configuration of the user\'s own', () => own({
      'server.yaml': RKE2_SETTINGS['server.yaml'].replace('- node-',
        '- enable-leader-migration\n  - leader-migration-config=/etc/own.yaml\n  - node-'),
    }), 'Leader Migration is already on and reads \'/etc/own.yaml\', expected \'/etc/leadermigration.conf\''],
    ['a file that is mounted as a folder', () => own({
      'server.yaml': `${RKE2_SETTINGS['server.yaml']}cloud-provider-config: /etc/cloud.conf\n`
        + 'kube-controller-manager-extra-mount: [\'/etc/cloud.conf:/etc/cloud.conf\']\n',
    }), 'server.yaml:11:39: \'/etc/cloud.conf:/etc/cloud.conf\' is a file, and RKE2 1.26.15 mounts it as a folder'],
    ['RKE1', () => migration({ 'cluster.yml': 'kubernetes_version: v1.26.15-rancher1-1\n' }),
      'that is the cluster.yml of RKE1, which is not supported'],
    ['another installer\'s document', () => migration({ 'a.yaml': 'apiVersion: kubeone.k8c.io/v1beta2\nkind: KubeOneCluster\n' }),
      'that is a document '
      + 'of KubeOne: use KubeOneMigration'],
    ['two Clusters', () => ofRancher(text => `${text}---\n${text}`), 'hand in one cluster at a time'],
  ])('fails for %s', (_, make, message) => {
    expect(() => make().files(MIXED)).toThrow(message);
  });
});

describe('verify', () => {
  const check = (files: { readonly [file: string]: string }, version?: string) => verify({
    directories: [{ name: 'd', files: new Map(Object.entries(files).map(([path, text]) => [path, { text }])) }],
    ...version === undefined ? {} : { kubernetesVersion: V(version) },
  });
  const verdicts = ({ exclusivity, liveness }: ReturnType<typeof check>) => [exclusivity.verdict, liveness.verdict];
  const unknown = ({ exclusivity, liveness }: ReturnType<typeof check>) => [...exclusivity.unknown,
    ...liveness.unknown].map(({ what }) => what).join('\n');
  const filesOf = (model: Rke2Migration, phase: MigrationPhase) =>
    Object.fromEntries([...model.files(phase), ...model.ownFiles(phase)].map(({ path, content }) => [path, content]));

  it.each(MIGRATION_PHASES)('knows phase %s by its documents', phase => {
    expect(verdicts(check(filesOf(ofRancher(), phase)))).toEqual(['holds', 'holds']);
    expect(verdicts(check(filesOf(own(), phase), phase === N ? '1.26.15' : '1.27.16'))).toEqual(['holds', 'holds']);
  });

  it('reads the pods that a server has in place of its settings', () => {
    const pods = Object.fromEntries([...own().stateAt(N).machines].map(([path, file]) => [path, 'text' in file ? file.text : '']));
    const node = { ...pods, 'control-plane/control-plane-etcd-worker/etc/rancher/rke2/config.yaml': RKE2_SETTINGS['server.yaml'] };
    expect(verdicts(check(node))).toEqual(['holds', 'holds']);
  });

  it('finds a Cluster that was upgraded with the in-tree provider broken', () => {
    const result = check({ 'cluster.yaml': CLUSTER.replace('v1.26.15+rke2r1', 'v1.27.16+rke2r2') });
    expect(result.liveness.verdict).toBe('broken');
    expect(result.findings.map(({ rule }) => rule)).toContain('in-tree-provider-gone');
  });

  it('reads what Rancher has servers apply', () => {
    const manifest = filesOf(ofRancher(), MIXED)['cluster-resources.yaml'].replace(/^/gm, '        ');
    const text = textOf(ofRancher(), MIXED, 'cluster.yaml').replace('    chartValues:', `    additionalManifest: |\n${manifest}\n    chartValues:`);
    expect(verdicts(check({ 'cluster.yaml': text }))).toEqual(['holds', 'holds']);
    expect(verdicts(check({ 'cluster.yaml': textOf(ofRancher(), MIXED, 'cluster.yaml') }))).toEqual(['holds', 'broken']);
  });

  it.each([
    ['the sample of Rancher\'s guide', {
      'c.yaml': CLUSTER.replace('- config:\n          kubelet-arg:\n            - max-pods=60\n',
        '- config:\n        kubelet-arg: []\n'),
    }, 'rancher/rancher#45930'],
    ['a file that is not there', { 'c.yaml': textOf(ofRancher(), N, 'cluster.yaml') },
      'it is from \'prod-eu-leader-migration\', which is not in the input'],
    ['k3s', { 'c.yaml': CLUSTER.replace('+rke2r1', '+k3s1') }, 'the release is v1.26.15+k3s1'],
    ['a release that was not read', { 'c.yaml': CLUSTER.replace('v1.26.15', 'v1.31.4') }, 'is known with Kubernetes 1.26, 1.27 only'],
    ['another provider', { 'c.yaml': CLUSTER.replace('name: aws #', 'name: vsphere #') },
      'd/c.yaml:13:28: cloud-provider-name of control-plane, etcd is '
      + '"vsphere"; what RKE2 runs is known for aws and external only'],
    ['no release', RKE2_SETTINGS, 'server.yaml'],
  ])('does not guess: %s', (_, files, message) => {
    const result = check(files);
    expect([result.liveness.verdict, unknown(result)]).toEqual(['unknown', expect.stringContaining(message)]);
  });
});

describe('what RKE2 does by release', () => {
  it.each([
    ['1.27.12', false, false], ['1.27.13', true, false], ['1.28.8', false, false], ['1.29.11', true, true], ['1.31.2', true, false], ['1.32.0',
      true, true],
  ])('%s', (version, mountsFiles, awsNamesNode) => {
    expect([rke2Has('mountsFiles', V(version)), rke2Has('awsNamesNode', V(version))]).toEqual([mountsFiles, awsNamesNode]);
    for (const { source } of Object.values(RKE2_CHANGES)) expect(source).toContain('rancher/rke2@');
  });

  it('gives kube-controller-manager variables of the user', () => {
    const text = `${RKE2_SETTINGS['server.yaml']}kube-controller-manager-extra-env: [A=b=c]\n`;
    const [[, file]] = machineFiles(rke2Documents(parseSources(text, { file: 'server.yaml' })), 'v1.26.15+rke2r1');
    expect('text' in file && file.text).toContain('        - name: A\n          value: b=c\n');
  });

  it('mounts folders and files of the user', () => {
    const mounts = (version: string, mount: string) => {
      const text = `${RKE2_SETTINGS['server.yaml']}kube-controller-manager-extra-mount: ['${mount}']\n`;
      const [[, file]] = machineFiles(rke2Documents(parseSources(text, { file: 'server.yaml' })), version);
      return 'text' in file ? /hostPath:\n +path: \/own\n(?: +type: (.*))?/.exec(file.text)?.[1] : undefined;
    };
    expect(mounts('v1.26.15+rke2r1', '/own:/own:ro')).toBe('DirectoryOrCreate');
    expect(mounts('v1.27.16+rke2r2', '/own:/own:ro:File')).toBe('File');
  });
});

/** Flags about keys and addresses, of which nothing is decided here. */
const OTHER_FLAGS = /^--(?:auth[a-z]+-kubeconfig|cluster-signing-[a-z-]+|root-ca-file|service-account-private-key-file)=/;

describeUpstream('the pods of RKE2 itself', () => {
  it.each([
    ['v1.26.15-in-tree', 'v1.26.15+rke2r1'], ['v1.26.15-leader-migration', 'v1.26.15+rke2r1'], ['v1.27.16-external', 'v1.27.16+rke2r2'],
    ['v1.27.16-external-rancher', 'v1.27.16+rke2r2'],
  ])('%s has the same flags in the same order, and mounts the same files of the user', (side, release) => {
    const text = readFileSync(upstream(`rke2/${side}/config.yaml`), 'utf8');
    const [theirs] = parseSources(readFileSync(upstream(`rke2/${side}/kube-controller-manager.yaml`), 'utf8'), { file: side });
    const documents = readRke2({ 'server.yaml': text });
    const args = theirs.value(['spec', 'containers', 0, 'args']) as string[];
    expect(kcmFlags(documents, documents.machines[0], V(release.slice(1, 8)))).toEqual(args.filter(arg => !OTHER_FLAGS.test(arg)));
    const [[path, file]] = machineFiles(documents, release);
    expect(path).toBe('control-plane/control-plane-etcd-worker/var/lib/rancher/rke2/agent/pod-manifests/kube-controller-manager.yaml');
    const [ours] = parseSources('text' in file ? file.text : '', { file: path });
    const same: SourcePath[] = [['hostNetwork'], ['containers', 0, 'command'], ['containers', 0, 'name']];
    for (const field of same) expect(ours.value(['spec', ...field])).toEqual(theirs.value(['spec', ...field]));
    const image = (document: typeof ours) => String(document.value(['spec', 'containers', 0, 'image'])).replace(/-build\d+$/, ''); // a day
    expect(image(ours)).toBe(image(theirs));
    const mounts = (document: typeof ours) => (document.value(['spec', 'volumes']) as { hostPath: { path: string; type?: string } }[])
      .filter(({ hostPath }) => !/^\/(?:etc\/ssl|usr|var\/lib\/rancher\/rke2\/server\/(?:tls\/[a-z.-]+\.(?:crt|key)|db))/.test(hostPath.path))
      .map(({ hostPath }) => [hostPath.path,
        release.includes('1.27') ? undefined : hostPath.type]); // from 1.27.13 on its type is looked up on the node
    expect(mounts(ours)).toEqual(mounts(theirs));
  });

  it.each(['cluster-in-tree.yaml', 'cluster-leader-migration.yaml'])('the Cluster %s of Rancher holds alone', file => {
    const text = readFileSync(upstream(`rke2/rancher/${file}`), 'utf8');
    const { exclusivity, liveness } = verify({ directories: [{ name: 'd', files: new Map([[file, { text }]]) }] });
    expect([exclusivity.verdict, liveness.verdict]).toEqual(['holds', 'holds']);
  });

  it('refuses the cluster.yml of RKE1 by name', () => {
    expect(() => readRke2({
      'rke1-cluster.yml': readFileSync(upstream('rke2/rancher/rke1-cluster.yml'),
        'utf8'),
    })).toThrow('that is the cluster.yml of RKE1');
  });
});
