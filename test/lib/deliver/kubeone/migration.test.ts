import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KUBEONE } from '../../../../src/lib/deliver/kubeone/installer';
import { KubeOneMigration } from '../../../../src/lib/deliver/kubeone/migration';
import { kubeOneNotes } from '../../../../src/lib/deliver/kubeone/notes';
import { KubeOneOptions } from '../../../../src/lib/deliver/kubeone/options';
import { kubeOneRelease } from '../../../../src/lib/facts/kubeone';
import { ccmFlags, kcmFlags } from '../../../../src/lib/installers/kubeone/machines';
import { KubernetesVersion } from '../../../../src/lib/kubernetes/kubernetes-version';
import { MigrationPhase } from '../../../../src/lib/migration/migration-phase';
import { installerPlan, proveMix } from '../../../../src/lib/read-back/installer-plan';
import { verify } from '../../../../src/lib/verify/verify';
import { describeUpstream, upstream } from '../../../upstream';

const DOCUMENT = readFileSync(join(__dirname, '..', '..', '..', '..', 'examples', 'kubeone', 'input', 'kubeone.yaml'), 'utf8');
const BASE = { clusterId: 'prod-eu', version: KubernetesVersion.of('1.25.16'), kubeOneRelease: '1.6' };
const of = (version: string) => ({ version: KubernetesVersion.of(version) });
const at = (version: string) => (text: string) => text.replace('1.25.16', version);

function migration(options: Partial<KubeOneOptions> = {}, change: (text: string) => string = text => text): KubeOneMigration {
  return new KubeOneMigration({ ...BASE, configs: { 'kubeone.yaml': change(DOCUMENT) }, ...options });
}

describe('the document of each phase', () => {
  it('sets external from mixed on; every other line stays', () => {
    const model = migration();
    expect(model.files(MigrationPhase.N)[0].content).toBe(DOCUMENT);
    for (const phase of [MigrationPhase.MIXED, MigrationPhase.N_PLUS_1, MigrationPhase.DISABLED]) {
      expect(model.files(phase)[0].content).toBe(DOCUMENT.replace('    KubernetesClusterID="prod-eu"\n', '    KubernetesClusterID="prod-eu"\n  '
        + 'external: true\n'));
    }
  });

  it('replaces external: false, in either version of the API', () => {
    for (const apiVersion of ['kubeone.io/v1beta1', 'kubeone.k8c.io/v1beta2']) {
      const model = migration({}, text => text.replace('kubeone.k8c.io/v1beta2', apiVersion).replace('  aws: {}\n', '  aws: {}\n  external: false # '
        + 'not yet\n'));
      const { content } = model.files(MigrationPhase.MIXED)[0];
      expect(content).toContain('external: true');
      expect(content).not.toContain('external: false');
    }
  });
});

describe('the way of KubeOne', () => {
  it.each(['1.5', '1.6', '1.7'])('runs nothing twice with KubeOne %s, and has the declared gap in the first run only', release => {
    const version = release === '1.5' ? '1.24.17' : '1.25.16';
    const model = migration({ kubeOneRelease: release, ...of(version) }, at(version));
    const verdicts = Object.values(model.mixes()).map(mix => proveMix('a mix', mix));
    expect(verdicts.map(({ exclusivity, liveness }) => [exclusivity.holds, liveness.holds])).toEqual(verdicts.map(() => [true, true]));
    expect(verdicts[1].declaredGaps.map(({ controller }) => controller)).toEqual(expect.arrayContaining(['service', 'cloud-node-lifecycle']));
    expect(verdicts.slice(2).flatMap(({ declaredGaps }) => declaredGaps)).toEqual([]);
  });

  it('would run everything twice if the cloud-controller-manager did not wait, and after external: false', () => {
    const { before, withCcm, end } = migration().states();
    expect(proveMix('a mix', migration().mix('did not wait', before, withCcm)).exclusivity.holds).toBe(false);
    expect(proveMix('a mix', migration().mix('external: false', before, end)).exclusivity.holds).toBe(false);
  });

  it('is two runs of one command, with the machines in between, and no apply', () => {
    const model = migration({ terraformOutput: 'tf.json' });
    const phases = [MigrationPhase.MIXED, MigrationPhase.N_PLUS_1, MigrationPhase.DISABLED];
    const runs = phases.flatMap(phase => installerPlan(KUBEONE, model, phase).steps.flatMap(({ run }) => run));
    expect(runs[0]).toBe('kubeone migrate to-ccm-csi -m bundles/kubeone/mixed/kubeone.yaml -t tf.json');
    expect(runs.at(-1)).toBe('kubeone migrate to-ccm-csi -m bundles/kubeone/disabled/kubeone.yaml -t tf.json --complete');
    expect(runs.filter(line => line.includes('kubeone apply'))).toEqual([]);
    expect(runs.join('\n')).toContain('forceRestart');
    for (const phase of Object.values(MigrationPhase)) expect(installerPlan(KUBEONE, model, phase).back).toEqual([]);
    expect(installerPlan(KUBEONE, model, MigrationPhase.MIXED).noWayBack).toContain('\'external: false\' and \'kubeone apply\' must never be run');
  });

  it('says what the document does not say, and what KubeOne does not check', () => {
    const notes = (change: (text: string) => string) => kubeOneNotes(migration({}, change), MigrationPhase.MIXED).join('\n');
    expect(notes(text => text)).toContain('known bug on AWS');
    expect(notes(text => text.replace(/controlPlane:\n(?: .*\n)+/, ''))).toContain('the document names no control-plane host');
    expect(notes(text => `${text}staticWorkers:\n  hosts:\n  - privateAddress: 172.18.0.9\n`)).toContain('staticWorkers: the second run does not '
      + 'check');
    expect(notes(text => `${text}machineController:\n  deploy: false\n`)).toContain('machineController.deploy is false');
  });
});

describe('bad input', () => {
  it.each<[string, Partial<KubeOneOptions>, (text: string) => string, string]>([
    ['a release that has the command and does not move AWS', { kubeOneRelease: '1.4', ...of('1.23.17') }, at('1.23.17'), 'kubeone.yaml:9:8: KubeOne '
      + '1.4 does not move aws: its migration has gates for Azure, OpenStack '
      + 'and vSphere only; releases that move it for 1.23: 1.5'],
    ['a release that accepts no version with in-tree AWS', { kubeOneRelease: '1.8' }, text => text, 'KubeOne 1.8 does not move aws: no Kubernetes '
      + 'that it accepts has in-tree AWS; releases that move it for 1.25: 1.6, 1.7'],
    ['a version that the release does not move', { kubeOneRelease: '1.7', ...of('1.24.17') }, at('1.24.17'), 'kubeone.yaml:6:15: the cluster runs '
      + '1.24.17, but KubeOne 1.7 moves aws for Kubernetes 1.25 to 1.26 only; '
      + 'releases that move it for 1.24: 1.5, 1.6'],
    ['a release that is not known', { kubeOneRelease: '1.2' }, text => text, 'kubeOneRelease is \'1.2\', which is not in the table of KubeOne '
      + 'releases; known: 1.3 to 1.13'],
    ['an API version that the release does not read', { kubeOneRelease: '1.3' }, text => text, 'kubeone.yaml:1:13: apiVersion is '
      + '\'kubeone.k8c.io/v1beta2\', but KubeOne 1.3 reads kubeone.io/v1beta1'],
    ['a cluster that was moved already', {}, text => text.replace('  aws: {}', '  external: true\n  aws: {}'), 'kubeone.yaml:9:13: '
      + 'cloudProvider.external is true: this cluster was moved already'],
    ['a switch in quotes', {}, text => text.replace('  aws: {}', '  external: "true"\n  aws: {}'), 'kubeone.yaml:9:13: cloudProvider.external is '
      + '"true", expected true or false, without quotes'],
    ['another cloud', {}, text => text.replace('aws: {}', 'openstack: {}'), 'kubeone.yaml:9:3: cloudProvider names openstack, expected aws alone'],
    ['two clouds', {}, text => text.replace('  aws: {}', '  aws: {}\n  azure: {}'), 'cloudProvider names aws, azure, expected aws alone'],
    ['no cloud', {}, text => text.replace('  aws: {}\n', ''), 'cloudProvider names no cloud; write cloudProvider: {aws: {}}'],
    ['both the old and the new form', {}, text => text.replace('  aws: {}', '  name: aws\n  aws: {}'), 'kubeone.yaml:9:9: cloudProvider.name is the '
      + 'form of v1alpha1, and cloudProvider.aws that of kubeone.k8c.io/v1beta2'],
    ['another cluster', { clusterId: 'other' }, text => text, 'kubeone.yaml:3:7: name is "prod-eu", but clusterId is \'other\''],
    ['no name', {}, text => text.replace('name: prod-eu\n', ''), 'write it into the document where Terraform gives it'],
    ['another version', of('1.24.17'), text => text, 'kubeone.yaml:6:15: versions.kubernetes is \'1.25.16\', but fromVersion is 1.24.17'],
    ['another installer\'s document', {}, text => text.replace('kubeone.k8c.io/v1beta2', 'kubermatic.k8c.io/v1'), 'kubeone.yaml:1:13: expected a '
      + 'KubeOneCluster of kubeone.io/v1beta1 or kubeone.k8c.io/v1beta2, '
      + 'got kind "KubeOneCluster" of \'kubermatic.k8c.io/v1\'; that is a document of KKP: use KkpMigration'],
    ['two documents', {}, text => `${text}---\n${text}`, 'two KubeOneClusters are given'],
  ])('fails for %s', (_, options, change, message) => {
    expect(() => migration(options, change)).toThrow(message);
  });
});

describe('verify', () => {
  const check = (text: string) => verify({ directories: [{ name: 'd', files: new Map([['kubeone.yaml', { text }]]) }] });
  const external = (text: string) => text.replace('  aws: {}', '  aws: {}\n  external: true');

  it('reads a document as a control-plane node, and the cloud-controller-manager where there must be one', () => {
    const before = check(DOCUMENT);
    expect([before.exclusivity.holds, before.liveness.holds, before.seen.workloads.map(({ object }) => object)]).toEqual([true, true, []]);
    const after = check(external(at('1.27.16')(DOCUMENT)));
    expect([after.exclusivity.holds, after.liveness.holds, after.seen.workloads.map(({ object }) => object)]).toEqual([true, true, ['DaemonSet '
      + 'kube-system/aws-cloud-controller-manager']]);
  });

  it.each([
    ['how far a migration has come', external(DOCUMENT), 'the document does not say whether \'kubeone migrate to-ccm-csi\' was run, once or twice'],
    ['a switch in quotes', DOCUMENT.replace('  aws: {}', '  aws: {}\n  external: "true"'), 'cloudProvider.external is "true", expected true or '
      + 'false'],
    ['an API version that no release reads with that version', DOCUMENT.replace('v1beta2', 'v1beta3'), 'd/kubeone.yaml:1:13: apiVersion is '
      + '\'kubeone.k8c.io/v1beta3\', which no KubeOne reads that accepts Kubernetes 1.25.16: that is KubeOne 1.6, 1.7, with documents '
      + 'of kubeone.io/v1beta1'],
    ['an unknown version', at('1.99.1')(DOCUMENT), 'versions.kubernetes is 1.99.1; which KubeOne accepts it is not known here'],
    ['no provider at all', at('1.27.16')(DOCUMENT), 'cloudProvider.external is not true, but Kubernetes 1.27.16 has no in-tree aws, and KubeOne '
      + 'refuses that'],
    ['another cloud', DOCUMENT.replace('aws: {}', 'gce: {}'), 'd/kubeone.yaml:9:3: cloudProvider names gce; what KubeOne makes of a document is '
      + 'known for aws only'],
    ['a version that no release accepts', external(at('1.32.0')(DOCUMENT)), 'versions.kubernetes is 1.32.0; which KubeOne accepts it is not known '
      + 'here'],
    ['no version', at('')(DOCUMENT), 'versions.kubernetes is \'\', so what KubeOne makes of it is not known'],
  ])('does not guess: %s', (_, text, message) => {
    const { verdict, unknown } = check(text).exclusivity;
    expect([verdict, unknown.map(({ what }) => what).join('\n')]).toEqual(['unknown', expect.stringContaining(message)]);
  });
});

describeUpstream('the addon of KubeOne, by its own template', () => {
  it.each(['v1.5.0', 'v1.6.0', 'v1.7.0'].filter(tag => existsSync(upstream(`kops/kubeone/${tag}`))))('KubeOne %s: every flag of the '
    + 'cloud-controller-manager is the same', tag => {
    const template = readFileSync(upstream(`kops/kubeone/${tag}/ccm-aws.yaml.template.txt`), 'utf8').replaceAll('{{ .Config.Name }}', 'prod-eu');
    const flags = [...template.matchAll(/^ +- --([a-z-]+)=(.*)$/gm)].map(([, name, value]) => [name, value]);
    expect(Object.entries(ccmFlags('prod-eu', kubeOneRelease(tag)))).toEqual(flags);
  });
});

// Their source has a template of Go's, so the flags are compared with what was read there.
describe('kube-controller-manager of KubeOne', () => {
  it.each([
    ['1.6', 'off',
      {
        'controllers': '*,bootstrapsigner,tokencleaner,-cloud-node-lifecycle,-route,-service',
        'cloud-provider': 'aws',
        'feature-gates': 'CSIMigrationAWS=true',
      }],
    ['1.7', 'off',
      { 'controllers': '*,bootstrapsigner,tokencleaner,-cloud-node-lifecycle,-route,-service', 'cloud-provider': 'aws', 'feature-gates': undefined }],
    ['1.6', 'external', {
      'controllers': '*,bootstrapsigner,tokencleaner',
      'cloud-provider': undefined,
      'feature-gates': 'CSIMigrationAWS=true,InTreePluginAWSUnregister=true',
    }],
    ['1.7', 'external',
      { 'controllers': '*,bootstrapsigner,tokencleaner', 'cloud-provider': undefined, 'feature-gates': 'InTreePluginAWSUnregister=true' }],
  ] as const)('KubeOne %s, %s', (release, stage, expected) => {
    const flags = kcmFlags('prod-eu', kubeOneRelease(release), stage);
    expect(Object.fromEntries(Object.keys(expected).map(name => [name, flags[name]]))).toEqual(expected);
  });
});
