import { FoundContainer } from './container';
import { Data, isMap, listOf, mapOf, shownOf, SourcePath, stringOf } from '../../edit/yaml/data';
import { SourceDocument } from '../../edit/yaml/source-document';
import { nodeSelectorTerms } from '../../kubernetes/label-selector';
import { NODE_NAME_FIELD } from '../../kubernetes/node';
import { onceFor } from '../../kubernetes/once-for';
import { isPlaceholder } from '../../text/placeholder';
import { PodFacts, Toleration } from '../../view/model';
import { placeAt } from '../documents/documents';
import { accountIn } from '../documents/pod-references';

/** A volume mount of a component, with what is mounted. */
export interface MountedVolume {
  readonly mountPath: string;
  readonly subPath?: string;
  readonly hostPath?: string;
  /** ConfigMap, with the keys that get another file name. */
  readonly configMap?: { readonly name: string; readonly items: ReadonlyMap<string, string> };
  /** What it is where it is neither, for messages: `Secret x`, `projected volume 'x'`. */
  readonly other?: string;
}

/** @param template where `metadata` and `spec` of the pod are: the object itself, or its `spec.template` */
export function podFacts(document: SourceDocument, template: SourcePath, container: FoundContainer, file: string, namespace: string): PodFacts {
  const at = (...path: SourcePath) => placeAt(file, document, [...template, 'spec', ...path]);
  const spec = mapOf(document.value([...template, 'spec']));
  const metadata = mapOf(document.value([...template, 'metadata']));
  return {
    namespace,
    place: placeAt(file, document, [...template, 'spec']),
    ...scheduling(document, template),
    // The API server's default.
    dnsPolicy: { value: stringOf(spec.dnsPolicy) ?? 'ClusterFirst', place: at('dnsPolicy') },
    hostAliases: Object.fromEntries(listOf(spec.hostAliases).filter(isMap).flatMap(({ ip, hostnames }) =>
      listOf(hostnames).map(name => [String(name).toLowerCase(), String(ip)]))),
    hasOwnNameServers: listOf(mapOf(spec.dnsConfig).nameservers).length > 0,
    serviceAccount: accountIn(spec) ?? 'default',
    nodeSelectorPlace: spec.nodeSelector ? at('nodeSelector') : at('affinity'),
    tolerationsPlace: at('tolerations'),
    annotations: Object.fromEntries(Object.entries(mapOf(metadata.annotations)).map(([key, value]) => [key, String(value)])),
    env: container.env,
    unknownEnv: container.unknownEnv,
    hasOpenEnv: container.hasOpenEnv,
    configMaps: mountsOf(document, template, container).flatMap(({ configMap, subPath }) =>
      configMap ? [{ name: configMap.name, subPath: subPath !== undefined }] : []),
  };
}

/** What of a pod decides on which nodes it can be. */
export function scheduling(document: SourceDocument, template: SourcePath): Pick<PodFacts, 'hostNetwork' | 'nodeTerms' | 'tolerations'> {
  const spec = mapOf(document.value([...template, 'spec']));
  const tolerations = listOf(spec.tolerations).filter(isMap).map(item => ({ ...item }) as Toleration);
  return { hostNetwork: spec.hostNetwork === true, nodeTerms: nodeTermsOf(spec), tolerations };
}

/**
 * nodeSelector, nodeName and required node affinity as alternatives: the terms of the affinity are ORed, and the others are ANDed to each. A term
 * that asks for nothing matches no node: k8s.io/component-helpers@v0.26.15 scheduling/corev1/nodeaffinity/nodeaffinity.go, isEmptyNodeSelectorTerm.
 */
function nodeTermsOf(spec: { readonly [key: string]: Data }): PodFacts['nodeTerms'] {
  const selector = Object.entries(mapOf(spec.nodeSelector)).map(([key, value]) => ({ key, operator: 'In', values: [String(value)] }));
  const required = mapOf(mapOf(mapOf(spec.affinity).nodeAffinity).requiredDuringSchedulingIgnoredDuringExecution);
  const name = stringOf(spec.nodeName);
  const asked = [...selector, ...name ? [{ key: NODE_NAME_FIELD, operator: 'In', values: [name] }] : []];
  if (!Array.isArray(required.nodeSelectorTerms)) return [asked];
  return nodeSelectorTerms(required.nodeSelectorTerms).filter(term => term.length > 0).map(term => [...asked, ...term]);
}

/** A pod may have as many volumes as containers, and each container asks. */
const volumesByName = onceFor((volumes: readonly Data[]) => new Map(volumes.filter(isMap).map(volume => [shownOf(volume.name), volume])));

export function mountsOf(document: SourceDocument, template: SourcePath, container: FoundContainer): readonly MountedVolume[] {
  const volumes = volumesByName(listOf(document.value([...template, 'spec', 'volumes'])));
  return listOf(document.value([...container.path, 'volumeMounts'])).filter(isMap).map(mount => {
    const volume = volumes.get(shownOf(mount.name)) ?? {};
    const configMap = isMap(volume.configMap) ? volume.configMap : undefined;
    return {
      mountPath: trimPath(shownOf(mount.mountPath)),
      subPath: stringOf(mount.subPath),
      hostPath: stringOf(mapOf(volume.hostPath).path),
      configMap: configMap && {
        name: String(configMap.name),
        items: new Map(listOf(configMap.items).filter(isMap).map(item => [shownOf(item.path), shownOf(item.key)])),
      },
      other: otherVolume(stringOf(mount.name), volume),
    };
  });
}

function otherVolume(name: string | undefined, volume: { readonly [key: string]: Data }): string | undefined {
  const kind = Object.keys(volume).find(key => key !== 'name');
  if (kind === 'hostPath' || kind === 'configMap') return undefined;
  const secret = stringOf(mapOf(volume.secret).secretName);
  if (secret !== undefined) return `Secret ${secret}`;
  if (name === undefined) return 'a mount that names no volume';
  return kind === undefined ? `volume '${name}', which the pod does not have` : `${kind} volume '${name}'`;
}

/** The innermost mount that covers a path of the container, or may. */
export function mountFor(mounts: readonly MountedVolume[], path: string): MountedVolume | undefined {
  const wanted = trimPath(path);
  const found = mounts.filter(({ mountPath }) => wanted === mountPath || wanted.startsWith(`${mountPath}/`))
    .sort((a, b) => b.mountPath.length - a.mountPath.length);
  // One that is yet to be filled in may be there.
  return [...found, ...mounts.filter(({ mountPath }) => isPlaceholder(mountPath))][0];
}

export function trimPath(path: string): string {
  return path.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');
}
