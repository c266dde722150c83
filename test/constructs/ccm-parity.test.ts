import { readFileSync } from 'node:fs';
import { App, Chart, Duration } from 'cdk8s';
import { AwsCcmRules, AwsCloudControllerManager, AwsCloudControllerManagerProps } from '../../src/constructs/aws-cloud-controller-manager';
import { ApiServerEndpoint } from '../../src/lib/ccm/api-server-endpoint';
import { CcmVolume } from '../../src/lib/ccm/volume';
import { KubernetesVersion } from '../../src/lib/kubernetes/kubernetes-version';
import { RbacRule } from '../../src/lib/kubernetes/rbac-rule';
import { LeaderMigrationStyle } from '../../src/lib/leader-migration/style';
import { Migration } from '../../src/lib/migration/migration';
import { MigrationPhase } from '../../src/lib/migration/migration-phase';
import { NodeRole } from '../../src/lib/migration/node';
import { CONTROLLER_MANAGER } from '../nodes';
import { byIdentity, Difference, differences, Objects, parseObjects } from '../objects';
import { describeUpstream, upstream } from '../upstream';

function ours(props: AwsCloudControllerManagerProps): Objects {
  const chart = new Chart(new App(), 'chart');
  new AwsCloudControllerManager(chart, 'ccm', props);
  return byIdentity(chart.toJson());
}

/** The whole file as data, but for the order of flags, volumes and mounts, which has no meaning. */
function compare(ourObjects: Objects, path: string): Difference[] {
  return differences(unordered(ourObjects), unordered(parseObjects(readFileSync(upstream(path), 'utf8'))));
}

function unordered(objects: Objects): Record<string, unknown> {
  return Object.fromEntries([...objects].map(([id, object]) => [id, object.kind === 'DaemonSet' ? unorderedWorkload(object as unknown as Workload) : object]));
}

interface Named { readonly name: string }
interface Container { readonly args: readonly string[]; readonly volumeMounts?: readonly Named[] }
interface PodSpec { readonly containers: readonly [Container]; readonly volumes?: readonly Named[] }
interface Workload { readonly spec: { readonly template: { readonly spec: PodSpec } } }

function unorderedWorkload(workload: Workload): unknown {
  const { spec: { template, ...spec }, ...rest } = workload;
  const [{ args, volumeMounts, ...container }] = template.spec.containers;
  const podSpec = {
    ...template.spec,
    containers: [{ ...container, args: Object.fromEntries(args.map(arg => arg.split(/=(.*)/))), volumeMounts: byName(volumeMounts) }],
    volumes: byName(template.spec.volumes),
  };
  return { ...rest, spec: { ...spec, template: { ...template, spec: podSpec } } };
}

function byName(list: readonly Named[] = []): object {
  return Object.fromEntries(list.map(item => [item.name, item]));
}

function core(resources: string[], verbs: string[]): RbacRule {
  return { apiGroups: [''], resources, verbs };
}

const UNINITIALIZED = { key: 'node.cloudprovider.kubernetes.io/uninitialized', value: 'true', effect: 'NoSchedule' };
const CHART_LABEL = { 'helm.sh/chart': 'aws-cloud-controller-manager-0.0.11' };
const EVENTS = core(['events'], ['create', 'patch', 'update']);
const LEASES: RbacRule = { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['create', 'get', 'list', 'watch', 'update'] };
const NODES_AND_SERVICES = [
  core(['nodes'], ['*']),
  core(['nodes/status'], ['patch']),
  core(['services'], ['list', 'patch', 'update', 'watch']),
  core(['services/status'], ['list', 'patch', 'update', 'watch']),
];
const OLD_RESOURCES = [core(['persistentvolumes'], ['get', 'list', 'update', 'watch']), core(['endpoints'], ['create', 'get', 'list', 'watch', 'update'])];

describeUpstream('the construct can say all that upstream says:', () => {
  it('the kustomize base of 1.29 to 1.36', () => {
    const found = compare(ours({
      kubernetesVersion: KubernetesVersion.of('1.36'),
      ccmRelease: 'v1.27.1',
      awsRules: AwsCcmRules.UPSTREAM_BASE,
      recommendedDefaults: false,
      hostNetwork: true,
      tolerations: [UNINITIALIZED, { key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' }],
    }), 'cloud-provider-aws/v1.36.1/base.yaml');
    expect(found).toEqual([]);
  });

  it('the Helm chart with its own values', () => {
    const daemonSet = 'DaemonSet/kube-system/aws-cloud-controller-manager';
    expect(compare(ours({
      kubernetesVersion: KubernetesVersion.of('1.35'),
      ccmRelease: 'v1.35.0',
      rules: [
        EVENTS, ...NODES_AND_SERVICES, core(['serviceaccounts'], ['create']), ...OLD_RESOURCES, LEASES, core(['serviceaccounts/token'], ['create']),
        { apiGroups: ['authentication.k8s.io'], resources: ['tokenreviews'], verbs: ['create'] },
        { apiGroups: ['authorization.k8s.io'], resources: ['subjectaccessreviews'], verbs: ['create'] },
      ],
      rulesGrantLeases: true,
      recommendedDefaults: false,
      objectLabels: CHART_LABEL,
      dnsPolicy: 'Default',
      priorityClassName: 'system-node-critical',
      tolerations: [UNINITIALIZED, { key: 'node-role.kubernetes.io/master', effect: 'NoSchedule' }, { key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' }],
    }), 'cloud-provider-aws/helm/default.yaml')).toEqual([
      // The chart leaves both flags out, so that every image from 1.21 on ends at start: cloud routes without a CIDR. The construct always says them.
      { path: `${daemonSet}.spec.template.spec.containers.0.args.--configure-cloud-routes`, ours: 'false', theirs: undefined },
      { path: `${daemonSet}.spec.template.spec.containers.0.args.--use-service-account-credentials`, ours: 'true', theirs: undefined },
      // An empty list or map means the same as none.
      { path: `${daemonSet}.spec.template.spec.containers.0.env`, ours: undefined, theirs: [] },
      { path: `${daemonSet}.spec.template.spec.containers.0.securityContext`, ours: undefined, theirs: {} },
      { path: `${daemonSet}.spec.template.spec.securityContext`, ours: undefined, theirs: {} },
      // The API server drops the name of a pod template: pods are named by their controller.
      { path: `${daemonSet}.spec.template.metadata.name`, ours: undefined, theirs: 'aws-cloud-controller-manager' },
    ].sort((a, b) => (a.path < b.path ? -1 : 1)));
  });

  it('the Helm chart with every value', () => {
    expect(compare(ours({
      kubernetesVersion: KubernetesVersion.of('1.35'),
      name: 'aws-ccm',
      containerName: 'aws-cloud-controller-manager',
      ccmRelease: 'v1.35.2',
      imageRepository: 'registry.example.com/provider-aws/cloud-controller-manager',
      imagePullSecrets: ['regcred'],
      serviceAccountName: 'aws-ccm',
      clusterRoleName: 'system:aws-ccm',
      authReaderBindingName: 'aws-ccm:apiserver-authentication-reader',
      rules: [EVENTS, core(['nodes'], ['*']), LEASES],
      rulesGrantLeases: true,
      objectLabels: CHART_LABEL,
      podAnnotations: { 'prometheus.io/scrape': 'true', 'prometheus.io/port': '10258' },
      clusterName: 'prod',
      clusterCidr: '100.96.0.0/11',
      allocateNodeCidrs: true,
      configureCloudRoutes: true,
      cloudConfigPath: '/etc/kubernetes/cloud.conf',
      leaderMigrationConfig: { configMapName: 'aws-ccm-leader-migration', key: 'config.yaml' },
      leaseDuration: Duration.seconds(30),
      taggingTags: { team: 'platform', env: 'prod' },
      taggingRateLimit: 10,
      taggingBurstLimit: 20,
      flags: { 'leader-elect': 'true' },
      nodeSelector: { 'node-role.kubernetes.io/control-plane': '', 'topology.kubernetes.io/region': 'eu-central-1' },
      tolerations: [{ operator: 'Exists' }],
      dnsPolicy: 'ClusterFirstWithHostNet',
      livenessProbe: false,
      readinessProbe: false,
      env: [{ name: 'KUBERNETES_SERVICE_HOST', value: '127.0.0.1' }, { name: 'AWS_REGION', value: 'eu-central-1' }],
      memoryRequest: '128Mi',
      memoryLimit: '512Mi',
      podRunAsNonRoot: true,
      podRunAsUser: 65532,
      podSeccompProfile: 'RuntimeDefault',
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      dropCapabilities: ['ALL'],
    }), 'cloud-provider-aws/helm/rich.yaml').map(({ path, ours: our, theirs }) => [path.replace('DaemonSet/kube-system/aws-ccm.spec.template.', ''), our, theirs])).toEqual([
      // The chart forgets that its tagging controller acts as itself and labels nodes: seen denied by a real API server.
      ['ClusterRole/cloud-controller-manager:tagging-controller', expect.anything(), undefined],
      ['ClusterRoleBinding/cloud-controller-manager:tagging-controller', expect.anything(), undefined],
      ['metadata.name', undefined, 'aws-ccm'], // as above
      // The construct mounts the one file, at the place that kube-controller-manager's has too, and the chart's values a folder.
      ['spec.containers.0.args.--leader-migration-config', '/etc/leadermigration.conf', '/etc/kubernetes/leader-migration/config.yaml'],
      ['spec.containers.0.volumeMounts.leader-migration', undefined, { mountPath: '/etc/kubernetes/leader-migration', name: 'leader-migration', readOnly: true }],
      ['spec.containers.0.volumeMounts.leader-migration-config', { mountPath: '/etc/leadermigration.conf', name: 'leader-migration-config', readOnly: true, subPath: 'config.yaml' }, undefined],
      ['spec.volumes.leader-migration', undefined, { configMap: { name: 'aws-ccm-leader-migration' }, name: 'leader-migration' }],
      ['spec.volumes.leader-migration-config', { configMap: { name: 'aws-ccm-leader-migration' }, name: 'leader-migration-config' }, undefined],
      // Tags are sorted: the same props give the same bytes, whatever their order.
      ['spec.containers.0.args.--tags', 'env=prod,team=platform', 'team=platform,env=prod'],
    ].sort(([a], [b]) => (a! < b! ? -1 : 1)));
  });

  const kops = {
    kubernetesVersion: KubernetesVersion.of('1.36'),
    ccmRelease: 'v1.36.1',
    serviceAccountName: 'aws-cloud-controller-manager',
    rules: [
      EVENTS, ...NODES_AND_SERVICES, core(['serviceaccounts'], ['create', 'get']), ...OLD_RESOURCES, LEASES, core(['secrets'], ['list', 'watch']),
      { ...core(['serviceaccounts/token'], ['create']), resourceNames: ['node-controller', 'service-controller', 'route-controller'] },
    ],
    rulesGrantLeases: true,
    recommendedDefaults: false,
    objectLabels: {
      'addon.kops.k8s.io/name': 'aws-cloud-controller.addons.k8s.io',
      'app.kubernetes.io/managed-by': 'kops',
      'k8s-addon': 'aws-cloud-controller.addons.k8s.io',
    },
    podLabels: { 'kops.k8s.io/managed-by': 'kops' },
    imagePullPolicy: 'IfNotPresent',
    hostNetwork: true,
    priorityClassName: 'system-cluster-critical',
    nodeSelector: {},
    nodeAffinityLabels: ['node-role.kubernetes.io/control-plane'],
    tolerations: [{ operator: 'Exists' }],
    clusterName: 'minimal.example.com',
    allocateNodeCidrs: true,
    flags: { 'leader-elect': 'true', 'cloud-config': '/etc/kubernetes/cloud.config' },
    env: [{ name: 'KUBERNETES_SERVICE_HOST', value: '127.0.0.1' }],
    volumes: [CcmVolume.hostPath('cloudconfig', '/etc/kubernetes/cloud.config', '', { mountPath: '/etc/kubernetes/cloud.config' })],
  };
  const kopsDaemonSet = 'DaemonSet/kube-system/aws-cloud-controller-manager';

  it('the addon of kops with the instance role', () => {
    expect(compare(ours({ ...kops, clusterCidr: '100.96.0.0/11' }), 'kops/aws-cloud-controller.yaml')).toEqual([
      // kops takes a selector back that its template once had; to the API server it is none.
      { path: `${kopsDaemonSet}.spec.template.spec.nodeSelector`, ours: undefined, theirs: null },
    ]);
  });

  it('the addon of kops with a role of its own', () => {
    expect(compare(ours({
      ...kops,
      clusterCidr: '172.20.128.0/17',
      awsRoleArn: 'arn:aws-test:iam::123456789012:role/aws-cloud-controller-manager.kube-system.sa.minimal.example.com',
      awsRoleTokenAudience: 'amazonaws.com',
      podFsGroup: 10001,
    }), 'kops/aws-cloud-controller-irsa.yaml')).toEqual([
      // The API server's default, 0644, written out.
      { path: `${kopsDaemonSet}.spec.template.spec.volumes.token-amazonaws-com.projected.defaultMode`, ours: undefined, theirs: 420 },
    ]);
  });

  it('the kube-controller-manager of kops with Leader Migration, byte for byte, from the one without', () => {
    const theirs = readFileSync(upstream('kops/kube-controller-manager-leader-migration-v1.23.0.yaml'), 'utf8');
    const today = theirs.replace(/^ *- --enable-leader-migration=true\n/m, '');
    expect(today).not.toBe(theirs);
    const migration = new Migration({
      clusterId: 'minimal.example.com',
      fromVersion: KubernetesVersion.of('1.23.0'),
      toVersion: KubernetesVersion.of('1.24.0'),
      style: LeaderMigrationStyle.BUILT_IN_DEFAULT,
      nodes: [{ name: 'master', role: NodeRole.CONTROL_PLANE, files: { [CONTROLLER_MANAGER]: today } }],
    });
    const file = migration.nodeFiles(MigrationPhase.N).find(({ path }) => path === CONTROLLER_MANAGER);
    expect(file?.content).toBe(theirs);
  });
});

it('the API server of the own node is one of the ways to reach it', () => {
  const [daemonSet] = [...ours({ kubernetesVersion: KubernetesVersion.of('1.36'), apiServerEndpoint: ApiServerEndpoint.address('127.0.0.1', 443) }).values()]
    .filter(({ kind }) => kind === 'DaemonSet') as { spec: { template: { spec: { containers: { env: object[] }[] } } } }[] & Record<string, unknown>[];
  expect(daemonSet.spec.template.spec.containers[0].env).toEqual([
    { name: 'KUBERNETES_SERVICE_HOST', value: '127.0.0.1' }, { name: 'KUBERNETES_SERVICE_PORT', value: '443' },
  ]);
});
