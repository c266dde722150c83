import { loadBalancerService } from './load-balancer-service';
import { readBinding, readRoles } from './rbac-reader';
import { volumeTopology } from './volume-topology';
import { isMap, listOf, stringOf } from '../../edit/yaml/data';
import { ObjectView, ReadModel } from '../../view/model';
import { ObjectAt, placeAt } from '../documents/documents';
import { templateOf } from '../documents/pod-templates';
import { nodeObjects } from '../scheduling/node-objects';
import { providerIds } from '../scheduling/provider-ids';

/** What the API server is given besides workloads. */
export function readApiObjects(objects: readonly ObjectAt[]): Pick<ReadModel, 'nodeObjects' | 'providerIds' | 'roles' | 'bindings' | 'objects'> {
  return {
    nodeObjects: nodeObjects(objects),
    providerIds: providerIds(objects),
    roles: readRoles(objects),
    bindings: objects.flatMap(object => readBinding(object) ?? []),
    objects: objects.map(objectView),
  };
}

function objectView(object: ObjectAt): ObjectView {
  const { apiVersion, kind, name, namespace, data, file, document, base } = object;
  const template = templateOf(object);
  const containers = template ? ['initContainers', 'containers'].flatMap(list =>
    listOf(document.value([...template, 'spec', list])).flatMap((container, index) => isMap(container) && typeof container.image === 'string'
      ? [{ reference: container.image, place: placeAt(file, document, [...template, 'spec', list, index, 'image']) }] : [])) : [];
  return {
    apiVersion,
    kind,
    name,
    namespace,
    place: placeAt(file, document, [...base, 'metadata']),
    provisioner: stringOf(data.provisioner),
    ...volumeTopology(object),
    images: containers,
    loadBalancer: loadBalancerService(object),
  };
}
