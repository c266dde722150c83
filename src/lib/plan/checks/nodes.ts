import { eachLine, listed, waiting } from './printed';
import { nodeNameCheck } from '../../ccm/node-name';
import { PlanCommand } from '../step';

export function nodeReady(node: string): PlanCommand {
  return { text: `kubectl wait node/${node} --for=condition=Ready --timeout=300s`, action: { do: 'node-ready', node } };
}

/**
 * Nobody turns the condition of a node for 40 s after its kubelet has died: it counts when the process that runs now has said it, and has come to
 * renew its Lease since, which one that dies at each start does not. All times are of the node's clock; `ps` knows the second of a start within one.
 */
export function kubeletReady(node: string): PlanCommand {
  const condition = '{range .status.conditions[?(@.type==\\"Ready\\")]}{.status} {.lastHeartbeatTime}{end}';
  const conditions = [
    `list=$(ssh -n root@${node} env LC_ALL=C TZ=UTC0 ps -eo lstart=,args= -ww | grep -E "^.{24} ([^ ]*/)?kubelet( |$)")`,
    'started=$(printf "%s\\n" "$list" | cut -c1-24 | date -u -f - +%s | sort -n | tail -n 1)',
    `set -- $(kubectl get node ${node} -o jsonpath="${condition}") && [ "$1" = True ] && [ $(($(date -d "$2" +%s) + 2)) -ge $started ]`,
    `renewed=$(kubectl get lease ${node} -n kube-node-lease -o jsonpath="{.spec.renewTime}")`,
    '[ $(date -d "${renewed:-@0}" +%s) -ge $((started + 5)) ]',
  ];
  return {
    text: `# the kubelet of ${node} says since its start that the node is Ready, and renews its Lease\n${waiting(conditions.join(' &&\n  '))}`,
    action: { do: 'kubelet-ready', node },
  };
}

export function providerIds(nodes: readonly string[]): PlanCommand {
  return {
    text: waiting(`${listed('nodes', nodes, '.spec.providerID')} && ! ${eachLine} | grep -v "://."`),
    action: { do: 'provider-ids', nodes },
  };
}

export function initialized(nodes: readonly string[]): PlanCommand {
  return {
    text: waiting(`${listed('nodes', nodes, '.spec.taints[*].key')} && ! ${eachLine} | grep -F node.cloudprovider.kubernetes.io/uninitialized`),
    action: { do: 'initialized', nodes },
  };
}

export function csiDriverOn(nodes: readonly string[]): PlanCommand {
  return {
    text: `${listed('csinodes', nodes, '.spec.drivers[*].name')} &&\n  ! ${eachLine} | grep -vE '[ ,]ebs\\.csi\\.aws\\.com(,| |$)'`,
    action: { do: 'csi-driver-on', nodes },
  };
}

export function csiMigratedOn(nodes: readonly string[]): PlanCommand {
  const field = '.metadata.annotations.storage\\.alpha\\.kubernetes\\.io/migrated-plugins';
  return {
    text: waiting(`${listed('csinodes', nodes, field)} &&\n  ! ${eachLine} | grep -vE "[ ,]kubernetes\\.io/aws-ebs(,| |\\$)"`),
    action: { do: 'csi-migrated-on', nodes },
  };
}

export function hasProgram(node: string, path: string): PlanCommand {
  return { text: `# on ${node}\ntest -x ${path}`, action: { do: 'has-program', node, path } };
}

/** Where it is there already, nothing has to be signed. */
export function kubeconfigCanBeMade(node: string, path: string, user: string): PlanCommand {
  return {
    text: [
      `# on ${node}: the key of the CA, one API server, and kubeadm, unless it is there`,
      `[ -e ${path} ] || { [ -e /etc/kubernetes/pki/ca.key ] && command -v kubeadm &&`,
      '  [ "$(grep -c "^ *server: https://" /etc/kubernetes/controller-manager.conf)" = 1 ]; }',
    ].join('\n'),
    action: { do: 'kubeconfig-can-be-made', node, path, user },
  };
}

export function areNodes(nodes: readonly string[]): PlanCommand {
  return { text: `kubectl get nodes ${nodes.join(' ')} -o name   # all of them`, action: { do: 'are-nodes', nodes } };
}

/** With the files that lie there now. */
export function keepsName(node: string, flagFile: string): PlanCommand {
  return { text: `# on ${node}\n${nodeNameCheck(node, flagFile)}`, action: { do: 'keeps-name', node, file: flagFile } };
}

/** Before anything is changed: what the host is called counts where no flag says otherwise. */
export function hostIsNamed(node: string): PlanCommand {
  return { text: `# on ${node}\n[ "$(uname -n | tr A-Z a-z)" = ${node} ]`, action: { do: 'host-is-named', node } };
}
