import { loadBalancerChanges } from '../../../src/lib/facts/load-balancer-changes';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';

const TARGETS = 'service.beta.kubernetes.io/aws-load-balancer-target-group-attributes';
const NOT_READY = /^a node that is not Ready stays a target/;

describe('what a move changes for load balancers that are there', () => {
  const says = (from: string, awsCcm: string, libraries: string) => loadBalancerChanges({
    kubeControllerManager: KubernetesVersion.of(from), awsCcm, libraries: KubernetesVersion.of(libraries),
  });

  it.each([
    ['1.25.16', 'v1.26.0', '1.26', false],
    ['1.26.15', 'v1.27.1', '1.27', true],
    ['1.26.15', 'v1.37.0', '1.37', true],
    ['1.27.16', 'v1.28.1', '1.28', false],
  ])('from %s to %s built from %s: nodes that are not Ready', (from, tag, libraries, expected) => {
    expect(says(from, tag, libraries).some(({ says: text }) => NOT_READY.test(text))).toBe(expected);
  });

  // src/lib/facts/generated/aws-ccm.json: ModifyTargetGroupAttributes from v1.32.6 and v1.33.3 on.
  it.each([['v1.32.5', false], ['v1.32.8', true], ['v1.33.2', false], ['v1.33.3', true], ['v1.37.0', true]])(
    '%s: attributes of target groups', (tag, expected) => {
      expect(says('1.26.15', tag, '1.32').some(({ annotation }) => annotation === TARGETS)).toBe(expected);
    });

  it.each([['v1.26.0', false], ['v1.26.1', true]])('%s: subnets of local zones', (tag, expected) => {
    expect(says('1.25.16', tag, '1.26').some(({ says: text }) => text.includes('Wavelength'))).toBe(expected);
  });
});
