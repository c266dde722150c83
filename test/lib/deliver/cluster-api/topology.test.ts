import { parseAllDocuments } from 'yaml';
import { CLUSTER_API } from '../../../../src/lib/deliver/cluster-api/installer';
import { ClusterApiMigration } from '../../../../src/lib/deliver/cluster-api/migration';
import { ClusterApiOptions } from '../../../../src/lib/deliver/cluster-api/options';
import { KubernetesVersion } from '../../../../src/lib/kubernetes/kubernetes-version';
import { Migration } from '../../../../src/lib/migration/migration';
import { MigrationPhase } from '../../../../src/lib/migration/migration-phase';
import { installerPlan, verifyRollInto } from '../../../../src/lib/read-back/installer-plan';
import { CLUSTER_CLASS_INPUT, V1BETA2_CLASS, WITH_MACHINE_POOL } from '../../../fixtures/cluster-class';

const { N, MIXED, N_PLUS_1, DISABLED } = MigrationPhase;
const CONFIGS = CLUSTER_CLASS_INPUT;
const migrationOf = (clusterId = 'prod-eu') => new Migration({
  clusterId, fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16'),
});
const OPTIONS: ClusterApiOptions = {
  migration: migrationOf(), clusterApiRelease: '1.9', configs: CONFIGS, upgradedImages: { 'team-worker': 'ami-2' },
};

function withText(file: string, from: string | RegExp, to: string, configs = CONFIGS): Record<string, string> {
  const text = configs[file].replace(from, to);
  expect(text).not.toBe(configs[file]);
  return { ...configs, [file]: text };
}

function filesOf(of: ClusterApiMigration, phase: MigrationPhase): Record<string, string> {
  return Object.fromEntries(of.files(phase).map(({ path, content }) => [path, content]));
}

function documents(text: string): any[] {
  return parseAllDocuments(text).map(document => document.toJS() as unknown);
}

describe('a Cluster with a topology', () => {
  const of = new ClusterApiMigration(OPTIONS);
  const [n, mixed, nPlus1, disabled] = [N, MIXED, N_PLUS_1, DISABLED].map(phase => filesOf(of, phase));

  it('gets one class for all phases, and templates stay', () => {
    for (const phase of [mixed, nPlus1, disabled]) expect(phase['class.yaml']).toBe(n['class.yaml']);
    for (const phase of [n, mixed, nPlus1, disabled]) expect(phase['templates.yaml']).toBe(CONFIGS['templates.yaml']);
    const [{ spec }] = documents(n['class.yaml']);
    expect(spec.variables.at(-1)).toMatchObject({ name: 'ccmMigration', required: false, schema: { openAPIV3Schema: { default: 'not-started' } } });
    expect(spec.patches.slice(3).map(({ name }: any) => name)).toEqual(['ccm-migration-n', 'ccm-migration-n-plus-1', 'ccm-migration-workers']);
  });

  it('says its phase, its version, and which workers wait', () => {
    const topology = (files: Record<string, string>) => documents(files['cluster.yaml'])[0].spec.topology;
    const waits = (files: Record<string, string>) => topology(files).workers.machineDeployments.map(({ metadata }: any) => metadata?.annotations);
    expect([n, mixed, nPlus1, disabled].map(files => [topology(files).version, topology(files).variables.at(-1).value])).toEqual([
      ['v1.26.15', 'n'], ['v1.27.16', 'mixed'], ['v1.27.16', 'n-plus-1'], ['v1.27.16', 'disabled'],
    ]);
    const waiting = { 'topology.cluster.x-k8s.io/defer-upgrade': '' };
    expect([n, mixed, nPlus1].map(waits)).toEqual([[undefined, undefined], [waiting, waiting], [undefined, undefined]]);
  });

  it('is read back as the machines that the migration needs, in each phase and in each roll', () => {
    for (const phase of [N, MIXED, N_PLUS_1, DISABLED]) expect(() => verifyRollInto(of, phase)).not.toThrow();
  });

  it('is the same for another cluster of the class, whose class has the patches already', () => {
    const configs = { ...withText('cluster.yaml', 'name: prod-eu', 'name: prod-us'), 'class.yaml': n['class.yaml'] };
    const other = new ClusterApiMigration({ ...OPTIONS, migration: migrationOf('prod-us'), configs });
    expect(filesOf(other, N)['class.yaml']).toBe(n['class.yaml']);
  });

  it('has a plan with what each change rolls and the way back, where there is one', () => {
    const [first, second, third, last] = [N, MIXED, N_PLUS_1, DISABLED].map(phase => installerPlan(CLUSTER_API, of, phase));
    expect(first.steps.map(({ id }) => id)).toEqual(['class', 'resources', 'cluster']);
    expect(first.steps[0].run).toEqual(['kubectl apply -f bundles/cluster-api/n/class.yaml']);
    expect(second.back.map(({ id }) => id)).toEqual(['back', 'back-resources']);
    expect(second.back[0].run[0]).toContain('unsafe.topology.cluster.x-k8s.io/disable-update-version-check=');
    expect(third.noWayBack).toContain('a topology has one version for all');
    expect(last.backTo).toBe(N_PLUS_1);
    for (const { steps, back } of [first, second, third, last]) {
      for (const { verdict } of [...steps, ...back]) expect(verdict).toEqual({ exclusivity: 'holds', liveness: 'holds', declaredGaps: [] });
    }
    const old = new ClusterApiMigration({ ...OPTIONS, clusterApiRelease: '1.5' });
    expect(installerPlan(CLUSTER_API, old, MIXED, 'b')).toMatchObject({
      back: [], noWayBack: expect.stringContaining('version cannot be decreased') as string,
    });
  });

  it('has machine pools, whose patches turn with their own version', () => {
    const configs = WITH_MACHINE_POOL;
    const pools = new ClusterApiMigration({ ...OPTIONS, configs });
    const [{ spec }] = documents(filesOf(pools, N)['class.yaml']);
    expect(spec.patches.at(-1)).toMatchObject({
      name: 'ccm-migration-machine-pools',
      enabledIf: expect.stringContaining('.builtin.machinePool.version') as string,
      definitions: [{ selector: { kind: 'KubeadmConfigTemplate', matchResources: { machinePoolClass: { names: ['pool'] } } } }],
    });
    expect(documents(filesOf(pools, MIXED)['cluster.yaml'])[0].spec.topology.workers.machinePools).toEqual([
      { class: 'pool', name: 'spot', replicas: 2, metadata: { annotations: { 'topology.cluster.x-k8s.io/defer-upgrade': '' } } },
    ]);
    for (const phase of [N, MIXED, N_PLUS_1]) expect(() => verifyRollInto(pools, phase)).not.toThrow();
    expect(() => new ClusterApiMigration({ ...OPTIONS, configs, clusterApiRelease: '1.5' })).toThrow('spec.workers.machinePools is read from '
      + 'Cluster API 1.6 on');
  });

  it('of v1beta2 has lists, and nothing is patched that is as it has to be', () => {
    const steady = new ClusterApiMigration({
      migration: new Migration({ clusterId: 'prod-eu', toVersion: KubernetesVersion.of('1.29.1') }),
      clusterApiRelease: '1.12',
      configs: V1BETA2_CLASS,
    });
    const [phase] = steady.migration.phases;
    expect(() => verifyRollInto(steady, phase)).not.toThrow();
    expect(documents(filesOf(steady, phase)['class.yaml'])[0].spec.patches.map(({ name }: any) => name)).not.toContain('ccm-migration-n');
  });
});

describe('what a patch cannot say', () => {
  it.each([
    ['a list that another patch may make', withText('class.yaml',
      /enabledIf: .*([^]*)clusterConfiguration\/apiServer\/extraArgs\/audit-log-path\n +value: .*/,
      'enabledIf: \'{{ not .auditPolicy }}\'$1files\n              value: []'), 'class.yaml:92:15: patch \'audit-policy\' changes '
      + '/spec/template/spec/kubeadmConfigSpec/files, and the migration has to write all of'],
    ['a value that each cluster has for itself', withText('class.yaml', 'spec/instanceType', 'spec/ami/id'),
      'class.yaml:79:15: patch \'worker-machine-type\' changes /spec/template/spec/ami/id, and the migration has to write all of '
        + '/spec/template/spec/ami/id: it is another value in each cluster'],
    ['an operation of a Runtime Extension', withText('class.yaml', '  patches:\n', '  patches:\n    - name: ext\n      external: '
      + '{generateExtension: a.b}\n'),
    'class.yaml:58:17: patch \'ext\' asks a Runtime Extension for its operations'],
    ['a template that is not understood', withText('class.yaml', '{{ .auditPolicy }}', '{{ b64enc "x" }}'),
      'class.yaml:84:18: enabledIf "{{ b64enc \\"x\\" }}" is not understood: it has function \'b64enc\', which is not read here'],
    ['an item in the middle of a list', withText('class.yaml', 'spec/region\n', 'spec/network/subnets/3\n'), 'class.yaml:65:15: patch '
      + '\'region\' is refused by Cluster API'],
    ['a class that is not there', { 'cluster.yaml': CONFIGS['cluster.yaml'] }, 'cluster.yaml:11:5: spec.topology is of ClusterClass \'team\', '
      + 'which is not in the input'],
    ['a template that is not there', withText('templates.yaml', 'name: team-control-plane', 'name: other'), 'class.yaml:9:5: ClusterClass '
      + '\'team\' names KubeadmControlPlaneTemplate \'team-control-plane\''],
    ['a cluster that is on its way', withText('cluster.yaml', '      - name: region', '      - {name: ccmMigration, value: mixed}\n      - '
      + 'name: region'),
    'cluster.yaml:24:9: variable \'ccmMigration\' is \'mixed\': this cluster is in its migration'],
    ['workers that wait already', withText('cluster.yaml', 'name: batch', 'name: batch\n          metadata: {annotations: '
      + '{topology.cluster.x-k8s.io/defer-upgrade: ""}}'), 'cluster.yaml:22:77: '],
    ['what the class makes beside it', {
      ...CONFIGS,
      'x.yaml': 'apiVersion: infrastructure.cluster.x-k8s.io/v1beta2\nkind: '
      + 'AWSCluster\nmetadata: {name: a}\n',
    },
    'x.yaml:2:7: AWSCluster \'a\' is given with a Cluster that has spec.topology'],
    ['flags that are not in-tree, where the patch says them', withText('class.yaml', /extraArgs\/audit-log-path\n +value: .*/,
      'extraArgs/cloud-provider\n              value: external'), 'class.yaml:92:15: '
        + 'spec.kubeadmConfigSpec.clusterConfiguration.apiServer.extraArgs.cloud-provider is \'external\''],
  ])('is refused at its place: %s', (_, configs, says) => {
    const make = () => new ClusterApiMigration({ ...OPTIONS, configs });
    expect(make).toThrow(says);
  });

  it('is one flag of a list in v1beta2 that another patch adds to', () => {
    const configs = Object.fromEntries(Object.entries(V1BETA2_CLASS).map(([file, text]) => [file, text.replaceAll('v1.29.1', 'v1.33.1')]));
    expect(() => new ClusterApiMigration({
      migration: new Migration({ clusterId: 'prod-eu', toVersion: KubernetesVersion.of('1.33.1') }), clusterApiRelease: '1.12', configs,
    })).toThrow('class.yaml:91:15: patch \'audit-policy\' changes '
      + '/spec/template/spec/kubeadmConfigSpec/clusterConfiguration/apiServer/extraArgs/-, and the '
      + 'migration has to write all of /spec/template/spec/kubeadmConfigSpec/clusterConfiguration/apiServer/extraArgs: a JSON patch cannot '
      + 'change one item');
  });

  it('is a fixed image without its successor, and templates that a class cannot replace', () => {
    expect(() => new ClusterApiMigration({ ...OPTIONS, upgradedImages: {} })).toThrow('templates.yaml:60:13: spec.template.spec.ami.id of '
      + 'AWSMachineTemplate \'team-worker\' is \'ami-0f2612600000000aa\', an image of version 1.26.15; give that of 1.27.16: upgradedImages: { '
      + '\'team-worker\'');
    expect(() => new ClusterApiMigration({ ...OPTIONS, upgradedMachineTemplates: { 'team-worker': 'b' } })).toThrow('a ClusterClass names one '
      + 'template for all versions');
  });
});
