import { DataMap, isMap, listOf, mapOf, SourcePath } from '../../edit/yaml/data';
import { groupOf } from '../../facts/inert-kinds';
import { requirementsOf, selectorMatches } from '../../kubernetes/label-selector';
import { onceFor } from '../../kubernetes/once-for';
import { Doubt } from '../../view/model';
import { ObjectAt, placeAt } from '../documents/documents';
import { podLabels } from '../documents/own-pods';

const GROUPS = ['networking.k8s.io', 'extensions', 'cilium.io', 'crd.projectcalico.org', 'projectcalico.org', 'policy.networking.k8s.io'];

const policies = onceFor((objects: readonly ObjectAt[]) => objects.filter(({ apiVersion, kind }) =>
  GROUPS.includes(groupOf(apiVersion)) && /(?:Policy|NetworkSet|HostEndpoint)$/.test(kind)));

/**
 * Policies that may keep a manager from the API server and from the cloud: what they let through is not computed. Those of Kubernetes itself are
 * about pods that have an address of their own: kubernetes.io/docs/concepts/services-networking/network-policies.
 */
export function networkDoubts(object: ObjectAt, template: SourcePath, objects: readonly ObjectAt[]): readonly Doubt[] {
  const spec = mapOf(object.document.value([...template, 'spec']));
  const isOnHost = spec.hostNetwork === true;
  const endpoints = policies(objects).some(({ kind }) => kind === 'HostEndpoint');
  const asked = { namespace: object.namespace ?? 'default', labels: podLabels(object, template) };
  return policies(objects).filter(policy => isOnHost ? restrictsHosts(policy, endpoints) : restricts(policy, asked)).map(policy => ({
    place: placeAt(policy.file, policy.document, policy.base),
    what: `${policy.kind} ${policy.name} restricts what ${isOnHost ? 'nodes' : `pods of ${object.kind} ${object.name}`} connect to`,
    fix: 'Let it reach the API server and the cloud, and take the policy out of the input; or run it on the host network.',
  }));
}

function specsOf({ data }: ObjectAt): readonly DataMap[] {
  return [mapOf(data.spec), ...listOf(data.specs).map(mapOf)];
}

function restricts(policy: ObjectAt, { namespace, labels }: { readonly namespace: string; readonly labels: DataMap }): boolean {
  const { kind, namespace: own = 'default' } = policy;
  if (['HostEndpoint', 'GlobalNetworkSet', 'NetworkSet'].includes(kind)) return false;
  const isClusterWide = /^(?:Global|Staged|.*Clusterwide|.*Admin)/.test(kind);
  if (!isClusterWide && own !== namespace) return false;
  return specsOf(policy).some(spec => {
    if (['networking.k8s.io', 'extensions'].includes(groupOf(policy.apiVersion))) {
      return selectorMatches(spec.podSelector, labels) && restrictsEgress(spec);
    }
    const { egress, egressDeny, types, nodeSelector, endpointSelector } = spec;
    const isOfNodes = nodeSelector !== undefined && endpointSelector === undefined;
    const selects = !isMap(endpointSelector) || isUnreadSelector(endpointSelector) || selectorMatches(endpointSelector, labels);
    return !isOfNodes && selects && (egress !== undefined || egressDeny !== undefined || listOf(types).includes('Egress'));
  });
}

/** Cilium adds labels of its own, and prefixes of their source. */
function isUnreadSelector(selector: DataMap): boolean {
  return requirementsOf(selector).some(({ key }) => key.includes(':') || key.startsWith('io.'));
}

/** A policy without types means egress where it has egress rules; a rule without `to` and `ports` lets everything out. */
function restrictsEgress({ policyTypes, egress }: DataMap): boolean {
  const isOfEgress = Array.isArray(policyTypes) ? policyTypes.includes('Egress') : egress !== undefined;
  const isOpen = ({ to, ports }: DataMap) => listOf(to).length === 0 && listOf(ports).length === 0;
  return isOfEgress && !listOf(egress).some(rule => isOpen(mapOf(rule)));
}

/** Policies of nodes: Cilium's host firewall, and Calico's where the input has the nodes as endpoints. */
function restrictsHosts(policy: ObjectAt, hasEndpoints: boolean): boolean {
  return specsOf(policy).some(({ nodeSelector, egress, egressDeny, types, applyOnForward }) => {
    const isOfEgress = egress !== undefined || egressDeny !== undefined || listOf(types).includes('Egress');
    if (policy.kind === 'CiliumClusterwideNetworkPolicy') return nodeSelector !== undefined && isOfEgress;
    return policy.kind === 'GlobalNetworkPolicy' && hasEndpoints && isOfEgress && applyOnForward !== true;
  });
}
