import { anyFlag, FlagChange, flagChange } from './flag-change';
import { Manager, sideAfter, START_SECONDS, STOP_SECONDS, WHY_START, WHY_STOP } from './manager-steps';
import { KCM } from '../../kubernetes/component';
import { NodeSide } from '../../kubernetes/node';
import { shellQuote } from '../../text/shell-quote';
import * as check from '../checks';
import { eventually, must, takeFilesBack } from '../commands';
import { Leg, otherSide, servedAt } from '../context';
import { fileCopyUsed, giveFileBackElse, keepFile, makeFolder } from '../file-copies';
import { PlanStateName } from '../state';
import { PlanCommand } from '../step';

/** Whatever is done to the drop-in changes its folder. */
const FOLDER = `/etc/systemd/system/${KCM}.service.d`;

const DROP_IN = `${FOLDER}/90-ccm-migration.conf`;

/** A unit of systemd: its own command line, changed in a drop-in. */
export function unit(leg: Leg): Manager {
  const { app, from, to } = leg;
  const side = sideAfter(leg);
  const reload = (node: string) => onNode(node, 'systemctl daemon-reload');
  const runs = (node: string, at: PlanStateName, itsSide: NodeSide) => [
    eventually(START_SECONDS, check.healthz(node, servedAt(app, at, KCM, itsSide, node))),
    eventually(START_SECONDS, check.unitRunsRelease(node, KCM, app.releases[itsSide])),
  ];
  return {
    kubeletsMeanwhile: 'its packages bring kube-controller-manager, too',
    stop: () => app.controlPlane.map(node => ({
      id: `stop-${node}`,
      title: `Stop kube-controller-manager of ${node}`,
      why: WHY_STOP,
      nodes: [node],
      now: { text: `kube-controller-manager of ${app.releases[otherSide(side)]} runs on ${node}, as a unit` },
      changes: ['stop the unit kube-controller-manager'],
      before: fits(node, flagChange(leg, node)),
      run: [onNode(node, `systemctl stop ${KCM}`)],
      proof: [eventually(STOP_SECONDS, check.processGone(node, KCM, '-'))],
      undo: [onNode(node, `systemctl start ${KCM}`), ...runs(node, from, otherSide(side))],
      waitFor: `no kube-controller-manager runs on ${node}`,
      atMostSeconds: STOP_SECONDS,
    })),
    start: () => app.controlPlane.map(node => {
      const change = flagChange(leg, node);
      return {
        id: `start-${node}`,
        title: `Change the flags of kube-controller-manager of ${node} and start it`,
        why: WHY_START,
        nodes: [node],
        now: {
          text: `the unit kube-controller-manager of ${node} is stopped; it was of ${app.releases[otherSide(side)]}`,
          flags: [{ component: KCM, go: change.lacks, come: change.has }],
        },
        changes: [
          ...change.sentences,
          `in ${DROP_IN}; the program of ${app.releases[side]} itself comes by your own packages (in the playbooks: node_upgrade)`,
        ],
        before: [],
        run: [...change.names.length > 0 ? [writeDropIn(leg, node, change)] : [], onNode(node, `systemctl start ${KCM}`)],
        proof: [
          ...runs(node, to, side),
          eventually(START_SECONDS, check.processRuns({
            node, component: KCM, files: change.names.length > 0 ? [FOLDER] : [], has: change.has, lacks: change.lacks,
          })),
        ],
        undo: [onNode(node, `systemctl stop ${KCM}`), takeFilesBack(node, from, to, [DROP_IN]), reload(node)],
        waitFor: `kube-controller-manager of ${node} is healthy`,
        atMostSeconds: 2 * START_SECONDS,
      };
    }),
    onRelease: release => app.controlPlane.map(node => check.unitRunsRelease(node, KCM, release)),
    runsOn: (node, itsSide, told) => [
      ...runs(node, to, itsSide), eventually(START_SECONDS, check.processRuns({ node, component: KCM, files: [], ...told })),
    ],
  };
}

function onNode(node: string, command: string): PlanCommand {
  return { text: `# on ${node}\n${command}`, action: { do: 'stop-process', node, command } };
}

/** Asked before it is stopped: in the middle is no time to find out. */
function fits(node: string, { sentences, names }: FlagChange): readonly PlanCommand[] {
  if (names.length === 0) return [];
  return [must({
    text: [`# on ${node}: its command line can be changed`, ...plainWords(names)].join('\n'),
    action: { do: 'unit-fits', node, unit: KCM, flags: sentences },
  })];
}

/**
 * Reads the command line into `words`.
 *
 * systemd prints the words of a command line without the quotes between them, and with `%n` filled in: what has a blank cannot be told from two
 * words.
 */
function plainWords(names: readonly string[]): readonly string[] {
  return [
    `words=$(systemctl show -p ExecStart --value ${KCM} | sed -n 's/.* argv\\[\\]=\\(.*\\) ; ignore_errors=.*/\\1/p' | tr ' ' '\\n')`,
    `odd=$(printf '%s\\n' "$words" | sed -nE -e '1!{/^--/!p}' -e "/[\\"'\\\\\\\\]/p" -e '/^${anyFlag(names)}$/p')`,
    '{ [ -n "$words" ] && [ -z "$odd" ]; } || { echo "each flag and its value must be one plain word of the unit, not: $odd" >&2; false; }',
  ];
}

/** A percent sign of a word is written as two. */
function writeDropIn(leg: Leg, node: string, { sentences, names, has }: FlagChange): PlanCommand {
  const { from, to } = leg;
  const isBack = sideAfter(leg) === NodeSide.N;
  const odd = has.find(flag => /[\s"'\\]/.test(flag));
  if (odd !== undefined) {
    throw new Error(`'${odd}' has a blank, a quote or a backslash, which is no plain word of a unit; write the drop-in of ${KCM} on ${node} by hand`);
  }
  const added = has.map(flag => shellQuote(flag.replaceAll('$', '$$$$'))).join(' ');
  return {
    text: [
      `# on ${node}: ${isBack ? `as it was in '${to}', where a copy says so; else ` : ''}its own command line, but ${sentences.join('; ')}`,
      makeFolder(DROP_IN),
      ...keepFile(from, DROP_IN),
      ...isBack ? giveFileBackElse(to, DROP_IN) : fileCopyUsed(to, DROP_IN),
      `${plainWords(names).join('\n')} &&`,
      `  { printf '%s\\n' "$words" | grep -vE -e '^${anyFlag(names)}(=|$)'${has.length > 0 ? `; printf '%s\\n' ${added}` : ''}; } |`,
      `  sed 's/%/%%/g' | paste -sd ' ' | sed 's/^/[Service]\\nExecStart=\\nExecStart=/' > ${DROP_IN}.new && mv ${DROP_IN}.new ${DROP_IN}`
        + `${isBack ? '\nfi' : ''} &&`,
      '  systemctl daemon-reload',
    ].join('\n'),
    action: { do: 'unit-flags', node, state: from, to, unit: KCM, flags: sentences, ...isBack ? { givenBack: true } : {} },
  };
}
