import { CCM, Component, KCM } from '../kubernetes/component';

/** A flag whose value is a file that a component reads when it starts, and without which it ends. */
export interface StartFile {
  readonly flag: string;
  readonly components: readonly Component[];
  /** How far it gets before; default: it has done nothing. */
  readonly reaches?: 'main-lock' | 'controllers';
  /** Whether it is read only where something is served: not under `--secure-port=0`. */
  readonly isOfServing?: boolean;
  /** A flag without whose value it is not read. */
  readonly only?: { readonly flag: string; readonly value: string };
  /** Whether it is read in some releases or cases only. */
  readonly isDoubtful?: boolean;
  readonly source: string;
}

const BOTH: readonly Component[] = [KCM, CCM];
const API_SERVER: readonly Component[] = ['kube-apiserver'];
const WITH_API_SERVER: readonly Component[] = [...BOTH, ...API_SERVER];
const SERVING = 'k8s.io/apiserver@v0.20.15 and v0.37.2 pkg/server/options/serving.go ApplyTo';
const AUTHENTICATION = 'k8s.io/apiserver@v0.20.15 and v0.37.2 pkg/server/options/authentication.go ApplyTo';
const SIGNING = 'k8s.io/kubernetes@v1.20.15 and v1.37.1 cmd/kube-controller-manager/app/certificates.go startCSRSigningController';
const TOKENS = 'k8s.io/kubernetes@v1.20.15 cmd/kube-controller-manager/app/controllermanager.go:577-585, v1.37.1 service_accounts.go:54-62';
const OF_API_SERVER = 'k8s.io/kubernetes@v1.20.15 cmd/kube-apiserver/app/server.go, v1.37.2 pkg/controlplane/apiserver/config.go; '
  + 'k8s.io/apiserver@v0.27.16 pkg/server/options; what asks kubelets is made at start: pkg/kubelet/client/kubelet_client.go';
const RECYCLER = 'k8s.io/kubernetes@v1.20.15 and v1.37.1 cmd/kube-controller-manager/app/plugins.go AttemptToLoadRecycler';

function signing(signer: string): StartFile[] {
  return ['cert', 'key'].map(part => (
    { flag: `cluster-signing-${signer}${part}-file`, components: [KCM], reaches: 'controllers', source: SIGNING }));
}

/** `--cloud-config` and `--leader-migration-config` are files of which more is known than that they are there. */
export const START_FILES: readonly StartFile[] = [
  {
    flag: 'kubeconfig',
    components: BOTH,
    source: 'k8s.io/client-go@v0.20.15 and v0.37.2 tools/clientcmd/client_config.go BuildConfigFromFlags, from ApplyTo and Config of the options',
  },
  { flag: 'authentication-kubeconfig', components: BOTH, isOfServing: true, source: AUTHENTICATION },
  {
    flag: 'authorization-kubeconfig',
    components: BOTH,
    isOfServing: true,
    source: 'k8s.io/apiserver@v0.20.15 and v0.37.2 pkg/server/options/authorization.go ApplyTo',
  },
  { flag: 'client-ca-file', components: WITH_API_SERVER, isOfServing: true, source: AUTHENTICATION },
  { flag: 'requestheader-client-ca-file', components: WITH_API_SERVER, isOfServing: true, source: AUTHENTICATION },
  { flag: 'tls-cert-file', components: WITH_API_SERVER, isOfServing: true, source: SERVING },
  { flag: 'tls-private-key-file', components: WITH_API_SERVER, isOfServing: true, source: SERVING },
  { flag: 'tls-sni-cert-key', components: WITH_API_SERVER, isOfServing: true, source: SERVING },
  // Read where a webhook is on, and in old releases in any case.
  ...['webhook-tls-cert-file', 'webhook-tls-private-key-file', 'webhook-tls-sni-cert-key'].map((flag): StartFile => (
    { flag, components: [CCM], isDoubtful: true, source: 'k8s.io/cloud-provider@v0.27.16 and v0.37.2 options/webhook.go ApplyTo' })),
  // The token controller is the first to start.
  { flag: 'service-account-private-key-file', components: [KCM], reaches: 'main-lock', source: TOKENS },
  { flag: 'root-ca-file', components: [KCM], reaches: 'controllers', source: `${TOKENS}; certificates.go startRootCACertPublisher` },
  ...['', 'kubelet-serving-', 'kubelet-client-', 'kube-apiserver-client-', 'legacy-unknown-'].flatMap(signing),
  { flag: 'pv-recycler-pod-template-filepath-nfs', components: [KCM], reaches: 'controllers', source: RECYCLER },
  { flag: 'pv-recycler-pod-template-filepath-hostpath', components: [KCM], reaches: 'controllers', source: RECYCLER },
  // Made where it is not there, in a folder that has to be.
  {
    flag: 'log-file',
    components: WITH_API_SERVER,
    isDoubtful: true,
    only: { flag: 'logtostderr', value: 'false' },
    source: 'k8s.io/klog/v2@v2.80.1 klog.go createFiles',
  },
  ...[
    'admission-control-config-file', 'audit-policy-file', 'audit-webhook-config-file', 'authentication-config',
    'authentication-token-webhook-config-file', 'authorization-config', 'authorization-policy-file', 'authorization-webhook-config-file',
    'cloud-config', 'egress-selector-config-file', 'encryption-provider-config', 'etcd-cafile', 'etcd-certfile', 'etcd-keyfile',
    'experimental-encryption-provider-config', 'kubelet-certificate-authority', 'kubelet-client-certificate', 'kubelet-client-key', 'oidc-ca-file',
    'peer-ca-file', 'proxy-client-cert-file', 'proxy-client-key-file', 'service-account-key-file', 'service-account-signing-key-file',
    'ssh-keyfile', 'token-auth-file', 'tracing-config-file',
  ].map((flag): StartFile => ({ flag, components: API_SERVER, source: OF_API_SERVER })),
];
