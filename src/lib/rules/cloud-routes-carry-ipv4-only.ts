import { Rule } from './rule';
import { clusterCidrs } from '../kubernetes/cidr';
import { managers, nameOf, placeOf, textOf } from '../view/ask';
import { ComponentView } from '../view/model';

export const cloudRoutesCarryIpv4Only: Rule = {
  id: 'cloud-routes-carry-ipv4-only',
  severity: 'error',
  title: 'Cloud routes are on for an IPv6 cluster CIDR, and AWS routes carry IPv4 only',
  why: 'The route controller asks for one route for each pod CIDR of a node, and the provider hands every one to EC2 as the IPv4 destination '
    + '(DestinationCidrBlock). EC2 refuses the IPv6 one, so the nodes stay NetworkUnavailable.',
  fix: 'Pass --configure-cloud-routes=false and let the network plugin carry IPv6, or give an IPv4 --cluster-cidr alone.',
  source: 'k8s.io/cloud-provider-aws@v1.28.1 pkg/providers/v1/aws_routes.go:193,214 and v1.37.0:194,215; k8s.io/legacy-cloud-providers@v0.26.15 '
    + 'aws/aws_routes.go; EC2 CreateRoute',
  check: model => managers(model).filter(asksForIpv6).map(view => ({
    place: placeOf(view, 'cluster-cidr'),
    message: `${nameOf(view)} makes cloud routes on AWS for --cluster-cidr="${textOf(view, 'cluster-cidr')}"`,
  })),
};

function asksForIpv6(view: ComponentView): boolean {
  const route = view.process?.controllers.get('route');
  if (route?.presence !== 'enabled' || textOf(view, 'cloud-provider') !== 'aws') return false;
  return clusterCidrs(textOf(view, 'cluster-cidr'))?.some(({ family }) => family === 'ipv6') ?? false;
}
