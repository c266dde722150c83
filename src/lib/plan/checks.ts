import { DeploymentRuns, ProcessRuns } from './action';
import { CcmWorkload } from './app';
import { BACKUP_DIR } from './object-copies';
import { PlanCommand } from './step';
import { nodeNameCheck } from '../ccm/node-name';
import { ControllerManager, KCM } from '../kubernetes/component';
import { shellQuote } from '../text/shell-quote';

/** How our command line is run: by its package's name, so that no other package is taken for it where it is not installed. */
export const COMMAND_LINE = ['npx', '--package', 'cdk8s-ccm-migration', 'ccm-migration'] as const;

/*
 * What proves a step. `must` and `eventually` say by when it has to hold. What a person pastes ends non-zero where it does not hold, and where a read
 * fails; what comes true with time is waited for.
 */

export function nodeReady(node: string): PlanCommand {
  return { text: `kubectl wait node/${node} --for=condition=Ready --timeout=300s`, action: { do: 'node-ready', node } };
}

export function runsRelease(node: string, component: string, release: string): PlanCommand {
  const pod = `kubectl get pod ${component}-${node} -n kube-system -o jsonpath="{.spec.containers[0].image} {.status.containerStatuses[0].ready}"`;
  return {
    text: waiting(`${pod} | grep -E "${releaseOf(release)} true"`),
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

/** A command of the shell until it succeeds. */
function waiting(command: string, first = ''): string {
  return `timeout 300 sh -c ${shellQuote(`${first}until ${command}; do sleep 2; done`)}`;
}

/** One word in a command that is waited for: in double quotes, for the whole stands in single ones. */
function word(text: string): string {
  return `"${text.replace(/[\\$`"]/g, '\\$&')}"`;
}

/** The release of an image, as an extended regular expression. */
function releaseOf(release: string): string {
  return `:v${release.replaceAll('.', '\\.')}([^0-9.][^ ]*)?`;
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
  const search = `grep -E "^([^ ]*/)?${component}( |$)"${flag === '-' ? '' : ` | grep -Fe ${word(flag)}`}`;
  // A list that cannot be read has no process in it either.
  const text = `# on ${node}: no ${what}\n${waiting(`list=$(ps -eo args= -ww) && ! printf "%s\\n" "$list" | ${search}`)}`;
  return { text, action: { do: 'process-gone', node, component, flag } };
}

/**
 * Whatever lies in a folder: only the process tells what it was started with, and when. `ps` knows the second of a start within one, hence the two
 * that are added.
 */
export function processRuns(process: ProcessRuns): PlanCommand {
  const { node, component, files, has, lacks } = process;
  const named = `s#^.{24} ([^ ]*/)?${component}( .*)?\\$#& #p`;
  const lines = 'printf "%s\\n" "$list"';
  const conditions = [
    `list=$(LC_ALL=C TZ=UTC0 ps -eo lstart=,args= -ww | sed -nE "${named}") && [ -n "$list" ]`,
    ...files.length > 0 ? [
      `changed=$(for file in ${files.join(' ')}; do [ ! -e $file ] || stat -Lc %Z $file; done | sort -n | tail -n 1)`,
      `started=$(${lines} | cut -c1-24 | date -u -f - +%s | sort -n | head -n 1) && [ $((started + 2)) -ge \${changed:-0} ]`,
    ] : [],
    ...has.map(flag => `! ${lines} | grep -qvFe ${word(` ${flag} `)}`),
    ...lacks.map(flag => `! ${lines} | grep -qFe ${word(` ${flag} `)}`),
  ];
  return {
    text: `# on ${node}: ${component} was started after its files changed${has.length + lacks.length > 0 ? ', with their flags' : ''}\n`
      + waiting(conditions.join(' &&\n  ')),
    action: { do: 'process-runs', ...process },
  };
}

export function rolledOut({ resource, name, namespace }: CcmWorkload): PlanCommand {
  return {
    text: `kubectl rollout status ${resource}/${name} -n ${namespace} --timeout=300s`,
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
  const list = (output: string) => `kubectl get pods -n ${namespace} -l "$1" ${ended} -o ${output}`;
  const labels = `labels=$(${it}'{.spec.selector.matchLabels}' | tr -d '{}"' | tr : =) && [ -n "$labels" ] &&`;
  const none = waiting(`list=$(${list('name')}) && [ -z "$list" ]`);
  const goes = 'custom-columns=:.metadata.deletionTimestamp --no-headers';
  const all = waiting(`list=$(${list(goes)}) && [ $(printf "%s\\n" "$list" | grep -c none) -ge "$2" ]`);
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
  const hasWord = (flag: string) => `grep -qF -e ${shellQuote(JSON.stringify(flag))}`;
  return {
    text: [
      `kubectl rollout status deployment/${name} -n ${namespace} --timeout=300s`,
      `kubectl get ${it} -o jsonpath='{${container}.image}' | grep -E ':v${release.replace(/\./g, '\\.')}$'`,
      ...has.length + lacks.length === 0 ? []
        : [`words=$(kubectl get ${it} -o jsonpath='{${container}.command}{${container}.args}') && [ -n "$words" ]`],
      ...has.map(flag => `printf '%s\\n' "$words" | ${hasWord(flag)}`),
      ...lacks.map(flag => `! printf '%s\\n' "$words" | ${hasWord(flag)}`),
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
  return {
    text: waiting(`[ -z "$(kubectl get pods -n ${namespace} -l ${selector} -o name || echo unread)" ]`),
    action: { do: 'no-ccm', namespace, selector },
  };
}

/** Both Leases of one process carry the same identity: that tells which component leads. A dead one keeps them, but does not renew them. */
export function leaseHeldBy(namespace: string, lease: string, component: ControllerManager, main: string): PlanCommand {
  const look = lookAt(`${lease} ${main}`, namespace, '{range .items[*]}{.spec.holderIdentity} {.metadata.resourceVersion} {end}');
  const holds = '[ $# = 8 ] && [ "$1 $1 $1" = "$3 $5 $7" ] && [ $2 != $6 ] && [ $4 != $8 ]';
  return {
    text: `# ${component} leads: the same holder in both Leases, who renews both\n`
      + waiting(`set -- $(look) $(sleep ${RENEWED_SECONDS}; look) && ${holds}`, look),
    action: { do: 'lease-held-by', namespace, lease, main },
  };
}

/** By then a holder has renewed its Lease more than once. */
const RENEWED_SECONDS = 10;

export function leaseIsHeld(namespace: string, lease: string, seconds: number): PlanCommand {
  const look = lookAt(lease, namespace, '{.spec.holderIdentity} {.metadata.resourceVersion}');
  return {
    text: `# Lease ${lease} has a holder, who renews it\n`
      + waiting(`set -- $(look) $(sleep ${seconds}; look) && [ $# = 4 ] && [ $2 != $4 ]`, look),
    action: {
      do: 'lease-is-held', namespace, lease, seconds,
    },
  };
}

export function leaseNotHeld(namespace: string, lease: string, seconds: number): PlanCommand {
  const look = lookAt(`${lease} --ignore-not-found`, namespace, '{.metadata.resourceVersion}');
  return {
    text: `# nobody renews Lease ${lease}, or it is not there\n`
      + waiting(`one=$(look) && sleep ${seconds} && two=$(look) && [ "$one" = "$two" ]`, look),
    action: { do: 'lease-not-held', namespace, lease, seconds },
  };
}

function lookAt(leases: string, namespace: string, path: string): string {
  return `look() { kubectl get lease ${leases} -n ${namespace} -o jsonpath="${path}"; }\n  `;
}

/** Where the Lease is not there yet, whoever bids for it makes it; nobody can be allowed to make one of a certain name only. */
export function mayUseLease(namespace: string, lease: string, who: string): PlanCommand {
  const may = (verb: string, name = '') => `kubectl auth can-i ${verb} leases.coordination.k8s.io${name} -n ${namespace} --as ${who}`;
  return {
    text: waiting([
      may('get', `/${lease}`),
      may('update', `/${lease}`),
      `{ kubectl get lease ${lease} -n ${namespace} -o name || ${may('create')}; }`,
    ].join(' &&\n  ')),
    action: { do: 'may-use-lease', namespace, lease, who },
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

/** Each by its name: kubectl fails where one is missing. */
function listed(resource: string, names: readonly string[], field: string): string {
  return `list=$(kubectl get ${resource} ${names.join(' ')} --no-headers -o "custom-columns=:.metadata.name,:${field}")`;
}

const eachLine = 'printf "%s\\n" "$list"';

/** What is said last of each Service. A Service that fails is tried again at least every five minutes, and says so each time. */
export function servicesWell(): PlanCommand {
  const fields = '{range .items[*]}{.lastTimestamp} {.involvedObject.namespace}/{.involvedObject.name} {.reason}{"\\n"}{end}';
  return {
    text: [
      '# each Service whose last event is that it failed; one that is gone, or failed before the plan too, is yours to judge',
      `said=$(kubectl get events -A --field-selector involvedObject.kind=Service -o jsonpath='${fields}') &&`,
      '  printf "%s\\n" "$said" | grep -E " (EnsuredLoadBalancer|SyncLoadBalancerFailed)$" | sort |',
      "  awk '{ last[$2] = $3 } END { for (one in last) if (last[one] ~ /Failed/) { print one, last[one]; bad = 1 } exit bad }'",
    ].join('\n'),
    action: { do: 'services-well' },
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

/** Of the node's own kube-controller-manager each: kubectl fails where one is missing. */
export function allOnRelease(release: string, nodes: readonly string[]): PlanCommand {
  const pods = nodes.map(node => `${KCM}-${node}`).join(' ');
  const fields = ':.spec.containers[0].image,:.status.containerStatuses[*].ready';
  return {
    text: `list=$(kubectl get pods ${pods} -n kube-system --no-headers -o "custom-columns=${fields}") &&\n`
      + `  ! ${eachLine} | grep -vE '${releaseOf(release)} +true *$'`,
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
  return { text: `# on ${node}\n[ "$(uname -n | tr A-Z a-z)" = ${node} ]`, action: { do: 'host-is-named', node } };
}

/** The API's view of a static pod: which flags its manifest has by now. */
export function podHas(node: string, component: string, text: string): PlanCommand {
  return {
    text: waiting(`${commandLineOf(node, component)} &&\n  printf "%s\\n" "$words" | grep -Fe ${word(text)}`),
    action: { do: 'pod-has', node, component, text },
  };
}

export function podLacks(node: string, component: string, text: string): PlanCommand {
  return {
    text: waiting(`${commandLineOf(node, component)} && [ "$words" != " " ] &&\n  ! printf "%s\\n" "$words" | grep -Fe ${word(text)}`),
    action: { do: 'pod-lacks', node, component, text },
  };
}

function commandLineOf(node: string, component: string): string {
  const container = '.spec.containers[0]';
  return `words=$(kubectl get pod ${component}-${node} -n kube-system -o jsonpath="{${container}.command[*]} {${container}.args[*]}")`;
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
  const status = 'etcd-status.json';
  return {
    text: [
      `# on ${node}`,
      `mkdir -p ${BACKUP_DIR}`,
      '',
      `${etcdctlAsked(node)} endpoint status --write-out=json > ${status} && scp ${status} root@${node}:${BACKUP_DIR}/${status}`,
      '',
      `# on ${node}: room for its database, and for 64 MiB besides`,
      `size=$(grep -o '"dbSize":[0-9]*' ${BACKUP_DIR}/${status} | cut -d: -f2 | sort -n | tail -n 1) && [ -n "$size" ] &&`,
      `  free=$(df -Pk ${ETCD_DIR} | awk 'NR == 2 { print $4 }') && [ "$free" -gt $((size / 1024 + 65536)) ]`,
    ].join('\n'),
    action: { do: 'etcd-room', node },
  };
}

export function etcdSnapshot(node: string): PlanCommand {
  const file = `${ETCD_DIR}/ccm-migration.db`;
  return {
    text: `${etcdctlAsked(node)} snapshot save ${file}\n${etcdctl(node)} snapshot status ${file} --write-out=json | grep -E '"totalKey":[1-9]'`,
    action: { do: 'etcd-snapshot', node },
  };
}
