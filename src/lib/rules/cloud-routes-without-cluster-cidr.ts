import { Rule } from './rule';
import { flagOf, managers, nameOf, placeOf, textOf } from '../view/ask';
import { ComponentView } from '../view/model';

export const cloudRoutesWithoutClusterCidr: Rule = {
  id: 'cloud-routes-without-cluster-cidr',
  severity: 'error',
  title: 'Cloud routes are on without a valid cluster CIDR',
  why: 'The route controller starts by default (a cloud-controller-manager from 1.21 on asks for --configure-cloud-routes alone) and ends the whole '
    + 'process: "invalid CIDR address". The process wins its lock, dies, and starts over.',
  fix: 'Pass --configure-cloud-routes=false, or --cluster-cidr with the pod network.',
  source: 'k8s.io/cloud-provider@v0.21.11 and v0.36.0 app/core.go:104; kubernetes/cloud-provider-aws#406; run with the AWS CCM v1.36.1',
  ends: ['cluster-cidr'],
  check: model => managers(model).filter(breaks).map(view => ({
    place: placeOf(view, 'cluster-cidr', 'configure-cloud-routes'),
    message: `${nameOf(view)} starts its route `
      + `controller${flagOf(view, 'configure-cloud-routes') ? '' : ' (--configure-cloud-routes is true by default)'} `
      + `with --cluster-cidr="${textOf(view, 'cluster-cidr')}"`,
  })),
};

function breaks({ process }: ComponentView): boolean {
  return process?.controllers.get('route')?.breaks !== undefined;
}
