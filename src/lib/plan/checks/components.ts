import { eachLine, flagInLine, releaseOf, waiting, word } from './printed';
import { CONTROL_PLANE_ROLE } from '../../facts/control-plane-node';
import { KCM } from '../../kubernetes/component';
import { PodOnNode, ProcessRuns, Served } from '../action';
import { PlanCommand } from '../step';

export function runsRelease(node: string, component: string, release: string): PlanCommand {
  const pod = `kubectl get pod ${component}-${node} -n kube-system -o jsonpath="{.spec.containers[0].image} {.status.containerStatuses[*].ready}"`;
  return {
    text: waiting(`${pod} | grep -E "${releaseOf(release)}( true)+\\$"`),
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

/**
 * Packages are brought apart from files: a run that ended between the two leaves a program that no file tells of. The release is the one of the
 * program that the process was started with, which lies there still.
 *
 * @param orOlder an older one may be there, too: it may talk to this API server
 */
export function kubeletRunsRelease(node: string, release: string, orOlder = false): PlanCommand {
  const conditions = [
    'line=$(LC_ALL=C TZ=UTC0 ps -eo lstart=,args= -ww | grep -E "^.{24} ([^ ]*/)?kubelet( |$)" | head -n 1) && set -- $line && [ -x "$6" ]',
    'started=$(printf "%s\\n" "$line" | cut -c1-24 | date -u -f - +%s) && [ $((started + 2)) -ge $(stat -Lc %Z "$6") ]',
    'release=$("$6" --version | sed -nE "s/^Kubernetes v([0-9]+[.][0-9]+[.][0-9]+).*/\\1/p") && [ -n "$release" ]',
    orOlder ? `[ "$(printf "%s\\n" "$release" ${release} | sort -V | tail -n 1)" = ${release} ]` : `[ "$release" = ${release} ]`,
  ];
  return {
    text: `# on ${node}: the kubelet was started with the program that lies there, of ${release}${orOlder ? ' or older' : ''}\n`
      + waiting(conditions.join(' &&\n  ')),
    action: { do: 'kubelet-runs-release', node, release, ...orOlder ? { orOlder } : {} },
  };
}

/** A component that starts refuses connections first, and may forbid what it allows once it has read the roles. */
function answering(node: string, url: string): string {
  return `# on ${node}\n${waiting(`curl -ksSf --noproxy "*" ${url}`)}   # ok`;
}

function urlOf({ port, host = '127.0.0.1' }: Served, path: string): string {
  return `"https://${host}:${port}/${path}"`;
}

/** @param pod whose address is asked, where it has no network of its node: a node reaches its own pods, or no probe of the kubelet would succeed */
export function healthz(node: string, at: Served, pod?: PodOnNode): PlanCommand {
  if (!pod) return { text: answering(node, urlOf(at, 'healthz')), action: { do: 'healthz', node, ...at } };
  const { port } = at;
  const { namespace, labels, fields } = pod;
  const labelled = labels === undefined ? '' : ` -l "${labels}"`;
  const address = `kubectl get pods -n ${namespace}${labelled} --field-selector "${fields}" -o jsonpath="{.items[*].status.podIP}"`;
  return {
    text: `# ${node} asks its own pod\n`
      + waiting([
        `address=$(${address}) && [ -n "$address" ]`,
        'case $address in *:*) address="[$address]" ;; esac',
        `ssh -n root@${node} curl -ksSf "https://$address:${port}/healthz"`,
      ].join(' &&\n  ')) + '   # ok',
    action: { do: 'healthz', node, port, pod },
  };
}

export function readyz(node: string, at: Served): PlanCommand {
  return { text: answering(node, urlOf(at, 'readyz')), action: { do: 'readyz', node, ...at } };
}

export function processGone(node: string, component: string, flag: string): PlanCommand {
  const what = flag === '-' ? component : `${component} with ${flag}`;
  const search = `grep -E "^([^ ]*/)?${component}( |$)"${flag === '-' ? '' : ` | grep -Ee ${flagInLine(flag)}`}`;
  // A list that cannot be read has no process in it either.
  const text = `# on ${node}: no ${what}\n${waiting(`list=$(ps -eo args= -ww) && ! printf "%s\\n" "$list" | ${search}`)}`;
  return { text, action: { do: 'process-gone', node, component, flag } };
}

/** What kubeadm gives an API server to ask kubelets with; a controller manager takes it, too. It stays on its node. */
export const METRICS_CLIENT = '/etc/kubernetes/pki/apiserver-kubelet-client';

/** An old process may still hold the port. Where nobody may read metrics that is said, and the component was asked for its health only. */
function answersSince(at: Served): readonly string[] {
  const url = urlOf(at, 'metrics');
  const started = 'started=$(printf "%s\\n" "$answer" | sed -n "s/^process_start_time_seconds //p")';
  return [
    `{ if [ ! -e ${METRICS_CLIENT}.key ]; then echo no ${METRICS_CLIENT}.key: ${url} is not asked; else`,
    `  answer=$(curl -ksS --noproxy "*" --cert ${METRICS_CLIENT}.crt --key ${METRICS_CLIENT}.key ${url}) && case "$answer" in`,
    `    *process_start_time_seconds*) ${started} && [ $(($(LC_ALL=C printf "%.0f" "$started") + 2)) -ge \${changed:-0} ] ;;`,
    `    *orbidden*|*nauthorized*) echo ${url} may not be read: not known ;;`,
    '    *) false ;;',
    '  esac; fi; }',
  ];
}

/**
 * Whatever lies in a folder: only the process tells what it was started with, and when. `ps` knows the second of a start within one, hence the two
 * that are added.
 */
export function processRuns(process: ProcessRuns): PlanCommand {
  const { node, component, files, has, lacks, port, host } = process;
  const named = `s#^.{24} ([^ ]*/)?${component}( .*)?\\$#& #p`;
  // A flag and its value may be two words.
  const joined = 's# (--[a-z0-9-]+) ([^ -])# \\1=\\2#g';
  const lines = 'printf "%s\\n" "$list"';
  const conditions = [
    `list=$(LC_ALL=C TZ=UTC0 ps -eo lstart=,args= -ww | sed -nE "${named}" | sed -E "${joined}") && [ -n "$list" ]`,
    ...files.length > 0 ? [
      `changed=$(for file in ${files.join(' ')}; do [ ! -e $file ] || stat -Lc %Z $file; done | sort -n | tail -n 1)`,
      `started=$(${lines} | cut -c1-24 | date -u -f - +%s | sort -n | head -n 1) && [ $((started + 2)) -ge \${changed:-0} ]`,
    ] : [],
    ...has.map(flag => `! ${lines} | grep -qvFe ${word(` ${flag} `)}`),
    ...lacks.map(flag => `! ${lines} | grep -qFe ${word(` ${flag} `)}`),
    ...port === undefined || files.length === 0 ? [] : [answersSince({ port, host }).join('\n  ')],
  ];
  return {
    text: `# on ${node}: ${component} was started after its files changed${has.length + lacks.length > 0 ? ', with their flags' : ''}\n`
      + waiting(conditions.join(' &&\n  ')),
    action: { do: 'process-runs', ...process },
  };
}

/** One more would be asked by nobody, and run what it likes. */
function controlPlaneIs(nodes: readonly string[]): string {
  const wanted = nodes.map(node => `node/${node}`).sort().join(' ');
  return `nodes=$(kubectl get nodes -l ${CONTROL_PLANE_ROLE} -o name | LC_ALL=C sort | xargs) &&\n  { [ "$nodes" = "${wanted}" ] || `
    + '{ echo "not those of this plan: $nodes" >&2; false; }; }';
}

/** Of the node's own kube-controller-manager each: kubectl fails where one is missing. */
export function allOnRelease(release: string, nodes: readonly string[]): PlanCommand {
  const pods = nodes.map(node => `${KCM}-${node}`).join(' ');
  const fields = ':.spec.containers[0].image,:.status.containerStatuses[*].ready';
  return {
    text: `${controlPlaneIs(nodes)} &&\n  list=$(kubectl get pods ${pods} -n kube-system --no-headers -o "custom-columns=${fields}") &&\n`
      + `  ! ${eachLine} | grep -vE '${releaseOf(release)} +true(,true)* *$'`,
    action: { do: 'all-on-release', release },
  };
}

/** The API's view of a static pod: which flags its manifest has by now. */
export function podHas(node: string, component: string, text: string): PlanCommand {
  return {
    text: waiting(`${commandLineOf(node, component)} &&\n  printf "%s\\n" "$words" | grep -Ee ${flagInLine(text)}`),
    action: { do: 'pod-has', node, component, text },
  };
}

export function podLacks(node: string, component: string, text: string): PlanCommand {
  return {
    text: waiting(`${commandLineOf(node, component)} && [ "$words" != " " ] &&\n  ! printf "%s\\n" "$words" | grep -Ee ${flagInLine(text)}`),
    action: { do: 'pod-lacks', node, component, text },
  };
}

function commandLineOf(node: string, component: string): string {
  const container = '.spec.containers[0]';
  return `words=$(kubectl get pod ${component}-${node} -n kube-system -o jsonpath="{${container}.command[*]} {${container}.args[*]}")`;
}
