/** What an environment variable decides for a process of Kubernetes. */
export type VariableUse =
  /** Through which proxy it goes. */
  | 'proxy'
  /** Where it does not go through one. */
  | 'no-proxy'
  /** A file on its disk, or several. */
  | 'file'
  /** A secret, as text. */
  | 'secret'
  /** Where its API server is, which the manifest of a cloud-controller-manager says in another way. */
  | 'api-server'
  /** Any other value. */
  | 'value';

/** Environment variables by which a controller manager reaches its cloud and its API server. */
export interface ProcessVariable {
  /** A name, or a family of names that ends with `*`. */
  readonly name: string;
  readonly use: VariableUse;
  /** Whether its spelling in lower case is read too. */
  readonly isAnyCase?: boolean;
  /** What stands between several files. */
  readonly separator?: string;
  readonly source: string;
}

const PROXY = 'golang.org/x/net@v0.9.0 http/httpproxy/proxy.go, FromEnvironment';
const SDK = 'github.com/aws/aws-sdk-go@v1.44.241 aws/session/env_config.go; github.com/aws/aws-sdk-go-v2/config@v1.29.14 env_config.go';
const CLIENT = 'k8s.io/client-go@v0.30.0';

/** The first row that names a variable decides. */
export const PROCESS_VARIABLES: readonly ProcessVariable[] = [
  { name: 'HTTP_PROXY', use: 'proxy', isAnyCase: true, source: PROXY },
  { name: 'HTTPS_PROXY', use: 'proxy', isAnyCase: true, source: PROXY },
  { name: 'NO_PROXY', use: 'no-proxy', isAnyCase: true, source: PROXY },
  ...['AWS_ACCESS_KEY_ID', 'AWS_ACCESS_KEY', 'AWS_SECRET_ACCESS_KEY', 'AWS_SECRET_KEY', 'AWS_SESSION_TOKEN', 'AWS_CONTAINER_AUTHORIZATION_TOKEN']
    .map((name): ProcessVariable => ({ name, use: 'secret', source: SDK })),
  ...[
    'AWS_CA_BUNDLE', 'AWS_CONFIG_FILE', 'AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE', 'AWS_SDK_GO_CLIENT_TLS_CERT', 'AWS_SDK_GO_CLIENT_TLS_KEY',
    'AWS_SHARED_CREDENTIALS_FILE', 'AWS_WEB_IDENTITY_TOKEN_FILE',
  ].map((name): ProcessVariable => ({ name, use: 'file', source: SDK })),
  { name: 'AWS_*', use: 'value', source: SDK },
  { name: 'SSL_CERT_FILE', use: 'file', source: 'Go 1.20 crypto/x509/root_unix.go' },
  { name: 'SSL_CERT_DIR', use: 'file', separator: ':', source: 'Go 1.20 crypto/x509/root_unix.go' },
  { name: 'GODEBUG', use: 'value', source: 'Go 1.20 internal/godebug' },
  { name: 'KUBERNETES_SERVICE_HOST', use: 'api-server', source: `${CLIENT} rest/config.go, InClusterConfig` },
  { name: 'KUBERNETES_SERVICE_PORT', use: 'api-server', source: `${CLIENT} rest/config.go, InClusterConfig` },
  { name: 'KUBE_FEATURE_*', use: 'value', source: `${CLIENT} features/envvar.go` },
  { name: 'DISABLE_HTTP2', use: 'value', source: 'k8s.io/apimachinery@v0.26.15 pkg/util/net/http.go' },
  { name: 'HTTP2_*', use: 'value', source: 'k8s.io/apimachinery@v0.26.15 pkg/util/net/http.go' },
];

/** The row of a variable; undefined: it does not decide how a process reaches anything. */
export function processVariable(name: string): ProcessVariable | undefined {
  return PROCESS_VARIABLES.find(row => row.name.endsWith('*') ? name.startsWith(row.name.slice(0, -1))
    : row.name === name || (row.isAnyCase === true && row.name.toLowerCase() === name));
}

/** The paths that the value of a variable of use `file` names. */
export function pathsOf(name: string, value: string): readonly string[] {
  const separator = processVariable(name)?.separator;
  return (separator === undefined ? [value] : value.split(separator)).filter(path => path !== '');
}

/** The spellings of a variable that is read in any case; the first one that has a value is read: golang.org/x/net@v0.9.0 httpproxy getEnvAny. */
export function spellingsOf(name: string): readonly string[] {
  return [name, name.toLowerCase()];
}

/** Folders in which a host keeps the certificates that it trusts: Go 1.20 crypto/x509/root_linux.go; kubeadm mounts those that are there. */
export const TRUST_FOLDERS: readonly string[] = [
  '/etc/ca-certificates', '/etc/pki', '/etc/ssl', '/usr/local/share/ca-certificates', '/usr/share/ca-certificates', '/system/etc/security/cacerts',
];
