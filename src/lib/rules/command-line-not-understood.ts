import { Rule } from './rule';
import { unknownParts } from './unknown-parts';

export const commandLineNotUnderstood: Rule = {
  id: 'command-line-not-understood',
  severity: 'error',
  title: 'A command line that cannot be read',
  why: 'Flags that are hidden in a shell script or behind escapes are not seen, and what they say is not checked.',
  fix: 'Give the flags as items of command or args, or as plain words of the flag file.',
  source: 'this library\'s own reader',
  check: model => unknownParts(model, 'command'),
};
