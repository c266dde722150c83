import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVERYTHING, V1_26 } from './everything';
import { ControlPlaneIamPolicyProps, IamPolicy } from '../../../src/lib/iam/iam-policy';
import { describeGo, goModule } from '../../go-module';

/** `c.ec2.DescribeInstances(ctx, ...)` and the like; not in tests and fakes, nor in the SDK layer, whose receiver is `s`. */
function callsOf(folder: string): string[] {
  const calls = new Set<string>();
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.go') || /_test\.go$|fakes|mock/.test(join(entry.parentPath ?? entry.path, entry.name))) continue;
    const source = readFileSync(join(entry.parentPath ?? entry.path, entry.name), 'utf8');
    for (const [, service, name] of source.matchAll(/(?<!\bs\.)\b(ec2|ec2API|elb|elbv2|kms)\.([A-Z]\w+)\(\s*(?:ctx\b|&|\w*[rR]equest\b)/g)) {
      calls.add(`${{ ec2: 'ec2', ec2API: 'ec2', kms: 'kms' }[service] ?? 'elasticloadbalancing'}:${name}`);
    }
  }
  return [...calls].sort();
}

describeGo('the code of the providers', () => {
  const IN_TREE_NAMES: Record<string, string> = { 'ec2:DescribeVolumeModifications': 'ec2:DescribeVolumesModifications' };
  const everything = (callers: ControlPlaneIamPolicyProps) => (
    IamPolicy.controlPlane({ ...EVERYTHING, kubeControllerManager: undefined, cloudControllerManager: undefined, ...callers }));

  it.each<[string, string, ControlPlaneIamPolicyProps]>([
    ['k8s.io/legacy-cloud-providers@v0.26.15', 'aws', { kubeControllerManager: V1_26 }],
    ...['v1.28.1', 'v1.33.4', 'v1.34.3', 'v1.36.1'].map((tag): [string, string, ControlPlaneIamPolicyProps] => (
      [`k8s.io/cloud-provider-aws@${tag}`, 'pkg', { cloudControllerManager: tag }])),
  ])('of %s calls nothing that the policy with every feature lacks', (module, folder, callers) => {
    const calls = callsOf(join(goModule(module), folder)).map(call => IN_TREE_NAMES[call] ?? call);
    expect(calls).toContain('ec2:DescribeInstances');
    expect(calls.length).toBeGreaterThan(25);
    expect(calls.filter(call => !everything(callers).actions.includes(call))).toEqual([]);
  }, 300_000);
});
