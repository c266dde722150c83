import { LockPremise } from './taken-locks';
import { mapOf, stringOf } from '../../edit/yaml/data';
import { KCM_SUBJECTS } from '../../facts/lease-grants';
import { honouredLeaseDuration } from '../../facts/locks';
import { quantityOf, wholes } from '../../kubernetes/quantity';
import { allLocks, Process } from '../../model/process';
import { ComponentView, Doubt, livenessDoubt, NO_DOUBT } from '../../view/model';
import { ObjectAt, placeAt } from '../documents/documents';
import { rightsOf } from '../interference/needs';
import { ProgramCommands } from '../interference/object-commands';

/** A Lease that a process of the input asks for, and those that do. */
interface AskedLease {
  readonly namespace: string;
  readonly name: string;
  readonly by: readonly Process[];
}

/**
 * Leases of the input that nothing can take for long, quotas that refuse to have them made, and commands that take away what the input grants a
 * kube-controller-manager on them.
 */
export function refusedLocks({ views, objects, programs }: LockPremise): readonly Doubt[] {
  const asked = askedLeases(views);
  return [
    ...objects.flatMap(object => heldLease(object, asked)), ...objects.flatMap(object => countedLeases(object, asked)), ...revoked(objects, programs),
  ];
}

/** As RBAC names the user of its kubeconfig, and its account. */
const KCM_NAMES = KCM_SUBJECTS.map(({ kind, name, namespace }) => kind === 'User' ? name : `system:serviceaccount:${namespace}:${name}`);

function revoked(objects: readonly ObjectAt[], programs: ProgramCommands): readonly Doubt[] {
  const { deleted, changed } = programs.doubts(rightsOf(KCM_NAMES, objects));
  return [...deleted, ...changed].map(({ place, what, fix }) =>
    livenessDoubt(place!, what, 'Without its rights a kube-controller-manager gets no lock, and its controllers run nowhere.', fix!));
}

function askedLeases(views: readonly ComponentView[]): readonly AskedLease[] {
  const processes = views.flatMap(({ process, choices = [] }) => process ? [process] : choices);
  return [...new Set(processes.flatMap(process => [...allLocks(process)]))].flatMap(lock => {
    const [kind, namespace, name] = lock.split('/');
    return kind === 'leases' ? [{ namespace, name, by: processes.filter(process => allLocks(process).has(lock)) }] : [];
  });
}

/** A holder that is gone is waited for as long as the Lease says, from client-go 0.27 on: one that no process wrote may say years. */
function heldLease(
  { kind, apiVersion, namespace = 'default', name, data, file, document, base }: ObjectAt, asked: readonly AskedLease[],
): readonly Doubt[] {
  const lease = kind === 'Lease' && apiVersion.startsWith('coordination.k8s.io/')
    ? asked.find(one => one.namespace === namespace && one.name === name) : undefined;
  const { holderIdentity, leaseDurationSeconds } = mapOf(data.spec);
  if (!lease || !stringOf(holderIdentity) || typeof leaseDurationSeconds !== 'number') return NO_DOUBT.notAsked;
  const longest = Math.max(...lease.by.map(({ durations }) => durations.lease)) / 1000;
  const isWaitedFor = lease.by.some(({ version }) => honouredLeaseDuration(version) === 'holder');
  return isWaitedFor && leaseDurationSeconds > longest ? [livenessDoubt(placeAt(file, document, [...base, 'spec']),
    `Lease ${namespace}/${name} is held by '${stringOf(holderIdentity)!}' for ${leaseDurationSeconds} s, and no controller manager of the input `
      + `takes it for more than ${longest} s`,
    'Until then no controller manager gets the lock, and its controllers run nowhere.',
    'Leave the Lease out of what is applied: the controller managers make it.')] : NO_DOUBT.isRight;
}

/** Leases in a namespace of which a quota counts them: those of each component, of API servers, and of whatever elects a leader there. */
const USUAL_LEASES = wholes(100);

function countedLeases(
  { kind, apiVersion, namespace = 'default', name, data, file, document, base }: ObjectAt, asked: readonly AskedLease[],
): readonly Doubt[] {
  const lease = kind === 'ResourceQuota' && apiVersion === 'v1' ? asked.find(one => one.namespace === namespace) : undefined;
  const [hard, used] = [mapOf(mapOf(data.spec).hard), mapOf(mapOf(data.status).used)].map(all => all[COUNTED]);
  const most = quantityOf(hard);
  if (!lease || hard === undefined) return NO_DOUBT.notAsked;
  const taken = quantityOf(used);
  const hasRoom = most !== undefined && (taken === undefined ? most >= USUAL_LEASES : taken < most);
  return hasRoom ? NO_DOUBT.isRight : [livenessDoubt(placeAt(file, document, [...base, 'spec', 'hard']),
    `ResourceQuota ${name} may refuse Lease ${namespace}/${lease.name}, a lock that a controller manager asks for: ${COUNTED} is ${String(hard)}`,
    'Without the Lease no controller manager gets the lock, and its controllers run nowhere.', 'Leave Leases out of the quota.')];
}

const COUNTED = 'count/leases.coordination.k8s.io';
