import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { KKP } from '../../../../src/lib/deliver/kkp/installer';
import { KkpMigration } from '../../../../src/lib/deliver/kkp/migration';
import { kkpNotes } from '../../../../src/lib/deliver/kkp/notes';
import { KkpOptions } from '../../../../src/lib/deliver/kkp/options';
import { parseSource } from '../../../../src/lib/edit/yaml/source-document';
import { KKP_AWS_CCM } from '../../../../src/lib/facts/kkp';
import { ccmFlags, kcmFlags, KkpStage } from '../../../../src/lib/installers/kkp/deployments';
import { KKP_CLUSTERS } from '../../../../src/lib/installers/kkp/made-of-cluster';
import { KubernetesVersion } from '../../../../src/lib/kubernetes/kubernetes-version';
import { MigrationPhase } from '../../../../src/lib/migration/migration-phase';
import { installerPlan, proveMix } from '../../../../src/lib/read-back/installer-plan';
import { verify } from '../../../../src/lib/verify/verify';
import { describeUpstream, upstream } from '../../../upstream';

const INPUT = join(__dirname, '..', '..', '..', '..', 'examples', 'kkp', 'input');
const CLUSTER = readFileSync(join(INPUT, 'cluster.yaml'), 'utf8');
const MACHINES = readFileSync(join(INPUT, 'machine-deployments.yaml'), 'utf8');
const BASE = { clusterId: 'crh4xbxz5f', version: KubernetesVersion.of('1.24.17'), kkpRelease: '2.22', forceRestart: 'now' };
/** The page of KKP 2.18 has no cloud that is AWS. */
const OLD = (text: string) => text.replace('kubermatic.k8c.io', 'kubermatic.k8s.io').replace(/ {4}aws:\n(?: {6}.*\n)+/, '    vsphere:\n      '
  + 'infraManagementUser: {}\n').replace('    providerName: aws\n', '');

function migration(options: Partial<KkpOptions> = {}, change: (cluster: string) => string = text => text): KkpMigration {
  return new KkpMigration({ ...BASE, configs: { 'cluster.yaml': change(CLUSTER), 'machines.yaml': MACHINES }, ...options });
}

const file = (model: KkpMigration, phase: MigrationPhase, path: string) => model.files(phase).find(one => one.path === path)!.content;

describe('the files of each phase', () => {
  it('turn the feature on in mixed, and roll the machines in n-plus-1; every other line stays', () => {
    const model = migration();
    expect(model.files(MigrationPhase.N).map(({ content }) => content)).toEqual([CLUSTER, MACHINES]);
    const on = CLUSTER.replace('    externalCloudProvider: false', '    ccmClusterName: true\n    externalCloudProvider: true');
    expect([file(model, MigrationPhase.MIXED, 'cluster.yaml'), file(model, MigrationPhase.MIXED, 'machines.yaml')]).toEqual([on, MACHINES]);
    const rolled = MACHINES.replaceAll('    metadata:\n      labels:', '    metadata:\n      annotations:\n        forceRestart: now\n      labels:');
    for (const phase of [MigrationPhase.N_PLUS_1, MigrationPhase.DISABLED]) {
      expect(model.files(phase).map(({ content }) => content)).toEqual([on, rolled]);
    }
  });

  it('have the features also where there were none, and another value of an annotation that is there', () => {
    const none = (text: string) => text.replace(/ {2}features:\n(?: {4}.*\n)+/, '');
    expect(parse(file(migration({}, none), MigrationPhase.MIXED, 'cluster.yaml')).spec.features)
      .toEqual({ externalCloudProvider: true, ccmClusterName: true });
    const before = MACHINES.replaceAll('    metadata:\n      labels:', '    metadata:\n      annotations:\n        forceRestart: '
      + '"1627548987807804576"\n      labels:');
    const configs = { 'cluster.yaml': CLUSTER, 'machines.yaml': before };
    expect(file(migration({ configs }), MigrationPhase.N_PLUS_1, 'machines.yaml')).toBe(before.replaceAll('"1627548987807804576"', '"now"'));
    expect(() => migration({ configs, forceRestart: '1627548987807804576' }).files(MigrationPhase.N_PLUS_1)).toThrow('is \'1627548987807804576\' '
      + 'already, so nothing would roll');
  });
});

describe('the way of KKP', () => {
  it('runs nothing twice, and leaves the three controllers without a process for a while, which is declared', () => {
    const model = migration();
    const verdicts = Object.values(model.mixes()).map(mix => proveMix('a mix', mix));
    expect(verdicts.map(({ exclusivity, liveness }) => [exclusivity.holds, liveness.holds])).toEqual(verdicts.map(() => [true, true]));
    expect(verdicts[0].declaredGaps.map(({ controller }) => controller)).toEqual(expect.arrayContaining(['service', 'cloud-node-lifecycle']));
    expect(verdicts.slice(2).flatMap(({ declaredGaps }) => declaredGaps)).toEqual([]);
  });

  it('would run everything twice if the cloud-controller-manager did not wait for kube-controller-manager', () => {
    const model = migration();
    const { before, withCcm } = model.states();
    expect(proveMix('a mix', model.mix('both', before, withCcm)).exclusivity.holds).toBe(false);
  });

  it('says what the webhook changes besides, on OpenStack', () => {
    const notes = (provider: string) => kkpNotes(migration({}, text => text.replace(/ {4}aws:\n(?: {6}.*\n)+/, `    ${provider}: {}\n`)
      .replace('providerName: aws', `providerName: ${provider}`)), MigrationPhase.MIXED).join('\n');
    expect(notes('openstack')).toContain('spec.cloud.openstack.useOctavia');
    expect(notes('azure')).not.toContain('useOctavia');
  });

  it('has no way back, and says so before', () => {
    const model = migration();
    expect(kkpNotes(model, MigrationPhase.N).join('\n')).toContain('The next phase cannot be taken back');
    expect(installerPlan(KKP, model, MigrationPhase.N).noWayBack).toContain('from phase \'mixed\' on no rollback is possible');
    for (const phase of [MigrationPhase.MIXED, MigrationPhase.N_PLUS_1, MigrationPhase.DISABLED]) {
      expect(installerPlan(KKP, model, phase).back).toEqual([]);
      expect(installerPlan(KKP, model, phase).noWayBack).toContain('no rollback is possible: once');
    }
  });

  it('is patched on the seed cluster, and proven by annotations, Deployments, Machines and the condition', () => {
    const model = migration();
    const [enable, off, ccm] = installerPlan(KKP, model, MigrationPhase.MIXED).steps;
    expect(enable.run).toEqual(['kubectl patch cluster crh4xbxz5f --type=merge -p '
      + '\'{"spec":{"features":{"externalCloudProvider":true,"ccmClusterName":true}}}\'']);
    expect(enable.proof.map(({ expected }) => expected).join()).toMatch(/ccm-migration.k8c.io.*csi-migration.k8c.io/);
    expect(off.proof[1].expected).toContain('-cloud-node-lifecycle,-route,-service');
    expect(ccm.gap).toBe('ends with this step');
    const [roll] = installerPlan(KKP, model, MigrationPhase.N_PLUS_1).steps;
    expect(roll.run[0]).toBe('kubectl -n kube-system patch machinedeployment determined-raman-worker-a --type=merge -p '
      + '\'{"spec":{"template":{"metadata":{"annotations":{"forceRestart":"now"}}}}}\'');
    expect(roll.proof[0].command).toContain('ExternalCloudProvider');
    expect(installerPlan(KKP, model, MigrationPhase.DISABLED).steps[0].proof[0].command).toContain('CSIKubeletMigrationCompleted');
  });

  it('rolls whatever MachineDeployments there are where none was handed in', () => {
    const model = migration({ configs: { 'cluster.yaml': CLUSTER } });
    expect(installerPlan(KKP, model, MigrationPhase.N_PLUS_1).steps[0].run[0]).toContain('get machinedeployments');
    expect(kkpNotes(model, MigrationPhase.N).join('\n')).toContain('no MachineDeployment was handed in');
  });

  it('is that of KKP 2.18 for vSphere, as its own page has it', () => {
    const model = migration({ kkpRelease: '2.18', version: KubernetesVersion.of('1.21.14') }, text => OLD(text).replace('1.24.17', '1.21.14'));
    expect(parse(file(model, MigrationPhase.MIXED, 'cluster.yaml')).spec.features)
      .toEqual({ apiserverNetworkPolicy: true, externalCloudProvider: true });
    expect(kkpNotes(model, MigrationPhase.MIXED).join('\n')).toContain('the cloud-controller-manager of vsphere is not modelled here');
    expect(installerPlan(KKP, model, MigrationPhase.DISABLED).steps[0].proof[0].command).toContain('.status.conditions[?(@.'
      + 'type=="CSIKubeletMigrationCompleted")]');
  });
});

it('takes a version that is written in two ways for the same', () => {
  expect(() => migration({}, text => `${text}status:\n  versions:\n    controlPlane: v1.24.17\n`)).not.toThrow();
});

describe('bad input', () => {
  it.each<[string, Partial<KkpOptions>, (text: string) => string, string]>([
    ['AWS on KKP 2.18', { kkpRelease: '2.18' }, text => text.replace('kubermatic.k8c.io', 'kubermatic.k8s.io'),
      'cluster.yaml:11:5: spec.cloud is aws, but KKP 2.18 supports openstack, vsphere only; the first release that moves aws is 2.22: upgrade KKP '
        + 'first'],
    ['AWS on KKP 2.21', { kkpRelease: '2.21' }, text => text, 'spec.cloud is aws, but KKP 2.21 supports openstack, vsphere, azure only; the first '
      + 'release that moves aws is 2.22'],
    ['AWS before 1.24', { version: KubernetesVersion.of('1.23.17') }, text => text.replace('1.24.17', '1.23.17'), 'the cluster runs 1.23.17, but '
      + 'KKP 2.22 moves aws for Kubernetes from 1.24 to 1.26 only'],
    ['AWS from 1.27', { version: KubernetesVersion.of('1.27.16') }, text => text.replace('1.24.17', '1.27.16'), 'kube-controller-manager has no '
      + 'in-tree AWS from 1.27 on'],
    ['vSphere 1.22 on KKP 2.18', { kkpRelease: '2.18', version: KubernetesVersion.of('1.22.17') }, text => OLD(text).replace('1.24.17', '1.22.17'),
      'the CSI driver for vSphere of that release does not support it'],
    ['a cloud that no release moves', {}, text => text.replace('providerName: aws', 'providerName: hetzner'), 'no known release moves hetzner'],
    ['a cloud by the name of what every object has', {}, text => text.replace('providerName: aws', 'providerName: constructor'),
      'no known release moves constructor'],
    ['two clouds', {}, text => text.replace('    aws:\n', '    openstack: {}\n    aws:\n'), 'cluster.yaml:11:16: spec.cloud.openstack is given, but '
      + 'the cloud of this cluster is aws; KKP takes one cloud'],
    ['a second cloud that came with a later KKP', {}, text => text.replace('    aws:\n', '    vmwareclouddirector: {}\n    aws:\n'),
      'cluster.yaml:11:26: spec.cloud.vmwareclouddirector is given, but the cloud of this cluster is aws'],
    ['the group of another release', { kkpRelease: '2.18' }, text => text, 'cluster.yaml:2:13: apiVersion is \'kubermatic.k8c.io/v1\', but Clusters '
      + 'of KKP 2.18 are of \'kubermatic.k8s.io/v1\''],
    ['a cluster that was moved already', {}, text => text.replace('externalCloudProvider: false', 'externalCloudProvider: true'),
      'cluster.yaml:37:28: spec.features.externalCloudProvider is true: this cluster was moved already'],
    ['the list that kubectl prints of several objects', { configs: { 'cluster.yaml': CLUSTER, 'm.yaml': 'apiVersion: v1\nkind: List\nitems: []\n' } },
      text => text, 'm.yaml:1:13: expected a Cluster of kubermatic.k8c.io/v1 or a MachineDeployment of cluster.k8s.io/v1alpha1, got kind "List" of '
        + '\'v1\'; that is what kubectl prints of several objects: hand in each of its items as a document of its own'],
    ['a Cluster that is paused', {}, text => text.replace('spec:\n', 'spec:\n  pause: true\n'), 'cluster.yaml:9:10: spec.pause is true, so KKP does '
      + 'not manage this Cluster'],
    ['a MachineDeployment that is paused', { configs: { 'c.yaml': CLUSTER, 'm.yaml': MACHINES.replace('spec:\n', 'spec:\n  paused: true\n') } },
      text => text, 'm.yaml:8:11: spec.paused of MachineDeployment \'determined-raman-worker-a\' is true, so its Machines would not be recreated'],
    ['a feature in quotes', {}, text => text.replace('externalCloudProvider: false', 'externalCloudProvider: "true"'),
      'cluster.yaml:37:28: spec.features.externalCloudProvider is "true", expected true or false, without quotes'],
    ['annotations that only the webhook sets', {}, text => text.replace('  labels:', '  annotations:\n    ccm-migration.k8c.io/migration-needed: '
      + '""\n  labels:'),
    'cluster.yaml:6:44: metadata.annotations has \'ccm-migration.k8c.io/migration-needed\', which KKP\'s webhook sets'],
    ['a feature that the user turned off', {}, text => text.replace('    apiserverNetworkPolicy: true', '    ccmClusterName: false'),
      'cluster.yaml:36:21: spec.features.ccmClusterName is false, but KKP 2.22 turns it on together with externalCloudProvider; take it out'],
    ['both the old and the new form', {}, text => `${text}---\n${text.replace('kubermatic.k8c.io', 'kubermatic.k8s.io')}`,
      'Cluster \'crh4xbxz5f\' and Cluster \'crh4xbxz5f\' are given; hand in one cluster at a time'],
    ['an upgrade in progress', {}, text => `${text}status:\n  versions:\n    controlPlane: 1.23.17\n`, 'cluster.yaml:42:19: '
      + 'status.versions.controlPlane is \'1.23.17\', but spec.version is \'1.24.17\': an upgrade is in progress'],
    ['another version', { version: KubernetesVersion.of('1.25.16') }, text => text, 'cluster.yaml:39:12: spec.version is "1.24.17", but fromVersion '
      + 'is 1.25.16'],
    ['another cluster', { clusterId: 'other' }, text => text, 'cluster.yaml:7:9: metadata.name is \'crh4xbxz5f\', but clusterId is \'other\''],
    ['a release that is not known', { kkpRelease: '2.17' }, text => text, 'kkpRelease is \'2.17\', which is not in the table of KKP releases; '
      + 'known: 2.18 to 2.29'],
    ['another installer\'s document', { configs: { 'a.yaml': 'apiVersion: kops.k8s.io/v1alpha2\nkind: Cluster\n' } }, text => text, 'a.yaml:1:13: '
      + 'expected a Cluster of kubermatic.k8c.io/v1 or a MachineDeployment of '
      + 'cluster.k8s.io/v1alpha1, got kind "Cluster" of \'kops.k8s.io/v1alpha2\'; that is a document of kops: use KopsMigration'],
    ['no Cluster', { configs: { 'machines.yaml': MACHINES } }, text => text, 'machines.yaml:3:7: no Cluster is given, only MachineDeployment '
      + '\'determined-raman-worker-a\''],
  ])('fails for %s', (_, options, change, message) => {
    expect(() => migration(options, change)).toThrow(message);
  });
});

describe('verify', () => {
  const check = (...texts: string[]) =>
    verify({ directories: texts.map((text, index) => ({ name: `d${index}`, files: new Map([['cluster.yaml', { text }]]) })) });
  const on = CLUSTER.replace('externalCloudProvider: false', 'externalCloudProvider: true');
  const migrating = on.replace('  labels:', '  annotations:\n    ccm-migration.k8c.io/migration-needed: ""\n  labels:');

  it('reads a Cluster as the Deployments of its control plane', () => {
    expect(check(CLUSTER).seen.workloads.map(({ object }) => object)).toEqual(['Deployment cluster-crh4xbxz5f/controller-manager']);
    for (const text of [on, migrating]) {
      const { exclusivity, liveness, seen } = check(text);
      expect([exclusivity.holds, liveness.holds]).toEqual([true, true]);
      expect(seen.workloads.map(({ object }) => object)).toEqual(['Deployment cluster-crh4xbxz5f/controller-manager', 'Deployment '
        + 'cluster-crh4xbxz5f/aws-cloud-controller-manager']);
    }
  });

  it.each([
    ['a list', '  - status: "True"\n    type: CSIKubeletMigrationCompleted\n'],
    ['a mapping', '    CSIKubeletMigrationCompleted:\n      status: "True"\n'],
  ])('knows when it is complete from %s of conditions', (_, conditions) => {
    const made = (text: string) => JSON.stringify([...KKP_CLUSTERS.made(parseSource(text, { file: 'cluster.yaml' }), [])]);
    expect(made(migrating)).toContain('-cloud-node-lifecycle,-route,-service');
    expect(made(`${migrating}status:\n  conditions:\n${conditions}`)).not.toContain(',-service');
    expect(made(`${migrating}status:\n  conditions:\n${conditions.replace('True', 'False')}`)).toContain(',-service');
  });

  it.each([
    ['another cloud', CLUSTER.replace('providerName: aws', 'providerName: openstack'), 'd0/cluster.yaml:11:5: spec.cloud is openstack; what KKP '
      + 'makes of a Cluster is known for aws only'],
    ['a feature that does nothing on AWS', on.replace('k8c.io/v1', 'k8s.io/v1'), 'd0/cluster.yaml:37:28: spec.features.externalCloudProvider is '
      + 'true, but KKP has an external cloud provider for aws from 2.22'],
    ['a feature in quotes', CLUSTER.replace('externalCloudProvider: false', 'externalCloudProvider: "true"'), 'd0/cluster.yaml:37:28: '
      + 'spec.features.externalCloudProvider is "true", expected true or false'],
    ['no version', CLUSTER.replace('  version: 1.24.17\n', ''), 'spec.version is \'\', so what KKP makes of it is not known'],
  ])('does not guess: %s', (_, text, message) => {
    const { verdict, unknown } = check(text).exclusivity;
    expect([verdict, unknown.map(({ what }) => what).join('\n')]).toEqual(['unknown', expect.stringContaining(message)]);
  });
});

describeUpstream('what KKP makes of a Cluster, by its own test data', () => {
  const cases = ([
    ['v2.22.0', '1.24.0', 'in-tree'], ['v2.22.0', '1.26.0', 'in-tree'], ['v2.22.0', '1.24.0', 'external'], ['v2.22.0', '1.26.0', 'external'],
    ['v2.25.0', '1.27.0', 'external'], ['v2.18.0', '1.22.1', 'in-tree'],
  ] as [string, string, KkpStage][]).filter(([tag]) => existsSync(upstream(`kops/kkp/${tag}`)));
  const argsOf = (tag: string, name: string): { readonly flags: Record<string, string>; readonly image: string } => {
    const { spec } = parse(
      readFileSync(upstream(`kops/kkp/${tag}/${name}.yaml`), 'utf8'),
    ) as { readonly spec: { readonly template: { readonly spec: { readonly containers: { readonly args: string[]; readonly image: string }[] } } } };
    const container = spec.template.spec.containers.find(({ args }) => args?.some(arg => arg.includes('controller-manager","args"')))!;
    const { args } = JSON.parse(container.args[container.args.indexOf('-command') + 1]) as { readonly args: string[] };
    const flags: Record<string, string> = {};
    args.forEach((arg, index) => {
      const [, flag, value] = /^--([^=]+)(?:=(.*))?$/.exec(arg) ?? [];
      if (flag !== undefined) flags[flag] = value ?? (args[index + 1]?.startsWith('--') ? 'true' : args[index + 1] ?? 'true');
    });
    return { flags, image: container.image };
  };
  const cluster = parseSource(CLUSTER, { file: 'cluster.yaml' });

  it.each(cases)('KKP %s, Kubernetes %s, %s: every modelled flag of kube-controller-manager is the same', (tag, version, stage) => {
    const { flags } = argsOf(tag, `deployment-aws-${version}-controller-manager${stage === 'external' ? '-externalCloudProvider' : ''}`);
    const ours = kcmFlags(cluster, 'aws', KubernetesVersion.of(version), stage);
    const names = [...new Set([...Object.keys(ours), 'cloud-provider', 'cloud-config', 'cluster-name', 'leader-elect', 'enable-leader-migration'])];
    expect(names.map(name => [name, ours[name]])).toEqual(names.map(name => [name, flags[name]]));
  });

  it.each(cases.filter(
    ([, , stage]) => stage === 'external',
  ))('KKP %s, Kubernetes %s: every flag of the cloud-controller-manager is the same', (tag, version) => {
    const { flags, image } = argsOf(tag, `deployment-aws-${version}-aws-cloud-controller-manager-externalCloudProvider`);
    expect(ccmFlags(cluster)).toEqual(flags);
    if (tag === 'v2.22.0') {
      expect(image).toBe(`registry.k8s.io/provider-aws/cloud-controller-manager:${KKP_AWS_CCM[KubernetesVersion.of(version).minor]}`);
    }
  });
});

describe('a Cluster without the range of its pods', () => {
  const without = (text: string) => text.replace(/ {2}clusterNetwork:\n(?: {4}.*\n)+/, '');
  const answer = (text: string) => verify({ directories: [{ name: 'kkp', files: new Map([['cluster.yaml', { text }]]) }] });

  it.each([
    ['aws', '172.25.0.0/16'], ['openstack', '172.25.0.0/16'], ['kubevirt', '172.26.0.0/16'],
  ])('has that of the webhook of KKP, on %s: %s', (cloud, cidr) => {
    const text = without(CLUSTER).replace(/ {4}aws:\n(?: {6}.*\n)+/, `    ${cloud}: {}\n`).replace('providerName: aws', `providerName: ${cloud}`);
    expect(kcmFlags(parseSource(text, { file: 'cluster.yaml' }), cloud, BASE.version, 'in-tree')['cluster-cidr']).toBe(cidr);
  });

  it.each(['false', 'true'])('is well where it was well with it, on AWS with the feature %s', feature => {
    const text = CLUSTER.replace('externalCloudProvider: false', `externalCloudProvider: ${feature}`);
    expect(without(text)).not.toBe(text);
    const { exclusivity, liveness } = answer(without(text));
    expect([exclusivity.holds, liveness.holds]).toEqual([true, true]);
    expect(liveness).toEqual(answer(text).liveness);
  });
});
