import { cloudConfigFindings, cloudConfigStops, isOverride } from './cloud-config-findings';
import { Rule, stopFindings } from './rule';

export const serviceOverrideNotMatching: Rule = {
  id: 'service-override-not-matching',
  // Stryker disable next-line StringLiteral: each finding brings its own; this is what RULES.md says, which another test reads
  severity: 'error',
  title: 'A ServiceOverride of the cloud config is incomplete or matches no service of the release',
  why: 'Names are compared exactly and changed with the AWS SDK inside minors (1.29.9, 1.30.10, 1.31.9, 1.32.4, 1.33.1): after a patch upgrade '
    + 'requests silently go to the default endpoint.',
  fix: 'List the override under both names; they may stand side by side.',
  source: 'k8s.io/cloud-provider-aws@v1.28.11 pkg/providers/v1/aws.go:750, v1.36.1 pkg/providers/v1/config/config.go:161-423',
  check: model => [...stopFindings(model, 'service-override-not-matching'), ...cloudConfigFindings(model, isOverride)],
  stops: view => cloudConfigStops(view, isOverride),
};
