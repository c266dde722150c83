import { Finding, Rule } from './rule';
import { IN_TREE_CLOUDS_WITHOUT_ROUTES } from '../facts/cloud-routes';
import { routeControllerGate } from '../facts/kcm-cloud-controllers';
import { boolOf, ccms, isInTree, isUnknown, kcms, nameOf, placeOf, textOf } from '../view/ask';
import { ComponentView } from '../view/model';

export const managersDisagreeOnCluster: Rule = {
  id: 'managers-disagree-on-cluster',
  severity: 'error',
  title: 'kube-controller-manager and cloud-controller-manager disagree about the cluster',
  why: 'The cluster name is part of the identity of load balancers, the CIDR and the switch decide about cloud routes: after the migration load '
    + 'balancers are recreated, or routes are deleted.',
  fix: 'Copy --cluster-name, --cluster-cidr and the switches for cloud routes from the kube-controller-manager to the cloud-controller-manager.',
  source: 'k8s.io/cloud-provider@v0.26.15 options/kubecloudshared.go:63-67; app/core.go',
  // Of a manager that the user only says runs, these flags are not known.
  check: model => ccms(model).flatMap(ccm => kcms(model).filter(({ origin }) => origin !== 'assumed').flatMap(kcm => disagreements(ccm, kcm))),
};

function disagreements(ccm: ComponentView, kcm: ComponentView): readonly Finding[] {
  const findings: Finding[] = [];
  const [ccmName, kcmName] = [ccm, kcm].map(view => textOf(view, 'cluster-name', 'kubernetes'));
  if (ccmName !== kcmName
    && nameMatters(ccm, kcm)) findings.push(difference(ccm, kcm, 'cluster-name', `--cluster-name is '${ccmName}'`, `it is '${kcmName}'`));
  const [ccmCidr, kcmCidr] = [ccm, kcm].map(view => textOf(view, 'cluster-cidr'));
  if (ccmCidr !== '' && kcmCidr !== ''
    && ccmCidr !== kcmCidr) findings.push(difference(ccm, kcm, 'cluster-cidr', `--cluster-cidr is '${ccmCidr}'`, `it is '${kcmCidr}'`));
  const routes = [ccm, kcm].map(runsRoutes);
  const couldHaveRoutes = isInTree(kcm) && !IN_TREE_CLOUDS_WITHOUT_ROUTES.includes(textOf(kcm, 'cloud-provider'));
  if (couldHaveRoutes && routes[0] !== undefined && routes[1] !== undefined && routes[0] !== routes[1]) {
    const [mine, theirs] = routes.map(on => on ? 'on' : 'off');
    findings.push(difference(ccm, kcm, 'configure-cloud-routes', `cloud routes are ${mine}`, `they are ${theirs}`));
  }
  return findings;
}

/**
 * An external kube-controller-manager does not use the name. AWS calls load balancers after the UIDs of Services; the name is part of its routes, and
 * of security groups of network load balancers: k8s.io/cloud-provider-aws@v1.36.1 pkg/providers/v1/aws_routes.go, aws_loadbalancer.go
 * GetSecurityGroupNameForNLB.
 */
function nameMatters(ccm: ComponentView, kcm: ComponentView): boolean {
  if (!isInTree(kcm) || isUnknown(ccm, 'cluster-name') || isUnknown(kcm, 'cluster-name')) return false;
  return textOf(kcm, 'cloud-provider') !== 'aws' || [ccm, kcm].some(view => runsRoutes(view) === true)
    || ccm.cloudConfig?.text?.includes('NLBSecurityGroupMode') === true;
}

function difference(ccm: ComponentView, kcm: ComponentView, flag: string, mine: string, theirs: string): Finding {
  return { place: placeOf(ccm, flag), message: `${nameOf(ccm)}: ${mine}, but in ${nameOf(kcm)} ${theirs}` };
}

function runsRoutes(view: ComponentView): boolean | undefined {
  if (!view.process) return undefined;
  const gate = routeControllerGate(view.process.component, view.process.version);
  return gate && gate.flags.every(flag => boolOf(view, flag, flag === 'configure-cloud-routes'));
}
