import { constraintsMatch, gatekeeperMatches, kyvernoMatches, shownPolicy, webhookMatches } from './mutation';
import { Data, DataMap, isMap, listOf, mapOf, SourcePath, stringOf } from '../../edit/yaml/data';
import { groupOf } from '../../facts/inert-kinds';
import { onceFor } from '../../kubernetes/once-for';
import { Doubt, NO_DOUBT } from '../../view/model';
import { ChangeTarget, changeTargets } from '../documents/change-targets';
import { ObjectAt, placeAt } from '../documents/documents';
import { wildcard } from '../documents/label-match';

/**
 * What may refuse the pods of a workload: policies of Kyverno and Gatekeeper, ValidatingAdmissionPolicies and webhooks. What they ask for is not
 * evaluated. One that provably does not match, or only tells, is none. Static pods are not asked: the kubelet runs their files.
 */
export function validationDoubts(object: ObjectAt, template: SourcePath, objects: readonly ObjectAt[]): readonly Doubt[] {
  const policies = refusing(objects);
  if (policies.length === 0) return NO_DOUBT.isRight;
  const all = changeTargets(object, template, objects);
  const own = all.filter(({ isOfWorkload }) => isOfWorkload);
  // What the API server itself asks about these, `interceptors` says.
  const ofWorkAndOwn = [...own, ...all.filter(({ isOfWorkload, kind }) => !isOfWorkload && WRITTEN.includes(kind))];
  return policies.flatMap(policy => {
    const targets = isAboutNamed(policy) ? ofWorkAndOwn : own;
    const refused = targets.find(target => mayRefuse(policy, target, objects));
    return refused === undefined ? NO_DOUBT.isRight : [{
      place: placeAt(object.file, object.document, template),
      what: `${shownPolicy(policy)} may refuse ${refused.what}: what it asks for is not evaluated`,
      fix: 'Give the workload as it runs in the cluster, and leave the policy out of the input; or exclude the workload from it.',
    }];
  });
}

/** Whether it names the kinds that it is about; what is about all is about pods, which is asked by itself. */
function isAboutNamed({ apiVersion, data }: ObjectAt): boolean {
  const group = groupOf(apiVersion);
  return group === 'kyverno.io' || group === 'policies.kyverno.io'
    || (group === 'constraints.gatekeeper.sh' && mapOf(mapOf(data.spec).match).kinds !== undefined);
}

/** What a controller manager writes, and cannot do without. */
const WRITTEN = ['Lease', 'Node'];

const GROUPS = ['kyverno.io', 'policies.kyverno.io', 'constraints.gatekeeper.sh', 'admissionregistration.k8s.io'];

/** What may refuse an object, of all that the input has: each workload asks. */
const refusing = onceFor((objects: readonly ObjectAt[]) => objects.filter(({ apiVersion }) => GROUPS.includes(groupOf(apiVersion))));

function mayRefuse(policy: ObjectAt, asked: ChangeTarget, objects: readonly ObjectAt[]): boolean {
  const { kind, apiVersion, data } = policy;
  const spec = mapOf(data.spec);
  switch (groupOf(apiVersion)) {
    case 'kyverno.io': return (kind === 'ClusterPolicy' || (kind === 'Policy' && isOfNamespace(policy, asked)))
      && listOf(spec.rules).some(rule => isMap(rule) && kyvernoRefuses(rule, spec, asked) && kyvernoMatches(rule, asked));
    case 'policies.kyverno.io': return /(?:Image)?Validating\w*Policy$/.test(kind) && denies(spec.validationActions)
      && (!kind.startsWith('Namespaced') || isOfNamespace(policy, asked)) && constraintsMatch(mapOf(spec.matchConstraints), asked);
    case 'constraints.gatekeeper.sh': return gatekeeperRefuses(spec) && !isLeftToAudit(objects, asked) && gatekeeperMatches(spec, asked);
    case 'admissionregistration.k8s.io': return kind === 'ValidatingWebhookConfiguration'
      ? listOf(data.webhooks).some(webhook => isMap(webhook) && webhookMatches(webhook, asked))
      : kind === 'ValidatingAdmissionPolicy' && constraintsMatch(mapOf(spec.matchConstraints), asked) && isEnforced(policy, asked, objects);
    default: return false;
  }
}

function isOfNamespace({ namespace = 'default' }: ObjectAt, asked: ChangeTarget): boolean {
  return namespace === asked.namespace;
}

/**
 * `Audit` is the default; a rule of its own, and exceptions for namespaces, come before what the policy says:
 * https://kyverno.io/docs/policy-types/cluster-policy/validate.
 */
function kyvernoRefuses({ validate, verifyImages }: DataMap, spec: DataMap, { namespace = 'default' }: ChangeTarget): boolean {
  const ofImages = listOf(verifyImages).filter(isMap);
  if (validate === undefined && ofImages.length === 0) return false;
  return [...validate === undefined ? [] : [mapOf(validate)], ...ofImages].some(own => {
    const overrides = [own.failureActionOverrides, spec.validationFailureActionOverrides].flatMap(listOf).filter(isMap)
      .filter(({ namespaces }) => namespaces === undefined || listOf(namespaces).some(one => wildcard(String(one), namespace)));
    const actions = [own.failureAction ?? spec.validationFailureAction, ...overrides.map(({ action }) => action)];
    return actions.some(action => /^enforce$/i.test(String(action)));
  });
}

/** Nothing said: what the release takes is not known here. */
function denies(actions: Data | undefined): boolean {
  return actions === undefined || listOf(actions).includes('Deny');
}

/** https://open-policy-agent.github.io/gatekeeper/website/docs/violations and docs/enforcement-points. */
function gatekeeperRefuses({ enforcementAction = 'deny', scopedEnforcementActions }: DataMap): boolean {
  return enforcementAction === 'scoped' ? listOf(scopedEnforcementActions).some(one => mapOf(one).action === 'deny')
    : enforcementAction !== 'dryrun' && enforcementAction !== 'warn';
}

/** Namespaces of which the webhook of Gatekeeper does not ask: https://open-policy-agent.github.io/gatekeeper/website/docs/exempt-namespaces. */
function isLeftToAudit(objects: readonly ObjectAt[], { namespace = 'default' }: ChangeTarget): boolean {
  return objects.filter(({ apiVersion, kind }) => kind === 'Config' && groupOf(apiVersion) === 'config.gatekeeper.sh')
    .flatMap(({ data }) => listOf(mapOf(data.spec).match).filter(isMap))
    .some(({ excludedNamespaces, processes }) => listOf(processes).some(one => one === '*' || one === 'webhook')
      && listOf(excludedNamespaces).some(one => wildcard(String(one), namespace)));
}

/** Without a binding that denies, it refuses nothing: https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy. */
function isEnforced({ name }: ObjectAt, asked: ChangeTarget, objects: readonly ObjectAt[]): boolean {
  return objects.some(({ kind, data }) => {
    const spec = mapOf(data.spec);
    return kind === 'ValidatingAdmissionPolicyBinding' && stringOf(spec.policyName) === name && denies(spec.validationActions)
      && (!isMap(spec.matchResources) || constraintsMatch({ resourceRules: [ANYTHING], ...spec.matchResources }, asked));
  });
}

const ANYTHING = { apiGroups: ['*'], resources: ['*'], operations: ['*'] };
