import { has } from './mutation';
import { DataMap, isMap, listOf, mapOf, stringOf } from '../../edit/yaml/data';
import { BUILT_IN_LEVELS, BUILT_IN_PRECEDENCE, FLOW_DEFAULTS } from '../../facts/flow-control';
import { groupOf } from '../../facts/inert-kinds';
import { ASKED_GROUPS, ASKED_RESOURCES } from '../../facts/inputs/manager-writes';
import { LOCK_NAMESPACE } from '../../facts/locks';
import { KCM } from '../../kubernetes/component';
import { managers } from '../../view/ask';
import { ComponentView, Doubt, livenessDoubt, NO_DOUBT, ReadModel } from '../../view/model';
import { ObjectAt, placeAt } from '../documents/documents';

/**
 * FlowSchemas that put the requests of controller managers into a priority level without a share, or into one of which nothing is known, and
 * levels of the API server's own that are left without one: a lease that is not renewed in time ends its holder, and no other gets it.
 */
export function starvedManagers(objects: readonly ObjectAt[], model: ReadModel): readonly Doubt[] {
  const own = objects.filter(({ apiVersion }) => groupOf(apiVersion) === 'flowcontrol.apiserver.k8s.io');
  if (own.length === 0) return NO_DOUBT.notAsked;
  const levels = new Map(own.filter(({ kind }) => kind === 'PriorityLevelConfiguration').map(level => [level.name, level]));
  const schemas = own.filter(({ kind, data }) => kind === 'FlowSchema' && managers(model).some(view => isFor(mapOf(data.spec), view)));
  return [
    ...[...levels.values()].filter(level => BUILT_IN_LEVELS.includes(level.name) && isStarving(level))
      .map(level => doubt(level, `PriorityLevelConfiguration ${level.name} leaves no share, or rejects, what controller managers ask for`)),
    ...schemas.flatMap(schema => {
      const name = stringOf(mapOf(mapOf(schema.data.spec).priorityLevelConfiguration).name) ?? '';
      const level = levels.get(name);
      if (level === undefined ? BUILT_IN_LEVELS.includes(name) : !isStarving(level)) return NO_DOUBT.isRight;
      return [doubt(schema, `FlowSchema ${schema.name} puts requests of controller managers into the priority level ${name}, ${
        level === undefined ? 'of which nothing is known' : 'which has no share, or rejects them'}`)];
    }),
  ];
}

function doubt({ file, document, base }: ObjectAt, what: string): Doubt {
  return livenessDoubt(placeAt(file, document, [...base, 'spec']), what,
    'A lease that is not renewed in time ends its holder, and no other process gets it.',
    'Give the level shares and a queue, or leave controller managers out of the FlowSchema.');
}

function isStarving({ data }: ObjectAt): boolean {
  const { type, limited } = mapOf(data.spec);
  const { nominalConcurrencyShares, assuredConcurrencyShares, limitResponse } = mapOf(limited);
  if (type === 'Exempt') return false;
  return Number(nominalConcurrencyShares ?? assuredConcurrencyShares ?? FLOW_DEFAULTS.shares) <= 0 || mapOf(limitResponse).type === 'Reject';
}

/** Whether it comes before what the API server makes for a component, and is about what that asks for. */
function isFor({ matchingPrecedence = FLOW_DEFAULTS.precedence, rules }: DataMap, view: ComponentView): boolean {
  return listOf(rules).filter(isMap).some(({ subjects, resourceRules }) =>
    listOf(subjects).some(subject => isMap(subject) && Number(matchingPrecedence) <= limitOf(subject, view))
    && listOf(resourceRules).some(rule => isMap(rule) && ASKED_GROUPS.some(group => has(rule.apiGroups, group))
      && ASKED_RESOURCES.some(resource => has(rule.resources, resource))));
}

/** Up to which precedence a FlowSchema for a subject counts for a component; 0: it is another one's. */
function limitOf({ kind, user, group, serviceAccount }: DataMap, { component, origin, pod }: ComponentView): number {
  const namespace = component === KCM || pod === undefined || origin === 'static-pod' ? LOCK_NAMESPACE : pod.namespace;
  const ofAccount = namespace === LOCK_NAMESPACE ? BUILT_IN_PRECEDENCE.ofKubeSystem : BUILT_IN_PRECEDENCE.ofAccounts;
  const ofUser = component === KCM ? BUILT_IN_PRECEDENCE.manager : ofAccount;
  if (kind === 'User') {
    const name = stringOf(mapOf(user).name) ?? '';
    const isOwn = component === KCM ? name === 'system:kube-controller-manager'
      : name === `system:serviceaccount:${namespace}:${pod?.serviceAccount ?? ''}` || name.includes('cloud-controller-manager');
    return name === '*' || isOwn ? ofUser : 0;
  }
  if (kind === 'Group') {
    const name = stringOf(mapOf(group).name) ?? '';
    return ['*', 'system:authenticated'].includes(name) ? Math.max(ofUser, ofAccount)
      : ['system:serviceaccounts', `system:serviceaccounts:${namespace}`].includes(name) ? ofAccount : 0;
  }
  // Controllers of kube-controller-manager act as accounts of their own.
  const { namespace: space, name } = mapOf(serviceAccount);
  return space === namespace && (name === '*' || component === KCM || name === pod?.serviceAccount) ? ofAccount : 0;
}
