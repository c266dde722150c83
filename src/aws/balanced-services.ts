import { AwsError } from './client';
import { Listener, LoadBalancer, LoadBalancerPort, LoadBalancerState } from './load-balancer-port';
import { BalancedService } from './service-list';

/** What a load balancer of a Service does. */
export interface ServiceState extends Pick<LoadBalancerState, 'id' | 'type' | 'created' | 'listeners'> {
  /** Place in the list of target lists: most Services have the same nodes. */
  readonly targets: number;
}

/** The load balancers of Services, as they are recorded and compared. */
export interface ServiceRecord {
  /** By `<namespace>/<name> <uid>`: one that is made anew under its name is another. */
  readonly services: Readonly<Record<string, ServiceState>>;
  readonly targetLists: readonly (readonly string[])[];
  /** Services whose load balancer this account does not have, with the host that they name. */
  readonly missing: Readonly<Record<string, string>>;
}

/** What AWS has for each Service. */
export async function recordServices(services: readonly BalancedService[], port: LoadBalancerPort): Promise<ServiceRecord> {
  if (services.length === 0) return { services: {}, targetLists: [], missing: {} };
  const byHost = new Map((await port.list()).map(balancer => [balancer.host.toLowerCase(), balancer]));
  const found = services.map(service => ({ service, balancer: byHost.get(service.host) }));
  const wanted = [...new Set(found.flatMap(({ balancer }) => balancer ?? []))];
  const states = new Map((await port.describe(wanted)).map(state => [state.id, state]));
  const lists = new Map<string, number>();
  const listed = (targets: readonly string[]): number => {
    const key = JSON.stringify(targets);
    if (!lists.has(key)) lists.set(key, lists.size);
    return lists.get(key)!;
  };
  const known: Record<string, ServiceState> = {};
  const missing: Record<string, string> = {};
  for (const { service, balancer } of found) {
    const key = `${service.namespace}/${service.name} ${service.uid}`;
    if (balancer === undefined) missing[key] = service.host;
    else known[key] = stateOf(balancer, states, listed);
  }
  return { services: known, targetLists: [...lists.keys()].map(key => JSON.parse(key) as string[]), missing };
}

function stateOf(
  balancer: LoadBalancer, states: ReadonlyMap<string, LoadBalancerState>, listed: (targets: readonly string[]) => number,
): ServiceState {
  const state = states.get(balancer.id);
  if (!state) throw new AwsError('LoadBalancerNotFound', `load balancer '${balancer.id}' was listed, and is gone`);
  const listeners = [...state.listeners].sort((a, b) => a.port - b.port || (a.protocol < b.protocol ? -1 : 1));
  return { id: balancer.id, type: balancer.type, created: balancer.created, listeners, targets: listed(state.targets) };
}

/**
 * How the load balancers differ from what was recorded, one sentence each. A Service that came or went since is not compared.
 *
 * @param instances instances of the nodes that there are now: a target that left with its node is not missed; none: every target counts
 */
export function servicesChanged(before: ServiceRecord, now: ServiceRecord, instances?: ReadonlySet<string>): readonly string[] {
  return Object.entries(before.services).flatMap(([key, was]) => {
    const name = key.split(' ')[0];
    if (Object.hasOwn(now.missing, key)) return [`${name}: its load balancer ${was.id} is gone; the Service names ${now.missing[key]}`];
    if (!Object.hasOwn(now.services, key)) return [];
    const is = now.services[key];
    const [old, current] = [was, is].map(({ id, created }) => `${id} of ${created}`);
    if (old !== current) return [`${name}: load balancer ${old} is now ${current}`];
    const lost = before.targetLists[was.targets].filter(target => !now.targetLists[is.targets].includes(target)
      && (instances === undefined || !target.startsWith('i-') || instances.has(target)));
    const [had, has] = [was, is].map(({ listeners }) => listeners.map(listenerText));
    return [
      ...had.filter(text => !has.includes(text)).map(text => `${name}: listener ${text} is gone`),
      ...has.filter(text => !had.includes(text)).map(text => `${name}: listener ${text} is new`),
      ...lost.length > 0 ? [`${name}: no longer a target: ${lost.join(', ')}`] : [],
    ];
  });
}

export function listenerText({ port, protocol, to, certificate }: Listener): string {
  return `${protocol}:${port} to ${to}${certificate === undefined ? '' : ` with ${certificate}`}`;
}
