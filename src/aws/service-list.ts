import { LEFT_TO_ANOTHER } from '../lib/facts/load-balancer-changes';

/** A Service of type LoadBalancer that has one. */
export interface BalancedService {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  /** Host name of its load balancer, in lower case. */
  readonly host: string;
}

/** Services of a cluster, by who makes their load balancers. */
export interface ServiceList {
  readonly balanced: readonly BalancedService[];
  /** Names of those that a controller of another kind serves: nothing of this migration touches them. */
  readonly others: readonly string[];
}

interface Service {
  readonly kind?: string;
  readonly metadata?: {
    readonly namespace?: string;
    readonly name?: string;
    readonly uid?: string;
    readonly annotations?: Record<string, string>;
    readonly deletionTimestamp?: string;
  };
  readonly spec?: { readonly type?: string; readonly loadBalancerClass?: string };
  readonly status?: { readonly loadBalancer?: { readonly ingress?: readonly { readonly hostname?: string }[] } };
}

/**
 * @param list parsed output of `kubectl get services -A -o json`
 * @throws if it is not a list of Services
 */
export function readServices(list: unknown): ServiceList {
  const items = (list as { items?: unknown } | null)?.items;
  if (!Array.isArray(items)) throw new Error("the list of Services has no 'items'; give the output of 'kubectl get services -A -o json'");
  const balanced: BalancedService[] = [];
  const others: string[] = [];
  for (const { kind, metadata, spec, status } of items as readonly Service[]) {
    const name = `${metadata?.namespace ?? 'default'}/${metadata?.name ?? '?'}`;
    if ((kind ?? 'Service') !== 'Service') throw new Error(`the list of Services holds '${name}' of kind '${kind}'; only Services are accepted`);
    // The load balancer of one that is being deleted may be gone before it is.
    if (spec?.type !== 'LoadBalancer' || metadata?.deletionTimestamp !== undefined) continue;
    const host = status?.loadBalancer?.ingress?.find(({ hostname }) => hostname !== undefined)?.hostname;
    if (spec.loadBalancerClass !== undefined || isLeftToAnother(metadata?.annotations ?? {})) {
      others.push(name);
    } else if (host !== undefined) {
      balanced.push({ namespace: metadata?.namespace ?? 'default', name: metadata?.name ?? '?', uid: metadata?.uid ?? '', host: host.toLowerCase() });
    }
  }
  return { balanced, others: others.sort() };
}

function isLeftToAnother(annotations: Readonly<Record<string, string>>): boolean {
  return LEFT_TO_ANOTHER.values.some(value => annotations[LEFT_TO_ANOTHER.annotation] === value);
}
