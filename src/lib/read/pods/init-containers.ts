import { AskedPod, placeIn } from './asked-pod';
import { listOf, mapOf, shownOf } from '../../edit/yaml/data';
import { isSidecar, SIDECARS_SINCE } from '../../facts/sidecars';
import { Doubt, NO_DOUBT } from '../../view/model';
import { FoundContainer } from '../component/container';

/** A container starts once each init container before it has ended that is not left running, also by a release that does not know how to. */
export function initDoubts(asked: AskedPod, { path }: FoundContainer): readonly Doubt[] {
  const { object, template, releases } = asked;
  const { document, kind, name } = object;
  const at = [...template, 'spec', 'initContainers'];
  const all = listOf(document.value(at)).map(mapOf);
  const before = path.at(-2) === 'initContainers' ? all.slice(0, Number(path.at(-1))) : all;
  const minors = releases.map(({ minor }) => minor);
  // Whether a kubelet takes a static pod with one is pod-check.ts'.
  const hasSidecars = kind === 'Pod' || (minors.length > 0 && minors.every(minor => minor >= SIDECARS_SINCE.minor));
  const index = before.findIndex(one => !hasSidecars || !isSidecar(one));
  if (index === -1) return NO_DOUBT.isRight;
  const oldest = minors.length === 0 ? 'nothing says of which release this one is' : `this one is of 1.${Math.min(...minors)}`;
  const since = isSidecar(before[index]) ? ` (restartPolicy: Always is for clusters of 1.${SIDECARS_SINCE.minor} and later, and ${oldest})` : '';
  return [{
    place: placeIn(asked, [...at, index]),
    what: `${kind === 'Pod' ? `static pod ${name} starts` : `pods of ${kind} ${name} start`} once the init container `
      + `'${shownOf(before[index].name)}' has ended, which is not run here${since}`,
    fix: 'Do without the init container.',
  }];
}
