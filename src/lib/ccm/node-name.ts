import { KubeletFlagEdits } from '../edit/kubelet/kubelet-flags';
import { awsCcmRelease } from '../facts/ccm-releases';
import { shellQuote } from '../text/shell-quote';

/**
 * What keeps a node's name when its kubelet goes from `--cloud-provider=aws` to `external`.
 *
 * The kubelet with the provider inside ignores `--hostname-override` and asks EC2 for its private DNS name (legacy-cloud-providers@v0.26.15
 * aws/aws.go:955); the external one takes the override, else the host's own name. A node with another name is a new node: the old one is deleted with
 * its labels, and its pods are lost. So the override is written on every node, also where the host's name would do today, and a wrong one that was
 * ignored so far is replaced.
 */
export function keepNodeName(nodeName: string, current: (flag: string) => string | undefined): KubeletFlagEdits {
  return current('hostname-override') === nodeName ? {} : { set: [{ name: 'hostname-override', value: nodeName }] };
}

/**
 * Refuses a node name that this release of cloud-controller-manager cannot map to an instance: the node would stay uninitialized, or be deleted.
 *
 * @throws with the reason
 */
export function checkNodeName(nodeName: string, ccmRelease: string): void {
  const release = awsCcmRelease(ccmRelease);
  if (/^i-[^.]*$/.test(nodeName) && !release.instanceIdNodeNames) {
    throw new Error(`node '${nodeName}' is named by its instance id, but cloud-controller-manager ${ccmRelease} knows nodes by EC2 private DNS name `
      + 'only; '
      + 'use v1.22.0 or newer');
  }
  if (/^i-[^.]*\./.test(nodeName) && !release.instanceIdWithDomainNodeNames) {
    throw new Error(`node '${nodeName}' is named by its instance id with a domain, which cloud-controller-manager ${ccmRelease} takes for the id as `
      + 'a whole; '
      + 'use v1.26.11 or newer of 1.26, or v1.28.1 or newer');
  }
}

/** Shell that asks `flag_file` and the host for the name under which a kubelet will register, and whether it is `node_name`. */
const NODE_NAME_CHECK = [
  'override=$(tr \' "=\' \'\\n\\n\\n\' <"$flag_file" | sed -n \'/^--hostname-override$/{n;p;}\')',
  // kubelet takes the host's name in lower case (k8s.io/component-helpers node/util/hostname.go)
  'name=${override:-$(uname -n | tr A-Z a-z)}',
  'if [ "$name" = "$node_name" ]; then echo "ok: registers as $name"; else echo "stop: registers as $name, not as $node_name" >&2; false; fi',
].join('\n');

/**
 * A command for the runbook, to be run on a node before its kubelet is restarted: says whether the kubelet will register under the same name.
 *
 * @param flagFile file that the kubelet reads its flags from
 */
export function nodeNameCheck(nodeName: string, flagFile: string = '/var/lib/kubelet/kubeadm-flags.env'): string {
  return `node_name=${shellQuote(nodeName)} flag_file=${shellQuote(flagFile)}\n${NODE_NAME_CHECK}`;
}
