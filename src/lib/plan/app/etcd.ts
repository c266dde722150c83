import { MigrationApp } from './app';
import { viewOf } from './context';
import { isLoopback } from '../../kubernetes/ip-address';
import { textOf } from '../../view/ask';
import { PlanStateName } from '../state';

/** The etcd of a cluster as its first control-plane node reaches it. */
export interface Etcd {
  /** Undefined: its nodes are replaced, and none has a name that is known. */
  readonly node?: string;
  /** Undefined: in the static pod beside the API server, as kubeadm sets it up. */
  readonly external?: ExternalEtcd;
}

/** One that is not a pod on the node of its API server alone: `etcdctl` of that node asks it, with what the API server has. */
export interface ExternalEtcd {
  readonly endpoints: readonly string[];
  /** Its certificates: `--cacert=<file>`. */
  readonly certificates: readonly string[];
}

/** A URL, and a path, that no shell reads as more. */
const ENDPOINT = /^https?:\/\/(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+)(:\d+)?\/?$/;
const PATH = /^\/[A-Za-z0-9_./-]+$/;

/** What the API server's manifest says; where it says nothing that is known, it is kubeadm's. */
export function etcdOf(app: MigrationApp, state: PlanStateName): Etcd {
  const node: string | undefined = app.controlPlane[0];
  const view = viewOf(app, state, 'kube-apiserver', undefined, node);
  const endpoints = view ? textOf(view, 'etcd-servers').split(',').map(one => one.trim()).filter(one => one !== '') : [];
  if (!view || endpoints.length === 0 || endpoints.some(one => !ENDPOINT.test(one))) return { node };
  // Beside a unit there is no pod of kubeadm.
  if (endpoints.every(isOfNode) && view.origin !== 'unit') return { node };
  const certificates = ([['cacert', 'etcd-cafile'], ['cert', 'etcd-certfile'], ['key', 'etcd-keyfile']] as const)
    .map(([flag, own]) => ({ flag, file: textOf(view, own) })).filter(({ file }) => PATH.test(file));
  return { node, external: { endpoints, certificates: certificates.map(({ flag, file }) => `--${flag}=${file}`) } };
}

/** Whether each API server reaches there the etcd of its own node. */
export function isOfNode(endpoint: string): boolean {
  return isLoopback(ENDPOINT.exec(endpoint)![1]);
}
