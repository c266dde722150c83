import { onOperator } from '../action';
import { inNamespace, ObjectKey, ruleFor, shortName } from '../object-kind';
import { configMaps, READ } from '../rule';
import { PlanStateName } from '../state';

/** Applies a manifest of the app. */
export const applyFile = onOperator<{
  readonly source: string;
  readonly sha256: string;
  /** What is in it: kind, namespace or `-`, name. */
  readonly objects: readonly string[];
  /** Which of them is given which image, where that tells how far a plan came. */
  readonly rolls?: string;
  readonly image?: string;
}>('objects/apply-file', 'Apply', {
  byHand: ({ source }) => [`kubectl apply -f ${source}`],
});

/** Deletes an object, in the foreground, with a copy on the machine of the operator. */
export const deleteObject = onOperator<{ readonly state: PlanStateName } & ObjectKey>('objects/delete-object', 'Delete', {
  rights: given => [ruleFor(given, 'get', 'list', 'watch', 'delete')],
  byHand: given => ['cluster' in given ? `kubectl delete ${shortName(given)}${inNamespace(given)} --cascade=foreground --ignore-not-found`
    : `gone ${given.namespace ?? 'kube-system'} ${shortName(given)}`],
});

/** A workload is rolled out. */
export const rolledOut = onOperator<{
  /** `daemonset/<name>` */
  readonly workload: string;
  readonly namespace: string;
  /** Not every cluster has it. */
  readonly ifThere?: true;
}>('rolled-out', 'The workload is rolled out', {
  rights: ({ namespace }) => ['daemonsets', 'deployments'].map(resource => ({ apiGroup: 'apps', resource, verbs: [...READ, 'watch'], namespace })),
  byHand: ({ workload, namespace, ifThere }) => [
    `${ifThere ? `[ -z "$(kubectl get ${workload} -n ${namespace} -o name --ignore-not-found || echo unread)" ] || ` : ''}`
      + `kubectl rollout status ${workload} -n ${namespace} --timeout=300s`,
  ],
});

/** The object is there. */
export const exists = onOperator<ObjectKey>('exists', 'The object exists', {
  rights: given => [ruleFor(given, 'get')],
  byHand: given => [`kubectl get ${given.kind} ${given.name}${inNamespace(given)}`],
});

/** Keeps a copy of an object in the cluster before a step that leaves the state; one that was not given back stays. */
export const copyObject = onOperator<{ readonly state: PlanStateName } & ObjectKey>('copy-object', 'Keep a copy', {
  rights: given => [configMaps('create', 'update'), ruleFor(given, 'get')],
  byHand: given => isUsual(given) ? [`save ${given.state} ${shortName(given)}`] : [
    `mkdir -p copies/${given.state}`,
    `[ -s ${copyOf(given)} ] || kubectl get ${shortName(given)}${inNamespace(given)} -o yaml > ${copyOf(given)}`,
  ],
});

/** Notes that the copy of an object is of an earlier time: the object was brought to what the state has, other than from it. */
export const copyUsed = onOperator<{ readonly state: PlanStateName } & ObjectKey>('copy-used', 'Mark the copy as outdated', {
  rights: () => [configMaps('patch')],
});

/** There is a copy of what an object was in a state. */
export const hasCopy = onOperator<{ readonly state: PlanStateName } & ObjectKey>('has-copy', 'A copy of the earlier object exists', {
  anyTime: true,
  always: 'also-in-check-mode',
});

/** Gives an object back as it was when a plan left the state. */
export const restoreObject = onOperator<{
  readonly state: PlanStateName;
  /** On the way back of a step: the state that it brought the object to. Else the copy must be there. */
  readonly left?: PlanStateName;
  /** Where there is no copy, it stays as it is. */
  readonly ifKept?: true;
} & ObjectKey>('restore-object', 'Restore the object', {
  rights: given => [configMaps('patch'), ruleFor(given, 'get', 'update')],
  byHand: given => isUsual(given) ? [`restore ${given.state} ${shortName(given)}`] : [
    `sed -E '/^  (resourceVersion|uid|creationTimestamp):/d' ${copyOf(given)} | kubectl replace -f -`,
  ],
});

/** What the functions of the runbook are about: an object of the cluster that is served, in kube-system. */
function isUsual({ namespace, cluster }: ObjectKey & { readonly cluster?: string }): boolean {
  return namespace === 'kube-system' && cluster === undefined;
}

/** The file that a person keeps it in. */
function copyOf({ state, kind, name }: { readonly state: PlanStateName } & ObjectKey): string {
  return `copies/${state}/${kind}-${name}.yaml`;
}
