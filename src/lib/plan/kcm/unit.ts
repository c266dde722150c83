import { flagChange, Manager, sideAfter, START_SECONDS, startOn, stopOn } from './manager-steps';
import { KCM } from '../../kubernetes/component';
import { NodeSide } from '../../kubernetes/node';
import { dropInOf } from '../../migration/unit-component';
import { eventually, must, PlanAction } from '../action';
import { allOnRelease, answers, processRuns } from '../actions/components';
import { restoreFiles } from '../actions/files';
import { runOnNode, unitFits, unitFlags, unitRunsRelease } from '../actions/units';
import { endpointOf, otherSide, Transition } from '../app/context';
import { ExpectedFlags } from '../endpoint';
import { folderOf } from '../node/change';
import { controlPlaneGroup } from '../replaced/app-group';
import { PlanStateName } from '../state';
import { move, provenBack, wayOf } from '../way';

/** Whatever is done to the drop-in changes its folder. */
const DROP_IN = dropInOf(KCM);
const FOLDER = folderOf(DROP_IN);

const STOP = [systemctl('stop', KCM)];
const START = [systemctl('start', KCM)];

/** What can be asked of a unit on a node, and of all of them. */
function asked({ app, to }: Transition, name: string) {
  const runs = (node: string, at: PlanStateName, itsSide: NodeSide) => [
    answers({ path: 'healthz', ...endpointOf(app, at, KCM, itsSide, node) }), unitRunsRelease({ unit: name, release: app.releases[itsSide] }),
  ].map(one => eventually(START_SECONDS, one));
  return {
    runs,
    // Of nodes that are replaced no name is known: each of their groups is looked up.
    onRelease: (release: string) => controlPlaneGroup(app.groups) ? [allOnRelease({ release, unit: name })]
      : [unitRunsRelease({ unit: name, release }, 'control-plane')],
    runsOn: (node: string, itsSide: NodeSide, expected: ExpectedFlags) => [
      ...runs(node, to, itsSide), eventually(START_SECONDS, processRuns({ component: KCM, files: [], ...expected })),
    ],
  };
}

/** A unit whose drop-in is among the files of the nodes: it changes with these, and is never stopped by itself. */
export function unitOnNodes(transition: Transition, name: string): Manager {
  const { onRelease, runsOn } = asked(transition, name);
  return { stop: () => [], start: () => [], onRelease, runsOn };
}

/** A unit of systemd: its own command line, changed in a drop-in. */
export function unit(transition: Transition): Manager {
  const { app, from, to } = transition;
  const side = sideAfter(transition);
  const { runs, onRelease, runsOn } = asked(transition, KCM);
  return {
    kubeletsMeanwhile: 'its packages bring kube-controller-manager, too',
    stop: () => app.controlPlane.map(node => {
      const { sentences, names } = flagChange(transition, node);
      return stopOn(node, transition, 'unit', {
        changes: ['stop the unit kube-controller-manager'],
        // Asked before it is stopped: in the middle is no time to find out.
        before: names.length === 0 ? [] : [must(unitFits({ unit: KCM, flags: sentences }))],
        ...wayOf(provenBack(...runs(node, from, otherSide(side))), move(STOP, START)),
      });
    }),
    start: () => app.controlPlane.map(node => {
      const { sentences, names, has, lacks } = flagChange(transition, node);
      refuseOddWords(node, has);
      return startOn(node, {
        title: `Change the flags of kube-controller-manager of ${node} and start it`,
        now: {
          text: `the unit kube-controller-manager of ${node} is stopped; it was of ${app.releases[otherSide(side)]}`,
          flags: [{ component: KCM, go: lacks, come: has }],
        },
        changes: [
          ...sentences, `in ${DROP_IN}; the program of ${app.releases[side]} itself comes by your own packages (in the playbooks: node_upgrade)`,
        ],
        ...wayOf(
          move(
            names.length === 0 ? []
              : [unitFlags({ state: from, to, unit: KCM, dropIn: DROP_IN, flags: sentences, ...side === NodeSide.N ? { givenBack: true } : {} })],
            [restoreFiles({ state: from, left: to, paths: [DROP_IN] }), systemctl('daemon-reload')],
          ),
          move(START, STOP),
        ),
        proof: [
          ...runs(node, to, side),
          eventually(START_SECONDS, processRuns({ component: KCM, files: names.length > 0 ? [FOLDER] : [], has, lacks })),
        ],
      });
    }),
    onRelease,
    runsOn,
  };
}

function systemctl(...words: readonly string[]): PlanAction {
  return runOnNode({ argv: ['systemctl', ...words] });
}

/** @throws if a flag is no plain word of a unit */
function refuseOddWords(node: string, flags: readonly string[]): void {
  const odd = flags.find(flag => /[\s"'\\]/.test(flag));
  if (odd === undefined) return;
  throw new Error(`flags of a unit must be without blanks, quotes and backslashes, got '${odd}'; write the drop-in of ${KCM} on ${node} by hand`);
}
