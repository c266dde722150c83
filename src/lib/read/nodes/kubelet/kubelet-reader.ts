import { KubeletLine, kubeletLine } from '../../../edit/kubelet/kubelet-line';
import { kubeletReleasesIn } from '../../../facts/inputs/kubelet-files';
import { undecidedSettings } from '../../../facts/unit-settings';
import { KubernetesVersion } from '../../../kubernetes/kubernetes-version';
import { isPlaceholder, NOT_FILLED_IN } from '../../../text/placeholder';
import { doubtedFlags, flagOf } from '../../../view/ask';
import { ComponentView, Doubt, mayRunDoubt, NO_DOUBT, NodeView, PassedOver } from '../../../view/model';
import { readWords } from '../../component/read-words';
import { nodeFile } from '../../component/referenced-file';
import { filesOfNode, nameOnNode, NodeFolderPath } from '../../input/layout';

/** The kubelet of a node, its command line as systemd makes it. */
export interface ReadKubelet {
  /** Undefined where the input has neither its unit nor a file of its flags. */
  readonly view?: ComponentView;
  /** Paths on the node that were read. */
  readonly read: readonly string[];
  readonly passedOver: readonly PassedOver[];
  /** Why it may take static pods from elsewhere. */
  readonly unread: readonly Doubt[];
  /** Why systemd may not start it, or not let it do its work. */
  readonly doubts: readonly Doubt[];
  /** Release that its unit names. */
  readonly release?: NodeView['kubeletRelease'];
  readonly version?: KubernetesVersion;
  /** Whether its environment has a variable; undefined: that is not known. */
  readonly hasVariable: (name: string) => boolean | undefined;
}

/** Flags that say where a kubelet takes static pods from. */
const OF_STATIC_PODS: readonly string[] = ['pod-manifest-path', 'config', 'config-dir', 'manifest-url'];

/** Flags that decide what starts on the node, and what its node asks of a cloud-controller-manager. The value of any other decides nothing here. */
const DECIDING: ReadonlySet<string> = new Set([...OF_STATIC_PODS, 'cloud-provider', 'feature-gates', 'register-node']);

export function readKubelet(node: NodeFolderPath, kind: string): ReadKubelet {
  const nameOf = (path: string) => nameOnNode(node, path);
  const line = kubeletLine(filesOfNode(node), nameOf);
  if (!line) return { read: [], passedOver: [], unread: [], doubts: [], hasVariable: () => undefined };
  const read = readWords('kubelet', line.words.map(({ text, why = ofTemplate(text), file, line: at }) =>
    ({ text, why, place: { file, line: at } })));
  const unknowns = [...problemOf(line), ...read.unknowns.filter(one => doubtedFlags([one]).every(flag => DECIDING.has(flag)))];
  const release = releaseOf(line);
  const view: ComponentView = {
    component: 'kubelet',
    object: 'kubelet',
    place: { file: nameOf(line.files[0]), line: 1 },
    origin: 'kubelet',
    kind,
    node: node.name,
    flags: read.flags,
    hiddenFlags: read.hidden,
    ends: read.ends,
    unknowns,
  };
  return {
    view: { ...view, cloudConfig: nodeFile(flagOf(view, 'cloud-config'), node) },
    read: line.files,
    release,
    version: KubernetesVersion._readStart(release?.release),
    hasVariable: line.hasVariable,
    doubts: undecidedSettings(line.settings, 'kubelet', node.paths).map(({ setting, what }) =>
      ({ place: { file: setting.file, line: setting.line }, what: `its unit has ${what}`, isDoubtful: true })),
    passedOver: absentOf(line, node.name),
    unread: unknowns.filter(one => doubtedFlags([one]).every(flag => OF_STATIC_PODS.includes(flag))).slice(0, 1).map(({ place, what }) => mayRunDoubt(
      place, `where the kubelet of ${node.name} takes static pods from is not known: ${what}`, 'One of them may be a controller manager.',
      'Give the files that hold its flags, and write the flags as plain words.',
    )),
  };
}

/** What something else fills in on the node, a name or an address, says nothing that is asked here. */
function ofTemplate(word: string): string | undefined {
  return DECIDING.has(/^--?([^=]+)=/.exec(word)?.[1] ?? '') && isPlaceholder(word) ? NOT_FILLED_IN : undefined;
}

/** None where its settings name several. */
function releaseOf({ settings }: KubeletLine): ReadKubelet['release'] {
  const found = settings.flatMap(({ value, file, line }) => kubeletReleasesIn(value).map(release => ({ release, place: { file, line } })));
  return found.every(({ release }) => release === found[0].release) ? found[0] : undefined;
}

function problemOf({ problem }: KubeletLine): readonly Doubt[] {
  if (!problem) return NO_DOUBT.isRight;
  const { what, file, line } = problem;
  return [{ part: 'command', place: { file, line }, what, fix: 'Write the flags as plain words, and give every file that the unit names.' }];
}

function absentOf({ absent }: KubeletLine, node: string): readonly PassedOver[] {
  return absent.map(({ value, file, line }) => ({
    place: { file, line },
    what: `${value.slice(1)} of node ${node}, which its kubelet may do without, is not in the input, and is taken not to be there`,
    isStaticPod: false,
  }));
}
