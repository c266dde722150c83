import { DeploymentRuns, ProcessRuns } from './action';
import { CcmWorkload } from './app';
import { PlanCommand } from './step';
import { nodeNameCheck } from '../ccm/node-name';
import { ControllerManager } from '../kubernetes/component';
import { shellQuote } from '../text/shell-quote';

/** How our command line is run: by its package's name, so that no other package is taken for it where it is not installed. */
export const COMMAND_LINE = ['npx', '--package', 'cdk8s-ccm-migration', 'ccm-migration'] as const;

/** What proves a step. `must` and `eventually` say by when it has to hold. */

export function nodeReady(node: string): PlanCommand {
  return { text: `kubectl wait node/${node} --for=condition=Ready --timeout=300s`, action: { do: 'node-ready', node } };
}

export function runsRelease(node: string, component: string, release: string): PlanCommand {
  const pod = `kubectl get pod ${component}-${node} -n kube-system -o jsonpath="{.spec.containers[0].image} {.status.containerStatuses[0].ready}"`;
  return {
    text: waiting(`${pod} | grep -E ":v${release.replace(/\./g, '\\.')}([^0-9.].*)? true"`),
    action: { do: 'runs-release', node, component, release },
  };
}

/** What lies on the disk is not what runs: the program that the process was started with is the one that lies there still. */
export function unitRunsRelease(node: string, unit: string, release: string): PlanCommand {
  const process = `pid=$(systemctl show -p MainPID --value ${unit}) && set -- $(tr "\\000" " " </proc/$pid/cmdline)`;
  const program = '[ "$1" -ef "/proc/$pid/exe" ] && "$1" --version';
  return {
    text: `# on ${node}\n${waiting(`${process} && ${program} | grep -x "Kubernetes v${release.replace(/\./g, '\\.')}"`)}`,
    action: { do: 'unit-runs-release', node, unit, release },
  };
}

/** A command of the shell until it succeeds; without a single quote in it. */
function waiting(command: string): string {
  return `timeout 300 sh -c 'until ${command}; do sleep 2; done'`;
}

/** A component that starts refuses connections first, and may forbid what it allows once it has read the roles. */
function answering(node: string, url: string): string {
  return `# on ${node}\n${waiting(`curl -ksSf ${url}`)}   # ok`;
}

export function healthz(node: string, port: string): PlanCommand {
  return { text: answering(node, `https://127.0.0.1:${port}/healthz`), action: { do: 'healthz', node, port } };
}

export function readyz(node: string, port: string): PlanCommand {
  return { text: answering(node, `https://127.0.0.1:${port}/readyz`), action: { do: 'readyz', node, port } };
}

export function processGone(node: string, component: string, flag: string): PlanCommand {
  const what = flag === '-' ? component : `${component} with ${flag}`;
  const search = `grep "[${component[0]}]${component.slice(1)}"${flag === '-' ? '' : ` | grep -e "${flag}"`}`;
  // A list that cannot be read has no process in it either.
  const text = `# on ${node}: no ${what}\n${waiting(`list=$(ps -eo args) && ! echo "$list" | ${search}`)}`;
  return { text, action: { do: 'process-gone', node, component, flag } };
}

/** Whatever lies in a folder: only the process tells what it was started with. */
export function processRuns(process: ProcessRuns): PlanCommand {
  const { node, component, files, has, lacks } = process;
  const flags = [...has.map(flag => `has ${flag}`), ...lacks.map(flag => `has no ${flag}`)];
  return {
    text: [
      `# on ${node}: ${component} was started after its files changed${flags.length > 0 ? `, and ${flags.join(', ')}` : ''}`,
      `${waiting(`ps -eo lstart,args | grep "[${component[0]}]${component.slice(1)}"`)}${files.length > 0 ? ' &&' : ''}`,
      ...files.length > 0 ? [`  stat -c '%z %n' ${files.join(' ')}`] : [],
    ].join('\n'),
    action: { do: 'process-runs', ...process },
  };
}

export function rolledOut({ resource, name, namespace }: CcmWorkload): PlanCommand {
  return {
    text: `kubectl rollout status ${resource}/${name} -n ${namespace}`,
    action: {
      do: 'rolled-out', workload: `${resource}/${name}`, namespace,
    },
  };
}

/**
 * As many pods of a Deployment as it has replicas, or none; those that have ended do not count. One that is on its way out is not gone, and is none
 * that was made.
 *
 * @param replicas default: as many as it is to have
 */
export function podsOf(namespace: string, name: string, replicas?: 0): PlanCommand {
  const it = `kubectl get deployment ${name} -n ${namespace} -o jsonpath=`;
  const ended = '--field-selector=status.phase!=Failed,status.phase!=Succeeded';
  const stays = '{{range .items}}{{if not .metadata.deletionTimestamp}}{{.metadata.name}} {{end}}{{end}}';
  const list = (output: string) => `kubectl get pods -n ${namespace} -l "$1" ${ended} -o ${output}`;
  const labels = `labels=$(${it}'{.spec.selector.matchLabels}' | tr -d '{}"' | tr : =) && [ -n "$labels" ] &&`;
  const none = waiting(`list=$(${list('name')}) && [ -z "$list" ]`);
  const all = waiting(`list=$(${list(`go-template="${stays}"`)}) && [ $(echo "$list" | wc -w) -ge "$2" ]`);
  return {
    text: replicas === 0 ? `${labels}\n  ${none} sh "$labels"`
      : `${labels}\n  replicas=$(${it}'{.spec.replicas}') && [ "$replicas" -gt 0 ] &&\n  ${all} sh "$labels" "$replicas"`,
    action: { do: 'pods-of', namespace, name, ...replicas === undefined ? {} : { replicas } },
  };
}

/** Every pod of a Deployment is of a release, and of its command line as it is now. */
export function deploymentRuns({ namespace, name, release, has, lacks }: DeploymentRuns): PlanCommand {
  const it = `deployment ${name} -n ${namespace}`;
  const container = '.spec.template.spec.containers[0]';
  const word = (flag: string) => `grep -qF -e ${shellQuote(JSON.stringify(flag))}`;
  return {
    text: [
      `kubectl rollout status ${it} --timeout=300s`,
      `kubectl get ${it} -o jsonpath='{${container}.image}' | grep -E ':v${release.replace(/\./g, '\\.')}$'`,
      ...has.length + lacks.length === 0 ? []
        : [`words=$(kubectl get ${it} -o jsonpath='{${container}.command}{${container}.args}') && [ -n "$words" ]`],
      ...has.map(flag => `printf '%s\\n' "$words" | ${word(flag)}`),
      ...lacks.map(flag => `! printf '%s\\n' "$words" | ${word(flag)}`),
    ].join(' &&\n  '),
    action: { do: 'deployment-runs', namespace, name, release, has, lacks },
  };
}

/** Of each pod whether it is ready. */
const READY = '-o jsonpath="{.items[*].status.conditions[?(@.type==\\"Ready\\")].status}"';

/** On any of the nodes that it may run on. */
export function ccmReady({ namespace, selector }: CcmWorkload): PlanCommand {
  return {
    text: waiting(`kubectl get pods -n ${namespace} -l ${selector} ${READY} | grep -w True`),
    action: { do: 'ccm-ready', namespace, selector },
  };
}

export function ccmReadyOn(ccm: CcmWorkload, node: string): PlanCommand {
  return {
    text: waiting(`${podsOn(ccm, node)} ${READY} | grep -x True`),
    action: { do: 'ccm-ready-on', namespace: ccm.namespace, selector: ccm.selector, node },
  };
}

/** Pods that cannot be read are not gone. */
export function noCcmOn(ccm: CcmWorkload, node: string): PlanCommand {
  return {
    text: waiting(`[ -z "$(${podsOn(ccm, node)} -o name || echo unread)" ]`),
    action: { do: 'no-ccm-on', namespace: ccm.namespace, selector: ccm.selector, node },
  };
}

function podsOn({ namespace, selector }: CcmWorkload, node: string): string {
  return `kubectl get pods -n ${namespace} -l ${selector} --field-selector spec.nodeName=${node}`;
}

export function noCcm({ namespace, selector }: CcmWorkload): PlanCommand {
  return { text: `kubectl get pods -n ${namespace} -l ${selector}   # none`, action: { do: 'no-ccm', namespace, selector } };
}

/** Both Leases of one process carry the same identity: that tells which component leads. */
export function leaseHeldBy(namespace: string, lease: string, component: ControllerManager, main: string): PlanCommand {
  return {
    text: `kubectl get lease ${lease} ${main} -n ${namespace} -o custom-columns=NAME:.metadata.name,HOLDER:.spec.holderIdentity   # the same `
      + `holder: ${component} leads`,
    action: { do: 'lease-held-by', namespace, lease, main },
  };
}

export function leaseIsHeld(namespace: string, lease: string, seconds: number): PlanCommand {
  return {
    text: renewals(namespace, lease, seconds, 'two times that differ: it is renewed'),
    action: {
      do: 'lease-is-held', namespace, lease, seconds,
    },
  };
}

function renewals(namespace: string, lease: string, seconds: number, expected: string): string {
  const read = `kubectl get lease ${lease} -n ${namespace} --ignore-not-found -o jsonpath='{.spec.renewTime}{"\\n"}'`;
  return `${read}; sleep ${seconds}; ${read}   # ${expected}`;
}

export function leaseNotHeld(namespace: string, lease: string, seconds: number): PlanCommand {
  return {
    text: renewals(namespace, lease, seconds, 'nothing, or the same time twice: nobody renews it'),
    action: { do: 'lease-not-held', namespace, lease, seconds },
  };
}

export function mayUseLease(namespace: string, lease: string, who: string): PlanCommand {
  return {
    text: `kubectl auth can-i update leases.coordination.k8s.io/${lease} -n ${namespace} --as ${who}   # yes, and get`,
    action: { do: 'may-use-lease', namespace, lease, who },
  };
}

export function providerIds(nodes: readonly string[]): PlanCommand {
  return {
    text: 'kubectl get nodes -o custom-columns=NAME:.metadata.name,ID:.spec.providerID   # none empty',
    action: { do: 'provider-ids', nodes },
  };
}

export function initialized(nodes: readonly string[]): PlanCommand {
  return {
    text: 'kubectl get nodes -o custom-columns=NAME:.metadata.name,TAINTS:.spec.taints[*].key   # no node.cloudprovider.kubernetes.io/uninitialized',
    action: { do: 'initialized', nodes },
  };
}

export function servicesWell(): PlanCommand {
  return {
    text: 'kubectl get events -A --field-selector involvedObject.kind=Service,reason=SyncLoadBalancerFailed   # none since the step began',
    action: { do: 'services-well' },
  };
}

export function csiDriverOn(nodes: readonly string[]): PlanCommand {
  return {
    text: 'kubectl get csinodes -o custom-columns=NAME:.metadata.name,DRIVERS:.spec.drivers[*].name   # ebs.csi.aws.com on each node',
    action: { do: 'csi-driver-on', nodes },
  };
}

export function csiMigratedOn(nodes: readonly string[]): PlanCommand {
  return {
    text: 'kubectl get csinodes -o jsonpath=\'{range .items[*]}{.metadata.name} '
      + '{.metadata.annotations.storage\\.alpha\\.kubernetes\\.io/migrated-plugins}{"\\n"}{end}\'   # kubernetes.io/aws-ebs on each',
    action: { do: 'csi-migrated-on', nodes },
  };
}

export function hasProgram(node: string, path: string): PlanCommand {
  return { text: `# on ${node}\ntest -x ${path}`, action: { do: 'has-program', node, path } };
}

export function allOnRelease(release: string): PlanCommand {
  return {
    text: 'kubectl get pods -n kube-system -l component=kube-controller-manager -o '
      + `custom-columns=NAME:.metadata.name,IMAGE:.spec.containers[0].image   # all v${release}`,
    action: { do: 'all-on-release', release },
  };
}

export function tagsInOrder(): PlanCommand {
  return {
    text: `kubectl get nodes -o json > nodes.json && ${COMMAND_LINE.join(' ')} tag verify --cluster-id "\${CLUSTER_ID:?the id of the cluster tag}" `
      + '--nodes nodes.json',
    action: { do: 'tags-in-order' },
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
  return { text: `# on ${node}\nuname -n   # ${node}`, action: { do: 'host-is-named', node } };
}

/** The API's view of a static pod: which flags its manifest has by now. */
export function podHas(node: string, component: string, text: string): PlanCommand {
  return {
    text: `kubectl get pod ${component}-${node} -n kube-system -o jsonpath='{.spec.containers[0].command}'   # has ${text}`,
    action: { do: 'pod-has', node, component, text },
  };
}

export function podLacks(node: string, component: string, text: string): PlanCommand {
  return {
    text: `kubectl get pod ${component}-${node} -n kube-system -o jsonpath='{.spec.containers[0].command}'   # has no ${text}`,
    action: { do: 'pod-lacks', node, component, text },
  };
}

const ETCD_DIR = '/var/lib/etcd';

/** The etcdctl of the node's own etcd, as kubeadm sets it up; whoever runs etcd elsewhere uses the certificates of there. */
function etcdctl(node: string): string {
  return `kubectl exec -n kube-system etcd-${node} -- etcdctl`;
}

function etcdctlAsked(node: string): string {
  const pki = '/etc/kubernetes/pki/etcd';
  return `${etcdctl(node)} --endpoints=https://127.0.0.1:2379 --cacert=${pki}/ca.crt --cert=${pki}/server.crt --key=${pki}/server.key`;
}

/** A snapshot is as large as the database that it is of. */
export function etcdRoom(node: string): PlanCommand {
  return {
    text: `${etcdctlAsked(node)} endpoint status --write-out=table   # DB SIZE\n\n# on ${node}\ndf -Ph ${ETCD_DIR}   # Avail is more, by 64M`,
    action: { do: 'etcd-room', node },
  };
}

export function etcdSnapshot(node: string): PlanCommand {
  const file = `${ETCD_DIR}/ccm-migration.db`;
  return {
    text: `${etcdctlAsked(node)} snapshot save ${file}\n${etcdctl(node)} snapshot status ${file} --write-out=table   # TOTAL KEYS is not 0`,
    action: { do: 'etcd-snapshot', node },
  };
}
