import { ApiServerEndpoint } from '../../../src/lib/ccm/api-server-endpoint';
import { AwsCcm } from '../../../src/lib/ccm/aws-ccm';
import { CloudProvider } from '../../../src/lib/ccm/cloud-provider';
import { CustomCcm, CustomCcmProps } from '../../../src/lib/ccm/custom-ccm';
import { CcmRunOptions } from '../../../src/lib/ccm/run-options';
import { CcmWorkload } from '../../../src/lib/ccm/workload-kind';
import { awsCcmReleases } from '../../../src/lib/facts/ccm-releases';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { NodeSide } from '../../../src/lib/kubernetes/node';
import { LeaderMigrationStyle } from '../../../src/lib/leader-migration';
import { Migration } from '../../../src/lib/migration/migration';
import { MigrationModel } from '../../../src/lib/migration/migration-model';
import { MIGRATION_PHASES, MigrationPhase } from '../../../src/lib/migration/migration-phase';
import { MigrationProps } from '../../../src/lib/migration/migration-props';
import { CcmPlacement, LeaderMigrationOptions, MigrationStrategy, StrategyKind } from '../../../src/lib/migration/migration-strategy';
import { leaseAccessObjects } from '../../../src/lib/rbac/lease-access';
import { LeaseAccessMode } from '../../../src/lib/rbac/lease-access-mode';
import { addFlag, APISERVER, CONTROLLER_MANAGER, kubeadmNodes, MIGRATION_FILE, upgradedKubeadmNodes, withEditEverywhere } from '../../nodes';
import { STRATEGIES } from '../../strategies';

const { N, MIXED, N_PLUS_1, DISABLED } = MigrationPhase;

function migration(changes: Partial<MigrationProps> = {}): MigrationModel {
  const props = { clusterId: 'prod-eu', fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16') };
  return new Migration({ ...props, ...changes })._model;
}

function pair(from: string, to: string, changes: Partial<MigrationProps> = {}): MigrationModel {
  return migration({ fromVersion: KubernetesVersion.of(from), toVersion: KubernetesVersion.of(to), ...changes });
}

/** Changes of what only the strategy says, and of how the cloud-controller-manager runs. */
const byLeaderMigration = (options: LeaderMigrationOptions) => ({ strategy: MigrationStrategy.leaderMigration(options) });
const withRun = (run: CcmRunOptions) => ({ ccm: AwsCcm.of({ run }) });

const GCE: CustomCcmProps = {
  cloud: CloudProvider.GCE,
  image: 'registry.example/gce-ccm:v1',
  rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['*'] }],
};

type Workload = {
  metadata: { annotations?: object };
  spec: {
    template: { metadata: { annotations?: object }; spec: { nodeSelector: object; containers: { args: string[]; image: string; env?: object[] }[] } };
  };
};

function workload(of: MigrationModel, phase: MigrationPhase): Workload {
  return of.phase(phase).ccm!.objects.find(({ id }) => id === 'Resource')!.manifest as unknown as Workload;
}

function names(of: MigrationModel, phase: MigrationPhase): string[] {
  const { leaseAccess, configMap, ccm } = of.phase(phase);
  const objects = [...leaseAccess.flatMap(leaseAccessObjects), ...configMap ? [configMap] : [], ...ccm?.objects ?? []];
  return objects.map(({ manifest }) => `${manifest.kind}/${manifest.metadata.name}`);
}

function deleted(of: MigrationModel, phase: MigrationPhase): string[] {
  const { objects, nodeFiles } = of.phase(phase).toDelete;
  return [...objects.map(({ kind, name }) => `${kind}/${name}`), ...nodeFiles.map(({ role, side, path }) => `${role}-${side}:${path}`)];
}

const KCM_ACCESS = ['Role/leader-migration:kube-controller-manager', 'RoleBinding/leader-migration:kube-controller-manager'];
const CCM_ACCESS = ['Role/leader-migration:cloud-controller-manager', 'RoleBinding/leader-migration:cloud-controller-manager'];
const CONFIG = ['ConfigMap/leader-migration-config'];
const LEASE = ['Lease/cloud-provider-extraction-migration'];
const CCM = [
  'ServiceAccount/cloud-controller-manager', 'ClusterRole/system:cloud-controller-manager',
  'RoleBinding/cloud-controller-manager:apiserver-authentication-reader', 'ClusterRoleBinding/system:cloud-controller-manager',
  'Role/cloud-controller-manager:controller-accounts', 'RoleBinding/cloud-controller-manager:controller-accounts',
  'Role/cloud-controller-manager:leader-election', 'RoleBinding/cloud-controller-manager:leader-election', 'DaemonSet/aws-cloud-controller-manager',
];

describe('phases and strategies', () => {
  it('share what is the same in every phase: nodes of a side, their manifests, and answers', () => {
    const subject = migration({ nodes: kubeadmNodes() });
    const [first, second] = [MIXED, N_PLUS_1].map(phase => subject.phase(phase).nodeFiles.filter(({ side }) => side === 'n-plus-1'));
    expect(second).toEqual(first);
    expect(subject.editedNodes(NodeSide.N_PLUS_1)).toBe(subject.editedNodes(NodeSide.N_PLUS_1));
    const documents = subject.podsOf(NodeSide.N_PLUS_1).map(({ component, document }) => [component, document] as const);
    expect(new Set(documents.filter(([component]) => component === 'kube-scheduler').map(([, document]) => document)).size).toBe(1);
    let asked = 0;
    const question = () => ++asked;
    expect([subject.answer(question), subject.answer(question), asked]).toEqual([1, 1, 1]);
  });

  it.each<[StrategyKind, MigrationPhase, string[], string[]]>([
    [StrategyKind.LEADER_MIGRATION, N, KCM_ACCESS, [...CCM_ACCESS, ...CONFIG, ...CCM]],
    [StrategyKind.LEADER_MIGRATION, MIXED, [...KCM_ACCESS, ...CCM_ACCESS, ...CONFIG, ...CCM], []],
    [StrategyKind.LEADER_MIGRATION, N_PLUS_1, [...KCM_ACCESS, ...CCM_ACCESS, ...CONFIG, ...CCM], []],
    [StrategyKind.LEADER_MIGRATION, DISABLED, CCM, [...KCM_ACCESS, ...LEASE, ...CCM_ACCESS, ...CONFIG, `control-plane-n-plus-1:${MIGRATION_FILE}`]],
    [StrategyKind.CONTROLLERS_OFF_THEN_ON, N, [], CCM],
    [StrategyKind.CONTROLLERS_OFF_THEN_ON, MIXED, [], CCM],
    [StrategyKind.CONTROLLERS_OFF_THEN_ON, N_PLUS_1, CCM, []],
    [StrategyKind.CONTROLLERS_OFF_THEN_ON, DISABLED, CCM, []],
    [StrategyKind.DOWNTIME, N, [], CCM],
    [StrategyKind.DOWNTIME, N_PLUS_1, CCM, []],
    [StrategyKind.DOWNTIME, DISABLED, CCM, []],
  ])('%s, phase %s: has its objects and lists those of the others for deletion', (kind, phase, objects, gone) => {
    const subject = migration({ strategy: STRATEGIES[kind] });
    expect(names(subject, phase)).toEqual(objects);
    expect(deleted(subject, phase).sort()).toEqual([...gone].sort());
  });

  it('lists for deletion who uses something before what it uses', () => {
    const { objects } = migration({}).phase(N).toDelete;
    const place = (...kinds: string[]) => objects.map(({ kind }, index) => kinds.includes(kind) ? index : -1).filter(index => index >= 0);
    const order = [place('DaemonSet'), place('ConfigMap'), place('RoleBinding', 'ClusterRoleBinding'), place('Role', 'ClusterRole'),
      place('ServiceAccount')];
    expect(order.every(places => places.length > 0)).toBe(true);
    expect(order.flat()).toEqual(objects.map((_, index) => index));
    expect(migration({}).phase(DISABLED).toDelete.objects.at(-1)!.kind).toBe('Lease');
  });

  it('writes nothing of Leader Migration with another strategy', () => {
    for (const strategy of [STRATEGIES[StrategyKind.CONTROLLERS_OFF_THEN_ON], STRATEGIES[StrategyKind.DOWNTIME]]) {
      const { args } = workload(migration({ strategy }), N_PLUS_1).spec.template.spec.containers[0];
      expect(args.filter(arg => arg.includes('leader-migration'))).toEqual([]);
    }
  });

  it('fails for mixed in a downtime', () => {
    expect(() => migration({ strategy: MigrationStrategy.downtime() }).phase(MIXED)).toThrow(new Error(
      "phase 'mixed' does not exist with strategy 'downtime': every node is changed while nothing runs; go from 'n' to 'n-plus-1'",
    ));
  });

  it.each([N, MIXED, N_PLUS_1])('fails for %s without version N', (phase) => {
    expect(() => migration({ fromVersion: undefined }).phase(phase)).toThrow(new Error(
      `phase '${phase}' needs \`fromVersion\`, the version that the control plane runs today; without it only phase 'disabled' can be written`,
    ));
  });

  it('has nodes of the sides that exist', () => {
    const nodes = kubeadmNodes();
    const sides = MIGRATION_PHASES.map(phase => [...new Set(migration({ nodes }).phase(phase).nodeFiles.map(({ role, side }) => `${role}-${side}`))]);
    const [oldNodes, newNodes] = ['n', 'n-plus-1'].map(side => [`control-plane-${side}`, `worker-${side}`]);
    expect(sides).toEqual([oldNodes, [...oldNodes, ...newNodes], newNodes, newNodes]);
  });
});

describe('the placement of the cloud-controller-manager', () => {
  const label = { 'node-role.kubernetes.io/control-plane': '' };
  const upgraded = { ...label, 'ccm-migration/side': 'n-plus-1' };

  it.each<[CcmPlacement | undefined, MigrationPhase, object]>([
    [undefined, MIXED, upgraded], [undefined, N_PLUS_1, upgraded], [undefined, DISABLED, label],
    [CcmPlacement.UPGRADED_NODES, MIXED, upgraded],
    [CcmPlacement.ALL_CONTROL_PLANE_NODES, MIXED, label], [CcmPlacement.ALL_CONTROL_PLANE_NODES, N_PLUS_1, label],
  ])('%s in phase %s', (placement, phase, nodeSelector) => {
    expect(workload(migration(byLeaderMigration({ placement })), phase).spec.template.spec.nodeSelector).toEqual(nodeSelector);
  });

  it('talks to the API server of its own node while versions differ, on the port of the manifests', () => {
    const nodes = withEditEverywhere(kubeadmNodes(), APISERVER, text => text.replace('--secure-port=6443', '--secure-port=8443'));
    const env = (phase: MigrationPhase) => workload(migration({ nodes }), phase).spec.template.spec.containers[0].env;
    const own = [{ name: 'KUBERNETES_SERVICE_HOST', valueFrom: { fieldRef: { fieldPath: 'status.hostIP' } } },
      { name: 'KUBERNETES_SERVICE_PORT', value: '8443' }];
    expect([MIXED, N_PLUS_1, DISABLED].map(env)).toEqual([own, own, undefined]);
    const anyServer = migration(withRun({ pod: { apiServerEndpoint: ApiServerEndpoint.clusterService() } }));
    expect(workload(anyServer, MIXED).spec.template.spec.containers[0].env).toBeUndefined();
  });
});

describe('what the manifests of N say', () => {
  it('is repeated by the cloud-controller-manager', () => {
    const nodes = [
      '--leader-elect-lease-duration=60s', '--leader-elect-renew-deadline=40s', '--leader-elect-retry-period=5s',
      '--leader-elect-resource-namespace=locks',
    ].reduce((all, flag) => withEditEverywhere(all, CONTROLLER_MANAGER, addFlag(flag)), kubeadmNodes());
    const subject = migration({ nodes });
    expect(subject.phase(MIXED).ccm!.args).toEqual([
      '--v=2', '--cloud-provider=aws', '--use-service-account-credentials=true', '--configure-cloud-routes=false',
      '--allocate-node-cidrs=true', '--cloud-config=/etc/kubernetes/cloud.conf', '--cluster-cidr=100.96.0.0/11', '--cluster-name=prod-eu',
      '--enable-leader-migration=true', '--leader-elect-lease-duration=60s', '--leader-elect-renew-deadline=40s',
      '--leader-elect-resource-namespace=locks', '--leader-elect-retry-period=5s', '--leader-migration-config=/etc/leadermigration.conf',
    ]);
    expect(subject.phase(DISABLED).ccm!.args).toContain('--leader-elect-lease-duration=60s');
    const places = [...subject.phase(MIXED).leaseAccess.flatMap(leaseAccessObjects), ...subject.phase(MIXED).ccm!.objects]
      .filter(({ manifest }) => manifest.kind === 'Role').map(({ manifest }) => manifest.metadata.namespace);
    // The controllers' accounts are in kube-system whatever the namespace of the locks.
    expect(places).toEqual(['locks', 'locks', 'kube-system', 'locks']);
    expect(subject.phase(DISABLED).toDelete.objects.find(({ kind }) => kind === 'Lease')!.namespace).toBe('locks');
  });

  it('has cloud routes where both flags allow them', () => {
    const edit = (from: string, to: string) =>
      migration({ nodes: withEditEverywhere(kubeadmNodes(), CONTROLLER_MANAGER, text => text.replace(from, to)) }).phase(MIXED).ccm!.args;
    expect(migration({ nodes: kubeadmNodes() }).phase(MIXED).ccm!.args).toContain('--configure-cloud-routes=false');
    expect(edit('--configure-cloud-routes=false', '--configure-cloud-routes=true')).toContain('--configure-cloud-routes=true');
    expect(edit('    - --configure-cloud-routes=false\n', '')).toContain('--configure-cloud-routes=true');
    expect(edit('    - --allocate-node-cidrs=true\n', '')).toContain('--configure-cloud-routes=false');
  });

  it.each<[string, Partial<MigrationProps>, string]>([
    ['the cluster name', { network: { clusterName: 'other' } }, "network.clusterName is 'other', but kube-controller-manager of N has 'prod-eu'"],
    ['the cluster name as a flag', withRun({ flags: { 'cluster-name': 'other' } }),
      "flag 'cluster-name' in `flags` is 'other', but kube-controller-manager of N has 'prod-eu'"],
    ['the pod CIDR', { network: { clusterCidr: '10.0.0.0/8' } }, "network.clusterCidr is '10.0.0.0/8', but kube-controller-manager of N has "
      + "'100.96.0.0/11'"],
    ['CIDR allocation', { network: { allocateNodeCidrs: false } }, "network.allocateNodeCidrs is 'false', but kube-controller-manager of N has "
      + "'true'"],
    ['cloud routes', { network: { configureCloudRoutes: true } }, "network.configureCloudRoutes is 'true', but kube-controller-manager of N has "
      + "'false'"],
    ['the namespace of the locks', withRun({ flags: { 'leader-elect-resource-namespace': 'mine' } }),
      "flag 'leader-elect-resource-namespace' in `flags` is 'mine', but kube-controller-manager of N has 'kube-system'"],
  ])('fails when %s differs', (_, changes, start) => {
    expect(() => migration({ nodes: kubeadmNodes(), ...changes })).toThrow(new Error(
      `${start}; both components must have the same: leave the property out, or change the manifests first`,
    ));
  });

  it('counts the default of a flag that is not passed', () => {
    const nodes = withEditEverywhere(kubeadmNodes(), CONTROLLER_MANAGER, text => text.replace('    - --cluster-name=prod-eu\n', ''));
    expect(() => migration({ nodes, network: { clusterName: 'prod-eu' } })).toThrow("network.clusterName is 'prod-eu', but kube-controller-manager "
      + "of N has 'kubernetes'");
    expect(() => migration({ nodes, network: { clusterName: 'kubernetes' } })).not.toThrow();
  });

  it('may be given again', () => {
    const network = { clusterName: 'prod-eu', clusterCidr: '100.96.0.0/11', allocateNodeCidrs: true, configureCloudRoutes: false };
    expect(() => migration({ nodes: kubeadmNodes(), network })).not.toThrow();
  });

  it('fails for a cloud-controller-manager without a lock', () => {
    expect(() => migration(withRun({ flags: { 'leader-elect': 'false' } }))).toThrow(new Error(
      "flag 'leader-elect' in `flags` is false: the cloud-controller-manager would take no lock, and Leader Migration is then ignored; leave it out",
    ));
  });

  it('is also version N, where it is not given', () => {
    expect(migration({ fromVersion: undefined, nodes: kubeadmNodes() }).settings.fromVersion!.toString()).toBe('1.26.15');
  });
});

describe('manifests of N+1 that were handed in', () => {
  it('are written as they are, where they are so already', () => {
    const files = migration({ nodes: kubeadmNodes(), upgradedNodes: upgradedKubeadmNodes() }).phase(N_PLUS_1).nodeFiles;
    const given = upgradedKubeadmNodes().flatMap(({ name, files: texts }) => Object.entries(texts).map(([path, content]) => [name, path, content]));
    const written = files.map(({ node, path, content }) => [node, path, content]);
    expect(written).toEqual(expect.arrayContaining(given));
    // What they do not contain comes from version N: the cloud config, and the workers.
    const more = written.filter(([node, path]) => !given.some(([name, there]) => name === node && there === path));
    const derived = migration({ nodes: kubeadmNodes() }).phase(N_PLUS_1).nodeFiles
      .filter(({ role, path }) => role === 'worker' || path === '/etc/kubernetes/cloud.conf').map(({ node, path, content }) => [node, path, content]);
    expect(more.sort()).toEqual(derived.sort());
    expect(derived.length).toBeGreaterThan(4);
  });

  it('are of some nodes where the others are derived from version N', () => {
    const [first] = upgradedKubeadmNodes();
    const files = migration({ nodes: kubeadmNodes(), upgradedNodes: [first] }).phase(N_PLUS_1).nodeFiles;
    expect([...new Set(files.map(({ node }) => node))].sort()).toEqual(kubeadmNodes().map(({ name }) => name).sort());
    expect(files.filter(({ path, content }) => path === CONTROLLER_MANAGER && content.includes(':v1.27.16')).length).toBe(3);
  });

  it('are enough for the steady state', () => {
    const files = migration({ fromVersion: undefined, upgradedNodes: upgradedKubeadmNodes() }).phase(DISABLED).nodeFiles;
    expect(files).toHaveLength(15);
  });

  it('fail when they are of another cluster', () => {
    const upgradedNodes = withEditEverywhere(
      upgradedKubeadmNodes(), CONTROLLER_MANAGER, text => text.replace('--cluster-name=prod-eu', '--cluster-name=other'),
    );
    expect(() => migration({ nodes: kubeadmNodes(), upgradedNodes })).toThrow(
      /^kube-controller-managers disagree on '--cluster-name': 'prod-eu' in .*, 'other' in .*; make them equal$/,
    );
  });
});

describe('the feature gate of 1.21', () => {
  const GATE = '--feature-gates=ControllerManagerLeaderMigration=true';

  it('is set on both sides, and the style is one that 1.21 knows', () => {
    const subject = pair('1.21.14', '1.21.14');
    expect(subject.style).toBe(LeaderMigrationStyle.ASSIGNED);
    expect(subject.phase(MIXED).ccm!.args).toContain(GATE);
    expect(subject.phase(DISABLED).ccm!.args).not.toContain(GATE);
  });

  it('is added to gates of the user', () => {
    const subject = pair('1.21.14', '1.21.14', withRun({ flags: { 'feature-gates': 'Mine=true' } }));
    expect(subject.phase(MIXED).ccm!.args).toContain('--feature-gates=Mine=true,ControllerManagerLeaderMigration=true');
    expect(subject.phase(DISABLED).ccm!.args).toContain('--feature-gates=Mine=true');
  });

  it.each([['1.21.14', '1.22.17'], ['1.22.17', '1.23.17'],
    ['1.26.15', '1.27.16']])('is not needed by the cloud-controller-manager of %s to %s', (from, to) => {
    expect(pair(from, to).phase(MIXED).ccm!.args.filter(arg => arg.startsWith('--feature-gates'))).toEqual([]);
  });
});

describe('the configuration', () => {
  const keys = (text: string | undefined) => [...(text ?? '').matchAll(/name: (.*)/g)].map(([, name]) => name);

  it('is the same bytes on both sides in the default style', () => {
    for (const [from, to] of [['1.22.17', '1.23.17'], ['1.23.17', '1.24.17'], ['1.26.15', '1.27.16'], ['1.26.15', '1.26.15']]) {
      const subject = pair(from, to);
      expect(subject.configuration('cloud-controller-manager')?.text).toBe(subject.configuration('kube-controller-manager')?.text);
    }
  });

  it('has the keys of each side where a release of the cloud-controller-manager was built from a newer minor', () => {
    const newer = awsCcmReleases().filter(({ tag, promoted, linkedMinor }) => promoted && tag.startsWith('v1.27.') && linkedMinor.minor >= 28).map(
      ({ tag }) => tag,
    );
    const subject = migration({ ccm: AwsCcm.of({ release: newer[0] ?? 'v1.28.11' }) });
    expect(keys(subject.configuration('kube-controller-manager')?.text)).toEqual(['route', 'service', 'cloud-node-lifecycle']);
    expect(keys(subject.configuration('cloud-controller-manager')?.text))
      .toEqual(['node-route-controller', 'service-lb-controller', 'cloud-node-lifecycle-controller']);
  });

  it('can list both generations of keys', () => {
    expect(keys(migration(byLeaderMigration({ bothKeyGenerations: true })).configuration('kube-controller-manager')?.text)).toEqual([
      'route', 'node-route-controller', 'service', 'service-lb-controller', 'cloud-node-lifecycle', 'cloud-node-lifecycle-controller',
    ]);
  });

  it('can be built in: no file, no ConfigMap, only the flag', () => {
    const subject = migration({ ...byLeaderMigration({ style: LeaderMigrationStyle.BUILT_IN_DEFAULT }), nodes: kubeadmNodes() });
    expect(subject.phase(MIXED).configMap).toBeUndefined();
    expect(subject.phase(MIXED).ccm!.args.filter(arg => arg.includes('leader-migration'))).toEqual(['--enable-leader-migration=true']);
    expect(workload(subject, MIXED).spec.template.metadata.annotations).toBeUndefined();
    const files = subject.phase(N).nodeFiles;
    expect(files.filter(({ path }) => path === MIGRATION_FILE)).toEqual([]);
    expect(files.find(({ path }) => path === CONTROLLER_MANAGER)!.content).not.toContain('leader-migration-config');
    expect(subject.phase(DISABLED).toDelete.nodeFiles).toEqual([]);
  });

  it('is mounted, named and hashed, so that a change rolls the pods', () => {
    const hash = (subject: MigrationModel) => workload(subject, MIXED).spec.template.metadata.annotations;
    expect(hash(migration())).not.toEqual(hash(migration(byLeaderMigration({ leaderName: 'other' }))));
    expect(workload(migration(), DISABLED).spec.template.metadata.annotations).toBeUndefined();
  });
});

describe('other clouds', () => {
  it('run the KEP\'s own lease name with service, route and nodeipam', () => {
    const subject = pair('1.28.15', '1.29.15', {
      ...byLeaderMigration({ leaderName: 'cloud-network-controller-migration' }), ccm: CustomCcm.of(GCE), nodeIpam: true, nodes: undefined,
    });
    expect(subject.configuration('kube-controller-manager')?.text).toBe([
      'kind: LeaderMigrationConfiguration',
      'apiVersion: controllermanager.config.k8s.io/v1',
      'leaderName: cloud-network-controller-migration',
      'controllerLeaders:',
      '- name: node-route-controller', '  component: "*"',
      '- name: service-lb-controller', '  component: "*"',
      '- name: cloud-node-lifecycle-controller', '  component: "*"',
      '- name: node-ipam-controller', '  component: "*"',
      '',
    ].join('\n'));
    const leases = subject.phase(MIXED).leaseAccess.flatMap(leaseAccessObjects)
      .flatMap(({ manifest }) => (manifest as unknown as { rules?: { resourceNames?: string[] }[] }).rules ?? []);
    expect(leases.map(({ resourceNames }) => resourceNames))
      .toEqual([['cloud-network-controller-migration'], ['cloud-network-controller-migration']]);
    expect(deleted(subject, DISABLED)).toContain('Lease/cloud-network-controller-migration');
  });

  it('have the image, command, rules and name that the user gives', () => {
    const subject = pair('1.29.15', '1.30.14', { ccm: CustomCcm.of({ ...GCE, run: { pod: { command: ['/gce-ccm'] } } }) });
    const { objects } = subject.phase(MIXED).ccm!;
    expect(objects.find(({ id }) => id === 'ClusterRole')!.manifest).toMatchObject({ rules: GCE.rules });
    expect(workload(subject, MIXED).spec.template.spec.containers[0]).toMatchObject({ image: GCE.image, command: ['/gce-ccm'] });
    expect(subject.phase(MIXED).ccm!.args[1]).toBe('--cloud-provider=gce');
    expect(names(subject, MIXED)).toContain('DaemonSet/cloud-controller-manager');
  });

  it.each([
    [CloudProvider.AWS, '1.26'], [CloudProvider.AZURE, '1.29'], [CloudProvider.GCE, '1.30'], [CloudProvider.OPENSTACK, '1.25'],
    [CloudProvider.VSPHERE, '1.29'],
  ])('%s goes to %s and no further', (cloud, last) => {
    const minor = Number(last.split('.')[1]);
    const given = cloud === CloudProvider.AWS ? {} : { ccm: CustomCcm.of({ ...GCE, cloud }) };
    const to = (from: number) => pair(`1.${from}.1`, `1.${from + 1}.1`, given);
    expect(() => to(minor)).not.toThrow();
    expect(() => to(minor + 1)).toThrow(`'${cloud}' is in-tree to ${last} only`);
  });

  it.each(['cloud', 'image', 'rules'] as const)('fails without %s', (prop) => {
    expect(() => CustomCcm.of({ ...GCE, [prop]: undefined } as unknown as CustomCcmProps)).toThrow(new Error(
      `CustomCcm needs \`${prop}\`: this library knows images and rules only for AWS; take them from the cloud's own manifests`,
    ));
  });

  it('fails for node IPAM on AWS, whose cloud-controller-manager has none', () => {
    const message = 'nodeIpam is true, but this cloud-controller-manager has no nodeipam controller: no component would allocate pod CIDRs; leave '
      + 'nodeipam to kube-controller-manager';
    expect(() => migration({ nodeIpam: true })).toThrow(new Error(message));
    expect(() => migration({ nodeIpam: true, ccm: CustomCcm.of({ ...GCE, cloud: CloudProvider.AWS, image: 'mirror.example/aws:v1' }) })).toThrow(
      new Error(message),
    );
  });
});

describe('the steady state', () => {
  const minors = [...new Set(awsCcmReleases().filter(({ promoted }) => promoted).map(({ tag }) => tag.replace(/^v(1\.\d+)\..*/, '$1')))];

  it.each(minors)('runs on %s without version N', (minor) => {
    const subject = migration({ fromVersion: undefined, toVersion: KubernetesVersion.of(minor) });
    expect(names(subject, DISABLED)).toEqual(CCM);
    expect(subject.phase(DISABLED).toDelete).toEqual({ objects: [], nodeFiles: [] });
    const { image, args } = workload(subject, DISABLED).spec.template.spec.containers[0];
    expect(image.startsWith(`registry.k8s.io/provider-aws/cloud-controller-manager:v${minor}.`)).toBe(true);
    expect(args).toEqual(['--v=2', '--cloud-provider=aws', '--use-service-account-credentials=true', '--configure-cloud-routes=false']);
  });

  it('covers every minor from 1.21 on', () => {
    expect(minors.length).toBeGreaterThanOrEqual(16);
  });
});

describe('a static pod', () => {
  const nodes = kubeadmNodes();
  const subject = migration({ nodes, ...withRun({ workload: CcmWorkload.staticPodOfKubeadm() }) });

  it('is a node file with kubeconfig and configuration from the node, and no workload', () => {
    const files = subject.phase(MIXED).nodeFiles.filter(({ node, side }) => node === nodes[0].name && side === 'n-plus-1');
    const pod = files.find(({ path }) => path === '/etc/kubernetes/manifests/cloud-controller-manager.yaml')!;
    expect(pod.content).toContain('--kubeconfig=/etc/kubernetes/cloud-controller-manager.conf');
    expect(pod.content).toContain('path: /etc/leadermigration.conf');
    expect(files.find(({ path }) => path === MIGRATION_FILE)!.content).toBe(subject.configuration('cloud-controller-manager')?.text);
    expect(names(subject, MIXED).filter(name => !name.startsWith('Role') && !name.startsWith('ClusterRole'))).toEqual([]);
    expect(subject.phase(DISABLED).nodeFiles.map(({ path }) => path)).not.toContain(MIGRATION_FILE);
    expect(subject.phase(N).nodeFiles.map(({ path }) => path)).not.toContain(pod.path);
  });

  it('is who its kubeconfig says', () => {
    const bindings = [...subject.phase(MIXED).leaseAccess.flatMap(leaseAccessObjects), ...subject.phase(MIXED).ccm!.objects]
      .map(({ manifest }) => manifest as unknown as { kind: string; metadata: { name: string }; subjects: object[] })
      .filter(({ kind, metadata }) => kind.endsWith('Binding') && metadata.name !== 'leader-migration:kube-controller-manager');
    expect(bindings).toHaveLength(5);
    for (const { subjects } of bindings) {
      expect(subjects).toEqual([{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'system:cloud-controller-manager' }]);
    }
  });

  it('is listed for deletion on nodes that must not run it', () => {
    const path = '/etc/kubernetes/manifests/cloud-controller-manager.yaml';
    const gone = (of: MigrationModel) => MIGRATION_PHASES.map(phase =>
      of.phase(phase).toDelete.nodeFiles.filter(file => file.path === path).map(({ side }) => side));
    expect(gone(subject)).toEqual([['n'], ['n'], [], []]);
    expect(gone(migration({ nodes, ...withRun({ workload: CcmWorkload.staticPodOfKubeadm() }), strategy: MigrationStrategy.controllersOffThenOn() })))
      .toEqual([['n'], ['n', 'n-plus-1'], [], []]);
  });

  it('fails without nodes to put it on', () => {
    expect(() => migration(withRun({ workload: CcmWorkload.staticPod() })).phase(DISABLED)).toThrow(new Error(
      'CcmWorkload.staticPod() is written as a file of each control-plane node, but no control-plane node is given; hand them in as `nodes`, or as '
      + '`upgradedNodes` when all run N+1',
    ));
  });
});

describe('access in the way of the Kubernetes page', () => {
  it('writes the bootstrap Role back without the rule, as the API server of N+1 has it', () => {
    const subject = pair(
      '1.30.14', '1.31.14', { ccm: CustomCcm.of(GCE), ...byLeaderMigration({ leaseAccess: LeaseAccessMode.BOOTSTRAP_ROLE_PATCH }) },
    );
    const rules = (phase: MigrationPhase) => {
      const [{ manifest }] = subject.phase(phase).leaseAccess.flatMap(leaseAccessObjects);
      const role = manifest as unknown as { rules: { resources: string[]; resourceNames?: string[] }[] };
      return role.rules.map(({ resources, resourceNames = [] }) => [...resources, ...resourceNames]);
    };
    expect(rules(MIXED)).toEqual([['configmaps'], ['configmaps', 'kube-controller-manager'], ['leases', 'cloud-provider-extraction-migration']]);
    expect(rules(DISABLED)).toEqual([['configmaps'], ['configmaps', 'kube-controller-manager'], ['leases'], ['leasecandidates']]);
  });
});

describe('a bare minor', () => {
  it('is enough where no image tag is written', () => {
    const subject = pair('1.26', '1.27');
    for (const phase of MIGRATION_PHASES) expect(subject.phase(phase).nodeFiles).toEqual([]);
  });

  it('fails where one is, naming the property', () => {
    expect(() => pair('1.26.15', '1.27', { nodes: kubeadmNodes() }).phase(N_PLUS_1).nodeFiles).toThrow(new Error(
      "toVersion is the bare minor '1.27', but an image tag is written from it; give a full release like '1.27.<patch>'",
    ));
  });
});
