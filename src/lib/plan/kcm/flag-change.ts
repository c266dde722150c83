import { sideAfter } from './manager-steps';
import { KCM } from '../../kubernetes/component';
import { Transition } from '../app/context';
import { flagDifference } from '../app/flag-difference';

/** What a transition changes in the command line of kube-controller-manager; the rest of a unit or Deployment is not ours. */
export interface FlagChange {
  /** For a person, and for what carries it out: `set --flag=value`, `remove --flag`. */
  readonly sentences: readonly string[];
  /** Names of all these flags, with their dashes. */
  readonly names: readonly string[];
  /** Flags that come: `--flag=value`. */
  readonly has: readonly string[];
  /** Flags that go, with their values. */
  readonly lacks: readonly string[];
  /** All flags that it has then, as they stand in the command line that the app knows. */
  readonly all: readonly string[];
}

/** @throws if the flags of one side are not known: nothing of what is there may be guessed away */
export function flagChange(transition: Transition, node: string): FlagChange {
  const { isWhole, has, lacks, all } = flagDifference(transition, node, sideAfter(transition), KCM);
  if (!isWhole) {
    throw new Error(`the flags of ${KCM} of '${node}' are not known in phases '${transition.from}' and '${transition.to}', so they cannot be `
      + 'changed where it '
      + 'runs; hand in its command line as the manifest of a static pod');
  }
  const names = (flags: readonly string[]) => flags.map(flag => flag.split('=')[0]);
  const removed = names(lacks).filter(name => !names(has).includes(name));
  const sentences = [...has.map(flag => `set ${flag}`), ...removed.map(name => `remove ${name}`)];
  return { sentences, names: [...names(has), ...removed], has, lacks, all };
}
