import { FactTable } from './table';

/** Kinds of files of an API server in which a field that their type does not have is refused; in others it is passed over. */
export const STRICT_FILES = new FactTable<readonly string[]>('files of kube-apiserver without other fields', [
  {
    from: '1.20',
    to: '1.30',
    readAt: ['1.20.15', '1.30.14'],
    value: ['AuthenticationConfiguration', 'AuthorizationConfiguration'],
    source: 'k8s.io/apiserver@v0.30.14 pkg/apis/apiserver/load/load.go:33; k8s.io/kubernetes@v1.30.14 '
      + 'pkg/kubeapiserver/options/authentication.go:778',
  },
  {
    from: '1.31',
    to: '1.31',
    readAt: ['1.31.14'],
    value: ['AuthenticationConfiguration', 'AuthorizationConfiguration', 'EncryptionConfiguration'],
    source: 'k8s.io/apiserver@v0.31.14 pkg/server/options/encryptionconfig/config.go:133',
  },
  {
    from: '1.32',
    readAt: ['1.32.0', '1.37.2'],
    value: ['AdmissionConfiguration', 'AuthenticationConfiguration', 'AuthorizationConfiguration', 'EgressSelectorConfiguration',
      'EncryptionConfiguration', 'TracingConfiguration'],
    source: 'k8s.io/apiserver@v0.32.13 and v0.37.2 pkg/admission/config.go:66, pkg/server/egressselector/config.go:57, '
      + 'pkg/server/options/tracing.go:50',
  },
]);

/** What an EgressSelectorConfiguration may select. */
export const EGRESS_NAMES = new FactTable<readonly string[]>('names of an EgressSelectorConfiguration', [
  {
    from: '1.20',
    to: '1.22',
    readAt: ['1.20.15', '1.22.17'],
    value: ['cluster', 'controlplane', 'etcd', 'master'],
    source: 'k8s.io/apiserver@v0.20.15 and v0.22.17 pkg/server/egressselector/config.go validEgressSelectorNames',
  },
  {
    from: '1.23',
    readAt: ['1.23.17', '1.37.2'],
    value: ['cluster', 'controlplane', 'etcd'],
    source: 'k8s.io/apiserver@v0.23.17 and v0.37.2 pkg/server/egressselector/config.go validEgressSelectorNames',
  },
]);
