import { readBindings, readRoles } from './rbac-reader';
import { isMap, listOf, mapOf, SourcePath, stringOf } from '../../edit/yaml/data';
import { VOLUME_TERMS } from '../../facts/inputs/volumes';
import { LoadBalancerService } from '../../facts/service-refusals';
import { ObjectView, ProviderIdView, ReadModel } from '../../view/model';
import { ObjectAt, placeAt } from '../documents/documents';
import { templateOf } from '../documents/pod-templates';
import { nodeObjects } from '../scheduling/node-objects';

/** What the API server is given besides workloads. */
export function readApiObjects(
  objects: readonly ObjectAt[], hasSeveralStates: boolean,
): Pick<ReadModel, 'nodeObjects' | 'providerIds' | 'roles' | 'bindings' | 'objects'> {
  return {
    nodeObjects: nodeObjects(objects),
    providerIds: providerIds(objects),
    roles: readRoles(objects, hasSeveralStates),
    bindings: readBindings(objects, hasSeveralStates),
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

/** A Service that a cloud-controller-manager makes a load balancer for; undefined: another object, or one with a class, which it leaves alone. */
function loadBalancerService({ kind, apiVersion, data }: ObjectAt): LoadBalancerService | undefined {
  const { type, loadBalancerClass, ports } = mapOf(data.spec);
  if (kind !== 'Service' || apiVersion !== 'v1' || type !== 'LoadBalancer' || loadBalancerClass !== undefined) return undefined;
  const texts = Object.entries(mapOf(mapOf(data.metadata).annotations)).flatMap(([name, value]) => typeof value === 'string' ? [[name, value]] : []);
  const [ingress] = listOf(mapOf(mapOf(data.status).loadBalancer).ingress);
  return {
    annotations: Object.fromEntries(texts) as Record<string, string>,
    protocols: listOf(ports).map(port => stringOf(mapOf(port).protocol) ?? 'TCP'),
    hostname: stringOf(mapOf(ingress).hostname),
  };
}

/** What keeps the volumes of a StorageClass, or a PersistentVolume, to some nodes. */
function volumeTopology(object: ObjectAt): Pick<ObjectView, 'topologyKeys' | 'hasZoneParameter'> {
  const { kind, file, document, base, data } = object;
  if (!Object.hasOwn(VOLUME_TERMS, kind)) return { topologyKeys: [] };
  const [path, requirements] = VOLUME_TERMS[kind];
  const of = (key: string, at: SourcePath) => ({ key, place: placeAt(file, document, [...base, ...at]) });
  const ofTerms = listOf(document.value([...base, ...path])).flatMap((term, index) =>
    listOf(mapOf(term)[requirements]).flatMap((one, place) => (isMap(one) && typeof one.key === 'string'
      ? [of(one.key, [...path, index, requirements, place, 'key'])] : [])));
  const labels = kind === 'PersistentVolume' ? Object.keys(mapOf(mapOf(data.metadata).labels)) : [];
  const ofLabels = labels.map(key => of(key, ['metadata', 'labels', key]));
  const parameters = Object.keys(mapOf(data.parameters)).map(key => key.toLowerCase());
  return { topologyKeys: [...ofTerms, ...ofLabels], ...parameters.some(key => ['zone', 'zones'].includes(key)) ? { hasZoneParameter: true } : {} };
}

/** Provider IDs of Nodes, of kubeadm's files and of configurations of kubelets among the objects of the input. */
function providerIds(objects: readonly ObjectAt[]): readonly ProviderIdView[] {
  return objects.flatMap(object => pathsIn(object).flatMap(path => {
    const { kind, name, file, document, base } = object;
    const value = stringOf(document.value([...base, ...path])) ?? '';
    return value === '' ? [] : [{ value, place: placeAt(file, document, [...base, ...path]), of: kind === 'Node' ? `Node ${name}` : `the ${kind}` }];
  }));
}

function pathsIn({ kind, apiVersion, document, base }: ObjectAt): readonly SourcePath[] {
  if (kind === 'Node' && apiVersion === 'v1') return [['spec', 'providerID']];
  if (kind === 'KubeletConfiguration' && apiVersion.startsWith('kubelet.config.k8s.io/')) return [['providerID']];
  if (!/^(Init|Join)Configuration$/.test(kind) || !apiVersion.startsWith('kubeadm.k8s.io/')) return [];
  const path = ['nodeRegistration', 'kubeletExtraArgs'];
  const args = document.value([...base, ...path]);
  // A map to v1beta3, a list of name and value from v1beta4.
  if (!Array.isArray(args)) return [[...path, 'provider-id']];
  return args.flatMap((arg, index) => isMap(arg) && arg.name === 'provider-id' ? [[...path, index, 'value']] : []);
}
