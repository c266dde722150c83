import { refusalOf } from './refused-workload';
import { DataMap, isMap, listOf, mapOf, shownOf } from '../../edit/yaml/data';
import { onceFor } from '../../kubernetes/once-for';
import { hostPortsOf } from '../../kubernetes/pod/host-ports';
import { NO_DOUBT } from '../../view/model';
import { programOf } from '../component/container';
import { ObjectAt } from '../documents/documents';
import { templateOf } from '../documents/pod-templates';
import { replicationOf, scaledBy } from '../documents/running';

/** Ports of its node that a pod may take by containers that run no component of a control plane: what those take is `hostPortOf`. */
export const portsOfOthers = onceFor((object: ObjectAt): ReadonlySet<number> => {
  const template = templateOf(object);
  if (template === undefined) return new Set(NO_DOUBT.notAsked);
  const { document } = object;
  const spec = mapOf(document.value([...template, 'spec']));
  const isOnHost = spec.hostNetwork === true;
  const containers = ['containers', 'initContainers'].flatMap(list => listOf(spec[list]).flatMap((container, index) =>
    isMap(container) && programOf(document, [...template, 'spec', list, index], container) === undefined ? [container] : []));
  return new Set(containers.flatMap(container =>
    [...hostPortsOf(container, isOnHost).flatMap(({ port, protocol }) => protocol === 'TCP' ? Number(port) : []),
      ...isOnHost ? listenedTo(container) : []]).filter(port => port > 0));
});

/** A flag that says where others are. */
const OF_OTHERS = /^--?[\w.-]*(?:upstream|target|remote|backend|scrape|url|api-?server|master|endpoint|controller-manager|scheduler)[\w.-]*(?:=|$)/;

/** Numbers in a command line and in variables that are not part of an address with a path, nor of a flag about another program. */
function listenedTo(container: DataMap): readonly number[] {
  const words = [...listOf(container.command), ...listOf(container.args)].map(String)
    .concat(listOf(container.env).map(mapOf).map(({ name, value }) => `${String(name)}=${shownOf(value)}`));
  return words.filter((word, index) => !OF_OTHERS.test(word) && !(OF_OTHERS.test(words[index - 1] ?? '') && !words[index - 1].includes('=')))
    .flatMap(word => word.slice(0, 5000).split(/\s+/)).map(word => word.replace(/\b[a-z]+:\/\/\S*/gi, ''))
    .flatMap(word => [...word.matchAll(/(?<![\w.])(\d{4,5})(?![\w.])/g)].map(([, port]) => Number(port)));
}

/** Whether there may be a pod of it: the API server takes it, and something asks for one. */
export function isMade(object: ObjectAt, objects: readonly ObjectAt[]): boolean {
  const replication = replicationOf(object, scaledBy(object, objects));
  return (replication.kind === 'per-node' || replication.replicas > 0) && refusalOf({ object, template: templateOf(object)! }).every(({ rule }) =>
    rule === undefined);
}
