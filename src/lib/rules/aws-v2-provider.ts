import { Rule, stopFindings } from './rule';
import { AWS_V2_WARNING } from '../cloud-config/aws-v2';
import { AWS_V2 } from '../facts/aws-v2';
import { readAwsCcm } from '../facts/ccm-releases';
import { asksForLeaderMigration, ccms, isCcm, nameOf, placeOf, textOf } from '../view/ask';
import { ComponentView, NO_DOUBT } from '../view/model';

export const awsV2Provider: Rule = {
  id: 'aws-v2-provider',
  severity: 'error',
  title: 'The cloud-controller-manager runs the second, pre-alpha AWS provider',
  why: 'It has no load balancers and no routes, needs a switch in the environment and a configuration of its own, and deletes each node whose '
    + 'instance lacks the tag '
    + 'kubernetes.io/cluster/<name>=owned. v1.29.0 no longer has it.',
  fix: 'Use --cloud-provider=aws.',
  source: AWS_V2.source,
  check: model => [
    ...stopFindings(model, 'aws-v2-provider'),
    ...ccms(model).filter(isSecond).map(view =>
      ({ place: placeOf(view, 'cloud-provider'), severity: 'warning' as const, message: `${nameOf(view)}: ${AWS_V2_WARNING}` })),
  ],
  stops: view => isCcm(view) && isSecond(view)
    ? problems(view).map(what => ({ place: placeOf(view, 'cloud-provider'), what: `${nameOf(view)} ${what}` })) : NO_DOUBT.notAsked,
};

function isSecond(view: ComponentView): boolean {
  return textOf(view, 'cloud-provider') === AWS_V2.cloudProvider;
}

/** What ends the process, or leaves controllers without a process. */
function problems(view: ComponentView): string[] {
  const release = readAwsCcm(view.awsRelease);
  return [
    ...release && !release.providers.includes(AWS_V2.cloudProvider) ? [`has --cloud-provider=aws/v2, which ${release.tag} no longer has: it ends at `
      + 'start'] : [],
    ...asksForLeaderMigration(view) ? ['has --cloud-provider=aws/v2 and Leader Migration: the service and route controllers that are handed over '
      + 'would run nowhere'] : [],
    ...view.pod && view.pod.env[AWS_V2.switch.name] !== AWS_V2.switch.value
      ? [`has --cloud-provider=aws/v2 without ${AWS_V2.switch.name}=${AWS_V2.switch.value} in its environment: it ends at start`] : [],
    ...textOf(view, 'cloud-config') === '' ? ['has --cloud-provider=aws/v2 without --cloud-config: it ends at start with \'no AWS cloud provider '
      + 'config file given\''] : [],
  ];
}
