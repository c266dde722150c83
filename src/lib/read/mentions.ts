import { started } from './program';

/** Where a text names a controller manager, or holds the command line of one. */
export interface Mention {
  /** From 1. */
  readonly line: number;
  readonly what: string;
}

/** Longer lines are not looked through: patterns cost more than their length. */
const LONGEST = 5000;
const NAME = '(?:(?:[a-z0-9]+-)*cloud-controller-manager|kube-controller-manager)';
const IMAGE = new RegExp(`[\\w.-]+(?::\\d+)?/(?:[\\w.-]+/)*${NAME}(?:-(?:amd64|arm64))?(?::[\\w][\\w.-]*|@sha256:)`);
const PATH = new RegExp(`/(?:[\\w.-]+/)*s?bin/(?:[\\w.-]+/)*${NAME}(?![\\w.-])`);
/** Settings of installers whose files have no kind. */
const SETTINGS: readonly (readonly [RegExp, string])[] = [
  [/^\s*["']?kube-controller-manager-arg["']?\s*:/, 'arguments of the kube-controller-manager of k3s or RKE2'],
  [/^\s*kube-controller:\s*(\{|$)/, 'arguments of the kube-controller-manager of RKE'],
  [/^\s*["']?(kubeControllerManager|cloudControllerManager|kube_controller_manager|externalCloudControllerManager)["']?\s*:/, 'settings of a controller manager'],
];

/** The first mention in a text that is not a comment. Names of users and roles, `system:kube-controller-manager`, start nothing. */
export function mentionIn(text: string): Mention | undefined {
  if (!/controller|leader-elect/.test(text)) return undefined;
  const lines = text.split(/\r?\n/).map(line => /^\s*(#(?!!)|\/\/)/.test(line.slice(0, LONGEST)) ? '' : line.slice(0, LONGEST));
  if (text.length > LONGEST && text.split('\n').some(line => line.length > LONGEST && /controller-manager|leader-elect/.test(line))) return { line: 1, what: 'a line that is too long to read' };
  const at = (test: (line: string) => boolean, what: (line: string) => string): Mention | undefined => {
    const index = lines.findIndex(test);
    return index === -1 ? undefined : { line: index + 1, what: what(lines[index]) };
  };
  const starts = lines.findIndex(line => started(line) !== undefined);
  return at(line => IMAGE.test(line), line => `the image ${IMAGE.exec(line)![0]}`)
    ?? at(line => PATH.test(line), line => `the program ${PATH.exec(line)![0]}`)
    ?? (starts === -1 ? undefined : { line: starts + 1, what: `a command that starts ${started(lines[starts])!}` })
    ?? flags(lines)
    ?? SETTINGS.map(([pattern, what]) => at(line => pattern.test(line), () => what)).find(mention => mention !== undefined);
}

/** `--leader-elect` beside `--cloud-provider` or `--controllers` is the command line of a controller manager, whatever it is called. */
function flags(lines: readonly string[]): Mention | undefined {
  const find = (pattern: RegExp) => lines.findIndex(line => pattern.test(line));
  const elects = find(/--leader[-_]elect\b/);
  const provider = find(/--cloud[-_]provider\b/);
  const controllers = find(/--controllers\b/);
  if (elects === -1 || (provider === -1 && controllers === -1)) return undefined;
  return { line: elects + 1, what: `the flags --leader-elect and ${provider === -1 ? '--controllers' : '--cloud-provider'}` };
}
