import { startFiles, Starting } from './change';
import { CCM, Component } from '../../kubernetes/component';
import { ObjectReference } from '../../migration/to-delete';
import { flagDifference } from '../app/flag-difference';
import { StepNow } from '../step';

/** What runs on a node whose files a step replaces. */
export function nodeNow(change: Starting, releases: readonly [now: string, then: string]): StepNow {
  const { transition, node, side } = change;
  const components = [...new Set([...startFiles(change), ...change.units].map(({ component }) => component))]
    .sort((a, b) => Number(a === 'kubelet') - Number(b === 'kubelet'));
  const differences = components.map(component => ({ component, ...flagDifference(transition, node, side, component) }));
  const unknown = differences.filter(({ isWhole }) => !isWhole).map(({ component }) => component);
  const flags = differences.filter(({ isWhole, has, lacks }) => isWhole && has.length + lacks.length > 0)
    .map(({ component, has, lacks }) => ({ component, go: lacks, come: has }));
  return {
    text: [whatRuns(components, releases), ...unknown.length > 0 ? [`the flags of ${unknown.join(', ')} are as they were collected`] : []].join('; '),
    flags,
  };
}

function whatRuns(components: readonly Component[], [now, then]: readonly [string, string]): string {
  const released = components.filter(component => component !== CCM);
  if (components.length === 0) return 'no component changes';
  const change = released.length === 0 ? '' : ` of ${now}${now === then ? '' : `, to become ${then}`}`;
  return `${components.join(', ')}${change}`;
}

/** Objects that are there, and those that are not, before a step applies or deletes them. */
export function objectsNow(there: readonly ObjectReference[], notThere: readonly ObjectReference[]): StepNow {
  const names = (objects: readonly ObjectReference[]) => objects.map(({ kind, name }) => `${kind} ${name}`).join(', ');
  return {
    text: [
      ...there.length > 0 ? [`there: ${names(there)}`] : [], ...notThere.length > 0 ? [`not there yet: ${names(notThere)}`] : [],
    ].join('; '),
  };
}
