import { listOf, mapOf, stringOf } from '../../edit/yaml/data';
import { LoadBalancerService } from '../../facts/service-refusals';
import { ObjectAt } from '../documents/documents';

/** A Service that a cloud-controller-manager makes a load balancer for; undefined: another object, or one with a class, which it leaves alone. */
export function loadBalancerService({ kind, apiVersion, data }: ObjectAt): LoadBalancerService | undefined {
  const { type, loadBalancerClass, ports } = mapOf(data.spec);
  if (kind !== 'Service' || apiVersion !== 'v1' || type !== 'LoadBalancer' || loadBalancerClass !== undefined) return undefined;
  const texts = Object.entries(mapOf(mapOf(data.metadata).annotations)).flatMap(([name, value]) => typeof value === 'string' ? [[name, value]] : []);
  const [ingress] = listOf(mapOf(mapOf(data.status).loadBalancer).ingress);
  return {
    annotations: Object.fromEntries(texts) as Record<string, string>,
    protocols: listOf(ports).map(port => stringOf(mapOf(port).protocol) ?? 'TCP'),
    hostname: stringOf(mapOf(ingress).hostname),
  };
}
