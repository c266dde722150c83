import { Ending } from './ending';

/** An API version of some kinds, the first minor that does not serve it, and what to write instead. */
interface ServedTo {
  readonly release: string;
  readonly apiVersion: string;
  readonly kinds: readonly string[];
  /** API version that has the kinds; none: nothing has. */
  readonly instead?: string;
  readonly source: string;
}

const lifecycle = (version: string, path: string) => `k8s.io/api@${version} ${path}/zz_generated.prerelease-lifecycle.go APILifecycleRemoved`;
const FLOW = ['FlowSchema', 'PriorityLevelConfiguration'];
const ROLES = ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'];
const HPA = ['HorizontalPodAutoscaler'];

export const SERVED_TO: readonly ServedTo[] = [
  {
    release: '1.21',
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1alpha1',
    kinds: FLOW,
    instead: 'flowcontrol.apiserver.k8s.io/v1beta1',
    source: lifecycle('v0.20.15', 'flowcontrol/v1alpha1'),
  },
  {
    release: '1.22',
    apiVersion: 'admissionregistration.k8s.io/v1beta1',
    kinds: ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'],
    instead: 'admissionregistration.k8s.io/v1',
    source: lifecycle('v0.21.14', 'admissionregistration/v1beta1'),
  },
  {
    release: '1.22',
    apiVersion: 'apiextensions.k8s.io/v1beta1',
    kinds: ['CustomResourceDefinition'],
    instead: 'apiextensions.k8s.io/v1',
    source: 'k8s.io/apiextensions-apiserver@v0.21.3 pkg/apis/apiextensions/v1beta1/zz_generated.prerelease-lifecycle.go APILifecycleRemoved',
  },
  {
    release: '1.22',
    apiVersion: 'apiregistration.k8s.io/v1beta1',
    kinds: ['APIService'],
    instead: 'apiregistration.k8s.io/v1',
    source: 'https://kubernetes.io/docs/reference/using-api/deprecation-guide/#v1-22',
  },
  {
    release: '1.22',
    apiVersion: 'authentication.k8s.io/v1beta1',
    kinds: ['TokenReview'],
    instead: 'authentication.k8s.io/v1',
    source: lifecycle('v0.21.14', 'authentication/v1beta1'),
  },
  {
    release: '1.22',
    apiVersion: 'authorization.k8s.io/v1beta1',
    kinds: ['LocalSubjectAccessReview', 'SelfSubjectAccessReview', 'SelfSubjectRulesReview', 'SubjectAccessReview'],
    instead: 'authorization.k8s.io/v1',
    source: lifecycle('v0.21.14', 'authorization/v1beta1'),
  },
  {
    release: '1.22',
    apiVersion: 'certificates.k8s.io/v1beta1',
    kinds: ['CertificateSigningRequest'],
    instead: 'certificates.k8s.io/v1',
    source: lifecycle('v0.21.14', 'certificates/v1beta1'),
  },
  {
    release: '1.22',
    apiVersion: 'coordination.k8s.io/v1beta1',
    kinds: ['Lease'],
    instead: 'coordination.k8s.io/v1',
    source: lifecycle('v0.21.14', 'coordination/v1beta1'),
  },
  {
    release: '1.22',
    apiVersion: 'extensions/v1beta1',
    kinds: ['Ingress'],
    instead: 'networking.k8s.io/v1',
    source: lifecycle('v0.21.14', 'extensions/v1beta1'),
  },
  {
    release: '1.22',
    apiVersion: 'networking.k8s.io/v1beta1',
    kinds: ['Ingress', 'IngressClass'],
    instead: 'networking.k8s.io/v1',
    source: lifecycle('v0.21.14', 'networking/v1beta1'),
  },
  {
    release: '1.22',
    apiVersion: 'rbac.authorization.k8s.io/v1beta1',
    kinds: ROLES,
    instead: 'rbac.authorization.k8s.io/v1',
    source: lifecycle('v0.21.14', 'rbac/v1beta1'),
  },
  {
    release: '1.22',
    apiVersion: 'scheduling.k8s.io/v1beta1',
    kinds: ['PriorityClass'],
    instead: 'scheduling.k8s.io/v1',
    source: lifecycle('v0.21.14', 'scheduling/v1beta1'),
  },
  {
    release: '1.22',
    apiVersion: 'storage.k8s.io/v1beta1',
    kinds: ['CSIDriver', 'CSINode', 'StorageClass', 'VolumeAttachment'],
    instead: 'storage.k8s.io/v1',
    source: lifecycle('v0.21.14', 'storage/v1beta1'),
  },
  {
    release: '1.23',
    apiVersion: 'rbac.authorization.k8s.io/v1alpha1',
    kinds: ROLES,
    instead: 'rbac.authorization.k8s.io/v1',
    source: 'k8s.io/kubernetes@v1.22.17:75 and v1.23.17 pkg/registry/rbac/rest/storage_rbac.go',
  },
  {
    release: '1.23',
    apiVersion: 'scheduling.k8s.io/v1alpha1',
    kinds: ['PriorityClass'],
    instead: 'scheduling.k8s.io/v1',
    source: 'k8s.io/kubernetes@v1.22.17:52 and v1.23.17 pkg/registry/scheduling/rest/storage_scheduling.go',
  },
  {
    release: '1.24',
    apiVersion: 'storage.k8s.io/v1alpha1',
    kinds: ['CSIStorageCapacity', 'VolumeAttachment'],
    instead: 'storage.k8s.io/v1',
    source: lifecycle('v0.23.17', 'storage/v1alpha1'),
  },
  { release: '1.25', apiVersion: 'autoscaling/v2beta1', kinds: HPA, instead: 'autoscaling/v2', source: lifecycle('v0.24.17', 'autoscaling/v2beta1') },
  { release: '1.25', apiVersion: 'batch/v1beta1', kinds: ['CronJob'], instead: 'batch/v1', source: lifecycle('v0.24.17', 'batch/v1beta1') },
  {
    release: '1.25',
    apiVersion: 'discovery.k8s.io/v1beta1',
    kinds: ['EndpointSlice'],
    instead: 'discovery.k8s.io/v1',
    source: lifecycle('v0.24.17', 'discovery/v1beta1'),
  },
  {
    release: '1.25',
    apiVersion: 'events.k8s.io/v1beta1',
    kinds: ['Event'],
    instead: 'events.k8s.io/v1',
    source: lifecycle('v0.24.17', 'events/v1beta1'),
  },
  {
    release: '1.25',
    apiVersion: 'node.k8s.io/v1beta1',
    kinds: ['RuntimeClass'],
    instead: 'node.k8s.io/v1',
    source: lifecycle('v0.24.17', 'node/v1beta1'),
  },
  {
    release: '1.25',
    apiVersion: 'policy/v1beta1',
    kinds: ['PodDisruptionBudget', 'Eviction'],
    instead: 'policy/v1',
    source: lifecycle('v0.24.17', 'policy/v1beta1'),
  },
  { release: '1.25', apiVersion: 'policy/v1beta1', kinds: ['PodSecurityPolicy'], source: `${lifecycle('v0.24.17', 'policy/v1beta1')}; KEP-5` },
  { release: '1.26', apiVersion: 'autoscaling/v2beta2', kinds: HPA, instead: 'autoscaling/v2', source: lifecycle('v0.25.16', 'autoscaling/v2beta2') },
  {
    release: '1.26',
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta1',
    kinds: FLOW,
    instead: 'flowcontrol.apiserver.k8s.io/v1beta2',
    source: lifecycle('v0.25.16', 'flowcontrol/v1beta1'),
  },
  {
    release: '1.27',
    apiVersion: 'storage.k8s.io/v1beta1',
    kinds: ['CSIStorageCapacity'],
    instead: 'storage.k8s.io/v1',
    source: lifecycle('v0.26.15', 'storage/v1beta1'),
  },
  {
    release: '1.29',
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta2',
    kinds: FLOW,
    instead: 'flowcontrol.apiserver.k8s.io/v1beta3',
    source: lifecycle('v0.28.15', 'flowcontrol/v1beta2'),
  },
  {
    release: '1.29',
    apiVersion: 'networking.k8s.io/v1alpha1',
    kinds: ['ClusterCIDR'],
    source: 'k8s.io/api@v0.28.15 and v0.29.15 networking/v1alpha1/types.go',
  },
  {
    release: '1.32',
    apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta3',
    kinds: FLOW,
    instead: 'flowcontrol.apiserver.k8s.io/v1',
    source: lifecycle('v0.31.14', 'flowcontrol/v1beta3'),
  },
  {
    release: '1.34',
    apiVersion: 'admissionregistration.k8s.io/v1beta1',
    kinds: ['ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding'],
    instead: 'admissionregistration.k8s.io/v1',
    source: lifecycle('v0.33.13', 'admissionregistration/v1beta1'),
  },
  {
    release: '1.37',
    apiVersion: 'networking.k8s.io/v1beta1',
    kinds: ['IPAddress', 'ServiceCIDR'],
    instead: 'networking.k8s.io/v1',
    source: lifecycle('v0.36.4', 'networking/v1beta1'),
  },
  {
    release: '1.37',
    apiVersion: 'storage.k8s.io/v1beta1',
    kinds: ['VolumeAttributesClass'],
    instead: 'storage.k8s.io/v1',
    source: lifecycle('v0.36.4', 'storage/v1beta1'),
  },
];

export const SERVED_ENDINGS: readonly Ending[] = SERVED_TO.map(({ release, apiVersion, kinds, instead, source }): Ending => ({
  release,
  component: 'objects',
  what: `${apiVersion} ${kinds.join(', ')}`,
  trace: { kind: 'object', apiVersion, kinds },
  becomes: 'named',
  says: 'the API is not served, and such an object cannot be applied',
  todo: instead === undefined ? 'take the objects out of the manifests: nothing reads them any more'
    : `write the objects as ${instead}, which version N serves`,
  source,
}));
