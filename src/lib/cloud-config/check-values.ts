import { Findings } from './findings';
import { GcfgVariable } from './gcfg-parser';
import { gcfgBool, gcfgInt32 } from './gcfg-value';
import { CloudConfigKeyFact } from '../facts/cloud-config-keys';
import { CLOUD_CONFIG_DECISIONS } from '../facts/decisions/cloud-config';
import { undecided } from '../facts/decisions/undecided';
import { goRegexpError } from '../kubernetes/go-regexp';

/** Whether one variable of [Global] can be decoded, and means something to the provider. */
export function checkGlobalValue(fact: CloudConfigKeyFact, variable: GcfgVariable, findings: Findings): void {
  const { line, value } = variable;
  const got = JSON.stringify(value ?? '');
  if (fact.type === 'bool') {
    if (gcfgBool(value) === undefined) {
      findings.error(line, `'${fact.key}' must be a boolean, got ${got}`, 'give true, yes, on, 1, false, no, off or 0, or the key alone for true');
    }
  } else if (fact.type === 'int32') {
    if (gcfgInt32(value) === undefined) {
      findings.error(line, `'${fact.key}' must be a 32-bit integer, got ${got}`, 'write it decimal, or hexadecimal after 0x');
    }
  } else if (fact.type === 'string' && value === undefined) {
    findings.error(line, `'${fact.key}' has no value; the reader stops with 'blank value not supported for type'`, `write '${fact.key} = ...'`);
    return;
  }
  RULES[fact.key]?.(value ?? '', line, findings);
  const open = undecided(CLOUD_CONFIG_DECISIONS, `Global.${fact.key}`, value);
  if (open !== undefined) findings.open(line, `'${fact.key}' is ${got}, and it is not known ${open}`, 'leave it out where its instances say it');
}

type Rule = (value: string, line: number, findings: Findings) => void;

/** Accepted words of a key whose other values the provider refuses late or drops. */
function oneOf(key: string, accepted: readonly string[], otherwise: string): Rule {
  return (value, line, findings) => {
    if (!accepted.includes(value)) {
      findings.lost(line, `'${key}' is ${JSON.stringify(value)}: ${otherwise}`, `give one of ${accepted.filter(Boolean).join(', ')}`);
    }
  };
}

/** Rules of single keys. Sources: k8s.io/cloud-provider-aws@v1.36.1 pkg/providers/v1, file and line behind each. */
const RULES: Readonly<Record<string, Rule>> = {
  // aws.go azToRegion, and legacy-cloud-providers@v0.26.15 aws/aws.go: the region is cut out of the zone.
  Zone: (value, line, findings) => {
    if (value !== '' && !/^([a-zA-Z]+-)+\d+/.test(value.slice(0, 100))) {
      findings.error(line, `'Zone' must be an availability zone, got '${value}'`, 'give one like \'eu-central-1a\'');
    }
  },
  // Checked since v1.23.18, 1.24.16, 1.25.12, 1.26.7, 1.27.3, 1.28.2 and 1.29.0 by aws_utils.go GetSourceAccount, since SDK v2 by
  // pkg/services/aws_sts.go NewStsClient; before, and in-tree, by STS, at the first call to AWS, at which the provider ends too. Each tag was read.
  RoleARN: (value, line, findings) => {
    if (value !== '' && !/^arn:(?:[^:]*:){4}/.test(value)) {
      findings.error(line, `'RoleARN' must be an ARN, got ${JSON.stringify(value)}: the component ends with 'incorrect ARN format for role'`,
        'give one like \'arn:aws:iam::123456789012:role/name\'');
    } else if (value !== '' && !/^arn:aws[\w-]*:iam::\d{12}:role\/./.test(value)) {
      findings.error(line, `'RoleARN' must be the ARN of a role, got ${JSON.stringify(value)}: AWS refuses it, and the component ends`,
        'give one like \'arn:aws:iam::123456789012:role/name\'');
    }
  },
  // aws.go:868: a value that is neither is matched with no address of the node.
  NodeIPFamilies: (value, line, findings) => {
    if (value.includes(',')) {
      findings.lost(line, `'NodeIPFamilies' is ${JSON.stringify(value)}: a comma list is one unknown family, and nodes get no address without an `
        + 'error', 'repeat the key, one family on each line');
    } else if (value !== 'ipv4' && value !== 'ipv6') {
      findings.lost(line, `'NodeIPFamilies' is ${JSON.stringify(value)}, which gives nodes no address without an error`,
        'give ipv4 or ipv6, one on each line');
    }
  },
  // topology.go:73: regexp.MustCompile
  SupportedTopologyInstanceTypePattern: (value, line, findings) => {
    const error = goRegexpError(value);
    if (error) {
      findings.error(line, `'SupportedTopologyInstanceTypePattern' is ${JSON.stringify(value)}, at which Go's regexp.MustCompile panics: ${error}`,
        'write a regular expression that Go takes (RE2)');
    }
  },
  // aws.go:2193
  ClusterServiceLoadBalancerHealthProbeMode: oneOf('ClusterServiceLoadBalancerHealthProbeMode', ['', 'Shared', 'ServiceNodePort'],
    'with another value every load balancer fails at reconcile time'),
  ClusterServiceSharedLoadBalancerHealthProbePort: (value, line, findings) => {
    const port = gcfgInt32(value);
    // 0 is the zero value of the struct and means the default, 10256.
    if (port !== undefined && (port < 0 || port > 65535)) {
      findings.lost(line, `'ClusterServiceSharedLoadBalancerHealthProbePort' is ${port}, not a port`, 'give one of 1 to 65535, or 0 for 10256');
    }
  },
  ClusterServiceSharedLoadBalancerHealthProbePath: (value, line, findings) => {
    if (value !== '' && !value.startsWith('/')) {
      findings.lost(line, `'ClusterServiceSharedLoadBalancerHealthProbePath' is ${JSON.stringify(value)}, no path`,
        'give one that starts with \'/\'');
    }
  },
  NLBSecurityGroupMode: oneOf('NLBSecurityGroupMode', ['', 'Managed'], 'with another value every network load balancer fails at reconcile time'),
};
