/**
 * What lets a machine join a cluster: a bootstrap token (k8s.io/cluster-bootstrap@v0.26.15 token/api/types.go, BootstrapTokenPattern), and the key of
 * the certificates that `kubeadm init phase upload-certs` encrypts, 32 bytes in hex (k8s.io/kubernetes@v1.26.15 cmd/kubeadm/app/phases/copycerts).
 * A digest, which says what it is, may stand everywhere: `caCertHashes`, images.
 */
const SECRETS: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  { what: 'bootstrap token', pattern: /(?<![\w.-])[a-z0-9]{6}\.[a-z0-9]{16}(?![\w-]|\.\w)/ },
  {
    what: 'certificate key',
    pattern: /(?<![\w-])(?<!(?:sha256|digest|checksum|hash)[\w./-]{0,100}["']?\s{0,20}[:=]\s{0,20}["']?)[0-9a-f]{64}(?![\w-])/i,
  },
];

/** A secret of kubeadm in a text; its value is shown nowhere. */
export interface JoinSecret {
  readonly what: string;
  readonly value: string;
  readonly at: number;
}

/** The first secret that kubeadm joins with in a text, in comments too. */
export function findJoinSecret(text: string): JoinSecret | undefined {
  return SECRETS.flatMap(({ what, pattern }): JoinSecret[] => {
    const match = pattern.exec(text);
    return match ? [{ what, value: match[0], at: match.index }] : [];
  })[0];
}
