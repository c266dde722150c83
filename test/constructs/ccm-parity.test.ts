import { readFileSync } from 'node:fs';
import { App, Chart, Duration } from 'cdk8s';
import { ConfigMap, k8s } from 'cdk8s-plus-27';
import {
  ApiServerEndpoint, AwsCcm, AwsCcmProps, AwsCcmRules, AwsCloudControllerManager, AwsCredentials, CcmLeaderMigration, CcmRunOptions,
  CloudControllerManagerProps, KubernetesVersion, LeaderMigrationStyle, Migration, MigrationPhase, MigrationStrategy, NodeRole,
} from '../../src';
import { CONTROLLER_MANAGER } from '../nodes';
import { byIdentity, Difference, differences, Objects, parseObjects } from '../objects';
import { describeUpstream, upstream } from '../upstream';

type Cluster = Omit<CloudControllerManagerProps, 'kubernetesVersion' | 'ccm'>;

function ours(version: string, ccm: AwsCcmProps, cluster: Cluster = {}): Objects {
  const chart = new Chart(new App(), 'chart');
  new AwsCloudControllerManager(
    chart, 'ccm', {
      kubernetesVersion: KubernetesVersion.of(version), ccm: AwsCcm.of(ccm), unsafeIgnoreRules: ['ccm-waits-for-cluster-dns'], ...cluster,
    },
  );
  return byIdentity(chart.toJson());
}

/** The whole file as data, but for the order of flags, volumes and mounts, which has no meaning. */
function compare(ourObjects: Objects, path: string): Difference[] {
  return differences(unordered(ourObjects), unordered(parseObjects(readFileSync(upstream(path), 'utf8'))));
}

function unordered(objects: Objects): Record<string, unknown> {
  return Object.fromEntries([...objects].map(
    ([id, object]) => [id, object.kind === 'DaemonSet' ? unorderedWorkload(object as unknown as Workload) : object],
  ));
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

function core(resources: string[], verbs: string[]): k8s.PolicyRule {
  return { apiGroups: [''], resources, verbs };
}

const UNINITIALIZED = { key: 'node.cloudprovider.kubernetes.io/uninitialized', value: 'true', effect: 'NoSchedule' };
const CHART_LABEL = { 'helm.sh/chart': 'aws-cloud-controller-manager-0.0.11' };
const EVENTS = core(['events'], ['create', 'patch', 'update']);
const LEASES: k8s.PolicyRule = { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['create', 'get', 'list', 'watch', 'update'] };
const NODES_AND_SERVICES = [
  core(['nodes'], ['*']),
  core(['nodes/status'], ['patch']),
  core(['services'], ['list', 'patch', 'update', 'watch']),
  core(['services/status'], ['list', 'patch', 'update', 'watch']),
];
const OLD_RESOURCES = [core(['persistentvolumes'], ['get', 'list', 'update', 'watch']),
  core(['endpoints'], ['create', 'get', 'list', 'watch', 'update'])];

describeUpstream('the construct can say all that upstream says:', () => {
  it('the kustomize base of 1.29 to 1.36', () => {
    const found = compare(ours('1.36', {
      release: 'v1.27.1',
      rules: AwsCcmRules.UPSTREAM_BASE,
      run: {
        recommendedDefaults: false,
        pod: { hostNetwork: true, tolerations: [UNINITIALIZED, { key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' }] },
      },
    }), 'cloud-provider-aws/v1.36.1/base.yaml');
    // Its image is nine minors older than what it is for, which ours says.
    const skew = expect.stringMatching(/^v1\.27\.1 is 9 minors older than API servers of 1\.36: /) as string;
    expect(found.map(({ ours: value }) => value)).toEqual([{ 'ccm-migration/version-skew': skew }]);
  });

  it('the Helm chart with its own values', () => {
    const daemonSet = 'DaemonSet/kube-system/aws-cloud-controller-manager';
    expect(compare(ours('1.35', {
      release: 'v1.35.0',
      rules: AwsCcmRules.of([
        EVENTS, ...NODES_AND_SERVICES, core(['serviceaccounts'], ['create']), ...OLD_RESOURCES, LEASES, core(['serviceaccounts/token'], ['create']),
        { apiGroups: ['authentication.k8s.io'], resources: ['tokenreviews'], verbs: ['create'] },
        { apiGroups: ['authorization.k8s.io'], resources: ['subjectaccessreviews'], verbs: ['create'] },
      ], true),
      run: {
        recommendedDefaults: false,
        metadata: { objectLabels: CHART_LABEL },
        pod: {
          dnsPolicy: 'Default',
          priorityClassName: 'system-node-critical',
          tolerations: [
            UNINITIALIZED, { key: 'node-role.kubernetes.io/master', effect: 'NoSchedule' },
            { key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' },
          ],
        },
      },
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
    expect(compare(ours('1.35', {
      release: 'v1.35.2',
      imageRepository: 'registry.example.com/provider-aws/cloud-controller-manager',
      rules: AwsCcmRules.of([EVENTS, core(['nodes'], ['*']), LEASES], true),
      tagging: { tags: { team: 'platform', env: 'prod' }, rateLimit: 10, burstLimit: 20 },
      run: {
        access: {
          serviceAccountName: 'aws-ccm', clusterRoleName: 'system:aws-ccm', authReaderBindingName: 'aws-ccm:apiserver-authentication-reader',
        },
        metadata: {
          name: 'aws-ccm',
          objectLabels: CHART_LABEL,
          podAnnotations: { 'prometheus.io/scrape': 'true', 'prometheus.io/port': '10258' },
        },
        leaderElection: { leaseDuration: Duration.seconds(30) },
        flags: { 'leader-elect': 'true' },
        availability: { livenessProbe: false, readinessProbe: false },
        pod: {
          containerName: 'aws-cloud-controller-manager',
          imagePullSecrets: [{ name: 'regcred' }],
          nodeSelector: { 'node-role.kubernetes.io/control-plane': '', 'topology.kubernetes.io/region': 'eu-central-1' },
          tolerations: [{ operator: 'Exists' }],
          dnsPolicy: 'ClusterFirstWithHostNet',
          env: [{ name: 'KUBERNETES_SERVICE_HOST', value: '127.0.0.1' }, { name: 'AWS_REGION', value: 'eu-central-1' }],
          resources: {
            requests: { cpu: k8s.Quantity.fromString('200m'), memory: k8s.Quantity.fromString('128Mi') },
            limits: { memory: k8s.Quantity.fromString('512Mi') },
          },
        },
        security: {
          pod: { runAsNonRoot: true, runAsUser: 65532, seccompProfile: { type: 'RuntimeDefault' } },
          container: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
        },
      },
    }, {
      network: { clusterName: 'prod', clusterCidr: '100.96.0.0/11', allocateNodeCidrs: true, configureCloudRoutes: true },
      cloudConfigPath: '/etc/kubernetes/cloud.conf',
      leaderMigration: CcmLeaderMigration.fromConfigMap(ConfigMap.fromConfigMapName(new App(), 'theirs', 'aws-ccm-leader-migration'), 'config.yaml'),
    }), 'cloud-provider-aws/helm/rich.yaml').map(
      ({ path, ours: our, theirs }) => [path.replace('DaemonSet/kube-system/aws-ccm.spec.template.', ''), our, theirs],
    )).toEqual([
      // The chart forgets that its tagging controller acts as itself and labels nodes: seen denied by a real API server.
      ['ClusterRole/cloud-controller-manager:tagging-controller', expect.anything(), undefined],
      ['ClusterRoleBinding/cloud-controller-manager:tagging-controller', expect.anything(), undefined],
      ['metadata.name', undefined, 'aws-ccm'], // as above
      // The construct mounts the one file, at the place that kube-controller-manager's has too, and the chart's values a folder.
      ['spec.containers.0.args.--leader-migration-config', '/etc/leadermigration.conf', '/etc/kubernetes/leader-migration/config.yaml'],
      ['spec.containers.0.volumeMounts.leader-migration', undefined,
        { mountPath: '/etc/kubernetes/leader-migration', name: 'leader-migration', readOnly: true }],
      ['spec.containers.0.volumeMounts.leader-migration-config',
        { mountPath: '/etc/leadermigration.conf', name: 'leader-migration-config', readOnly: true, subPath: 'config.yaml' }, undefined],
      ['spec.volumes.leader-migration', undefined, { configMap: { name: 'aws-ccm-leader-migration' }, name: 'leader-migration' }],
      ['spec.volumes.leader-migration-config', { configMap: { name: 'aws-ccm-leader-migration' }, name: 'leader-migration-config' }, undefined],
      // Tags are sorted: the same props give the same bytes, whatever their order.
      ['spec.containers.0.args.--tags', 'env=prod,team=platform', 'team=platform,env=prod'],
    ].sort(([a], [b]) => (a! < b! ? -1 : 1)));
  });

  const kops: AwsCcmProps = {
    release: 'v1.36.1',
    rules: AwsCcmRules.of([
      EVENTS, ...NODES_AND_SERVICES, core(['serviceaccounts'], ['create', 'get']), ...OLD_RESOURCES, LEASES, core(['secrets'], ['list', 'watch']),
      { ...core(['serviceaccounts/token'], ['create']), resourceNames: ['node-controller', 'service-controller', 'route-controller'] },
    ], true),
  };
  const kopsRun: CcmRunOptions = {
    access: { serviceAccountName: 'aws-cloud-controller-manager' },
    recommendedDefaults: false,
    metadata: {
      objectLabels: {
        'addon.kops.k8s.io/name': 'aws-cloud-controller.addons.k8s.io',
        'app.kubernetes.io/managed-by': 'kops',
        'k8s-addon': 'aws-cloud-controller.addons.k8s.io',
      },
      podLabels: { 'kops.k8s.io/managed-by': 'kops' },
    },
    flags: { 'leader-elect': 'true', 'cloud-config': '/etc/kubernetes/cloud.config' },
    pod: {
      imagePullPolicy: 'IfNotPresent',
      hostNetwork: true,
      priorityClassName: 'system-cluster-critical',
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [{ matchExpressions: [{ key: 'node-role.kubernetes.io/control-plane', operator: 'Exists' }] }],
          },
        },
      },
      tolerations: [{ operator: 'Exists' }],
      env: [{ name: 'KUBERNETES_SERVICE_HOST', value: '127.0.0.1' }],
      volumes: [{ name: 'cloudconfig', hostPath: { path: '/etc/kubernetes/cloud.config', type: '' } }],
      volumeMounts: [{ name: 'cloudconfig', mountPath: '/etc/kubernetes/cloud.config', readOnly: true }],
    },
  };
  const kopsNetwork = { clusterName: 'minimal.example.com', allocateNodeCidrs: true };
  const kopsDaemonSet = 'DaemonSet/kube-system/aws-cloud-controller-manager';

  it('the addon of kops with the instance role', () => {
    expect(compare(ours('1.36', { ...kops, run: kopsRun }, { network: { ...kopsNetwork, clusterCidr: '100.96.0.0/11' } }), 'kops/'
      + 'aws-cloud-controller.yaml')).toEqual([
      // kops takes a selector back that its template once had; to the API server it is none.
      { path: `${kopsDaemonSet}.spec.template.spec.nodeSelector`, ours: undefined, theirs: null },
    ]);
  });

  it('the addon of kops with a role of its own', () => {
    expect(compare(ours('1.36', {
      ...kops,
      credentials: AwsCredentials.webIdentity(
        'arn:aws-test:iam::123456789012:role/aws-cloud-controller-manager.kube-system.sa.minimal.example.com', 'amazonaws.com'),
      run: { ...kopsRun, security: { pod: { fsGroup: 10001 } } },
    }, { network: { ...kopsNetwork, clusterCidr: '172.20.128.0/17' } }), 'kops/aws-cloud-controller-irsa.yaml')).toEqual([
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
      strategy: MigrationStrategy.leaderMigration({ style: LeaderMigrationStyle.BUILT_IN_DEFAULT }),
      nodes: [{ name: 'master', role: NodeRole.CONTROL_PLANE, files: { [CONTROLLER_MANAGER]: today } }],
    });
    const file = migration._model.phase(MigrationPhase.N).nodeFiles.find(({ path }) => path === CONTROLLER_MANAGER);
    expect(file?.content).toBe(theirs);
  });
});

it('the API server of the own node is one of the ways to reach it', () => {
  const [daemonSet] = [...ours('1.36', { run: { pod: { apiServerEndpoint: ApiServerEndpoint.address('127.0.0.1', 443) } } }).values()]
    .filter(({ kind }) =>
      kind === 'DaemonSet') as { spec: { template: { spec: { containers: { env: object[] }[] } } } }[] & Record<string, unknown>[];
  expect(daemonSet.spec.template.spec.containers[0].env).toEqual([
    { name: 'KUBERNETES_SERVICE_HOST', value: '127.0.0.1' }, { name: 'KUBERNETES_SERVICE_PORT', value: '443' },
  ]);
});
