/** Keys of cloud configs whose value is a secret, by the cloud that reads them. */
export interface SecretKeyFact {
  readonly cloud: string;
  readonly key: string;
  readonly source: string;
}

const IN_TREE = 'k8s.io/legacy-cloud-providers@v0.26.15';

export const SECRET_KEYS: readonly SecretKeyFact[] = [
  { cloud: 'azure', key: 'aadClientSecret', source: `${IN_TREE} azure/auth/azure_auth.go:52` },
  { cloud: 'azure', key: 'aadClientCertPassword', source: `${IN_TREE} azure/auth/azure_auth.go:56` },
  { cloud: 'gce', key: 'token-body', source: `${IN_TREE} gce/gce.go:179` },
  {
    cloud: 'openstack',
    key: 'password',
    source: 'kubernetes/kubernetes@04791b4 staging/src/k8s.io/legacy-cloud-providers/openstack/openstack.go, Config.Global',
  },
  { cloud: 'vsphere', key: 'password', source: `${IN_TREE} vsphere/vsphere.go:128,152` },
];

/** Keys that name where a secret is, and hold none. */
export const NO_SECRET_KEYS: readonly SecretKeyFact[] = [
  { cloud: 'gce', key: 'token-url', source: `${IN_TREE} gce/gce.go, ConfigGlobal` },
  {
    cloud: 'openstack',
    key: 'secret-name',
    source: 'kubernetes/kubernetes@04791b4 staging/src/k8s.io/legacy-cloud-providers/openstack/openstack.go, Config.Global',
  },
  {
    cloud: 'openstack',
    key: 'secret-namespace',
    source: 'kubernetes/kubernetes@04791b4 staging/src/k8s.io/legacy-cloud-providers/openstack/openstack.go, Config.Global',
  },
  { cloud: 'vsphere', key: 'secret-name', source: `${IN_TREE} vsphere/vsphere.go:189` },
  { cloud: 'vsphere', key: 'secret-namespace', source: `${IN_TREE} vsphere/vsphere.go:191` },
  { cloud: 'vsphere', key: 'secret-not-managed', source: `${IN_TREE} vsphere/vsphere.go:193` },
];
