import {
  ElasticLoadBalancingClient, paginateDescribeLoadBalancers as paginateClassic, type LoadBalancerDescription,
} from '@aws-sdk/client-elastic-load-balancing';
import {
  DescribeTargetHealthCommand, ElasticLoadBalancingV2Client, paginateDescribeListeners, paginateDescribeLoadBalancers, paginateDescribeTargetGroups,
  type Action, type Listener as ListenerV2, type LoadBalancer as LoadBalancerV2, type TargetGroup,
} from '@aws-sdk/client-elastic-load-balancing-v2';
import { AwsClientOptions, clientConfig, collect, orAwsError } from './client';
import { Listener, LoadBalancer, LoadBalancerPort, LoadBalancerState } from './load-balancer-port';

const CLASSIC = 'classic';

/** Elastic Load Balancing through the AWS SDK: classic load balancers have one API, all others another. */
export function loadBalancersThroughSdk(options: AwsClientOptions): LoadBalancerPort {
  const one = new ElasticLoadBalancingClient(clientConfig(options));
  const two = new ElasticLoadBalancingV2Client(clientConfig(options));
  const classic = () => collect(paginateClassic({ client: one }, {}), page => page.LoadBalancerDescriptions ?? []);

  async function describeV2(balancer: LoadBalancer): Promise<LoadBalancerState> {
    const listeners = await collect(
      paginateDescribeListeners({ client: two }, { LoadBalancerArn: balancer.id }), page => page.Listeners ?? []);
    const groups = await collect(
      paginateDescribeTargetGroups({ client: two }, { LoadBalancerArn: balancer.id }), page => page.TargetGroups ?? []);
    const targets: string[] = [];
    for (const { TargetGroupArn } of groups) {
      const health = await orAwsError(() => two.send(new DescribeTargetHealthCommand({ TargetGroupArn })));
      // A target that is being taken out is listed until its connections are drained.
      const kept = (health.TargetHealthDescriptions ?? []).filter(({ TargetHealth }) => TargetHealth?.State !== 'draining');
      targets.push(...kept.flatMap(({ Target }) => Target?.Id ?? []));
    }
    return { ...balancer, listeners: listeners.map(listener => listenerOf(listener, groups)), targets: sorted(targets) };
  }

  return {
    list: async () => [
      ...(await classic()).map(classicOf),
      ...(await collect(paginateDescribeLoadBalancers({ client: two }, {}), page => page.LoadBalancers ?? [])).map(balancerOf),
    ],
    describe: async balancers => {
      const hasClassic = balancers.some(({ type }) => type === CLASSIC);
      const byName = new Map((hasClassic ? await classic() : []).map(description => [description.LoadBalancerName, description]));
      const states: LoadBalancerState[] = [];
      for (const balancer of balancers) {
        states.push(balancer.type === CLASSIC ? classicState(balancer, byName.get(balancer.id)) : await describeV2(balancer));
      }
      return states;
    },
  };
}

function classicOf({ LoadBalancerName, DNSName, CreatedTime }: LoadBalancerDescription): LoadBalancer {
  return { id: LoadBalancerName ?? '', type: CLASSIC, host: DNSName ?? '', created: CreatedTime?.toISOString() ?? '' };
}

function classicState(balancer: LoadBalancer, found: LoadBalancerDescription | undefined): LoadBalancerState {
  const listeners = (found?.ListenerDescriptions ?? []).map(({ Listener: listener }): Listener => ({
    port: listener?.LoadBalancerPort ?? 0,
    protocol: listener?.Protocol ?? '',
    to: `${listener?.InstanceProtocol ?? ''}:${listener?.InstancePort ?? ''}`,
    ...listener?.SSLCertificateId === undefined ? {} : { certificate: listener.SSLCertificateId },
  }));
  return { ...balancer, listeners, targets: sorted((found?.Instances ?? []).flatMap(({ InstanceId }) => InstanceId ?? [])) };
}

function balancerOf({ LoadBalancerArn, Type, DNSName, CreatedTime }: LoadBalancerV2): LoadBalancer {
  return { id: LoadBalancerArn ?? '', type: Type ?? '', host: DNSName ?? '', created: CreatedTime?.toISOString() ?? '' };
}

function listenerOf({ Port, Protocol, Certificates, DefaultActions }: ListenerV2, groups: readonly TargetGroup[]): Listener {
  const arns = (DefaultActions ?? []).flatMap(groupsOfAction);
  const to = groups.filter(({ TargetGroupArn }) => arns.includes(TargetGroupArn ?? '')).map(group => `${group.Protocol ?? ''}:${group.Port ?? ''}`);
  const certificate = Certificates?.[0]?.CertificateArn;
  return { port: Port ?? 0, protocol: Protocol ?? '', to: sorted(to).join(','), ...certificate === undefined ? {} : { certificate } };
}

function groupsOfAction({ TargetGroupArn, ForwardConfig }: Action): string[] {
  return [TargetGroupArn, ...(ForwardConfig?.TargetGroups ?? []).map(group => group.TargetGroupArn)].flatMap(arn => arn ?? []);
}

function sorted(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort();
}
