import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { anchorInRepository, anchorOnSite, isThere, page, Page, PAGES, ROOT } from './pages';
import { commandLinePage } from '../scripts/docs/command-line-page';
import { endingsPage } from '../scripts/docs/endings-page';
import { settingsPage } from '../scripts/docs/settings-page';
import { whatVerifyReadsPage } from '../scripts/docs/what-verify-reads-page';
import { main } from '../src/cli/main';
import { RULES } from '../src/lib/rules';

const README = page('README.md');
const WRITTEN = PAGES.filter(({ isGenerated }) => !isGenerated);
/** What by-hand.sh has its reader call: these look like settings too. */
const BY_HAND = readFileSync(join(ROOT, 'collection/ansible_collections/cdk8s/ccm_migration/files/by-hand.sh'), 'utf8');
const COMMANDS_BY_HAND = [...BY_HAND.matchAll(/^([a-z_]+)\(\) \{ by_hand /gm)].map(([, name]) => name);
const byPath = (pages: readonly Page[]) => pages.map(one => [one.path, one] as const);

describe('the README', () => {
  it('has 10 KB at most', () => {
    expect(Buffer.byteLength(README.text)).toBeLessThanOrEqual(10 * 1024);
  });

  it('has the program that the tutorial walks through', () => {
    const [program] = README.blocks.filter(({ info }) => info === 'ts nofixture');
    expect(page('docs/tutorial/first-migration.md').blocks).toContainEqual(program);
  });

  it('names the first and the last of the supported versions', () => {
    const minors = [...page('docs/reference/supported-versions.md').text.matchAll(/^\| (1\.\d+) \|/gm)].map(([, minor]) => minor);
    expect(README.text).toContain(`Kubernetes ${minors[0]} to ${minors.at(-1)}, and the AWS CCM v${minors[0]} to v${minors.at(-1)}`);
  });
});

describe('every page', () => {
  it.each(byPath(PAGES))('%s links to files and headings that exist, under the same anchor in the repository and on the site', (_path, { links }) => {
    const dead = links.filter(({ path, anchor }) => {
      if (!isThere(path)) return true;
      if (anchor === undefined) return false;
      const heading = new Page(path).headings.find(one => anchorInRepository(one) === anchor);
      return heading === undefined || anchorOnSite(heading) !== anchor;
    });
    expect(dead).toStrictEqual([]);
  });

  it('is in the list of pages and in the menu of the site', () => {
    const listed = ['docs/index.md', 'docs/decisions/index.md'].flatMap(list => page(list).links.map(({ path }) => path));
    const menu = readFileSync(join(ROOT, 'docs/.vitepress/config.mts'), 'utf8');
    for (const { path } of PAGES) {
      if (!path.startsWith('docs/') || path === 'docs/index.md') continue;
      expect(listed).toContain(path);
      expect(menu).toContain(`'/${path.slice('docs/'.length).replace(/(index)?\.md$/, '')}'`);
    }
  });

  it.each(byPath(WRITTEN))('%s has lines of 160 columns at most, tables excepted', (_path, { text }) => {
    expect(text.split('\n').filter(line => line.length > 160 && !line.startsWith('|'))).toStrictEqual([]);
  });

  it.each(byPath(WRITTEN))('%s names rules that exist', (_path, { prose }) => {
    const lists = [...prose.matchAll(/\brules? ((?:`[a-z0-9-]+`(?:, | and )?)+)/g)].map(([, list]) => list);
    const named = lists.flatMap(list => [...list.matchAll(/`([^`]+)`/g)].map(([, id]) => id));
    const ids = RULES.map(({ id }) => id);
    expect(named.filter(id => !ids.includes(id))).toStrictEqual([]);
  });
});

describe('what contributors read', () => {
  const FOLDERS = 'src|test|scripts|docs|examples|conformance|e2e|bench|collection|schemas|rosetta|bin|projenrc|\\.ci';
  const contributors = [new Page('CONTRIBUTING.md'), ...PAGES.filter(({ path }) => path.startsWith('docs/decisions/'))];

  it.each(byPath(contributors))('%s names files and folders that exist, and links to what exists', (_path, { inlineCode, links }) => {
    const named = inlineCode.filter(code => new RegExp(`^(${FOLDERS})/[^*<{ ]*$`).test(code));
    expect([...named, ...links.map(({ path }) => path)].filter(path => !isThere(path))).toStrictEqual([]);
  });

  it.each(byPath(contributors))('%s has lines of 160 columns at most, tables excepted', (_path, { prose }) => {
    expect(prose.split('\n').filter(line => line.length > 160 && !line.startsWith('|'))).toStrictEqual([]);
  });

  it('has a tour through properties, node files, rules and actions', () => {
    const [tour] = new Page('CONTRIBUTING.md').text.split('\n## The rooms\n');
    expect(tour.match(/`src\/lib\/[^`]+\.ts`/g)!.length).toBeGreaterThan(20);
  });

  it('has decisions with what led to them, what follows, and where they are in the code, in 25 lines at most', () => {
    const decisions = contributors.filter(({ path }) => /\/\d{4}-/.test(path));
    expect(decisions.length).toBeGreaterThan(7);
    for (const { path, text } of decisions) {
      const parts = [...text.matchAll(/^\*\*(.*?)\.\*\*/gm)].map(([, part]) => part);
      expect([path, parts]).toStrictEqual([path, ['Context', 'Decision', 'Consequences', 'In the code']]);
      expect([path, text.trimEnd().split('\n').length <= 25]).toStrictEqual([path, true]);
    }
  });
});

describe('the pages that are made from the sources', () => {
  it('has every command as its help prints it', async () => {
    expect(page('docs/reference/command-line.md').text).toBe(await commandLinePage());
  });

  it('has what each release takes away', () => {
    expect(page('docs/reference/what-ends.md').text).toBe(endingsPage());
  });

  it('has what each field and flag decides; else run: npx tsx scripts/generate-what-verify-reads.ts', () => {
    expect(page('docs/reference/what-verify-reads.md').text).toBe(whatVerifyReadsPage());
  });

  it('has every setting of the playbooks', () => {
    expect(page('docs/reference/settings.md').text).toBe(settingsPage());
    for (const name of ['kubectl', 'etcdctl_flags', 'without_auto_scaling']) expect(settingsPage()).toContain(`\n| \`${name}\` |`);
  });
});

describe('what a page tells readers to type', () => {
  /** Runs a command of `ccm-migration` as it is typed, in a folder of the repository. */
  async function ran(command: string, folder: string): Promise<{ out: string; err: string }> {
    const [, , ...argv] = command.split(' ');
    let [out, err] = ['', ''];
    await main(argv, {
      out: text => { out += text; },
      err: text => { err += text; },
      isTerminal: false,
      hasColours: false,
      input: process.stdin,
      cwd: resolve(ROOT, folder),
    });
    return { out, err };
  }

  const help = new Map(page('docs/reference/command-line.md').text.split('\n## ').slice(1).map(section => {
    const [command, ...text] = section.split('\n');
    return [command, text.join('\n')] as const;
  }));

  it.each(byPath(WRITTEN))('%s has commands and options that exist', (_path, { blocks, inlineCode }) => {
    const shell = blocks.filter(({ info }) => ['sh', 'bash'].includes(info)).map(({ content }) => content);
    const lines = [...shell, ...inlineCode].flatMap(text => text.split('\n')).map(line => line.replace(/ #.*/, ''));
    for (const [, typed] of lines.flatMap(line => [...line.matchAll(/(?:^|[\s(])(ccm-migration(?: [^|)]*)?)/g)])) {
      const words = typed.split(/\s+/);
      const command = [3, 2, 1].map(count => words.slice(0, count).join(' ')).find(name => help.has(name));
      expect([typed, command]).toStrictEqual([typed, expect.any(String)]);
      if (words.length > 1) expect([typed, command]).not.toStrictEqual([typed, 'ccm-migration']);
      for (const option of words.filter(word => word.startsWith('--'))) {
        expect([typed, help.get(command!)]).toEqual([typed, expect.stringContaining(` ${option}`)]);
      }
    }
  });

  it.each([
    ['docs/how-to/after-the-migration.md', 'npx ccm-migration upgrade --from v1.36.2 --to v1.37.0', '.', 'v1.36.2 to v1.37.0'],
    ['docs/how-to/kops.md', 'npx ccm-migration plan . --from n --to n-plus-1', 'examples/kops', 'mixed/roll-control-plane'],
    ['examples/kkp/README.md', 'npx ccm-migration plan . --from n --to n-plus-1', 'examples/kkp', 'no rollback'],
    ['examples/kubeone/README.md', 'npx ccm-migration plan . --from n --to n-plus-1', 'examples/kubeone', 'no rollback'],
    ['examples/minimal/README.md', 'npx ccm-migration verify --assume kcm=external:1.27.16 dist', 'examples/minimal', 'exclusivity: holds'],
  ])('%s: %s runs in %s', async (path, command, folder, printed) => {
    expect(page(path).text).toContain(command);
    const { out, err } = await ran(command, folder);
    expect([out, err]).toEqual([expect.stringContaining(printed), '']);
  });

  it('has a list of accepted findings that verify takes', async () => {
    const [{ content }] = page('docs/how-to/ci.md').blocks.filter(({ info }) => info === 'yaml');
    expect(content).toMatch(/^# .*\$schema=node_modules\/cdk8s-ccm-migration\/schemas\/accepted\.schema\.json\naccepted:/);
    const folder = mkdtempSync(join(tmpdir(), 'accepted-'));
    writeFileSync(join(folder, 'accepted.yaml'), content);
    const dist = join(ROOT, 'examples/minimal/dist');
    const { out, err } = await ran(`npx ccm-migration verify ${dist} --assume kcm=external:1.27.16 --accepted accepted.yaml`, folder);
    rmSync(folder, { recursive: true });
    expect([out, err]).toEqual([expect.stringContaining('exclusivity: holds'), '']);
  });

  it('has an example of settings that the playbooks know', () => {
    const [{ content }] = page('docs/how-to/run-a-plan.md').blocks.filter(({ info }) => info === 'yaml');
    const names = Object.keys(parse(content) as object).filter(name => !name.startsWith('ansible_'));
    expect(names).toEqual(expect.arrayContaining(['cluster_id', 'node_packages', 'nodes_are_kept']));
    for (const name of names) expect(settingsPage()).toContain(`\n| \`${name}\` |`);
  });

  // Names of the API in Python look like settings.
  const isAboutPython = ({ path }: Page) => path.includes('python');
  it.each(byPath(WRITTEN.filter(one => !isAboutPython(one))))('%s has settings of the playbooks that exist', (_path, { inlineCode }) => {
    const named = inlineCode.flatMap(code => /^(?:-e '?\{?"?)?([a-z]+(?:_[a-z]+)+)\b(?![./])/.exec(code)?.[1] ?? []);
    const settings = settingsPage();
    const isKnown = (name: string) => name === 'more_files' || name.startsWith('ansible_') || settings.includes(`\n| \`${name}\` |`)
      || COMMANDS_BY_HAND.includes(name);
    expect(named.filter(name => !isKnown(name))).toStrictEqual([]);
  });
});
