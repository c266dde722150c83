import { Manager, sideAfter, START_SECONDS, STOP_SECONDS, WHY_START, WHY_STOP } from './manager-steps';
import { KCM } from '../../kubernetes/component';
import { NodeSide } from '../../kubernetes/node';
import { eventually, must } from '../action';
import { allOnRelease, answers, podRuns, processGone } from '../actions/components';
import { filesAre } from '../actions/files';
import { manifestPathIn } from '../app/app';
import { endpointOf, filesAt, otherSide, Transition } from '../app/context';
import { pathsOf, removedFile, startFilesOf, stepFile } from '../node/change';
import { put, remove } from '../node/files';
import { nodeNow } from '../node/now';
import { processChecks } from '../node/process-truth';
import { PlanStateName } from '../state';
import { done, move, provenBack, wayOf } from '../way';

/** Out of the static pod path and into the folder for copies: below the path, a kubelet would run it a second time. */
export function staticPod(transition: Transition): Manager {
  const { app, from, to } = transition;
  const side = sideAfter(transition);
  const isWell = (node: string, at: PlanStateName, itsSide: NodeSide) => answers({ path: 'healthz', ...endpointOf(app, at, KCM, itsSide, node) });
  const runs = (node: string, at: PlanStateName, itsSide: NodeSide) => [
    eventually(START_SECONDS, podRuns({ component: KCM, release: app.releases[itsSide] })), eventually(START_SECONDS, isWell(node, at, itsSide)),
  ];
  const pathOn = (node: string) => manifestPathIn(filesAt(app, to, node, side), KCM);
  return {
    stop: () => app.controlPlane.map(node => ({ node, removed: [removedFile(pathOn(node))] })).map(({ node, removed }) => ({
      id: 'stop',
      node,
      title: `Stop kube-controller-manager of ${node}`,
      why: WHY_STOP,
      now: { text: `kube-controller-manager of ${app.releases[otherSide(side)]} runs on ${node}, as a static pod` },
      changes: [`move ${removed[0].path} out of the static pod path`],
      files: removed,
      ...wayOf(provenBack(...runs(node, from, otherSide(side))), done(...remove(from, pathsOf(removed)))),
      proof: [eventually(STOP_SECONDS, processGone({ component: KCM }))],
      waitFor: `no kube-controller-manager runs on ${node}`,
    })),
    start: () => app.controlPlane.map(node => {
      const path = pathOn(node);
      const files = filesAt(app, to, node, side).filter(file => file.path === path);
      const { flags } = nodeNow(transition, { node, side, put: files, units: [] }, [app.releases[otherSide(side)], app.releases[side]]);
      return {
        id: 'start',
        node,
        title: `Start kube-controller-manager of ${node}`,
        why: WHY_START,
        now: {
          text: `no kube-controller-manager runs on ${node}; it was of ${app.releases[otherSide(side)]}, to become ${app.releases[side]}`,
          flags,
        },
        changes: files.map(({ source }) => `put ${source} at ${path}`),
        files: files.map(file => stepFile(file, [])),
        before: [must(filesAre({ paths: pathsOf(files), are: 'absent-or-after' }))],
        ...wayOf(move(put(from, files, true), remove(to, [path]))),
        proof: [...runs(node, to, side), ...processChecks(transition, node, side, startFilesOf(files), START_SECONDS)],
        waitFor: `kube-controller-manager of ${node} is healthy`,
        atMostSeconds: 2 * START_SECONDS,
      };
    }),
    onRelease: release => [allOnRelease({ release })],
    runsOn: (node, itsSide, expected) => [podRuns({ component: KCM, release: app.releases[itsSide], ...expected }), isWell(node, to, itsSide)]
      .map(one => eventually(START_SECONDS, one)),
  };
}
