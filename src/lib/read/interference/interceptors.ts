import { has } from './mutation';
import { Data, DataMap, isMap, listOf, mapOf } from '../../edit/yaml/data';
import { groupOf } from '../../facts/inert-kinds';
import { LOCK_NAMESPACE } from '../../facts/locks';
import { requirementsOf } from '../../kubernetes/label-selector';
import { Doubt, NO_DOUBT } from '../../view/model';
import { ObjectAt, placeAt } from '../documents/documents';
import { selects } from '../documents/label-match';

/** What controller managers write, and cannot do without. */
interface Written {
  readonly group: string;
  readonly resources: readonly string[];
  readonly operations: readonly string[];
  /** Of the cluster, not of a namespace. */
  readonly isClusterWide: boolean;
}

const WRITTEN: readonly Written[] = [
  { group: 'coordination.k8s.io', resources: ['leases'], operations: ['CREATE', 'UPDATE'], isClusterWide: false },
  { group: '', resources: ['nodes', 'nodes/status'], operations: ['UPDATE', 'DELETE'], isClusterWide: true },
  // The status is what a cloud-controller-manager patches: finalizers, too.
  { group: '', resources: ['services/status'], operations: ['UPDATE'], isClusterWide: false },
];

/**
 * Webhooks that have to agree to what controller managers write: where one is down, or refuses, no process takes a lock, no node is initialized, no
 * load balancer is updated. One that may fail (`failurePolicy: Ignore`) is left out, as is one whose selectors are for labels that such objects lack.
 */
export function interceptors(objects: readonly ObjectAt[]): readonly Doubt[] {
  return objects.filter(({ kind, apiVersion }) => WEBHOOKS.includes(kind) && groupOf(apiVersion) === 'admissionregistration.k8s.io')
    .flatMap(object => {
      const { kind, name, data, file, document, base } = object;
      const index = listOf(data.webhooks).findIndex(webhook => isMap(webhook) && writtenOf(webhook, objects) !== undefined);
      if (index === -1) return NO_DOUBT.notAsked;
      const webhook = mapOf(listOf(data.webhooks)[index]);
      const place = placeAt(file, document, [...base, 'webhooks', index]);
      const resource = writtenOf(webhook, objects)!.resources[0];
      return [{
        place,
        what: `webhook ${String(webhook.name)} of ${kind} ${name} is asked about ${resource}, and nothing says that it answers`,
        why: 'With failurePolicy Fail no write of controller managers gets past it while it is down, and it may refuse one.',
        fix: 'Leave these objects out of its rules or selectors, set failurePolicy: Ignore, or leave the webhook out of the input.',
        promise: 'liveness' as const,
      }];
    });
}

const WEBHOOKS = ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'];

function writtenOf({ failurePolicy = 'Fail', rules, namespaceSelector, objectSelector }: DataMap, objects: readonly ObjectAt[]): Written | undefined {
  if (failurePolicy !== 'Fail' || asksForLabels(objectSelector)) return undefined;
  return WRITTEN.find(written => listOf(rules).some(rule => isMap(rule) && isAbout(rule, written))
    && (written.isClusterWide || mayBeIn(namespaceSelector, written, objects)));
}

function isAbout({ apiGroups, resources, operations, scope }: DataMap, written: Written): boolean {
  return has(apiGroups, written.group) && written.resources.some(resource => matchesResource(resources, resource))
    && written.operations.some(operation => has(operations, operation)) && scope !== (written.isClusterWide ? 'Namespaced' : 'Cluster');
}

/** `*` is all resources but no subresource: k8s.io/api@v0.27.16 admissionregistration/v1/types.go Rule. */
function matchesResource(resources: Data | undefined, resource: string): boolean {
  const [own, sub] = resource.split('/');
  const patterns = sub === undefined ? ['*', '*/*', own] : ['*/*', resource, `${own}/*`, `*/${sub}`];
  return listOf(resources).some(one => patterns.includes(String(one)));
}

/** Leases, nodes and Services have labels that the input does not say; a selector by a label that has to be there matches none of all of them. */
function asksForLabels(selector: Data | undefined): boolean {
  return requirementsOf(selector).some(({ operator }) => ['In', 'Exists'].includes(operator));
}

/** Leases of components are in kube-system, as long as no flag says otherwise; Services are in any namespace. */
function mayBeIn(selector: Data | undefined, { group }: Written, objects: readonly ObjectAt[]): boolean {
  const own = objects.find(({ kind, name }) => kind === 'Namespace' && name === LOCK_NAMESPACE);
  const labels = { 'kubernetes.io/metadata.name': LOCK_NAMESPACE, ...mapOf(mapOf(own?.data.metadata).labels) };
  return group === '' || selects(selector ?? {}, { known: labels, open: [] }) !== 'no';
}
