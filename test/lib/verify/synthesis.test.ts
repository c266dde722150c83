import { synthesisRefusals } from '../../../src/lib/verify/synthesis';
import { ccm, CCM_FLAGS, check, directory, KCM_26, KCM_27, node, SAFE } from '../rules/input';

const written = Object.entries(SAFE).map(([name, files]) => directory(name, files));
const given = [[directory('input', node({ kcm: KCM_26 }))]];

describe('what synthesis refuses', () => {
  it('is nothing where verify of the output finds no error', () => {
    expect(synthesisRefusals({ given, written })).toEqual([]);
  });

  it('is every error of verify of the output, with the same text and place', () => {
    const faulty = { ...SAFE, dist: ccm({ flags: CCM_FLAGS, image: 'registry.k8s.io/provider-aws/cloud-controller-manager:v1.27.4-alpha.0' }) };
    const { findings, exclusivity } = check(faulty);
    const refusals = synthesisRefusals({ given, written: Object.entries(faulty).map(([name, files]) => directory(name, files)) });
    expect(refusals.map(({ rule, file, line, message }) => [rule, file, line, message])).toEqual([
      ...exclusivity.counterexamples.map(({ controller, message, file, line }) => ['controller-runs-twice', file, line, `'${controller}': `
        + `${message}`]),
      ...findings.filter(({ severity }) => severity === 'error').map(({ rule, file, line, message }) => [rule, file, line, message]),
    ]);
    expect(refusals.length).toBeGreaterThan(1);
    const allowed = refusals.map(({ rule }) => rule).filter(rule => rule === 'ccm-image-not-promoted');
    expect(synthesisRefusals({ given, written: Object.entries(faulty).map(([name, files]) => directory(name, files)), allowed }))
      .toEqual(refusals.filter(({ rule }) => rule !== 'ccm-image-not-promoted'));
  });

  it('is every error about what was handed in, but for what the output brings', () => {
    const external = [[directory('input', node({ version: '1.27.16', kcm: [...KCM_27, '--no-such-flag'], mounts: [] }))]];
    expect(synthesisRefusals({ given: external, written }).map(({ rule, about, file }) => [rule, about, file.split('/')[0]])).toEqual([
      ['flag-unknown-to-release', 'given', 'input'],
    ]);
    expect(synthesisRefusals({ given: external, written, allowed: ['flag-unknown-to-release'] })).toEqual([]);
  });

  it('is nothing where there is nothing to check', () => {
    expect(synthesisRefusals({ given: [], written: [directory('dist', { 'a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n' })] }))
      .toEqual([]);
  });
});
