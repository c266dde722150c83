import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { ioIn } from './simulated-project';
import { main } from '../../src/cli/main';
import { ANSWERS, UpgradeAnswer } from '../../src/lib/upgrade/answer';
import { writeTree } from '../golden';
import { steadyFiles, withoutNodeFiles } from '../lib/plan/app-fixture';
import { ROOT } from '../pages';

const validateUpgrade = new Ajv2020().compile(JSON.parse(readFileSync(join(ROOT, 'schemas', 'upgrade.schema.json'), 'utf8')) as object);

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'ccm-report-cli-'));
  for (const part of ['dist', 'nodes']) cpSync(join(ROOT, 'examples', 'kubeadm', part), join(root, 'app', part), { recursive: true });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function report(...args: string[]) {
  const io = ioIn(root);
  const code = await main(['report', ...args], io);
  return { code, ...io.text };
}

describe('ccm-migration report', () => {
  it('prints Markdown of the whole migration', async () => {
    const { code, out } = await report('app');
    expect([code, out.split('\n')[0]]).toStrictEqual([0, '# May go: migration `not-started` → `disabled` of prod-eu']);
  });

  it('writes a file, and prints nothing then', async () => {
    const { code, out } = await report('app', '--from', 'n', '--to', 'mixed', '--format', 'json', '--output', 'report.json');
    expect([code, out]).toStrictEqual([0, '']);
    const { schemaVersion, steps } = JSON.parse(readFileSync(join(root, 'report.json'), 'utf8')) as { schemaVersion: number; steps: object[] };
    expect([schemaVersion, steps.length]).toStrictEqual([1, 1]);
  });

  it('plans each step with the options of a plan', async () => {
    const { code, out, err } = await report('app', '--from', 'mixed', '--to', 'n-plus-1', '--node-group', 'a=x,y');
    expect([code, out, err]).toStrictEqual([2, '', expect.stringContaining("'x'")]);
    const known = 'ip-10-0-1-101.eu-central-1.compute.internal,ip-10-0-2-101.eu-central-1.compute.internal';
    const whole = await report('app', '--from', 'n', '--to', 'mixed', '--release-lease', '--volumes', 'none', '--node-group', `a=${known}`);
    expect(whole.out).toContain(`--from n --to mixed --release-lease --volumes none --node-group a=${known} --output`);
    const plain = await report('app', '--from', 'n', '--to', 'mixed');
    expect([plain.out.includes('EBS CSI driver'), whole.out.includes('EBS CSI driver')]).toStrictEqual([true, false]);
  });

  it.each<[string, string, string, number, string]>([
    ['may go', 'v1.36.1', 'v1.37.0', 0, 'may-go'], ['must not', 'v1.36.1', 'v1.35.2', 1, 'must-not'],
  ])('gives the answer of upgrade about two apps, which %s', async (_, before, now, expected, answer) => {
    writeTree(steadyFiles(before), join(root, 'before'));
    writeTree(steadyFiles(now), join(root, 'now'));
    const [json, markdown, html] = await Promise.all(['json', 'markdown', 'html'].map(format =>
      report('now', '--upgrade-from', 'before', '--format', format)));
    expect([json.code, markdown.code, html.code]).toEqual([expected, expected, expected]);
    const said = JSON.parse(json.out) as { readonly answer: string };
    expect([said.answer, validateUpgrade(said), validateUpgrade.errors]).toEqual([answer, true, null]);
    const words = ANSWERS[answer as UpgradeAnswer];
    expect(markdown.out).toMatch(new RegExp(`^## ${words}: AWS`));
    expect(/<h1>(.*?)<\/h1>/.exec(html.out)![1].replace(/<[^>]*>/g, '')).toMatch(new RegExp(`^${words}: AWS`));
    const { next } = JSON.parse(json.out) as { readonly next?: readonly { readonly command: string }[] };
    expect(next?.map(({ command }) => command))
      .toEqual(expected === 0 ? ['npx ccm-migration plan now --upgrade-from before --output now/bundles/plan'] : undefined);
    for (const name of ['before', 'now']) rmSync(join(root, name), { recursive: true });
  });

  it.each<[string, string, number, UpgradeAnswer, readonly UpgradeAnswer[]]>([
    ['are upgraded one by one', '1.34.2', 0, 'may-go', ['may-go', 'may-go']],
    // Hop 1 leads to API servers beside which its old release may not run, and hop 2 begins there.
    ['skip a minor', '1.35.6', 1, 'must-not', ['must-not', 'may-go']],
  ])('gives one answer about a chain of apps whose API servers %s', async (_, between, expected, answer, ofHops) => {
    const way = [['old', 'v1.33.4', '1.33.4'], ['middle', 'v1.34.3', between], ['now', 'v1.35.2', '1.35.6']] as const;
    for (const [folder, ccm, kubernetes] of way) writeTree(withoutNodeFiles(steadyFiles(ccm), kubernetes), join(root, 'chain', folder));
    const over = (format: string) =>
      report('chain/now', '--upgrade-from', 'chain/old', '--upgrade-from', 'chain/middle', '--format', format);
    const { code, out } = await over('json');
    const said = JSON.parse(out) as { readonly answer: string; readonly hops: readonly { readonly answer: string; readonly judged: string }[] };
    expect([code, said.answer, validateUpgrade(said), validateUpgrade.errors]).toEqual([expected, answer, true, null]);
    expect(said.hops.map(({ judged }) => judged)).toEqual(['as-it-is', 'as-if-done']);
    expect(said.hops.map(hop => hop.answer)).toEqual(ofHops);
    expect((await over('markdown')).out).toContain(expected === 0
      ? 'plan all hops; the plan waits before each of them until you have upgraded the API servers. npx ccm-migration plan chain/now --upgrade-from '
        + 'chain/old --upgrade-from chain/middle --output chain/now/bundles/plan'
      : 'API servers would be of 1.35 while v1.33.4 runs, and both releases run beside 1.34 alone');
    rmSync(join(root, 'chain'), { recursive: true });
  });

  it.each<[string, string]>([
    ['kops', 'prod.example.com'], ['kkp', 'crh4xbxz5f'], ['kubeone', 'prod-eu'], ['cluster-api', 'prod-eu'], ['cluster-class', 'prod-eu'],
    ['rke2', 'prod-eu'],
  ])('is written of the example %s, whose machines an installer makes, in each format', async (example, cluster) => {
    const dir = join(ROOT, 'examples', example);
    const { code, out } = await report(dir);
    expect([code, out.split('\n')[0]]).toStrictEqual([0, `# May go: migration \`not-started\` → \`disabled\` of ${cluster}`]);
    const data = JSON.parse((await report(dir, '--format', 'json')).out) as { readonly answer: string; readonly steps: readonly object[] };
    expect([data.answer, data.steps.length]).toStrictEqual(['may-go', 4]);
    expect((await report(dir, '--format', 'html')).out).toContain('</html>');
  });

  it('reports the way back', async () => {
    const { code, out } = await report('app', '--from', 'mixed', '--to', 'n');
    expect([code, out.split('\n')[0]]).toStrictEqual([0, '# May go: migration `mixed` → `n` of prod-eu']);
  });

  it.each<[string, string[], string]>([
    ['a state that is none', ['app', '--to', 'done'], "--to 'done' is not a state"],
    ['a state beside --upgrade-from', ['app', '--upgrade-from', 'app', '--to', 'n'], '--to has no meaning with --upgrade-from'],
    ['one state twice', ['app', '--from', 'n', '--to', 'n'], 'give two different states'],
    ['an option that an installer has no step for', [join(ROOT, 'examples/kops'), '--release-lease'], '--release-lease has no meaning for kops'],
    ['no folder', ['nowhere'], "'nowhere' cannot be read: no such folder"],
    ['a folder of something else', ['app/dist'], 'no phase is written here'],
    ['a file that cannot be written', ['app', '--output', 'app/dist/n/10-lease-access.k8s.yaml/report.md'], '--output cannot be written: '],
  ])('says in one line what is wrong with %s', async (_, args, message) => {
    const { code, out, err } = await report(...args);
    expect([code, out]).toStrictEqual([2, '']);
    expect(err).toContain(message);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  });
});
