import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { progressTo } from '../../src/cli/commands/tag/progress';
import { findingLines, planLines, removalLines } from '../../src/cli/commands/tag/text';
import { Io } from '../../src/cli/io';
import { main } from '../../src/cli/main';
import { planTags } from '../../src/lib/tags/plan';
import { instance, inventory, settings, tags } from '../lib/tags/fixtures';

function fakeIo(isTerminal = false, cwd = '/'): Io & { text: { out: string; err: string } } {
  const text = { out: '', err: '' };
  return { text, out: (more: string) => { text.out += more; }, err: (more: string) => { text.err += more; }, isTerminal, cwd };
}

describe('ccm-migration tag', () => {
  it.each([
    [['tag', 'plan'], /required option '--cluster-id <id>' not specified/],
    [['tag', 'plan', '--cluster-id', 'prod'], /nothing says which instances are meant; give --instance-ids, --vpc-id, --filter or --nodes\n/],
    [['tag', 'plan', '--cluster-id', 'kubernetes.io/cluster/prod', '--vpc-id', 'vpc-1'], /give the id alone, 'prod'/],
    [['tag', 'plan', '--cluster-id', 'prod', '--instance-ids', 'web-1'], /--instance-ids has 'web-1'; accepted: 'i-'/],
    [['tag', 'plan', '--cluster-id', 'prod', '--vpc-id', 'vpc-1', '--value', 'mine'], /Allowed choices are owned, shared/],
    [['tag', 'plan', '--cluster-id', 'prod', '--filter', 'x'], /give '<key>=<value>'/],
    [['tag', 'plan', '--cluster-id', 'prod', '--nodes', 'none.json'], /--nodes cannot be read: ENOENT/],
    [['tag', 'apply', '--cluster-id', 'prod', '--vpc-id', 'vpc-1', '--concurrency', 'x'], /--concurrency is NaN/],
    [['tag', 'destroy'], /unknown command/],
  ])('fails with exit code 2 and one line on %j', async (argv, expected) => {
    const io = fakeIo();
    expect(await main(argv, io)).toBe(2);
    expect(io.text.err).toMatch(expected);
    expect(io.text.err).not.toMatch(/\n\s+at /);
    expect(io.text.out).toBe('');
  });

  it('shows what is wrong on one line, whatever is in it', async () => {
    const io = fakeIo();
    expect(await main(['tag', 'plan', '--cluster-id', 'a', '--instance-ids', 'a\u001b[2J\nerror: forged'], io)).toBe(2);
    expect(io.text.err).toMatch(/^error: .*a\\x1b\[2J\\nerror: forged.*\n$/);
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ['plan', ['--instance-ids', '--extra-tag'], ['--record', '--concurrency', '--route-table-in-cloud-config']],
    ['apply', ['--instance-ids', '--record', '--concurrency'], ['--route-table-in-cloud-config']],
    ['verify', ['--instance-ids', '--route-table-in-cloud-config'], ['--record', '--extra-tag', '--concurrency']],
    ['remove', ['--record', '--concurrency', '--yes'], ['--instance-ids', '--vpc-id', '--nodes', '--extra-tag', '--value']],
  ])('%s shows the flags that it uses, and takes the others', async (command, shown, hidden) => {
    const io = fakeIo();
    expect(await main(['tag', command, '--help'], io)).toBe(0);
    const flags = new Set(io.text.out.match(/^ +(--[a-z-]+)/gm)?.map(flag => flag.trim()));
    expect(shown.filter(flag => !flags.has(flag))).toEqual([]);
    expect(hidden.filter(flag => flags.has(flag))).toEqual([]);
  });

  it('removes without asking which instances are meant: the record says', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ccm-remove-'));
    const io = fakeIo(false, folder);
    expect(await main(['tag', 'remove', '--cluster-id', 'prod', '--region', 'us-east-1'], io)).toBe(2);
    expect(io.text.err).toMatch(/^error: there is no record .*ccm-migration-tags-prod\.json; only what 'tag apply' recorded is removed\n$/);
    rmSync(folder, { recursive: true });
  });

  it('fails on a node list that is not one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ccm-nodes-'));
    writeFileSync(join(folder, 'nodes.json'), '{"items":[{"kind":"Node","metadata":{"name":"a"},"spec":{}}]}');
    const io = fakeIo(false, folder);
    expect(await main(['tag', 'plan', '--cluster-id', 'prod', '--nodes', 'nodes.json'], io)).toBe(2);
    expect(io.text.err).toMatch(/^error: node 'a' has the provider ID ''/);
    rmSync(folder, { recursive: true });
  });
});

describe('text', () => {
  it('shows equal changes of many resources in one row, and conflicts first, each alone', () => {
    const instances = [...Array(5).keys()].map(n => instance(`i-${n}`));
    const bad = [instance('i-8'), instance('i-9')].map(each => ({ ...each, tags: tags({ 'kubernetes.io/cluster/other': 'owned' }) }));
    const text = planLines(planTags(inventory({ instances: [...instances, ...bad] }), settings({ cloudRoutes: false }))).join('\n');
    expect(text).toContain('5: i-0, i-1, i-2, ...');
    expect(text.match(/│ conflict/g)).toHaveLength(2);
    expect(text.indexOf('i-9')).toBeLessThan(text.indexOf('i-0'));
    expect(text).toContain('8 to add, 0 to keep, 2 in conflict');
    // The same bytes in a file as on a terminal.
    expect(text).not.toContain('\u001b');
  });

  it('says so where nothing is wrong, and names what stays on removal', () => {
    expect(findingLines([])).toEqual(['the cloud-controller-manager finds the tags it needs']);
    expect(removalLines({
      remove: [],
      gone: [],
      uncertain: [{ resourceId: 'i-2', key: 'k', value: 'v' }],
      changed: [{ resourceId: 'i-1', key: 'k', value: 'v', now: 'w\u001b[2J\n' }],
    })).toEqual([
      "left alone: k on i-1 is 'w\\x1b[2J\\n' now, not 'v'",
      "left alone: k on i-2: the call that was to add it ended without an answer; 'tag apply' again settles it",
      '0 to remove, 0 gone already, 1 changed since, 1 uncertain',
    ]);
  });
});

describe('progressTo', () => {
  it('writes at most a line per tenth into a pipe', () => {
    const io = fakeIo();
    const progress = progressTo(io);
    for (let done = 0; done <= 1_000; done++) progress(done, 1_000);
    expect(io.text.err.split('\n').filter(line => line !== '')).toHaveLength(10);
    expect(io.text.err).toContain('1000 of 1000 tags\n');
  });

  it('draws a bar on a terminal, on standard error', () => {
    const io = fakeIo(true);
    const progress = progressTo(io);
    progress(0, 10);
    progress(10, 10);
    expect(io.text.err).toContain('10/10');
    expect(io.text.out).toBe('');
  });
});
