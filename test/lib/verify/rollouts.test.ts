import { SCOPE } from './nothing-in-scope';
import { PhaseInput } from '../../../src/lib/read/input/phases';
import { ASSUMPTIONS } from '../../../src/lib/verify/assumptions';
import { together } from '../../../src/lib/verify/each-phase';
import { renderSarif } from '../../../src/lib/verify/render/sarif';
import { renderText } from '../../../src/lib/verify/render/text';
import { ccm, check, Files, KCM_27, node, SAFE } from '../rules/input';

const input = (files: Files) => ({ new: node({ version: '1.27.16', kcm: KCM_27, mounts: [] }), dist: { ...ccm(), ...files } });
const refresh = (minimum: number) => ({
  'r.json': `{"AutoScalingGroupName": "control-plane", "Preferences": {"MinHealthyPercentage": ${minimum}}}`,
});
const lines = (files: Files) => renderText(check(input(files)), SCOPE).split('\n').filter(line => line.startsWith('replaced by '));

describe('what replaces nodes', () => {
  it.each<[string, Files, string]>([
    ['a group with a number', {
      'md.yaml': 'apiVersion: cluster.x-k8s.io/v1beta1\nkind: MachineDeployment\nmetadata: {name: md-0}\nspec: {replicas: 1}\n',
    }, 'MachineDeployment md-0 (workers): 1 node, at most 2 at once, at least 1 ready (dist/md.yaml:3)'],
    ['one that takes all', refresh(0), 'instance refresh of Auto Scaling group control-plane (control plane): number of nodes not said, all of them '
      + 'may be away at once (dist/r.json:1)'],
    ['one that takes none', refresh(100), 'instance refresh of Auto Scaling group control-plane (control plane): number of nodes not said, none away '
      + '(dist/r.json:1)'],
    ['a pool', { 'np.yaml': 'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: p}\nspec: {}\n' }, 'NodePool p (workers): number of nodes '
      + 'not said, at most 10% away at once; expireAfter 720h takes nodes whatever the budgets say (dist/np.yaml:3)'],
    ['a budget of one', {
      'np.yaml': 'apiVersion: karpenter.sh/v1beta1\nkind: NodePool\nmetadata: {name: p}\nspec: {disruption: {budgets: [{nodes: "1"}]}}\n',
    }, 'NodePool p (workers): number of nodes not said, at most 1 more at once, at most 1 away at once (dist/np.yaml:3)'],
    ['one of three groups of a control plane', {
      'ig.yaml': ['a', 'b', 'c'].map(name => `apiVersion: kops.k8s.io/v1alpha2\nkind: InstanceGroup\nmetadata: {name: ${name}}\nspec: {role: Master, `
        + 'minSize: 1, maxSize: 1, rollingUpdate: {maxSurge: 0, maxUnavailable: 1}}\n').join('---\n'),
    }, 'InstanceGroup a (control plane): 1 node, at most 1 at once, at least 0 ready; of 3 control-plane nodes at least 2 ready (dist/ig.yaml:3)'],
  ])('is a line: %s', (_, files, expected) => expect(lines(files)[0]).toBe(`replaced by ${expected}`));

  it('is one line where several phases have it', () => {
    const result = check(input(refresh(100)));
    const phase = (name: string) => ({ phase: { name, index: { file: 'migration.json' } } as PhaseInput, result });
    const whole = together([phase('n'), phase('mixed')]);
    expect(whole.seen.rollouts.map(({ file, line }) => `${file}:${line}`)).toEqual(['dist/r.json:1']);
    expect(whole.assumptions).toEqual(result.assumptions);
  });

  it('is no line where nothing does', () => {
    expect(renderText(check(SAFE), SCOPE)).not.toContain('replaced by');
    expect(renderSarif(check(SAFE), SCOPE)).not.toContain('rollouts');
  });

  it('is in SARIF', () => {
    const { runs: [{ properties: { lookedAt } }] } = JSON.parse(renderSarif(check(input(refresh(0))), SCOPE)) as {
      runs: [{ properties: { lookedAt: { rollouts: string[] } } }];
    };
    expect(lookedAt.rollouts).toEqual([expect.stringMatching(/^instance refresh of Auto Scaling group control-plane .* all of them may be/)]);
  });

  it('is not taken for granted where it leaves enough of the control plane, and only there', () => {
    const ofLocks = (files: Files) => check(input(files)).assumptions.find(({ id }) => id === 'locks-work')!.text;
    const own = ASSUMPTIONS.find(({ id }) => id === 'locks-work')!.text;
    expect(ofLocks(refresh(100))).toBe(`${own} That enough control-plane nodes stay while instance refresh of Auto Scaling group control-plane `
      + 'replaces them was read; that the member of etcd of each instance that ends is removed is taken for granted.');
    const ofKubeadm = ofLocks({
      'cp.yaml': 'apiVersion: controlplane.cluster.x-k8s.io/v1beta1\nkind: KubeadmControlPlane\nmetadata: {name: prod}\nspec: {replicas: 3}\n',
    });
    expect(ofKubeadm).toBe(`${own} That enough control-plane nodes stay while KubeadmControlPlane prod replaces them was read.`);
    expect([refresh(0), refresh(50), {}].map(ofLocks)).toEqual([own, own, own]);
  });
});
