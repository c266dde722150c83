import { AskedPod, placeIn } from './asked-pod';
import { containerStart } from './container-start';
import { environmentStops } from './environment-stops';
import { neededObjects } from './needed-objects';
import { withoutToken } from './pod-token';
import { probeStops } from './probe-stops';
import { refusalOf } from './refused-workload';
import { DataMap, isMap, listOf, mapOf, shownOf, stringOf } from '../../edit/yaml/data';
import { isSidecar, SIDECARS_SINCE } from '../../facts/sidecars';
import { LABELS_OF_EVERY_NODE, REFERENCES_OF_PODS, STATIC_PODS_MAY_REFER } from '../../facts/static-pod-references';
import { onceFor } from '../../kubernetes/once-for';
import { isPlaceholder } from '../../text/placeholder';
import { ComponentView, Doubt, NO_DOUBT } from '../../view/model';
import { ReadComponent } from '../component/component-reader';
import { FoundContainer } from '../component/container';

/** A component that was read, with what its manifest says itself of why its pods are not made, do not start, or do not go on, or may not. */
export function withPodStops(read: ReadComponent, asked: AskedPod, container: FoundContainer): ReadComponent {
  const { view } = read;
  const podDoubts = [
    ...view.origin === 'static-pod' ? [...notRestarted(asked), ...selectedNodes(asked), ...refersTo(asked, view)] : ofWorkload(asked),
    ...withoutToken(asked, container, view),
    ...probeStops(asked, container, view),
    ...environmentStops(asked, container, view),
    ...initDoubts(asked, container),
    ...containerStart(asked, container),
  ];
  const isUnfilled = unfilled(asked.object.data);
  return podDoubts.length === 0 && !isUnfilled ? read : { ...read, view: { ...view, podDoubts, isUnfilled } };
}

/** Of equal nodes once: they share what was read of their texts. */
const unfilled = onceFor((data: DataMap): boolean => isPlaceholder(JSON.stringify(data)));

function specOf({ object, template }: AskedPod): DataMap {
  return mapOf(object.document.value([...template, 'spec']));
}

const ofWorkload = onceFor((asked: AskedPod): readonly Doubt[] =>
  [...refusalOf(asked), ...neededObjects(asked), ...missingKeys(asked)]);

/**
 * A volume of a ConfigMap or a Secret that names a key which the object does not have is not mounted, unless it is optional:
 * k8s.io/kubernetes@v1.26.15 pkg/volume/configmap/configmap.go MakePayload, "references non-existent config key".
 */
function missingKeys(asked: AskedPod): readonly Doubt[] {
  const { object: { namespace = 'default', kind, name }, template, stored } = asked;
  return listOf(specOf(asked).volumes).flatMap((volume, index) => {
    const sources = [mapOf(volume), ...listOf(mapOf(mapOf(volume).projected).sources).map(mapOf)].flatMap(({ configMap, secret }) =>
      [{ source: mapOf(configMap), isSecret: false }, { source: mapOf(secret), isSecret: true }]);
    return sources.flatMap(({ source, isSecret }) => {
      const own = stringOf(source.name) ?? stringOf(source.secretName);
      if (own === undefined || source.optional === true) return NO_DOUBT.notAsked;
      const values = (isSecret ? stored?.secrets : stored?.configMaps)?.get(`${namespace}/${own}`);
      const missing = values && listOf(source.items).map(item => shownOf(mapOf(item).key)).filter(key => !values.has(key));
      return missing === undefined || missing.length === 0 ? NO_DOUBT.isRight : [{
        rule: 'pod-does-not-start' as const,
        place: placeIn(asked, [...template, 'spec', 'volumes', index]),
        what: `the pods of ${kind} ${name} do not start: ${isSecret ? 'Secret' : 'ConfigMap'} ${own} has no key ${missing.join(', ')}`,
        fix: 'Add the key, or correct what the volume names.',
      }];
    });
  });
}

/**
 * A manager ends whenever it loses its lock. A static pod that is not restarted, or whose time is over, is not made again before its file changes:
 * k8s.io/kubernetes@v1.26.15 pkg/kubelet/container/helpers.go ShouldContainerBeRestarted, pkg/kubelet/active_deadline.go.
 */
function notRestarted(asked: AskedPod): readonly Doubt[] {
  const { object, template } = asked;
  const { restartPolicy, activeDeadlineSeconds } = specOf(asked);
  const stop = (key: string, value: string): Doubt => ({
    rule: 'pod-does-not-go-on',
    place: placeIn(asked, [...template, 'spec', key]),
    what: `static pod ${object.name} is not started again once it has ended (${key}: ${value}), and a manager ends whenever it loses its lock`,
    fix: `Take ${key} out.`,
    reaches: 'controllers',
  });
  return [
    ...restartPolicy === 'Never' ? [stop('restartPolicy', 'Never')] : NO_DOUBT.isRight,
    ...typeof activeDeadlineSeconds === 'number' ? [stop('activeDeadlineSeconds', String(activeDeadlineSeconds))] : NO_DOUBT.isRight,
  ];
}

/** Nothing of the API is needed for a static pod; that of a cluster's own manifests may be none. */
function refersTo(asked: AskedPod, { version }: ComponentView): readonly Doubt[] {
  const { object, template } = asked;
  if (version === undefined || STATIC_PODS_MAY_REFER.find(version) !== false) return NO_DOUBT.isRight;
  const field = REFERENCES_OF_PODS.find(key => specOf(asked)[key] !== undefined);
  return field === undefined ? NO_DOUBT.isRight : [{
    rule: 'pod-does-not-start',
    place: placeIn(asked, [...template, 'spec', field]),
    what: `kubelets of ${version.minorVersion} refuse static pod ${object.name}: it has ${field}, and a static pod may name no object of the API`,
    fix: `Take ${field} out.`,
    // The release is that of the component, which its kubelet may not have yet.
    isDoubtful: true,
  }];
}

/** The kubelet refuses a static pod whose node selector its node does not match: k8s.io/kubernetes@v1.26.15 pkg/kubelet/lifecycle/predicate.go. */
function selectedNodes(asked: AskedPod): readonly Doubt[] {
  const { object, template } = asked;
  const spec = specOf(asked);
  const asks = Object.entries(mapOf(spec.nodeSelector)).some(([key, value]) => LABELS_OF_EVERY_NODE[key] !== value)
    || isMap(mapOf(mapOf(spec.affinity).nodeAffinity).requiredDuringSchedulingIgnoredDuringExecution);
  return !asks ? NO_DOUBT.isRight : [{
    place: placeIn(asked, [...template, 'spec', spec.nodeSelector === undefined ? 'affinity' : 'nodeSelector']),
    what: `static pod ${object.name} asks for labels of its node, and the kubelet refuses it where the node does not have them`,
    fix: 'Take nodeSelector and node affinity out: a static pod is on its node.',
  }];
}

/** A container starts once each init container before it has ended that is not left running, also by a release that does not know how to. */
function initDoubts(asked: AskedPod, { path }: FoundContainer): readonly Doubt[] {
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
