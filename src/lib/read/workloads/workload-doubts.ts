import { PodContext } from './workload-context';
import { Data, DataMap, isMap, listOf, mapOf, shownOf, SourcePath } from '../../edit/yaml/data';
import { groupOf } from '../../facts/inert-kinds';
import { EXISTING_ACCOUNT_ANNOTATION } from '../../kubernetes/existing-account-annotation';
import { grouped, onceFor } from '../../kubernetes/once-for';
import { Doubt, NO_DOUBT } from '../../view/model';
import { ObjectAt, placeAt } from '../documents/documents';
import { selectsOnlyItself } from '../documents/own-pods';
import { deliveryDoubts } from '../interference/delivery';
import { leftOut, notAppliedByName } from '../interference/left-out';
import { NeededObject } from '../interference/needs';
import { networkDoubts } from '../interference/network-doubts';
import { securityDoubts } from '../pods/security-doubts';
import { limitDoubts } from '../scheduling/quotas';

/**
 * What the input has that may keep the pods of a workload from being made or from starting, and that is not evaluated: what keeps it from being
 * applied as it is, autoscalers that may go to none, quotas and ranges, accounts that are not there, policies of the network, and parts of the pod
 * that wait for something.
 */
export function workloadDoubts(
  object: ObjectAt, template: SourcePath, { objects, facts }: PodContext, needed: readonly NeededObject[],
): readonly Doubt[] {
  return [...leftOut(needed), ...deliveryDoubts(needed, objects, false), ...scaledToNone(object, objects), ...limitDoubts(object, template, objects),
    ...withoutAccount(object, template, objects, facts), ...networkDoubts(object, template, objects), ...securityDoubts(object, template),
    ...podDoubts(object, template, objects), ...notAppliedByName(object)];
}

function namespaceOf({ namespace = 'default' }: ObjectAt): string {
  return namespace;
}

// Indexes: each workload asks, of which there may be thousands.
const scalers = onceFor((objects: readonly ObjectAt[]) =>
  grouped(objects.filter(({ data }) => isMap(mapOf(data.spec).scaleTargetRef)), one => `${namespaceOf(one)}/${targetOf(one)}`));
const accounts = onceFor((objects: readonly ObjectAt[]) => grouped(objects.filter(({ kind }) => kind === 'ServiceAccount'), namespaceOf));

/** KEDA goes to none by default, https://keda.sh/docs/latest/reference/scaledobject-spec/; a HorizontalPodAutoscaler by `minReplicas: 0`. */
function scaledToNone(object: ObjectAt, objects: readonly ObjectAt[]): readonly Doubt[] {
  const { kind, name, base, document, file } = object;
  const found = scalers(objects).get(`${namespaceOf(object)}/${kind}/${name}`) ?? [];
  return found.flatMap(({ kind: scaler, name: own, apiVersion, data }) => {
    const spec = mapOf(data.spec);
    const least = groupOf(apiVersion) === 'keda.sh' ? spec.idleReplicaCount ?? spec.minReplicaCount ?? 0 : spec.minReplicas ?? 1;
    const isPaused = mapOf(mapOf(data.metadata).annotations)['autoscaling.keda.sh/paused-replicas'] !== undefined;
    return least !== 0 && !isPaused ? NO_DOUBT.isRight : [{
      place: placeAt(file, document, base),
      what: `${scaler} ${own} may scale ${kind} ${name} to no pods`,
      fix: 'Give it a minimum of one, or leave the autoscaler out.',
    }];
  });
}

function targetOf({ data }: ObjectAt): string {
  const target = mapOf(mapOf(data.spec).scaleTargetRef);
  return `${shownOf(target.kind ?? 'Deployment')}/${shownOf(target.name)}`;
}

/** Pods of an account that is not there are not made; the input has others of that namespace: plugin/pkg/admission/serviceaccount/admission.go. */
function withoutAccount(
  object: ObjectAt, template: SourcePath, objects: readonly ObjectAt[], { serviceAccount: account }: PodContext['facts'],
): readonly Doubt[] {
  const known = accounts(objects).get(namespaceOf(object)) ?? [];
  if (account === 'default' || known.length === 0 || known.some(({ name }) => name === account)) return NO_DOUBT.isRight;
  if (mapOf(mapOf(object.data.metadata).annotations)[EXISTING_ACCOUNT_ANNOTATION] === account) return NO_DOUBT.isGranted;
  return [{
    place: placeAt(object.file, object.document, [...template, 'spec', 'serviceAccountName']),
    what: `${object.kind} ${object.name} runs as the service account ${account}, which is not among those of its namespace in the input`,
    fix: 'Add the ServiceAccount, or correct its name.',
  }];
}

/** Parts of a pod that make it wait for what nothing in the input says. */
function podDoubts(object: ObjectAt, template: SourcePath, objects: readonly ObjectAt[]): readonly Doubt[] {
  const { kind, name, document, file } = object;
  const spec = mapOf(document.value([...template, 'spec']));
  const at = (...path: SourcePath) => placeAt(file, document, [...template, 'spec', ...path]);
  const { podAffinity, podAntiAffinity } = mapOf(spec.affinity);
  const required = (from: Data | undefined) => listOf(mapOf(from).requiredDuringSchedulingIgnoredDuringExecution);
  const isOfItself = (term: Data) => selectsOnlyItself(mapOf(term), object, template, objects);
  const containers = [...listOf(spec.containers).entries()].filter((entry): entry is [number, DataMap] => isMap(entry[1]));
  return [
    ...required(podAffinity).length === 0 ? NO_DOUBT.isRight
      : [{ place: at('affinity'), what: `pods of ${kind} ${name} are scheduled beside others only`, fix: 'Take podAffinity out.' }],
    ...required(podAntiAffinity).every(isOfItself) ? NO_DOUBT.isRight
      : [{ place: at('affinity'), what: `pods of ${kind} ${name} are not scheduled beside others`, fix: 'Take podAntiAffinity out.' }],
    ...containers.flatMap(([index, { lifecycle }]) => !isMap(mapOf(lifecycle).postStart) ? NO_DOUBT.isRight
      : [{ place: at('containers', index), what: `a container of ${kind} ${name} ends where its postStart fails`, fix: 'Take postStart out.' }]),
  ];
}
