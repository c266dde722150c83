import { readOnly } from './read-only';
import { etcdRoom, etcdSnapshot } from '../actions/etcd';
import { Coexistence } from '../coexistence';
import { StepDraft } from '../step';
import { stays, wayOf } from '../way';

/** Longest time that a snapshot of a large etcd takes, in seconds. */
const SNAPSHOT_SECONDS = 300;

/**
 * Before the first control plane changes version, in either direction: kubeadm does not downgrade a minor, and what a newer API server has stored an
 * older one may not read.
 */
export function etcdSteps(coexistence: Coexistence): StepDraft[] {
  return [{
    ...readOnly(coexistence),
    id: 'etcd-snapshot',
    title: 'Take a snapshot of etcd, and verify it',
    why: 'what an API server of the newer version has stored is not read by the older one in every case: then only the snapshot is a rollback',
    now: { text: 'no snapshot that this plan has taken within the hour' },
    before: [etcdRoom({})],
    ...wayOf(stays('it is for a way back that the plan cannot go', etcdSnapshot({}))),
    waitFor: 'the snapshot is written, and `etcdctl snapshot status` reads it',
    atMostSeconds: SNAPSHOT_SECONDS,
  }];
}
