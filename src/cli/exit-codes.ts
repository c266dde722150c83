import type { Command } from 'commander';

/** What a command ends with. */
export interface ExitCodes {
  readonly 0: string;
  /** None: the command ends with 0 or 2. */
  readonly 1?: string;
  readonly 2: string;
}

const REPORT: ExitCodes = { 0: 'every step is safe', 1: 'a step is refused, or a finding is an error', 2: 'bad usage, or the folder is no app' };

/** Of every command, by its path: printed in its help, and on the page of the command line. */
export const EXIT_CODES: Readonly<Record<string, ExitCodes>> = {
  'verify': {
    0: 'both promises hold',
    1: 'one is broken or unknown, or a finding is an error (`--fail-on warning`: or a warning)',
    2: 'bad usage, an input that cannot be read, or nothing to check',
  },
  'rules': { 0: 'the rules are printed', 2: 'bad usage, or no rule has the id' },
  'init': {
    0: 'the app is written, or is there already',
    2: 'bad usage, a value that is missing or contradicts the input, other files in the way, or an app that would not synthesize; nothing is '
      + 'written',
  },
  'collect': { 0: 'the project is written', 2: 'bad usage, or other files are in the way' },
  'plan': {
    0: 'the plan is safe', 1: 'the plan is refused, and none is written', 2: 'bad usage, or the folder is no app, or lacks what the plan needs',
  },
  'report': REPORT,
  'diff': REPORT,
  'upgrade': {
    0: 'may go',
    1: 'must not go, or cannot say: a Service or the command line of the input is refused, its role lacks an action or its account a right, the '
      + 'version skew is not supported or not known, the release has no image, or a known fault that the cluster meets or may meet, or may delete '
      + 'Nodes of the input or leave new ones like them uninitialized',
    2: 'bad usage, or an input that cannot be read',
  },
  'tag plan': { 0: 'the tags can be added, or are there', 1: 'a resource is in conflict', 2: 'bad usage, or AWS does not answer' },
  'tag apply': {
    0: 'every tag is there, or without `--yes` can be added',
    1: 'a resource is in conflict, or a tag was not added',
    2: 'bad usage, or AWS does not answer',
  },
  'tag verify': { 0: 'no finding is an error', 1: 'a finding is an error', 2: 'bad usage, or AWS does not answer' },
  'tag remove': { 0: 'what was added is gone', 1: 'a tag was not removed', 2: 'bad usage, or AWS does not answer' },
  'aws role': { 0: 'the role allows every action', 1: 'an action is denied, or that is not known', 2: 'bad usage, or AWS does not answer' },
  'aws load-balancers': {
    0: 'every Service has its load balancer, and none changed', 1: 'a load balancer is missing, or changed', 2: 'bad usage, or AWS does not answer',
  },
  'aws auto-scaling': {
    0: 'every group is paused', 1: 'a group may make, replace or remove nodes', 2: 'bad usage, or AWS does not answer',
  },
  'completion': { 0: 'the script is printed', 2: 'bad usage' },
  'version': { 0: 'the version is printed', 2: 'bad usage' },
};

/** Adds its exit codes to the help of each command that does something. */
export function addExitCodes(command: Command, path: readonly string[] = []): void {
  for (const one of command.commands) addExitCodes(one, [...path, one.name()]);
  const codes = EXIT_CODES[path.join(' ')];
  if (codes !== undefined) command.addHelpText('after', () => `\n${folded(`Exit code: ${textOf(codes)}.`)}`);
}

function textOf(codes: ExitCodes): string {
  return Object.entries(codes).map(([code, says]) => `${code} ${says}`).join('; ');
}

const LINE = /(.{1,140})(?: |$)/g;

/** In lines as long as the notes above it. */
function folded(text: string): string {
  return text.replaceAll('`', '').replace(LINE, '$1\n').trimEnd();
}
