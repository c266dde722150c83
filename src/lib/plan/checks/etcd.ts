import { hasRoom } from './printed';
import { Etcd } from '../etcd';
import { BACKUP_DIR } from '../object-copies';
import { PlanStateName } from '../state';
import { PlanCommand } from '../step';

/** Where kubeadm has etcd keep its data. */
export const ETCD_DIR = '/var/lib/etcd';

/** Where a snapshot of an etcd lies that is elsewhere: each node has the folder. */
export const SNAPSHOT_DIR = '/var/lib';

const PKI = '/etc/kubernetes/pki/etcd';

/** How the etcd is asked that kubeadm sets up. */
export const KUBEADM_ETCD: readonly string[] = [
  '--endpoints=https://127.0.0.1:2379', `--cacert=${PKI}/ca.crt`, `--cert=${PKI}/server.crt`, `--key=${PKI}/server.key`,
];

/** How etcd is asked. */
interface Etcdctl {
  /** What a paragraph begins with that is for a node. */
  readonly on: string;
  readonly program: string;
  readonly asked: string;
  /** Of a snapshot, which one member gives. */
  readonly askedOne: string;
  /** Where a snapshot is written, of the node. */
  readonly folder: string;
  /** What a command of the node begins with there. */
  readonly onNode: string;
}

/** In the pod of the node's own etcd, with its certificates; or on the node, with those of its API server. */
function etcdctlOf({ node, external }: Etcd): Etcdctl {
  if (external) {
    const asked = (endpoints: readonly string[]) => ['etcdctl', `--endpoints=${endpoints.join(',')}`, ...external.certificates].join(' ');
    return {
      on: `# on ${node}\n`,
      program: 'etcdctl',
      asked: asked(external.endpoints),
      askedOne: asked(external.endpoints.slice(0, 1)),
      folder: SNAPSHOT_DIR,
      onNode: '',
    };
  }
  const program = `kubectl exec -n kube-system etcd-${node} -- etcdctl`;
  const asked = [program, ...KUBEADM_ETCD].join(' ');
  return { on: '', program, asked, askedOne: asked, folder: ETCD_DIR, onNode: `ssh -n root@${node} ` };
}

/** Of three members one may be dead, and etcd answers all the same; the next one that is restarted ends it. */
export function etcdMembersWell(etcd: Etcd): PlanCommand {
  const { on, asked } = etcdctlOf(etcd);
  return {
    text: on + [
      '# every member of etcd was started and is healthy, and none has an alarm',
      `members=$(${asked} member list) && case "$members" in *unstarted*) echo "$members"; false ;; esac &&`,
      `  ${asked} endpoint health --cluster &&`,
      `  alarms=$(${asked} alarm list) && [ -z "$alarms" ]`,
    ].join('\n'),
    action: { do: 'etcd-members-well', node: etcd.node },
  };
}

/** A snapshot is as large as the database that it is of. */
export function etcdRoom(etcd: Etcd): PlanCommand {
  const { node, external } = etcd;
  const { asked, folder } = etcdctlOf(etcd);
  const status = `${asked} endpoint status --write-out=json`;
  const file = 'etcd-status.json';
  // Its pod is asked where kubectl is, and the disk on its node.
  const read = external ? status : `cat ${BACKUP_DIR}/${file}`;
  const brought = [`# on ${node}`, `mkdir -p ${BACKUP_DIR}`, '', `${status} > ${file} && scp ${file} root@${node}:${BACKUP_DIR}/${file}`, ''];
  return {
    text: [
      ...external ? [] : brought,
      `# on ${node}: room for its database, and for 64 MiB besides`,
      `size=$(${read} | grep -o '"dbSize":[0-9]*' | cut -d: -f2 | sort -n | tail -n 1) && [ -n "$size" ] &&`,
      `  ${hasRoom(folder, 'size / 1024')}`,
    ].join('\n'),
    action: { do: 'etcd-room', node },
  };
}

/** Of one leg: the snapshot from before it is not written over by one that is taken on the way back. */
export function etcdSnapshot(etcd: Etcd, { from, to }: { readonly from: PlanStateName; readonly to: PlanStateName }): PlanCommand {
  const { node } = etcd;
  const { on, program, askedOne, folder, onNode } = etcdctlOf(etcd);
  const file = '"$file"';
  return {
    text: on + [
      `file=${folder}/ccm-migration-${from}-to-${to}-$(date -u +%Y%m%dT%H%M%SZ).db   # of ${node}`,
      `${askedOne} snapshot save ${file} &&`,
      `  ${program} snapshot status ${file} --write-out=json | grep -E '"totalKey":[1-9]' &&`,
      `  ${onNode}test -s ${file} && echo "${'$file'} of ${node}"`,
    ].join('\n'),
    action: { do: 'etcd-snapshot', node },
  };
}
