import { anyFlag, FlagChange, flagChange } from './flag-change';
import { Manager, sideAfter, START_SECONDS, STOP_SECONDS, Told, WHY_START, WHY_STOP } from './manager-steps';
import { KCM } from '../../kubernetes/component';
import { shellQuote } from '../../text/shell-quote';
import { DeploymentChange } from '../action';
import * as check from '../checks';
import { eventually, must } from '../commands';
import { Leg, otherSide } from '../context';
import { copyObject, copyUsed, takeObjectBack } from '../object-copies';
import { PlanCommand } from '../step';

const NAMESPACE = 'kube-system';
const IT = `deployment ${KCM} -n ${NAMESPACE}`;
const CONTAINERS = '.spec.template.spec.containers';
/** Has the number of replicas that the Deployment had, while it is at 0. */
const REPLICAS = 'ccm-migration/replicas';

const ROLLED_OUT = eventually(START_SECONDS, {
  text: `kubectl rollout status deployment/${KCM} -n ${NAMESPACE} --timeout=300s`,
  action: { do: 'rolled-out', workload: `deployment/${KCM}`, namespace: NAMESPACE },
});

/**
 * A Deployment of the cluster itself. Whoever makes the pods of a Deployment is in kube-controller-manager: scaled to 0 it would stay at 0, so one
 * pod is started besides, until it has made the others. That pod is a kube-controller-manager, too: where a run was killed it may have been left, and
 * is deleted wherever none may run.
 */
export function deployment(leg: Leg): Manager {
  const { app, from, to } = leg;
  const object = { kind: 'deployment.apps', namespace: NAMESPACE, name: KCM };
  const runs = (release: string, told: Told) => check.deploymentRuns({ namespace: NAMESPACE, name: KCM, release, ...told });
  return {
    kubeletsMeanwhile: 'a drain would end the pods of kube-controller-manager, which has nobody else to make them anew',
    stop: () => [{
      id: 'stop-kcm',
      title: 'Scale the Deployment kube-controller-manager to 0',
      why: WHY_STOP,
      nodes: [],
      now: { text: 'the Deployment kube-controller-manager has its pods' },
      changes: [`0 replicas; how many it had is in its annotation ${REPLICAS}`],
      before: [fits(leg, changeOf(leg))],
      run: GO_DOWN,
      proof: [NO_POD],
      undo: [...COME_BACK, ROLLED_OUT],
      waitFor: 'no pod of it is left',
      atMostSeconds: 2 * STOP_SECONDS,
    }],
    start: () => [{
      id: 'start-kcm',
      title: 'Change the flags of the Deployment kube-controller-manager and scale it back',
      why: WHY_START,
      nodes: [],
      now: {
        text: 'the Deployment kube-controller-manager has no pod', flags: [{ component: KCM, go: changeOf(leg).lacks, come: changeOf(leg).has }],
      },
      changes: [...changeOf(leg).sentences, 'as many replicas as it had, made by a pod of their own that goes again'],
      before: [copyObject(from, object)],
      run: [patch(leg, changeOf(leg)), copyUsed(to, object), ...COME_BACK],
      proof: [ROLLED_OUT],
      undo: [...GO_DOWN, NO_POD, takeObjectBack(from, to, object)],
      waitFor: 'the Deployment is rolled out',
      atMostSeconds: 2 * START_SECONDS,
    }],
    onRelease: release => [runs(release, { has: [], lacks: [] })],
    // It may have fewer pods than there are control-plane nodes: of each node there is nothing to ask.
    runsOn: (_, side, told) => [eventually(START_SECONDS, runs(app.releases[side], told))],
  };
}

const NO_POD = eventually(STOP_SECONDS, check.podsOf(NAMESPACE, KCM, 0));

const BOOTSTRAP = { namespace: NAMESPACE, name: KCM, pod: `${KCM}-bootstrap` };

/** What is not gone in time is an error. */
const DELETE_BOOTSTRAP = `kubectl delete pod ${BOOTSTRAP.pod} -n ${NAMESPACE} --ignore-not-found --timeout=${STOP_SECONDS}s`;

const READ_REPLICAS = `kubectl get ${IT} -o jsonpath='{.metadata.annotations.${REPLICAS.replaceAll('.', '\\.')}}'`;

/**
 * Its pods go by one of themselves, or by the pod that was started besides: that goes last. It may have made one more in its last moment, which then
 * ends itself; so whether any is left has to be asked again.
 */
const GO_DOWN: readonly PlanCommand[] = [
  {
    text: [
      '# at 0 nobody else knows how many replicas it had: that is written on it in the same change',
      `replicas=$(${READ_REPLICAS}) &&`,
      `  { [ -n "$replicas" ] || replicas=$(kubectl get ${IT} -o jsonpath='{.spec.replicas}'); } &&`,
      '  [ "$replicas" -gt 0 ] &&',
      `  kubectl patch ${IT} --type=merge -p '{"metadata":{"annotations":{"${REPLICAS}":"'"$replicas"'"}},"spec":{"replicas":0}}'`,
    ].join('\n'),
    action: { do: 'scale-to-zero', namespace: NAMESPACE, name: KCM },
  },
  NO_POD,
  {
    text: `# where an earlier run left one: it is no pod of the Deployment\n${DELETE_BOOTSTRAP}`,
    action: { do: 'delete-bootstrap-pod', ...BOOTSTRAP },
  },
];

const COME_BACK: readonly PlanCommand[] = [
  {
    text: [
      `replicas=$(${READ_REPLICAS}) &&`,
      '  { [ -z "$replicas" ] || { [ "$replicas" -gt 0 ] &&',
      `  kubectl patch ${IT} --type=merge -p '{"metadata":{"annotations":{"${REPLICAS}":null}},"spec":{"replicas":'"$replicas"'}}'; }; }`,
    ].join('\n'),
    action: { do: 'scale-back', namespace: NAMESPACE, name: KCM },
  },
  {
    text: [
      '# scaled to 0 nobody makes its pods: one by itself does, until they are there',
      `${DELETE_BOOTSTRAP} &&`,
      `  spec=$(kubectl get ${IT} -o jsonpath='{.spec.template.spec}') && [ -n "$spec" ] &&`,
      `  printf '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"${BOOTSTRAP.pod}","namespace":"${NAMESPACE}"},"spec":%s}' "$spec" |`,
      '  kubectl create -f -',
    ].join('\n'),
    action: { do: 'start-bootstrap-pod', ...BOOTSTRAP },
  },
  eventually(START_SECONDS, check.podsOf(NAMESPACE, KCM)),
  { text: DELETE_BOOTSTRAP, action: { do: 'delete-bootstrap-pod', ...BOOTSTRAP } },
];

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
  const { sentences, names, has, all } = change;
  const about = changed(leg, change);
  const added = has.map(flag => `,${JSON.stringify(flag)}`).join('');
  const edit = [
    `s/,?"${anyFlag(names)}(=([^"\\\\]|\\\\.)*)?"//g`, `s/]$/${added.replace(/[\\&/]/g, '\\$&')}]/`, 's/^\\[,/[/',
  ].map(one => `-e ${shellQuote(one)}`).join(' ');
  const inOrder = JSON.stringify(all).slice(1);
  const replace = (path: string, value: string) =>
    `{\\"op\\":\\"replace\\",\\"path\\":\\"/spec/template/spec/containers/0/${path}\\",\\"value\\":${value}}`;
  return {
    text: [
      `# its own command line, but ${sentences.join('; ')}; and image v${about.newRelease}`,
      `${readWords(leg, change).join('\n')} &&`,
      `  words=$(printf '%s\\n' "$words" | sed -E ${edit}) &&`,
      '  # where these are all the flags of the app, they stand as they stand there; else those that come are at the end',
      `  program=\${words%%'"--'*} in_order=${shellQuote(inOrder)} &&`,
      '  of_words() { printf \'%s\\n\' "$1" | sed -e \'s/]$//\' -e \'s/","/"\\n"/g\' | LC_ALL=C sort; } &&',
      '  { [ "$(of_words "${words#"$program"}")" != "$(of_words "$in_order")" ] || words=$program$in_order; } &&',
      `  kubectl patch ${IT} --type=json -p "[${replace('$field', '$words')},${replace('image', '\\"$image\\"')}]"`,
    ].join('\n'),
    action: { do: 'deployment-flags', ...about, inOrder: all },
  };
}
