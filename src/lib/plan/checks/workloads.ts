import { waiting } from './printed';
import { shellQuote } from '../../text/shell-quote';
import { DeploymentRuns } from '../action';
import { CcmWorkload } from '../app';
import { PlanCommand } from '../step';

export function rolledOut({ resource, name, namespace }: CcmWorkload): PlanCommand {
  return {
    text: `kubectl rollout status ${resource}/${name} -n ${namespace} --timeout=300s`,
    action: {
      do: 'rolled-out', workload: `${resource}/${name}`, namespace,
    },
  };
}

/** The same of what not every cluster has. */
export function rolledOutIfThere(workload: string, namespace: string): PlanCommand {
  const object = workload.replace('/', ' ');
  return {
    text: `there=$(kubectl get ${object} -n ${namespace} --ignore-not-found -o name) &&\n`
      + `  { [ -z "$there" ] || kubectl rollout status ${workload} -n ${namespace} --timeout=300s; }`,
    action: { do: 'rolled-out', workload, namespace, ifThere: true },
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
