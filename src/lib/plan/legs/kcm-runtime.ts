import { KCM } from '../../component';
import { NodeSide } from '../../node';
import { manifestPath } from '../../phase/control-plane-node';
import { PlacedFlag } from '../../safety/rules/model';
import { sideOf } from '../app';
import * as check from '../checks';
import { byHand, eventually, filesAre, putFiles, removeFiles, takeBack } from '../commands';
import { filesAt, Leg, portOf } from '../context';
import { call, PlanCommand, StepDraft } from '../step';

type Draft = Omit<StepDraft, 'coexistence' | 'gap'>;

/** How kube-controller-manager is stopped, and started with the flags of the other side. */
export interface ManagerSteps {
  readonly stop: readonly Draft[];
  readonly start: readonly Draft[];
}

const STOP_SECONDS = 120;
const START_SECONDS = 180;
const WHY_STOP = 'while its flags change nobody may run the cloud controllers';
const WHY_START = 'it has the flags of the other side from its first moment on';

export function managerOf(leg: Leg): ManagerSteps {
  switch (leg.options.kcmRuntime ?? 'static-pod') {
    case 'static-pod': return staticPod(leg);
    case 'systemd': return systemd(leg);
    case 'deployment': return deployment(leg);
  }
}

function sideAfter({ to }: Leg): NodeSide {
  return to === 'n' ? NodeSide.N : NodeSide.N_PLUS_1;
}

/** Out of the static pod path and into the folder for copies: below the path, a kubelet would run it a second time. */
function staticPod(leg: Leg): ManagerSteps {
  const { app, from, to } = leg;
  const path = manifestPath(KCM);
  const side = sideAfter(leg);
  return {
    stop: app.controlPlane.map(node => ({
      id: `stop-${node}`,
      title: `Stop kube-controller-manager of ${node}`,
      why: WHY_STOP,
      nodes: [node],
      changes: [`move ${path} out of the static pod path`],
      before: [],
      run: removeFiles(node, from, [path]),
      proof: [eventually(STOP_SECONDS, check.processGone(node, KCM, '-'))],
      undo: takeBack(node, from, [{ path, sum: '-' }]),
      waitFor: `no kube-controller-manager runs on ${node}`,
      atMostSeconds: STOP_SECONDS,
    })),
    start: app.controlPlane.map(node => {
      const files = filesAt(app, to, node, side).filter(file => file.path === path);
      return {
        id: `start-${node}`,
        title: `Start kube-controller-manager of ${node}`,
        why: WHY_START,
        nodes: [node],
        changes: files.map(({ source }) => `put ${source} at ${path}`),
        before: [],
        run: putFiles(node, from, files),
        proof: [
          eventually(START_SECONDS, check.runsRelease(node, KCM, app.releases[side])),
          eventually(START_SECONDS, check.healthz(node, portOf(app, to, KCM, side))),
        ],
        undo: removeFiles(node, `${to}`, [path]),
        doneWhen: filesAre(node, files.map(({ sha256 }) => ({ path, sums: [sha256] })), true).call,
        waitFor: `kube-controller-manager of ${node} is healthy`,
        atMostSeconds: 2 * START_SECONDS,
      };
    }),
  };
}

function systemd(leg: Leg): ManagerSteps {
  const { app, to } = leg;
  const onNode = (node: string, verb: string): PlanCommand => ({ text: `# on ${node}\nsystemctl ${verb} kube-controller-manager`, call: call('stop_process', node, `systemctl ${verb} kube-controller-manager`) });
  return {
    stop: app.controlPlane.map(node => ({
      id: `stop-${node}`,
      title: `Stop kube-controller-manager of ${node}`,
      why: WHY_STOP,
      nodes: [node],
      changes: ['stop the unit kube-controller-manager'],
      before: [],
      run: [onNode(node, 'stop')],
      proof: [eventually(STOP_SECONDS, check.processGone(node, KCM, '-'))],
      undo: [onNode(node, 'start')],
      waitFor: `no kube-controller-manager runs on ${node}`,
      atMostSeconds: STOP_SECONDS,
    })),
    start: app.controlPlane.map(node => ({
      id: `start-${node}`,
      title: `Change the flags of kube-controller-manager of ${node} and start it`,
      why: WHY_START,
      nodes: [node],
      changes: flagChanges(leg),
      before: [],
      run: [byHand(`in the unit kube-controller-manager of ${node}: ${flagChanges(leg).join('; ')}; then systemctl daemon-reload`), onNode(node, 'start')],
      proof: [eventually(START_SECONDS, check.healthz(node, portOf(app, to, KCM, sideAfter(leg))))],
      undo: [onNode(node, 'stop')],
      waitFor: `kube-controller-manager of ${node} is healthy`,
      atMostSeconds: START_SECONDS,
    })),
  };
}

function deployment(leg: Leg): ManagerSteps {
  const scale = (replicas: number): PlanCommand => ({
    text: `kubectl scale deployment/kube-controller-manager -n kube-system --replicas=${replicas}`, call: call('scale', 'kube-system', 'kube-controller-manager', replicas),
  });
  const replicas = leg.app.controlPlane.length;
  return {
    stop: [{
      id: 'stop-kcm',
      title: 'Scale the Deployment kube-controller-manager to 0',
      why: WHY_STOP,
      nodes: [],
      changes: ['0 replicas'],
      before: [],
      run: [scale(0)],
      proof: [],
      undo: [scale(replicas)],
      waitFor: 'the next step: its Lease is no longer renewed',
      atMostSeconds: 0,
    }],
    start: [{
      id: 'start-kcm',
      title: 'Change the flags of the Deployment kube-controller-manager and scale it back',
      why: WHY_START,
      nodes: [],
      changes: flagChanges(leg),
      before: [],
      run: [byHand(`in Deployment kube-system/kube-controller-manager: ${flagChanges(leg).join('; ')}`), scale(replicas)],
      proof: [eventually(START_SECONDS, { text: 'kubectl rollout status deployment/kube-controller-manager -n kube-system', call: call('rolled_out', 'deployment/kube-controller-manager', 'kube-system') })],
      undo: [scale(0)],
      waitFor: 'the Deployment is rolled out',
      atMostSeconds: START_SECONDS,
    }],
  };
}

/** What differs between the command lines of the two sides, in words: a unit or Deployment is not ours to write. */
function flagChanges(leg: Leg): readonly string[] {
  const [old, now] = [leg.from, leg.to].map(state => flagsOf(leg, state === 'n' ? NodeSide.N : NodeSide.N_PLUS_1));
  const text = ({ name, value }: PlacedFlag) => value === undefined ? `--${name}` : `--${name}=${value}`;
  return [
    ...now.filter(flag => !old.some(other => text(other) === text(flag))).map(flag => `set ${text(flag)}`),
    ...old.filter(flag => !now.some(other => other.name === flag.name)).map(flag => `remove ${text(flag)}`),
  ];
}

function flagsOf({ app }: Leg, side: NodeSide): readonly PlacedFlag[] {
  return [...app.phases.values()].flatMap(({ model }) => model.components).find(view => view.component === KCM && sideOf(view) === side)?.flags ?? [];
}
