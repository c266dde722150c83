import { Manager, sideAfter, START_SECONDS, startOn, stopOn } from './manager-steps';
import { KCM } from '../../kubernetes/component';
import { NodeSide } from '../../kubernetes/node';
import { eventually, must } from '../action';
import { allOnRelease, answers, podRuns } from '../actions/components';
import { filesAre, put, remove } from '../actions/files';
import { manifestPathIn } from '../app/app';
import { endpointOf, filesAt, otherSide, Transition } from '../app/context';
import { pathsOf, removedFile, stepFile } from '../node/change';
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
    stop: () => app.controlPlane.map(node => stopOn(node, transition, 'static pod', {
      changes: [`move ${pathOn(node)} out of the static pod path`],
      files: [removedFile(pathOn(node))],
      ...wayOf(provenBack(...runs(node, from, otherSide(side))), done(...remove(from, [pathOn(node)]))),
    })),
    start: () => app.controlPlane.map(node => {
      const path = pathOn(node);
      const files = filesAt(app, to, node, side).filter(file => file.path === path);
      const change = { transition, node, side, put: files, units: [] };
      const { flags } = nodeNow(change, [app.releases[otherSide(side)], app.releases[side]]);
      return startOn(node, {
        title: `Start kube-controller-manager of ${node}`,
        now: {
          text: `no kube-controller-manager runs on ${node}; it was of ${app.releases[otherSide(side)]}, to become ${app.releases[side]}`,
          flags,
        },
        changes: files.map(({ source }) => `put ${source} at ${path}`),
        files: files.map(file => stepFile(file, [])),
        before: [must(filesAre({ paths: pathsOf(files), are: 'absent-or-after' }))],
        ...wayOf(move(put(from, files, true), remove(to, [path]))),
        proof: [...runs(node, to, side), ...processChecks(change, START_SECONDS)],
      });
    }),
    onRelease: release => [allOnRelease({ release })],
    runsOn: (node, itsSide, expected) => [podRuns({ component: KCM, release: app.releases[itsSide], ...expected }), isWell(node, to, itsSide)]
      .map(one => eventually(START_SECONDS, one)),
  };
}
