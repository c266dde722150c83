import { KCM } from '../../kubernetes/component';
import { NodeSide } from '../../kubernetes/node';
import { PlacedFlag } from '../../view/model';
import { manifestPathIn, sideOf } from '../app';
import * as check from '../checks';
import { eventually, putFiles, removeFiles, restoreFiles, takeBack, giveBack, keepObject } from '../commands';
import { filesAt, Leg, otherSide, portOf } from '../context';
import { processChecks } from '../process-truth';
import { PlanCommand, StepDraft } from '../step';

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
  const side = sideAfter(leg);
  const pathOn = (node: string) => manifestPathIn(filesAt(app, to, node, side), KCM);
  return {
    stop: app.controlPlane.map(node => ({ node, path: pathOn(node) })).map(({ node, path }) => ({
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
      const path = pathOn(node);
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
          ...processChecks(leg, node, side, files, START_SECONDS),
        ],
        undo: removeFiles(node, `${to}`, [path]),
        waitFor: `kube-controller-manager of ${node} is healthy`,
        atMostSeconds: 2 * START_SECONDS,
      };
    }),
  };
}

function systemd(leg: Leg): ManagerSteps {
  const { app, from, to } = leg;
  const dropIn = '/etc/systemd/system/kube-controller-manager.service.d/90-ccm-migration.conf';
  const onNode = (node: string, verb: string): PlanCommand => ({
    text: `# on ${node}\nsystemctl ${verb} kube-controller-manager`,
    action: {
      do: 'stop-process',
      node,
      command: `systemctl ${verb} kube-controller-manager`,
    },
  });
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
      changes: [
        ...flagChanges(leg),
        `in ${dropIn}; the program of ${app.releases[sideAfter(leg)]} itself comes by your own packages (in the playbooks: node_upgrade)`,
      ],
      before: [],
      run: [
        {
          text: `# on ${node}, ExecStart of ${dropIn} is what systemctl show -p ExecStart --value kube-controller-manager says, but: `
            + `${flagChanges(leg).join('; ')}\n`
            + 'systemctl daemon-reload',
          action: { do: 'unit-flags', node, state: from, unit: KCM, flags: flagChanges(leg) },
        },
        onNode(node, 'start'),
      ],
      proof: [eventually(START_SECONDS, check.healthz(node, portOf(app, to, KCM, sideAfter(leg))))],
      undo: [
        onNode(node, 'stop'),
        ...restoreFiles(node, from, [dropIn]),
        { text: `# on ${node}\nsystemctl daemon-reload`, action: { do: 'stop-process', node, command: 'systemctl daemon-reload' } },
      ],
      waitFor: `kube-controller-manager of ${node} is healthy`,
      atMostSeconds: START_SECONDS,
    })),
  };
}

function deployment(leg: Leg): ManagerSteps {
  const scale = (replicas: number): PlanCommand => ({
    text: `kubectl scale deployment/kube-controller-manager -n kube-system --replicas=${replicas}`,
    action: { do: 'scale', namespace: 'kube-system', name: KCM, replicas },
  });
  const replicas = leg.app.controlPlane.length;
  const object = { kind: 'deployment.apps', namespace: 'kube-system', name: KCM };
  const now = leg.app.releases[sideAfter(leg)];
  const old = leg.app.releases[otherSide(sideAfter(leg))];
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
      before: [{ text: keepObject(leg.from, object.kind, object), action: { do: 'copy-object', state: leg.from, ...object } }],
      run: [
        {
          text: `kubectl edit deployment/kube-controller-manager -n kube-system   # image v${now}; ${flagChanges(leg).join('; ')}`,
          action: { do: 'deployment-flags', namespace: 'kube-system', name: KCM, oldRelease: old, newRelease: now, flags: flagChanges(leg) },
        },
        scale(replicas),
      ],
      proof: [eventually(START_SECONDS, {
        text: 'kubectl rollout status deployment/kube-controller-manager -n kube-system',
        action: { do: 'rolled-out', workload: `deployment/${KCM}`, namespace: 'kube-system' },
      })],
      undo: [scale(0), { text: giveBack('replace', leg.from, object.kind, object), action: { do: 'restore-object', state: leg.from, ...object } }],
      waitFor: 'the Deployment is rolled out',
      atMostSeconds: START_SECONDS,
    }],
  };
}

/** What differs between the command lines of the two sides; the rest of a unit or Deployment is not ours. */
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
