import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { readDirectory } from '../../../../src/files/read-directory';
import { parseAssumption } from '../../../../src/lib/read/component/assumption';
import { VerifyInput } from '../../../../src/lib/read/input/input';
import { accept } from '../../../../src/lib/verify/accept';
import { renderJson } from '../../../../src/lib/verify/render/json';
import { scopeOf } from '../../../../src/lib/verify/scope';
import { verify } from '../../../../src/lib/verify/verify';
import { Files, KCM_26, node } from '../../rules/input';

const ROOT = resolve(__dirname, '../../../..');

interface Said {
  exclusivity: { verdict: string; holds: boolean | null };
  findings: { severity: string }[];
  lookedAt: { sum: string; nodes: number; processes: number; inputs: { file: string; sha256?: string }[]; more?: string };
  assumed?: string[];
  accepted?: object[];
}

const validate = new Ajv2020({ allErrors: true, strictTypes: true }).compile(
  JSON.parse(readFileSync(join(ROOT, 'schemas', 'verify.schema.json'), 'utf8')) as object,
);

function said(input: Partial<VerifyInput>, ignored: readonly string[] = []): Said {
  const { directories = [] } = input;
  const result = accept(verify({ ...input, directories }), { ignored, acceptances: [], annotations: [], today: '2027-01-01' });
  return JSON.parse(renderJson(result, scopeOf({ given: directories, tool: { name: 'test', version: '1.2.3' }, options: ['--x y'] }))) as Said;
}

const folder = (files: Files) => ({ name: 'a', files: new Map(Object.entries(files).map(([path, text]) => [path, { text }])) });
const fixture = (path: string) => readDirectory(path, ROOT);
const WHOLE = () => said({ directories: ['dist', 'nodes'].map(name => fixture(`examples/kubeadm/${name}`)) });

describe('JSON of verify', () => {
  it.each<[string, () => Said, Partial<Said>]>([
    ['promises that hold, of several phases', WHOLE, {}],
    ['a broken promise', () => said({ directories: [folder(node({ kcm: [...KCM_26, '--leader-elect=false'] }))] }), {
      exclusivity: expect.objectContaining({ verdict: 'broken', holds: false }) as never,
    }],
    ['an unknown one', () => said({ directories: [folder(node({ version: 'latest' }))] }), {}],
    ['a component that is assumed', () => said({
      directories: [fixture('examples/minimal/dist')], assume: [parseAssumption('kcm=external:1.27.16')],
    }), { assumed: ['kcm=external:1.27.16'] }],
    ['a file that is not as it was synthesized', () => said({
      directories: [
        fixture('examples/kubeadm/nodes'), { ...fixture('examples/kubeadm/dist'), files: new Map([['mixed/30-ccm.k8s.yaml', { text: '' }]]) },
      ],
    }), {
      lookedAt: expect.objectContaining({
        edited: [{ file: 'examples/kubeadm/dist/mixed/30-ccm.k8s.yaml', index: 'examples/kubeadm/nodes/mixed/migration.json' }],
      }) as never,
    }],
    ['what replaces nodes', () => said({
      directories: [folder({
        ...node({ version: '1.27.16' }),
        'md.yaml': 'apiVersion: cluster.x-k8s.io/v1beta1\nkind: MachineDeployment\nmetadata: {name: md-0}\nspec: {replicas: 3}\n---\n'
          + 'apiVersion: karpenter.sh/v2\nkind: NodePool\nmetadata: {name: p}\n',
        'r.json': '{"AutoScalingGroupName": "g", "Preferences": {"MinHealthyPercentage": 80}}',
      })],
    }), {
      lookedAt: expect.objectContaining({
        rollouts: [
          {
            object: 'MachineDeployment md-0',
            role: 'worker',
            nodes: 3,
            most: 4,
            leastReady: 3,
            text: 'MachineDeployment md-0 (workers): 3 nodes, at most 4 at once, at least 3 ready',
            file: 'a/md.yaml',
            line: 3,
          },
          {
            object: 'NodePool p',
            role: 'worker',
            unknown: 'what karpenter.sh/v2 does is not in the tables',
            text: 'NodePool p (workers): number of nodes not said, how many are away at once is not known: what '
              + 'karpenter.sh/v2 does is not in the tables',
            file: 'a/md.yaml',
            line: 8,
          },
          {
            object: 'instance refresh of Auto Scaling group g',
            role: 'unknown',
            share: '20% and at least one',
            text: 'instance refresh of Auto Scaling group g (role not known): number of nodes not said, at most 20% and at least one away at once',
            file: 'a/r.json',
            line: 1,
          },
        ],
      }) as never,
    }],
    ['a finding that is accepted', () => said(
      { directories: [folder(node({ kcm: [...KCM_26, '--node-status-update-frequency=5s'] }))] }, ['flag-unknown-to-release'],
    ), { accepted: [expect.objectContaining({ reason: '--ignore' }) as object] }],
  ])('is as its schema says with %s', (_, made, expected) => {
    const data = made();
    validate(data);
    expect(validate.errors ?? []).toStrictEqual([]);
    expect(data).toMatchObject({ $schema: 'https://github.com/cdk8s-ccm-migration/verify.schema.json', schemaVersion: 1, ...expected });
  });

  it('says what it looked at: nodes and controller managers of each phase, and every file', () => {
    const { lookedAt } = WHOLE();
    const { inputs, ...counts } = lookedAt;
    expect(counts).toMatchObject({ tool: { name: 'test', version: '1.2.3' }, options: ['--x y'], nodes: 25, processes: 18 });
    expect(inputs.map(({ file }) => file)).toContain('examples/kubeadm/dist/mixed/30-ccm.k8s.yaml');
    expect(new Set(inputs.map(({ file }) => file)).size).toBe(inputs.length);
  });

  it.each<[string, (data: Said) => void]>([
    ['an unknown key', data => { data.lookedAt.more = 'x'; }],
    ['a sum that is none', data => { data.lookedAt.sum = 'abc'; }],
    ['an input without a sum', data => { delete data.lookedAt.inputs[0].sha256; }],
    ['an answer that contradicts the verdict', data => { data.exclusivity.holds = false; }],
    ['another severity', data => { data.findings[0].severity = 'info'; }],
    ['nothing accepted', data => { data.accepted = []; }],
  ])('%s fails the schema', (_, spoil) => {
    const data = WHOLE();
    spoil(data);
    expect(validate(data)).toBe(false);
  });
});
