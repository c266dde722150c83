import { variableReader, variablesRead } from '../../facts/ccm-environment';
import { CcmDifference } from '../difference';

/** @param set the variables that it is given; undefined: they are not known, and each may be */
export function environmentDifferences(from: string, to: string, set: readonly string[] | undefined): readonly CcmDifference[] {
  const reads = (tag: string, name: string) => variableReader(tag, name) !== undefined;
  const source = 'the environment that its own code reads, and the AWS SDK and client-go in the versions of its go.mod';
  const [which, look] = set === undefined ? ['its environment', 'Look whether its container sets one of them. '] : ['the variables that are set', ''];
  const about = (names: readonly string[], says: string, todo: string): readonly CcmDifference[] => names.length === 0 ? [] : [{
    topic: 'environment', says: `of ${which} ${says}: ${names.join(', ')}`, todo: `${look}${todo}`, source,
  }];
  const names = set ?? [...new Set([from, to].flatMap(variablesRead))].sort();
  return [
    ...about(names.filter(name => reads(from, name) && !reads(to, name)), `${to} no longer reads`, 'See what has their effect now.'),
    ...about(names.filter(name => !reads(from, name) && reads(to, name)), `${to} begins to read`, 'Check that their values are meant for it.'),
  ];
}
