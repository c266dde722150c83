import { CcmWorkload } from './app';
import { call, PlanCommand } from './step';
import { nodeNameCheck } from '../ccm/node-name';
import { ControllerManager } from '../kubernetes/component';

/** What proves a step, as commands. Each is a shell condition; `must` and `eventually` make steps of them. */

export function nodeReady(node: string): PlanCommand {
  return { text: `kubectl get node ${node}   # Ready`, call: call('node_ready', node) };
}

export function runsRelease(node: string, component: string, release: string): PlanCommand {
  return {
    text: `kubectl get pod ${component}-${node} -n kube-system -o jsonpath='{.spec.containers[0].image} {.status.containerStatuses[0].ready}'   # v${release} true`,
    call: call('runs_release', node, component, release),
  };
}

export function healthz(node: string, port: string): PlanCommand {
  return { text: `# on ${node}\ncurl -ksSf https://127.0.0.1:${port}/healthz   # ok`, call: call('healthz', node, port) };
}

export function readyz(node: string, port: string): PlanCommand {
  return { text: `# on ${node}\ncurl -ksSf https://127.0.0.1:${port}/readyz   # ok`, call: call('readyz', node, port) };
}

export function processGone(node: string, component: string, flag: string): PlanCommand {
  const what = flag === '-' ? component : `${component} with ${flag}`;
  return { text: `# on ${node}\nps -eo args | grep '[${component[0]}]${component.slice(1)}'   # no ${what}`, call: call('process_gone', node, component, flag) };
}

export function rolledOut({ resource, name, namespace }: CcmWorkload): PlanCommand {
  return { text: `kubectl rollout status ${resource}/${name} -n ${namespace}`, call: call('rolled_out', `${resource}/${name}`, namespace) };
}

export function ccmReadyOn({ namespace, selector }: CcmWorkload, node: string): PlanCommand {
  return { text: `kubectl get pods -n ${namespace} -l ${selector} --field-selector spec.nodeName=${node}   # 1 ready`, call: call('ccm_ready_on', namespace, selector, node) };
}

export function noCcmOn({ namespace, selector }: CcmWorkload, node: string): PlanCommand {
  return { text: `kubectl get pods -n ${namespace} -l ${selector} --field-selector spec.nodeName=${node}   # none`, call: call('no_ccm_on', namespace, selector, node) };
}

export function noCcm({ namespace, selector }: CcmWorkload): PlanCommand {
  return { text: `kubectl get pods -n ${namespace} -l ${selector}   # none`, call: call('no_ccm', namespace, selector) };
}

/** Both Leases of one process carry the same identity: that tells which component leads. */
export function leaseHeldBy(namespace: string, lease: string, component: ControllerManager, main: string): PlanCommand {
  return {
    text: `kubectl get lease ${lease} ${main} -n ${namespace} -o custom-columns=NAME:.metadata.name,HOLDER:.spec.holderIdentity   # the same holder: ${component} leads`,
    call: call('lease_held_by', namespace, lease, main),
  };
}

export function leaseIsHeld(namespace: string, lease: string, seconds: number): PlanCommand {
  return { text: `kubectl get lease ${lease} -n ${namespace} -w   # renewed`, call: call('lease_is_held', namespace, lease, seconds) };
}

export function leaseNotHeld(namespace: string, lease: string, seconds: number): PlanCommand {
  return { text: `kubectl get lease ${lease} -n ${namespace} -w   # absent, or not renewed for ${seconds} s`, call: call('lease_not_held', namespace, lease, seconds) };
}

export function mayUseLease(namespace: string, lease: string, who: string): PlanCommand {
  return {
    text: `kubectl auth can-i update leases.coordination.k8s.io/${lease} -n ${namespace} --as ${who}   # yes, and get`,
    call: call('may_use_lease', namespace, lease, who),
  };
}

export function providerIds(nodes: readonly string[]): PlanCommand {
  return {
    text: 'kubectl get nodes -o custom-columns=NAME:.metadata.name,ID:.spec.providerID   # none empty',
    call: call('provider_ids', ...nodes),
  };
}

export function initialized(nodes: readonly string[]): PlanCommand {
  return {
    text: 'kubectl get nodes -o custom-columns=NAME:.metadata.name,TAINTS:.spec.taints[*].key   # no node.cloudprovider.kubernetes.io/uninitialized',
    call: call('initialized', ...nodes),
  };
}

export function servicesWell(): PlanCommand {
  return {
    text: 'kubectl get events -A --field-selector involvedObject.kind=Service,reason=SyncLoadBalancerFailed   # none since the step began',
    call: call('services_well'),
  };
}

export function csiDriverOn(nodes: readonly string[]): PlanCommand {
  return { text: 'kubectl get csinodes -o custom-columns=NAME:.metadata.name,DRIVERS:.spec.drivers[*].name   # ebs.csi.aws.com on each node', call: call('csi_driver_on', ...nodes) };
}

export function csiMigratedOn(nodes: readonly string[]): PlanCommand {
  return {
    text: 'kubectl get csinodes -o jsonpath=\'{range .items[*]}{.metadata.name} {.metadata.annotations.storage\\.alpha\\.kubernetes\\.io/migrated-plugins}{"\\n"}{end}\'   # kubernetes.io/aws-ebs on each',
    call: call('csi_migrated_on', ...nodes),
  };
}

export function hasProgram(node: string, path: string): PlanCommand {
  return { text: `# on ${node}\ntest -x ${path}`, call: call('has_program', node, path) };
}

export function allOnRelease(release: string): PlanCommand {
  return {
    text: `kubectl get pods -n kube-system -l component=kube-controller-manager -o custom-columns=NAME:.metadata.name,IMAGE:.spec.containers[0].image   # all v${release}`,
    call: call('all_on_release', release),
  };
}

export function tagsInOrder(): PlanCommand {
  return { text: 'kubectl get nodes -o json > nodes.json && ccm-migration tag verify --cluster-id <id> --nodes nodes.json', call: call('tags_in_order') };
}

export function areNodes(nodes: readonly string[]): PlanCommand {
  return { text: `kubectl get nodes ${nodes.join(' ')} -o name   # all of them`, call: call('are_nodes', ...nodes) };
}

/** With the files that lie there now. */
export function keepsName(node: string, flagFile: string): PlanCommand {
  return { text: `# on ${node}\n${nodeNameCheck(node, flagFile)}`, call: call('keeps_name', node, flagFile) };
}

/** Before anything is changed: what the host is called counts where no flag says otherwise. */
export function hostIsNamed(node: string): PlanCommand {
  return { text: `# on ${node}\nuname -n   # ${node}`, call: call('host_is_named', node) };
}

/** The API's view of a static pod: which flags its manifest has by now. */
export function podHas(node: string, component: string, text: string): PlanCommand {
  return { text: `kubectl get pod ${component}-${node} -n kube-system -o jsonpath='{.spec.containers[0].command}'   # has ${text}`, call: call('pod_has', node, component, text) };
}

export function podLacks(node: string, component: string, text: string): PlanCommand {
  return { text: `kubectl get pod ${component}-${node} -n kube-system -o jsonpath='{.spec.containers[0].command}'   # has no ${text}`, call: call('pod_lacks', node, component, text) };
}
