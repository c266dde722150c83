import { Row } from './row';
import { etcdRoom, etcdSnapshot } from '../actions/etcd';
import { manual } from '../actions/owner';
import { controlPlaneGroup } from '../replaced/app-group';
import { StepRow } from '../step';
import { stays, wayOf } from '../way';

/** Longest time that a snapshot of a large etcd takes, in seconds. */
const SNAPSHOT_SECONDS = 300;
const WHY = 'what an API server of the newer version has stored is not read by the older one in every case: then only the snapshot is a rollback';
const STAYS = 'it is for a way back that the plan cannot go';

/**
 * Before the first control plane changes version, in either direction: kubeadm does not downgrade a minor, and what a newer API server has stored an
 * older one may not read.
 */
export const snapshot: Row = ({ app }) => controlPlaneGroup(app.groups) === undefined ? onNode() : awayFromNodes();

function onNode(): StepRow {
  return {
    id: 'etcd-snapshot',
    title: 'Take a snapshot of etcd, and verify it',
    why: WHY,
    now: { text: 'no snapshot that this plan has taken within the hour' },
    before: [etcdRoom({})],
    ...wayOf(stays(STAYS, etcdSnapshot({}))),
    waitFor: 'the snapshot is written, and `etcdctl snapshot status` reads it',
    atMostSeconds: SNAPSHOT_SECONDS,
  };
}

/** A snapshot on a node that leaves would go with it. */
function awayFromNodes(): StepRow {
  return {
    id: 'etcd-snapshot',
    title: 'Take a snapshot of etcd, and keep it where no node leaves',
    why: `${WHY}; and every node that has one now leaves`,
    now: { text: 'no snapshot that this plan has taken' },
    changes: ['nothing in the cluster'],
    ...wayOf(stays(STAYS, manual({
      what: 'take a snapshot of etcd (etcdctl snapshot save), read it again (etcdctl snapshot status), and copy it to where no node leaves',
    }))),
    waitFor: 'you say that it is there',
  };
}
