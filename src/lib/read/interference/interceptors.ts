import { starvedManagers } from './flow-control';
import { has } from './mutation';
import { Data, DataMap, isMap, listOf, mapOf, stringOf } from '../../edit/yaml/data';
import { groupOf } from '../../facts/inert-kinds';
import { Written, WRITTEN } from '../../facts/inputs/manager-writes';
import { LOCK_NAMESPACE } from '../../facts/locks';
import { CCM } from '../../kubernetes/component';
import { requirementsOf } from '../../kubernetes/label-selector';
import { managers } from '../../view/ask';
import { Doubt, livenessDoubt, NO_DOUBT, ReadModel } from '../../view/model';
import { ObjectAt, placeAt } from '../documents/documents';
import { selects } from '../documents/label-match';

const POLICIES = ['MutatingAdmissionPolicy', 'ValidatingAdmissionPolicy'];
const WEBHOOKS = ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'];

/**
 * Webhooks and policies that have to agree to what controller managers write: where one is down, or refuses, no process takes a lock, no node is
 * initialized, no load balancer is updated. A webhook that may fail (`failurePolicy: Ignore`) is left out, as is what has selectors for labels that
 * such objects lack. And what lets their requests wait: priority levels.
 */
export function interceptors(objects: readonly ObjectAt[], model: ReadModel): readonly Doubt[] {
  const asked: Asked = { objects, podNamespaces: podNamespacesOf(model) };
  return [
    ...objects.filter(({ apiVersion }) => groupOf(apiVersion) === 'admissionregistration.k8s.io').flatMap(object =>
      WEBHOOKS.includes(object.kind) ? ofWebhooks(object, asked) : POLICIES.includes(object.kind) ? ofPolicy(object, asked) : NO_DOUBT.notAsked),
    ...starvedManagers(objects, model),
  ];
}

interface Asked {
  readonly objects: readonly ObjectAt[];
  /** Namespaces of pods of cloud-controller-managers that API servers are asked for. */
  readonly podNamespaces: readonly string[];
}

function podNamespacesOf(model: ReadModel): readonly string[] {
  return managers(model).flatMap(({ component, pod, origin }) =>
    component === CCM && pod !== undefined && origin !== 'static-pod' ? [pod.namespace] : []);
}

function ofWebhooks({ kind, name, data, file, document, base }: ObjectAt, asked: Asked): readonly Doubt[] {
  const hooks = listOf(data.webhooks).map((webhook, index) => ({ webhook: mapOf(webhook), index }));
  const found = hooks.filter(({ webhook: { failurePolicy = 'Fail' } }) => failurePolicy === 'Fail')
    .flatMap(({ webhook, index }) => {
      const written = writtenOf(webhook, webhook.rules, asked);
      return written === undefined ? [] : [{ webhook, index, written }];
    })[0];
  return found === undefined ? NO_DOUBT.isRight : [livenessDoubt(
    placeAt(file, document, [...base, 'webhooks', found.index]),
    `webhook ${String(found.webhook.name)} of ${kind} ${name} is asked about ${found.written}, and nothing says that it answers`,
    'With failurePolicy Fail no write of controller managers gets past it while it is down, and it may refuse one.',
    'Leave these objects out of its rules or selectors, set failurePolicy: Ignore, or leave the webhook out of the input.',
  )];
}

/** What its expressions say is not evaluated; without a binding it does nothing, and one that only tells refuses nothing. */
function ofPolicy({ kind, name, data, file, document, base }: ObjectAt, asked: Asked): readonly Doubt[] {
  const constraints = mapOf(mapOf(data.spec).matchConstraints);
  const denies = (actions: Data | undefined) => kind === 'MutatingAdmissionPolicy' || actions === undefined || listOf(actions).includes('Deny');
  const bindings = asked.objects.filter(one => one.kind === `${kind}Binding`).map(one => mapOf(one.data.spec))
    .filter(({ policyName, validationActions }) => stringOf(policyName) === name && denies(validationActions));
  const written = bindings.map(({ matchResources }) => {
    const own = mapOf(matchResources);
    return own.resourceRules !== undefined && writtenOf(own, own.resourceRules, asked) === undefined ? undefined
      : writtenOf({ ...constraints, ...mapOf(matchResources) }, constraints.resourceRules, asked);
  }).find(one => one !== undefined);
  return written === undefined ? NO_DOUBT.isRight : [livenessDoubt(
    placeAt(file, document, [...base, 'spec']),
    `${kind} ${name} may ${kind === 'MutatingAdmissionPolicy' ? 'change' : 'refuse'} ${written}: what its expressions say is not evaluated`,
    'No write of controller managers gets past it where it refuses one.',
    'Leave these objects out of its rules or selectors, or leave it out of the input.',
  )];
}

/** The first resource of all that is written which rules are about, and selectors do not leave out. */
function writtenOf({ namespaceSelector, objectSelector, excludeResourceRules }: DataMap, rules: Data | undefined, asked: Asked): string | undefined {
  if (asksForLabels(objectSelector)) return undefined;
  return WRITTEN.filter(written => mayBeIn(namespaceSelector, written, asked)).flatMap(written => written.resources.filter(resource => {
    const about = (list: Data | undefined) => listOf(list).filter(isMap).filter(rule => isAbout(rule, resource, written));
    return about(rules).length > 0 && !about(excludeResourceRules).some(({ resourceNames }) => resourceNames === undefined);
  }))[0];
}

function isAbout({ apiGroups, resources, operations, scope }: DataMap, resource: string, { group, operations: asked, where }: Written): boolean {
  return has(apiGroups, group) && matchesResource(resources, resource) && asked.some(operation => has(operations, operation))
    && scope !== (where === 'cluster' ? 'Namespaced' : 'Cluster');
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
function mayBeIn(selector: Data | undefined, { where }: Written, { objects, podNamespaces }: Asked): boolean {
  if (where === 'cluster' || where === 'anywhere') return true;
  return (where === 'locks' ? [LOCK_NAMESPACE] : podNamespaces).some(namespace => {
    const own = objects.find(({ kind, name }) => kind === 'Namespace' && name === namespace);
    const labels = { 'kubernetes.io/metadata.name': namespace, ...mapOf(mapOf(own?.data.metadata).labels) };
    return selects(selector ?? {}, { known: labels, open: [] }) !== 'no';
  });
}
