import { anyFlag, FlagChange, flagChange } from './flag-change';
import { ManagerSteps, sideAfter, START_SECONDS, STOP_SECONDS, WHY_START, WHY_STOP } from './manager-steps';
import { KCM } from '../../../kubernetes/component';
import { shellQuote } from '../../../text/shell-quote';
import { DeploymentChange } from '../../action';
import * as check from '../../checks';
import { eventually, must } from '../../commands';
import { Leg, otherSide } from '../../context';
import { copyObject, copyUsed, takeObjectBack } from '../../object-copies';
import { PlanCommand } from '../../step';

const NAMESPACE = 'kube-system';
const IT = `deployment ${KCM} -n ${NAMESPACE}`;
const CONTAINERS = '.spec.template.spec.containers';

const ROLLED_OUT = eventually(START_SECONDS, {
  text: `kubectl rollout status deployment/${KCM} -n ${NAMESPACE}`,
  action: { do: 'rolled-out', workload: `deployment/${KCM}`, namespace: NAMESPACE },
});

/**
 * A Deployment of the cluster itself. Whoever makes the pods of a Deployment is in kube-controller-manager: scaled to 0 it would stay at 0, so one
 * pod is started besides, until it has made the others.
 */
export function deployment(leg: Leg): ManagerSteps {
  const { app, from, to } = leg;
  const replicas = app.controlPlane.length;
  const object = { kind: 'deployment.apps', namespace: NAMESPACE, name: KCM };
  const change = changeOf(leg);
  return {
    stop: [{
      id: 'stop-kcm',
      title: 'Scale the Deployment kube-controller-manager to 0',
      why: WHY_STOP,
      nodes: [],
      changes: ['0 replicas'],
      before: [fits(leg, change)],
      run: [scale(0)],
      proof: [eventually(STOP_SECONDS, check.podsOf(NAMESPACE, KCM, 0))],
      undo: [...comeBack(replicas), ROLLED_OUT],
      waitFor: 'no pod of it is left',
      atMostSeconds: STOP_SECONDS,
    }],
    start: [{
      id: 'start-kcm',
      title: 'Change the flags of the Deployment kube-controller-manager and scale it back',
      why: WHY_START,
      nodes: [],
      changes: [...change.sentences, `${replicas} replicas, made by a pod of their own that goes again`],
      before: [copyObject(from, object)],
      run: [patch(leg, change), copyUsed(to, object), ...comeBack(replicas)],
      proof: [ROLLED_OUT],
      undo: [scale(0), eventually(STOP_SECONDS, check.podsOf(NAMESPACE, KCM, 0)), takeObjectBack(from, to, object)],
      waitFor: 'the Deployment is rolled out',
      atMostSeconds: 2 * START_SECONDS,
    }],
  };
}

function scale(replicas: number): PlanCommand {
  return {
    text: `kubectl scale deployment/${KCM} -n ${NAMESPACE} --replicas=${replicas}`,
    action: { do: 'scale', namespace: NAMESPACE, name: KCM, replicas },
  };
}

function comeBack(replicas: number): readonly PlanCommand[] {
  const pod = `${KCM}-bootstrap`;
  const about = { namespace: NAMESPACE, name: KCM, pod };
  const remove = `kubectl delete pod ${pod} -n ${NAMESPACE} --ignore-not-found`;
  return [
    scale(replicas),
    {
      text: [
        '# scaled to 0 nobody makes its pods: one by itself does, until they are there',
        `${remove} &&`,
        `  spec=$(kubectl get ${IT} -o jsonpath='{.spec.template.spec}') && [ -n "$spec" ] &&`,
        `  printf '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"${pod}","namespace":"${NAMESPACE}"},"spec":%s}' "$spec" | kubectl create -f -`,
      ].join('\n'),
      action: { do: 'start-bootstrap-pod', ...about },
    },
    eventually(START_SECONDS, check.podsOf(NAMESPACE, KCM, replicas)),
    { text: remove, action: { do: 'delete-bootstrap-pod', ...about } },
  ];
}

/** @throws if its nodes differ in what changes: a Deployment has one command line */
function changeOf(leg: Leg): FlagChange {
  const changes = leg.app.controlPlane.map(node => ({ node, change: flagChange(leg, node) }));
  const [first] = changes;
  const other = changes.find(({ change }) => change.sentences.join('\n') !== first.change.sentences.join('\n'));
  if (other !== undefined) {
    throw new Error(`${KCM} changes otherwise on '${other.node}' (${other.change.sentences.join('; ')}) than on '${first.node}' `
      + `(${first.change.sentences.join('; ')}), but a Deployment has one command line; hand in the same flags for both`);
  }
  return first.change;
}

function changed(leg: Leg, { sentences }: FlagChange): DeploymentChange {
  const { app: { releases } } = leg;
  const side = sideAfter(leg);
  return { namespace: NAMESPACE, name: KCM, oldRelease: releases[otherSide(side)], newRelease: releases[side], flags: sentences };
}

/** Asked before it is scaled to 0: in the middle is no time to find out. */
function fits(leg: Leg, change: FlagChange): PlanCommand {
  return must({
    text: ['# its command line and its image can be changed', ...readWords(leg, change)].join('\n'),
    action: { do: 'deployment-fits', ...changed(leg, change) },
  });
}

/** Reads what is changed into `field` and `words`, and what the image becomes into `image`. */
function readWords(leg: Leg, change: FlagChange): readonly string[] {
  const { oldRelease, newRelease } = changed(leg, change);
  const read = (path: string) => `kubectl get ${IT} -o jsonpath="{${CONTAINERS}${path}}"`;
  return [
    `count=$(($(${read('[*].name')} | wc -w)))`,
    `for field in args command; do words=$(${read('[0].$field')}); case $words in *'"--'*) break ;; esac; done`,
    `image=$(${read('[0].image')} | sed 's/:v${oldRelease.replaceAll('.', '\\.')}$/:v${newRelease}/')`,
    `odd=$(printf '%s\\n' "$words" | grep -oE -e '"${anyFlag(change.names)}"' || true)`,
    `case "$count $image$odd $words" in "1 "*":v${newRelease} "*'"--'*) ;;`,
    `  *) echo "one container, image :v${oldRelease}, each flag and its value one word; not: $count, $image, $odd" >&2; false ;; esac`,
  ];
}

function patch(leg: Leg, change: FlagChange): PlanCommand {
  const { sentences, names, has } = change;
  const about = changed(leg, change);
  const added = has.map(flag => `,${JSON.stringify(flag)}`).join('');
  const edit = [
    `s/,?"${anyFlag(names)}(=([^"\\\\]|\\\\.)*)?"//g`, `s/]$/${added.replace(/[\\&/]/g, '\\$&')}]/`, 's/^\\[,/[/',
  ].map(one => `-e ${shellQuote(one)}`).join(' ');
  const replace = (path: string, value: string) =>
    `{\\"op\\":\\"replace\\",\\"path\\":\\"/spec/template/spec/containers/0/${path}\\",\\"value\\":${value}}`;
  return {
    text: [
      `# its own command line, but ${sentences.join('; ')}; and image v${about.newRelease}`,
      `${readWords(leg, change).join('\n')} &&`,
      `  words=$(printf '%s\\n' "$words" | sed -E ${edit}) &&`,
      `  kubectl patch ${IT} --type=json -p "[${replace('$field', '$words')},${replace('image', '\\"$image\\"')}]"`,
    ].join('\n'),
    action: { do: 'deployment-flags', ...about },
  };
}
