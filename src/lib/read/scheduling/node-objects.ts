import { amountsOf } from './pod-resources';
import { isMap, listOf, mapOf, stringOf } from '../../edit/yaml/data';
import { onceFor } from '../../kubernetes/once-for';
import { configuredTaints } from '../../kubernetes/taint';
import { NodeObjectView } from '../../view/model';
import { ObjectAt, placeAt } from '../documents/documents';

/** The Nodes of the input, as `kubectl get nodes -o json` prints them or as manifests have them. */
export const nodeObjects = onceFor((objects: readonly ObjectAt[]): readonly NodeObjectView[] =>
  objects.filter(({ kind, apiVersion }) => kind === 'Node' && apiVersion === 'v1').map(({ name, data, file, document, base }) => {
    const spec = mapOf(data.spec);
    const allocatable = [mapOf(data.status).allocatable, mapOf(data.status).capacity].find(isMap);
    const { nodeInfo, addresses, conditions } = mapOf(data.status);
    const kubeletVersion = stringOf(mapOf(nodeInfo).kubeletVersion);
    const minor = /^v1\.(\d+)/.exec(kubeletVersion ?? '')?.[1];
    const ready = listOf(conditions).map(mapOf).find(({ type }) => type === 'Ready');
    return {
      name,
      place: placeAt(file, document, [...base, 'metadata']),
      labels: new Map(Object.entries(mapOf(mapOf(data.metadata).labels)).map(([key, value]) => [key, String(value)])),
      taints: configuredTaints(spec.taints),
      ...stringOf(spec.providerID) ? { providerId: stringOf(spec.providerID) } : {},
      ...spec.unschedulable === true ? { isCordoned: true } : {},
      ...allocatable === undefined ? {} : { allocatable: amountsOf(allocatable) },
      ...minor === undefined ? {} : { kubeletVersion, minor: Number(minor) },
      ...ready === undefined ? {} : { isReady: ready.status === 'True' },
      addresses: listOf(addresses).map(mapOf).map(one => ({ type: stringOf(one.type) ?? '', address: stringOf(one.address) ?? '' })),
    };
  }));
