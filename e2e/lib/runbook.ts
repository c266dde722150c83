/** Programs by which a command in a sentence begins. */
const PROGRAMS = /^(ansible-playbook|aws|etcdctl|kubeadm|kubectl|npm|npx|pip|sha256sum|ssh) /;

/** What a sentence names by its first words, and is no command: a part of one that steps print, or of a list of what the operator may do. */
const NAMED_ONLY = [
  'etcdctl snapshot status', 'kubeadm certs renew', 'kubeadm init phase upload-config', 'kubeadm kubeconfig user', 'kubeadm upgrade',
  'kubeadm upgrade apply', 'kubeadm version', 'kubectl exec', 'npm pack',
];

/** Every command that stands in a sentence. */
export function commandsInText(markdown: string): readonly string[] {
  const text = markdown.replace(/^```[\s\S]*?^```$/gm, '');
  const codes = [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code);
  return [...new Set(codes)].filter(code => PROGRAMS.test(code) && !NAMED_ONLY.includes(code));
}
