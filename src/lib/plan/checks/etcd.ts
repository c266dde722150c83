import { BACKUP_DIR } from '../object-copies';
import { PlanStateName } from '../state';
import { PlanCommand } from '../step';

const ETCD_DIR = '/var/lib/etcd';

/** The etcdctl of the node's own etcd, as kubeadm sets it up; whoever runs etcd elsewhere uses the certificates of there. */
function etcdctl(node: string): string {
  return `kubectl exec -n kube-system etcd-${node} -- etcdctl`;
}

function etcdctlAsked(node: string): string {
  const pki = '/etc/kubernetes/pki/etcd';
  return `${etcdctl(node)} --endpoints=https://127.0.0.1:2379 --cacert=${pki}/ca.crt --cert=${pki}/server.crt --key=${pki}/server.key`;
}

/** Of three members one may be dead, and etcd answers all the same; the next one that is restarted ends it. */
export function etcdMembersWell(node: string): PlanCommand {
  const asked = etcdctlAsked(node);
  return {
    text: [
      '# every member of etcd was started and is healthy, and none has an alarm',
      `members=$(${asked} member list) && case "$members" in *unstarted*) echo "$members"; false ;; esac &&`,
      `  ${asked} endpoint health --cluster &&`,
      `  alarms=$(${asked} alarm list) && [ -z "$alarms" ]`,
    ].join('\n'),
    action: { do: 'etcd-members-well', node },
  };
}

/** A snapshot is as large as the database that it is of. */
export function etcdRoom(node: string): PlanCommand {
  const status = 'etcd-status.json';
  return {
    text: [
      `# on ${node}`,
      `mkdir -p ${BACKUP_DIR}`,
      '',
      `${etcdctlAsked(node)} endpoint status --write-out=json > ${status} && scp ${status} root@${node}:${BACKUP_DIR}/${status}`,
      '',
      `# on ${node}: room for its database, and for 64 MiB besides`,
      `size=$(grep -o '"dbSize":[0-9]*' ${BACKUP_DIR}/${status} | cut -d: -f2 | sort -n | tail -n 1) && [ -n "$size" ] &&`,
      `  free=$(df -Pk ${ETCD_DIR} | awk 'NR == 2 { print $4 }') && [ "$free" -gt $((size / 1024 + 65536)) ]`,
    ].join('\n'),
    action: { do: 'etcd-room', node },
  };
}

/** Of one leg: the snapshot from before it is not written over by one that is taken on the way back. */
export function etcdSnapshot(node: string, { from, to }: { readonly from: PlanStateName; readonly to: PlanStateName }): PlanCommand {
  const file = '"$file"';
  return {
    text: [
      `file=${ETCD_DIR}/ccm-migration-${from}-to-${to}-$(date -u +%Y%m%dT%H%M%SZ).db   # of ${node}, whose etcd this is`,
      `${etcdctlAsked(node)} snapshot save ${file} &&`,
      `  ${etcdctl(node)} snapshot status ${file} --write-out=json | grep -E '"totalKey":[1-9]' &&`,
      `  ssh -n root@${node} test -s ${file} && echo "${'$file'} of ${node}"`,
    ].join('\n'),
    action: { do: 'etcd-snapshot', node },
  };
}
