import { unknowns } from '../../../src/lib/verify/result';
import { checkSynthesis, SynthesisInput } from '../../../src/lib/verify/synthesis';
import { describeUnknown } from '../../../src/lib/view/unknown-line';
import { ccm, CCM_FLAGS, check, directory, KCM_26, KCM_27, node, SAFE } from '../rules/input';

const written = Object.entries(SAFE).map(([name, files]) => directory(name, files));
const given = [[directory('input', node({ kcm: KCM_26 }))]];

const refusalsOf = (input: SynthesisInput) => checkSynthesis(input).refusals;

describe('what synthesis refuses', () => {
  it('is nothing where verify of the output finds no error', () => {
    expect(refusalsOf({ given, written })).toEqual([]);
  });

  it('is every error of verify of the output, with the same text and place', () => {
    const faulty = { ...SAFE, dist: ccm({ flags: CCM_FLAGS, image: 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.27.4-alpha.0' }) };
    const { findings, exclusivity } = check(faulty);
    const refusals = refusalsOf({ given, written: Object.entries(faulty).map(([name, files]) => directory(name, files)) });
    expect(refusals.map(({ rule, file, line, message }) => [rule, file, line, message])).toEqual([
      ...exclusivity.counterexamples.map(({ controller, message, file, line }) => ['controller-runs-twice', file, line, `'${controller}': `
        + `${message}`]),
      ...findings.filter(({ severity }) => severity === 'error').map(({ rule, file, line, message }) => [rule, file, line, message]),
    ]);
    expect(refusals.length).toBeGreaterThan(1);
    const allowed = refusals.map(({ rule }) => rule).filter(rule => rule === 'ccm-image-not-promoted');
    expect(refusalsOf({ given, written: Object.entries(faulty).map(([name, files]) => directory(name, files)), allowed }))
      .toEqual(refusals.filter(({ rule }) => rule !== 'ccm-image-not-promoted'));
  });

  it('is every error about what was handed in, but for what the output brings', () => {
    const external = [[directory('input', node({ version: '1.27.16', kcm: [...KCM_27, '--no-such-flag'], mounts: [] }))]];
    expect(refusalsOf({ given: external, written }).map(({ rule, about, file }) => [rule, about, file.split('/')[0]])).toEqual([
      ['flag-unknown-to-release', 'given', 'input'],
    ]);
    expect(refusalsOf({ given: external, written, allowed: ['flag-unknown-to-release'] })).toEqual([]);
  });

  it('is nothing where there is nothing to check, which is said', () => {
    const other = [directory('dist', { 'a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n' })];
    expect(checkSynthesis({ given: [], written: other })).toEqual({
      refusals: [],
      unknown: [expect.objectContaining({
        file: 'dist', line: 1, what: expect.stringMatching(/^nothing to check: .*'dist'.*; the one file there is dist\/a.yaml; expected/),
      })],
    });
    expect(checkSynthesis({ given: [], written: [] })).toEqual({ refusals: [], unknown: [] });
  });
});

describe('what synthesis says of what it would write', () => {
  const unknownOf = (files: typeof SAFE) =>
    checkSynthesis({ given: [], written: Object.entries(files).map(([name, one]) => directory(name, one)) }).unknown;

  it('is nothing where verify knows', () => expect(unknownOf(SAFE)).toEqual([]));

  it('is what verify does not know, in its words', () => {
    const files = { dist: SAFE.dist };
    expect(unknownOf(files)).toEqual(unknowns(check(files)));
    expect(unknownOf(files).map(describeUnknown))
      .toEqual([expect.stringMatching(/^dist:1: unknown: no kube-controller-manager is in the input, .*\. /)]);
  });

  it('is a release that is not known too, also of a component on which no promise depends', () => {
    const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: kube-apiserver, namespace: kube-system}\nspec:\n  hostNetwork: true\n'
      + '  containers: [{name: a, image: "registry.example.com/kube-apiserver", command: [kube-apiserver]}]\n';
    const files = { dist: SAFE.dist, nodes: { 'control-plane/a/etc/kubernetes/manifests/kube-apiserver.yaml': pod } };
    const before = unknowns(check(files)).map(({ what }) => what);
    expect(before.join('\n')).not.toContain('the version of');
    expect(unknownOf(files).map(({ what }) => what)).toEqual([...before, expect.stringContaining('the version of kube-apiserver is unknown')]);
  });
});
