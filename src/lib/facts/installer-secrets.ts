/** Fields of the documents of an installer whose text is a secret, wherever they are in it. */
export interface SecretFieldsFact {
  /** API group of the documents. */
  readonly group: string;
  readonly fields: readonly string[];
  readonly source: string;
}

const KKP = 'k8c.io/kubermatic/v2@v2.18.0 pkg/crd/kubermatic/v1/cluster.go:307-315, 365, 511, 545-551, 559-752';
const KKP_FIELDS = [
  'accessKeySecret', 'adminToken', 'apiKey', 'applicationCredentialSecret', 'clientSecret', 'key', 'kubeconfig', 'password', 'privateKey',
  'secretAccessKey', 'serviceAccount', 'serviceAccountKey', 'token',
];
const KUBEONE = 'k8c.io/kubeone@v1.7.0 pkg/apis/kubeone/v1beta2/types.go:168-176';
const KUBEONE_FIELDS = ['auth', 'identityToken', 'password'];
const KUBEADM = 'sigs.k8s.io/cluster-api@v1.10.7 bootstrap/kubeadm/api/v1beta1/kubeadm_types.go:389, 576, 590, kubeadmconfig_types.go:720';
const KUBEADM_FIELDS = ['passwd', 'tlsBootstrapToken', 'token'];

export const INSTALLER_SECRET_FIELDS: readonly SecretFieldsFact[] = [
  {
    group: 'kops.k8s.io',
    fields: ['secret', 'vSpherePassword'],
    source: 'k8s.io/kops@v1.24.1 pkg/apis/kops/v1alpha2/cluster.go:764-785, pkg/apis/kops/v1alpha2/componentconfig.go:872',
  },
  { group: 'kubermatic.k8s.io', fields: KKP_FIELDS, source: KKP },
  { group: 'kubermatic.k8c.io', fields: KKP_FIELDS, source: KKP },
  { group: 'kubeone.io', fields: KUBEONE_FIELDS, source: KUBEONE },
  { group: 'controlplane.cluster.x-k8s.io', fields: KUBEADM_FIELDS, source: KUBEADM },
  { group: 'bootstrap.cluster.x-k8s.io', fields: KUBEADM_FIELDS, source: KUBEADM },
  { group: 'infrastructure.cluster.x-k8s.io', fields: [], source: 'sigs.k8s.io/cluster-api-provider-aws/v2@v2.13.0 api/v1beta2: references only' },
  { group: 'kubeone.k8c.io', fields: KUBEONE_FIELDS, source: KUBEONE },
];
