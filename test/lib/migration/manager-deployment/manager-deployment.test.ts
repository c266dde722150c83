import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Chart } from 'cdk8s';
import {
  AwsCcm, CcmPlacement, CcmWorkload, CloudConfig, CloudControllerMigration, KubernetesVersion, LeaseAccessMode, ManagerDeployment, Migration,
  MigrationOutput, MigrationPhase, MigrationProps, MigrationStrategy, NodeRole, NodeSide,
} from '../../../../src';
import { parseSource } from '../../../../src/lib/edit/yaml/source-document';
import { HOSTING_SYSTEMS } from '../../../../src/lib/facts/hosting-systems';
import { KCM } from '../../../../src/lib/kubernetes/component';
import { rollingOf, rollingText } from '../../../../src/lib/migration/manager-deployment/rolling';
import { clusterBeforeAll } from '../../../../src/lib/migration/processes';
import { judge } from '../../../../src/lib/proof/verdict';
import { verify } from '../../../../src/lib/verify/verify';
import { DeploymentShape, managerDeployment } from '../../../deployed-manager';
import { emptyFolder } from '../../../scratch';

const DEPLOYMENT = AwsCcm.of({ run: { workload: CcmWorkload.deployment() } });

function hosted(shape: DeploymentShape = {}, props: Partial<MigrationProps> = {}): Migration {
  return new Migration({
    clusterId: 'prod-eu',
    toVersion: KubernetesVersion.of('1.27.16'),
    ccm: DEPLOYMENT,
    managerDeployment: ManagerDeployment.ofManagementCluster(managerDeployment(shape)),
    ...props,
  });
}

function own(shape: DeploymentShape = {}, props: Partial<MigrationProps> = {}): Migration {
  return new Migration({
    clusterId: 'prod-eu',
    toVersion: KubernetesVersion.of('1.27.16'),
    managerDeployment: ManagerDeployment.ofCluster(managerDeployment({ isOwn: true, ...shape })),
    ...props,
  });
}

interface Objects {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly annotations?: object; readonly uid?: string };
  readonly spec?: { readonly template: { readonly metadata: { readonly annotations?: object }; readonly spec: Record<string, unknown> } };
  readonly status?: object;
  readonly subjects?: readonly { readonly kind: string; readonly name: string }[];
}

/** Of a phase, by Chart. */
function written(migration: Migration, phase: MigrationPhase): Readonly<Record<string, readonly Objects[]>> {
  const app = new App({ outdir: emptyFolder() });
  const { charts } = new CloudControllerMigration(app, 'eu', { migration, phase, chartPrefix: '' });
  return Object.fromEntries(charts.map(chart => [chart.node.id, chart.toJson() as Objects[]]));
}

const kinds = (phase: Readonly<Record<string, readonly Objects[]>>) =>
  Object.fromEntries(Object.entries(phase).map(([chart, objects]) => [chart, [...new Set(objects.map(({ kind }) => kind))].sort()]));

const flagsOf = (migration: Migration, phase: MigrationPhase) => {
  const manager = migration._model.phase(phase).managerObjects.find(({ manifest }) => manifest.kind === 'Deployment')!.manifest as unknown as {
    spec: { template: { spec: { containers: { command: string[] }[] } } };
  };
  return manager.spec.template.spec.containers[0].command.filter(word => /cloud-provider|leader-migration/.test(word));
};

const ON = ['--cloud-provider=aws', '--enable-leader-migration=true', '--leader-migration-config=/etc/leadermigration.conf'];
const PHASES = [MigrationPhase.N, MigrationPhase.MIXED, MigrationPhase.N_PLUS_1, MigrationPhase.DISABLED];

describe('kube-controller-manager of a management cluster', () => {
  it('keeps version N until the cloud-controller-manager is there, and what is of which cluster is in a Chart of its own', () => {
    const migration = hosted();
    expect(PHASES.map(phase => flagsOf(migration, phase))).toEqual([ON, ON, ['--cloud-provider=external'], ['--cloud-provider=external']]);
    expect(PHASES.map(phase => kinds(written(migration, phase)))).toEqual([
      { '10-lease-access': ['Role', 'RoleBinding'], '40-management-kcm': ['ConfigMap', 'Deployment'] },
      ...[1, 2].map(() => ({
        '10-lease-access': ['Role', 'RoleBinding'],
        '15-ccm-access': ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'],
        '20-management-config': ['ConfigMap'],
        '30-management-ccm': ['Deployment'],
        '40-management-kcm': ['ConfigMap', 'Deployment'],
      })),
      {
        '15-ccm-access': ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'],
        '30-management-ccm': ['Deployment'],
        '40-management-kcm': ['Deployment'],
      },
    ]);
  });

  it('has the configuration from a ConfigMap, whose sum starts its pods again, and nothing else differs from what was handed in', () => {
    const [config, { spec }] = written(hosted(), MigrationPhase.N)['40-management-kcm'];
    expect(config.metadata).toEqual({ name: 'kube-controller-manager-leader-migration', namespace: 'prod-eu' });
    expect(spec!.template.metadata.annotations).toEqual({ 'ccm-migration/leader-migration-config-sha256': expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(spec!.template.spec.volumes).toEqual([
      { name: 'kubeconfig', secret: { secretName: 'kube-controller-manager-kubeconfig' } },
      { name: 'leader-migration-config', configMap: { name: 'kube-controller-manager-leader-migration' } },
      { name: 'pki', secret: { secretName: 'kube-controller-manager' } },
    ]);
    // Comments and all other lines stay, as in a file of a node.
    const pod = hosted()._model.managerPod(NodeSide.N)!;
    const before = managerDeployment().split('\n');
    expect(before.filter(line => !pod.text.split('\n').includes(line))).toEqual([]);
  });

  it('has beside it a cloud-controller-manager with a kubeconfig of its own, as a user that its roles are bound to', () => {
    const options = { kubeconfigSecret: 'ccm', kubeconfigKey: 'conf', user: 'ccm-of-eu' };
    const migration = hosted({}, { managerDeployment: ManagerDeployment.ofManagementCluster(managerDeployment(), options) });
    const { '15-ccm-access': rights, '30-management-ccm': [ccm] } = written(migration, MigrationPhase.MIXED);
    const { volumes, containers, ...pod } = ccm.spec!.template.spec as { volumes: object[]; containers: { args: string[] }[] };
    expect(ccm.metadata.namespace).toBe('prod-eu');
    expect(volumes[0]).toEqual({ name: 'kubeconfig', secret: { secretName: 'ccm' } });
    const flags = ['authentication-kubeconfig', 'authorization-kubeconfig', 'kubeconfig'];
    expect(containers[0].args.filter(word => word.includes('kubeconfig')))
      .toEqual(flags.map(name => `--${name}=/etc/kubernetes/cloud-controller-manager/conf`));
    expect(pod).toMatchObject({ automountServiceAccountToken: false });
    const ofNodes = ['hostNetwork', 'dnsPolicy', 'nodeSelector', 'priorityClassName', 'serviceAccountName', 'tolerations'];
    expect(Object.keys(pod).filter(key => ofNodes.includes(key))).toEqual([]);
    expect(JSON.stringify(rights)).toContain('"subjects":[{"apiGroup":"rbac.authorization.k8s.io","kind":"User","name":"ccm-of-eu"}]');
    expect(JSON.stringify(rights)).not.toContain('ServiceAccount"');
  });

  describe('of its own cluster', () => {
    const NAME = 'leader-migration:kube-controller-manager';
    const USUAL = ['User system:kube-controller-manager', 'ServiceAccount kube-controller-manager'];
    const manifest = (account: string) =>
      managerDeployment({ isOwn: true }).replace(/(?=^ +automountServiceAccountToken)/m, `      serviceAccountName: ${account}\n`);
    const objectsOf = (text: string, props: Partial<MigrationProps> = {}) =>
      Object.values(written(own({}, { managerDeployment: ManagerDeployment.ofCluster(text), ...props }), MigrationPhase.N)).flat();
    const access = (objects: readonly Objects[]) => objects.filter(({ kind }) => /^Role/.test(kind))
      .map(({ kind, metadata: { name }, subjects = [] }) => [`${kind} ${name}`, ...subjects.map(one => `${one.kind} ${one.name}`)]);

    it.each([
      ['kcm', [...USUAL, 'ServiceAccount kcm'], { 'ccm-migration/existing-service-account': 'kcm' }],
      ['kube-controller-manager', USUAL, { 'ccm-migration/existing-service-account': 'kube-controller-manager' }],
    ])('gets access to the Lease as the service account %s, which no App has', (account, subjects, annotations) => {
      const objects = objectsOf(manifest(account));
      expect(access(objects)).toEqual([[`Role ${NAME}`], [`RoleBinding ${NAME}`, ...subjects]]);
      expect(objects.find(({ kind }) => kind === 'Deployment')!.metadata.annotations).toEqual(annotations);
    });

    it('gets it as the default account where it names none, and as the user of its kubeconfig where it has one', () => {
      expect(access(objectsOf(managerDeployment({ isOwn: true })))[1]).toEqual([`RoleBinding ${NAME}`, ...USUAL, 'ServiceAccount default']);
      expect(access(Object.values(written(hosted(), MigrationPhase.N)).flat())[1]).toEqual([`RoleBinding ${NAME}`, ...USUAL]);
    });

    it('gets it by a binding of its own where the role of Kubernetes is patched, which the API server binds to the usual ones', () => {
      const strategy = MigrationStrategy.leaderMigration({ leaseAccess: LeaseAccessMode.BOOTSTRAP_ROLE_PATCH });
      expect(access(objectsOf(manifest('kcm'), { strategy }))).toEqual([
        ['Role system::leader-locking-kube-controller-manager'], [`RoleBinding ${NAME}`, 'ServiceAccount kcm'],
      ]);
    });

    it('is without access to it, as verify sees, where the binding has the usual ones alone', () => {
      const rulesOf = (edit: (objects: readonly Objects[]) => readonly Objects[]) => {
        const text = edit(objectsOf(manifest('kcm'))).map(one => JSON.stringify(one)).join('\n---\n');
        return verify({ directories: [{ name: 'dist', files: new Map([['n.yaml', { text }]]) }] }).findings
          .filter(({ severity }) => severity === 'error').map(({ rule }) => rule);
      };
      expect(rulesOf(objects => objects)).toEqual([]);
      expect(rulesOf(objects => objects.map(one => ({ ...one, subjects: one.subjects?.filter(({ name }) => name !== 'kcm') }))))
        .toEqual(['lease-access-missing']);
    });
  });

  it('reads the cloud config from what kube-controller-manager reads it from', () => {
    const manifest = managerDeployment({ flags: ['cloud-config=/etc/cloud/cloud.conf'] })
      .replace(/(?= {12}- mountPath: \/etc\/kubernetes\/pki)/, '            - mountPath: /etc/cloud\n              name: cloud\n')
      .replace('        - name: pki', '        - name: cloud\n          configMap:\n            name: cloud-config\n        - name: pki');
    const migration = hosted({}, { managerDeployment: ManagerDeployment.ofManagementCluster(manifest) });
    const { '30-management-ccm': [ccm], '40-management-kcm': [, kcm] } = written(migration, MigrationPhase.N_PLUS_1);
    const ofCcm = ccm.spec!.template.spec as { volumes: { name: string }[]; containers: { args: string[]; volumeMounts: { name: string }[] }[] };
    expect(ofCcm.volumes.find(({ name }) => name === 'cloud-config')).toEqual({ name: 'cloud-config', configMap: { name: 'cloud-config' } });
    expect(ofCcm.containers[0].volumeMounts.find(({ name }) => name === 'cloud-config'))
      .toEqual({ mountPath: '/etc/cloud', name: 'cloud-config', readOnly: true });
    expect(ofCcm.containers[0].args).toContain('--cloud-config=/etc/cloud/cloud.conf');
    // A folder may have other files, too: its mount stays.
    expect(JSON.stringify(kcm)).not.toContain('--cloud-config');
  });

  it('writes what the API server sets of none of its objects', () => {
    const metadata = ['uid: 1234', 'resourceVersion: "7"', 'annotations:', '  deployment.kubernetes.io/revision: "3"', '  own: kept'];
    const migration = hosted({ metadata });
    const [, { metadata: said, status }] = written(migration, MigrationPhase.N)['40-management-kcm'];
    expect([said, status]).toEqual([{ name: 'kube-controller-manager', namespace: 'prod-eu', annotations: { own: 'kept' } }, undefined]);
  });

  it('is in migration.json with its cluster, its pods and how they roll', () => {
    const dir = emptyFolder();
    const app = new App({ outdir: join(dir, 'phases', 'mixed') });
    new CloudControllerMigration(app, 'eu', { migration: hosted(), phase: MigrationPhase.MIXED, chartPrefix: '' });
    app.synth();
    MigrationOutput.write(app, dir);
    const { manager, manifests, nodes } = JSON.parse(readFileSync(join(dir, 'nodes/mixed/migration.json'), 'utf8')) as {
      manager: object; manifests: { path: string; cluster?: string }[]; nodes: object;
    };
    expect(manager).toEqual({
      namespace: 'prod-eu',
      name: KCM,
      cluster: 'management',
      kubeconfigSecret: 'cloud-controller-manager-kubeconfig',
      rolling: { replicas: 2, surge: 1, unavailable: 0, recreates: false },
    });
    expect(manifests.map(({ path, cluster }) => [path.replace(/.*\//, ''), cluster])).toEqual([
      ['10-lease-access.k8s.yaml', undefined], ['15-ccm-access.k8s.yaml', undefined], ['20-management-config.k8s.yaml', 'management'],
      ['30-management-ccm.k8s.yaml', 'management'], ['40-management-kcm.k8s.yaml', 'management'],
    ]);
    expect(nodes).toMatchObject({ controlPlane: [] });
  });
});

describe('kube-controller-manager of the cluster itself', () => {
  it('is rolled with the cloud-controller-manager as a DaemonSet beside it', () => {
    expect(kinds(written(own(), MigrationPhase.MIXED))).toMatchObject({ '40-kcm': ['ConfigMap', 'Deployment'] });
    expect(kinds(written(own(), MigrationPhase.MIXED))['30-ccm']).toEqual(expect.arrayContaining(['DaemonSet', 'ServiceAccount']));
    expect(PHASES.map(phase => flagsOf(own(), phase))).toEqual([ON, ON, ['--cloud-provider=external'], ['--cloud-provider=external']]);
  });
});

describe('the roll of the Deployment', () => {
  it('is a mix of both sides in the proof, and Leader Migration of one side alone breaks it', () => {
    const { cluster } = hosted()._model.phase(MigrationPhase.MIXED);
    expect(cluster.kinds.map(({ name }) => name)).toEqual(['pod of version N', 'pod of version N+1']);
    expect(judge(cluster).exclusivity.holds && judge(cluster).liveness.holds).toBe(true);
    const { kinds: [before] } = clusterBeforeAll(hosted()._model.phase(MigrationPhase.N))!;
    const broken = judge({ ...cluster, kinds: [before, cluster.kinds[1]] });
    expect([broken.exclusivity.holds, broken.exclusivity.counterexamples.length > 0]).toEqual([false, true]);
  });

  it.each([
    [['rollingUpdate:', '  maxSurge: 1', '  maxUnavailable: 0'], 2, { replicas: 2, surge: 1, unavailable: 0, recreates: false }],
    [[], 2, { replicas: 2, surge: 1, unavailable: 0, recreates: false }],
    [[], 5, { replicas: 5, surge: 2, unavailable: 1, recreates: false }],
    // Kamaji's.
    [['rollingUpdate:', '  maxSurge: 100%', '  maxUnavailable: 0'], 3, { replicas: 3, surge: 3, unavailable: 0, recreates: false }],
    [['rollingUpdate:', '  maxSurge: 0', '  maxUnavailable: 0%'], 3, { replicas: 3, surge: 0, unavailable: 1, recreates: false }],
    [['rollingUpdate:', '  maxUnavailable: 7', '  maxSurge: 0'], 3, { replicas: 3, surge: 0, unavailable: 3, recreates: false }],
    [['type: Recreate'], 2, { replicas: 2, surge: 0, unavailable: 2, recreates: true }],
  ])('with strategy %j of %d pods is %j', (strategy, replicas, expected) => {
    const document = parseSource(managerDeployment({ strategy, replicas }), { file: 'kcm.yaml' });
    expect(rollingOf({ document })).toEqual(expected);
  });

  it.each([
    [['rollingUpdate:', '  maxSurge: some'], 2, /maxSurge is "some", expected a number of pods, or a share/],
    [['type: Canary'], 2, /spec.strategy.type is "Canary", expected RollingUpdate or Recreate/],
    [[], 0, /spec.replicas is 0, so no kube-controller-manager runs/],
  ])('fails with strategy %j of %d pods', (strategy, replicas, message) => {
    expect(() => hosted({ strategy, replicas })).toThrow(message);
  });

  it('says in words what runs meanwhile', () => {
    expect(rollingText({ replicas: 1, surge: 1, unavailable: 0, recreates: false }))
      .toBe('a rolling update of 1 pod, with at most 1 more, and at most 0 not ready: both sides run meanwhile');
    expect(rollingText({ replicas: 2, surge: 0, unavailable: 2, recreates: true })).toBe('Recreate: all 2 pods end before the first new one is made');
  });

  it.each([[['type: Recreate'], 2], [['rollingUpdate:', '  maxSurge: 0', '  maxUnavailable: 1'], 1]])(
    'fails with %j of %d pods of a cluster that would then make no new ones', (strategy, replicas) => {
      expect(() => own({ strategy, replicas })).toThrow(/while none of its pods runs no process of this cluster makes new ones/);
      expect(() => hosted({ strategy, replicas })).not.toThrow();
    });
});

describe('fails for what another program writes', () => {
  it.each([
    ['HyperShift', managerDeployment({ metadata: ['labels:', '  hypershift.openshift.io/managed-by: control-plane-operator'] }), 'HostedCluster'],
    ['k0smotron', 'apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: kmc-prod, namespace: eu}\nspec:\n  template:\n    spec:\n'
      + '      containers: [{name: controller, image: "docker.io/k0sproject/k0s:v1.27.4-k0s.0"}]\n', 'StatefulSet runs k0s'],
    ['k0smotron', 'apiVersion: k0smotron.io/v1beta1\nkind: Cluster\nmetadata: {name: prod}\n', 'without in-tree cloud providers'],
    ['Kamaji', managerDeployment({ metadata: ['labels:', '  kamaji.clastix.io/name: prod'] }), 'additionalVolumeMounts.controllerManager'],
    ['Kamaji', 'apiVersion: kamaji.clastix.io/v1alpha1\nkind: TenantControlPlane\nmetadata: {name: prod}\n', 'surge of 100 %'],
    ['Gardener', managerDeployment({ metadata: ['labels:', '  gardener.cloud/role: controlplane'] }), 'upgrade the provider extension'],
  ])('%s', (system, manifest, says) => {
    const make = () => ManagerDeployment.ofManagementCluster(manifest);
    expect(() => hosted({}, { managerDeployment: make() })).toThrow(new RegExp(`^managerDeployment:\\d+:\\d+: ${system} runs this control plane`));
    expect(() => hosted({}, { managerDeployment: make() })).toThrow(says);
  });

  it.each(['hypershift.openshift.io/managed-by: x', 'kamaji.clastix.io/name: prod', 'gardener.cloud/role: controlplane'])(
    'and verify says by name that it undoes changes: %s', label => {
      const dist = new Map([['kcm.yaml', { text: managerDeployment({ metadata: ['labels:', `  ${label}`] }) }]]);
      const [said, ...others] = verify({ directories: [{ name: 'dist', files: dist }] }).findings
        .filter(({ rule }) => rule === 'manager-written-by-operator');
      const { name, why } = HOSTING_SYSTEMS.find(({ group }) => label.startsWith(`${group}/`))!;
      expect([said.severity, said.message, others]).toEqual(['note', expect.stringMatching(`^${name} writes KCM 1\\.26 .*: `), []]);
      expect(said.message).toContain(why);
      expect(why).toMatch(/undo(es)? other changes/);
    });

  it.each([
    ['HyperShift', 'hypershift.openshift.io/v1beta1', 'HostedCluster'], ['k0smotron', 'k0smotron.io/v1beta1', 'Cluster'],
    ['Kamaji', 'kamaji.clastix.io/v1alpha1', 'TenantControlPlane'],
  ])('and verify names it where what %s makes it from is in the input', (system, apiVersion, kind) => {
    const object = { text: `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: prod, namespace: eu}\n` };
    const dist = new Map([['a.yaml', object], ['b.yaml', { text: managerDeployment() }]]);
    const { exclusivity } = verify({ directories: [{ name: 'dist', files: dist }] });
    expect([exclusivity.verdict, exclusivity.unknown.map(({ what }) => what)])
      .toEqual(['unknown', expect.arrayContaining([expect.stringMatching(`^${kind} .* is .*${system}.* undoes other changes`)])]);
  });

  it('is said of each system of the table, with where it was read', () => {
    expect(HOSTING_SYSTEMS.map(({ name }) => name)).toEqual(['HyperShift', 'k0smotron', 'Kamaji', 'Gardener']);
    expect(HOSTING_SYSTEMS.filter(({ source }) => !/@\S+ \S+\//.test(source))).toEqual([]);
  });

  it('an owner that controls it', () => {
    const metadata = ['ownerReferences:', '  - {apiVersion: example.org/v1, kind: ControlPlane, name: prod, controller: true, uid: 1}'];
    expect(() => hosted({ metadata })).toThrow('managerDeployment:7:5: ControlPlane \'prod\' writes this Deployment and undoes other changes');
  });
});

describe('fails, naming the property,', () => {
  it.each<[string, () => unknown, RegExp]>([
    ['without a text', () => ManagerDeployment.ofCluster(''), /manifest of ManagerDeployment must be the YAML of a Deployment, got the string ""/],
    ['with a file that is none', () => ManagerDeployment.ofCluster(undefined as never), /got undefined/],
    ['with a Secret that is no name', () => ManagerDeployment.ofManagementCluster('x', { kubeconfigSecret: 'A b' }), /kubeconfigSecret .* a name/],
    ['with a name that it does not have', () => ManagerDeployment.ofManagementCluster('x', { kubeconfigSecrets: 'a' } as never), /kubeconfigSecrets/],
    ['with a Pod', () => own({}, { managerDeployment: ManagerDeployment.ofCluster('kind: Pod\n') }), /expected a Deployment, got kind "Pod"/],
    ['without a namespace', () => own({}, {
      managerDeployment: ManagerDeployment.ofCluster(managerDeployment({ isOwn: true }).replace('  namespace: kube-system\n', '')),
    }), /metadata.namespace is null/],
    ['without a kubeconfig', () => own({}, {
      ccm: DEPLOYMENT, managerDeployment: ManagerDeployment.ofManagementCluster(managerDeployment({ isOwn: true })),
    }), /passes no --kubeconfig, so it serves the cluster that it runs in/],
    ['without leader election', () => hosted({ flags: [] }, {
      managerDeployment: ManagerDeployment.ofManagementCluster(managerDeployment().replace('leader-elect=true', 'leader-elect=false')),
    }), /leader-elect/],
    ['with a DaemonSet', () => hosted({}, { ccm: undefined })._model.phase(MigrationPhase.MIXED).ccm, /a Deployment beside that of kube/],
    ['with another strategy', () => hosted({}, { strategy: MigrationStrategy.downtime() }), /goes with MigrationStrategy.leaderMigration\(\) alone/],
    ['with a control-plane node', () => own({}, { nodes: [{ name: 'a', role: NodeRole.CONTROL_PLANE, files: {} }] }), /`nodes` of role worker/],
    ['with a placement by version', () => own({}, {
      strategy: MigrationStrategy.leaderMigration({ placement: CcmPlacement.UPGRADED_NODES }),
    }), /no control-plane node is of a version/],
    ['with a cloud config', () => own({}, { cloudConfig: CloudConfig.inline('[Global]\n') }), /cloudConfig is written as files/],
    ['with the gates of volumes', () => own({}, { csiMigration: true }), /csiMigration is written as files and flags/],
    ['with a ServiceAccount in a management cluster', () => hosted({}, {
      ccm: AwsCcm.of({ run: { workload: CcmWorkload.deployment(), access: { serviceAccountName: 'ccm' } } }),
    })._model.phase(MigrationPhase.MIXED).leaseAccess, /access.serviceAccountName is given, but in a management cluster/],
    ...[hosted, own].map((make): [string, () => unknown, RegExp] => [`in one Chart, of ${make.name}`, () => {
      const chart = new Chart(new App({ outdir: emptyFolder() }), 'all');
      return new CloudControllerMigration(chart, 'eu', { migration: make(), phase: MigrationPhase.N });
    }, /has objects that are applied apart/]),
    ['with a volume of the name', () => hosted({}, {
      managerDeployment: ManagerDeployment.ofManagementCluster(managerDeployment().replaceAll('name: pki', 'name: leader-migration-config')),
    })._model.managerPod(NodeSide.N), /volume 'leader-migration-config' is already there/],
  ])('%s', (_, make, message) => {
    expect(make).toThrow(message);
  });
});

describe('five releases of Kubernetes', () => {
  it.each([['1.22.17', '1.23.17'], ['1.23.17', '1.24.17'], ['1.24.17', '1.25.16'], ['1.25.16', '1.26.15'], ['1.26.15', '1.27.16']])(
    'are synthesized and proven with every rule: %s to %s', (release, to) => {
      for (const make of [hosted, own]) {
        const migration = make({ release }, { toVersion: KubernetesVersion.of(to) });
        for (const phase of migration.phases) {
          const app = new App({ outdir: emptyFolder() });
          new CloudControllerMigration(app, 'eu', { migration, phase, chartPrefix: '' });
          expect(() => app.synth()).not.toThrow();
        }
      }
    });
});
