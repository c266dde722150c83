import { Manager, sideAfter, START_SECONDS, STOP_SECONDS, WHY_START, WHY_STOP } from './manager-steps';
import { KCM } from '../../kubernetes/component';
import { NodeSide } from '../../kubernetes/node';
import { manifestPathIn } from '../app';
import * as check from '../checks';
import { eventually, filesAre, must, putOverKept, removeFiles, takeBack } from '../commands';
import { filesAt, Leg, otherSide, servedAt } from '../context';
import { nodeNow } from '../now';
import { processChecks } from '../process-truth';
import { PlanStateName } from '../state';

/** Out of the static pod path and into the folder for copies: below the path, a kubelet would run it a second time. */
export function staticPod(leg: Leg): Manager {
  const { app, from, to } = leg;
  const side = sideAfter(leg);
  const runs = (node: string, at: PlanStateName, itsSide: NodeSide) => [
    eventually(START_SECONDS, check.runsRelease(node, KCM, app.releases[itsSide])),
    eventually(START_SECONDS, check.healthz(node, servedAt(app, at, KCM, itsSide, node))),
  ];
  const pathOn = (node: string) => manifestPathIn(filesAt(app, to, node, side), KCM);
  return {
    stop: () => app.controlPlane.map(node => ({ node, path: pathOn(node) })).map(({ node, path }) => ({
      id: `stop-${node}`,
      title: `Stop kube-controller-manager of ${node}`,
      why: WHY_STOP,
      nodes: [node],
      now: { text: `kube-controller-manager of ${app.releases[otherSide(side)]} runs on ${node}, as a static pod` },
      changes: [`move ${path} out of the static pod path`],
      before: [],
      run: removeFiles(node, from, [path]),
      proof: [eventually(STOP_SECONDS, check.processGone(node, KCM, '-'))],
      undo: [...takeBack(node, from, [{ path, sum: '-' }]), ...runs(node, from, otherSide(side))],
      waitFor: `no kube-controller-manager runs on ${node}`,
      atMostSeconds: STOP_SECONDS,
    })),
    start: () => app.controlPlane.map(node => {
      const path = pathOn(node);
      const files = filesAt(app, to, node, side).filter(file => file.path === path);
      const { flags } = nodeNow(leg, node, side, files, [app.releases[otherSide(side)], app.releases[side]]);
      return {
        id: `start-${node}`,
        title: `Start kube-controller-manager of ${node}`,
        why: WHY_START,
        nodes: [node],
        now: {
          text: `no kube-controller-manager runs on ${node}; it was of ${app.releases[otherSide(side)]}, to become ${app.releases[side]}`,
          flags,
        },
        changes: files.map(({ source }) => `put ${source} at ${path}`),
        before: [must(filesAre(node, files.map(({ sha256 }) => ({ path, sums: ['-', sha256] }))))],
        run: putOverKept(node, from, files),
        proof: [
          ...runs(node, to, side),
          ...processChecks(leg, node, side, files, START_SECONDS),
        ],
        undo: removeFiles(node, `${to}`, [path]),
        waitFor: `kube-controller-manager of ${node} is healthy`,
        atMostSeconds: 2 * START_SECONDS,
      };
    }),
    onRelease: release => [check.allOnRelease(release, app.controlPlane)],
    runsOn: (node, itsSide, { has, lacks }) => [
      check.runsRelease(node, KCM, app.releases[itsSide]),
      ...has.map(flag => check.podHas(node, KCM, flag)),
      ...lacks.map(flag => check.podLacks(node, KCM, flag)),
      check.healthz(node, servedAt(app, to, KCM, itsSide, node)),
    ].map(one => eventually(START_SECONDS, one)),
  };
}
