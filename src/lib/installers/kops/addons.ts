import { KopsFlags } from './component-flags';
import { DEFAULT_LEADER_NAME } from '../../facts/built-in-default';
import { imagesOf, isIn, KopsRelease } from '../../facts/kops';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { Manifest } from '../../kubernetes/manifest';

export const CCM_DAEMON_SET = 'aws-cloud-controller-manager';
/** The Role that kops adds, and its binding. */
export const LEASE_ROLE = 'system::leader-locking-migration';
const NAMESPACE = 'kube-system';
const RBAC = 'rbac.authorization.k8s.io';
const CLUSTER_ROLE = 'system:cloud-controller-manager';
const CLOUD_CONFIG = '/etc/kubernetes/cloud.config';

/**
 * What kops has applied to the cluster for its cloud controller, as far as the migration is about it. It is applied by the control-plane nodes that
 * run, about once a minute, as soon as `kops update cluster --yes` wrote the state store; nothing that is no longer listed is deleted
 * (k8s.io/kops@v1.24.1 protokube/pkg/protokube/kube_boot.go:81-92, channels/pkg/cmd/apply_channel.go:160-180).
 *
 * @param ccm flags of the cloud-controller-manager; undefined: there is none
 * @param image that the user set
 * @throws if what it applies is not known: of a release in which the cloud-controller-manager is an experimental feature
 */
export function addonObjects(ccm: KopsFlags | undefined, image: string | undefined, release: KopsRelease, version: KubernetesVersion): Manifest[] {
  const unknown = ccm && whyCcmUnknown(image, release, version);
  if (unknown !== undefined) throw new Error(unknown);
  return [
    ...isIn(release.leaseRole, version) ? leaseRole() : [],
    ...ccm ? ccmObjects(ccm, image ?? ccmImage(release, version), release) : [],
  ];
}

/** Why it is not known which cloud-controller-manager a release applies; undefined: it is. For other minors kops takes whatever its newest is. */
export function whyCcmUnknown(
  image: string | undefined, release: KopsRelease, { minor, minorVersion }: KubernetesVersion,
): string | undefined {
  const images = imagesOf(release);
  const known = Object.keys(images);
  if (known.length === 0) {
    return `in kops ${release.release} the cloud-controller-manager is an experimental feature, and what it applies is not known; upgrade kops`;
  }
  if (image !== undefined || images[minor] !== undefined) return undefined;
  return `which cloud-controller-manager kops ${release.release} runs with Kubernetes ${minorVersion} is not known; known: `
    + known.map(one => `1.${one}`).join(', ');
}

/** The image that kops picks, where it is known. */
export function ccmImage(release: KopsRelease, { minor }: KubernetesVersion): string {
  return `${release.registry}/provider-aws/cloud-controller-manager:${imagesOf(release)[minor]}`;
}

/** k8s.io/kops@v1.24.1 upup/models/cloudup/resources/addons/leader-migration.rbac.addons.k8s.io/k8s-1.23.yaml. */
function leaseRole(): Manifest[] {
  const serviceAccount = (name: string) => ({ kind: 'ServiceAccount', name, namespace: NAMESPACE });
  return [
    {
      apiVersion: `${RBAC}/v1`,
      kind: 'Role',
      metadata: { name: LEASE_ROLE, namespace: NAMESPACE },
      rules: [{
        apiGroups: ['coordination.k8s.io'],
        resourceNames: [DEFAULT_LEADER_NAME],
        resources: ['leases'],
        verbs: ['create', 'list', 'get',
          'update'],
      }],
    },
    {
      apiVersion: `${RBAC}/v1`,
      kind: 'RoleBinding',
      metadata: { name: LEASE_ROLE, namespace: NAMESPACE },
      roleRef: { apiGroup: RBAC, kind: 'Role', name: LEASE_ROLE },
      subjects: [
        { apiGroup: RBAC, kind: 'User', name: 'system:kube-controller-manager' },
        ...['kube-controller-manager', CCM_DAEMON_SET, 'cloud-controller-manager'].map(serviceAccount),
      ],
    },
  ];
}

/** k8s.io/kops@v1.24.1 upup/models/cloudup/resources/addons/aws-cloud-controller.addons.k8s.io/k8s-1.18.yaml.template. */
function ccmObjects(flags: KopsFlags, image: string, { ccmPlacement }: KopsRelease): Manifest[] {
  const metadata = { name: CCM_DAEMON_SET, namespace: NAMESPACE };
  const subjects = [{ apiGroup: '', kind: 'ServiceAccount', name: CCM_DAEMON_SET, namespace: NAMESPACE }];
  const labels = { 'k8s-app': CCM_DAEMON_SET };
  const exists = (key: string) => ({ matchExpressions: [{ key, operator: 'Exists' }] });
  const onMasters = { nodeSelector: { 'node-role.kubernetes.io/master': '' } };
  const onControlPlane = {
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: ['node-role.kubernetes.io/control-plane', 'node-role.kubernetes.io/master'].map(exists),
        },
      },
    },
  };
  const isMaster = ccmPlacement === 'master';
  return [
    {
      apiVersion: 'apps/v1',
      kind: 'DaemonSet',
      metadata: { ...metadata, labels },
      spec: {
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            ...isMaster ? onMasters : onControlPlane,
            containers: [{
              name: CCM_DAEMON_SET,
              image,
              args: Object.entries(flags).map(([name, value]) => `--${name}=${value}`),
              env: [{ name: 'KUBERNETES_SERVICE_HOST', value: '127.0.0.1' }],
              volumeMounts: [{ mountPath: CLOUD_CONFIG, name: 'cloudconfig', readOnly: true }],
            }],
            hostNetwork: true,
            priorityClassName: 'system-cluster-critical',
            serviceAccountName: CCM_DAEMON_SET,
            tolerations: [
              { effect: 'NoSchedule', key: 'node.cloudprovider.kubernetes.io/uninitialized', value: 'true' },
              { effect: 'NoSchedule', key: 'node.kubernetes.io/not-ready' },
              ...isMaster ? [] : [{ effect: 'NoSchedule', key: 'node-role.kubernetes.io/control-plane' }],
              { effect: 'NoSchedule', key: 'node-role.kubernetes.io/master' },
            ],
            volumes: [{ name: 'cloudconfig', hostPath: { path: CLOUD_CONFIG, type: '' } }],
          },
        },
        updateStrategy: { type: 'RollingUpdate' },
      },
    },
    { apiVersion: 'v1', kind: 'ServiceAccount', metadata },
    {
      apiVersion: `${RBAC}/v1`,
      kind: 'RoleBinding',
      metadata: { name: 'cloud-controller-manager:apiserver-authentication-reader', namespace: NAMESPACE },
      roleRef: { apiGroup: RBAC, kind: 'Role', name: 'extension-apiserver-authentication-reader' },
      subjects,
    },
    { apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata: { name: CLUSTER_ROLE }, rules: CCM_RULES },
    {
      apiVersion: `${RBAC}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name: CLUSTER_ROLE },
      roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: CLUSTER_ROLE },
      subjects,
    },
  ];
}

const rule = (apiGroup: string, resources: string[], ...verbs: string[]) => ({ apiGroups: [apiGroup], resources, verbs });

const CCM_RULES = [
  rule('', ['events'], 'create', 'patch', 'update'),
  rule('', ['nodes'], '*'),
  rule('', ['nodes/status'], 'patch'),
  rule('', ['services'], 'list', 'patch', 'update', 'watch'),
  rule('', ['services/status'], 'list', 'patch', 'update', 'watch'),
  rule('', ['serviceaccounts'], 'create', 'get'),
  rule('', ['persistentvolumes'], 'get', 'list', 'update', 'watch'),
  rule('', ['endpoints'], 'create', 'get', 'list', 'watch', 'update'),
  rule('coordination.k8s.io', ['leases'], 'create', 'get', 'list', 'watch', 'update'),
  rule('', ['secrets'], 'list', 'watch'),
  { ...rule('', ['serviceaccounts/token'], 'create'), resourceNames: ['node-controller', 'service-controller', 'route-controller'] },
];
