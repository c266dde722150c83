import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { page, ROOT } from '../pages';

interface Step { readonly uses?: string; readonly run?: string }
interface Workflow {
  readonly permissions: object;
  readonly jobs: Readonly<Record<string, { readonly permissions: Readonly<Record<string, string>>; readonly steps: readonly Step[] }>>;
}

const read = <T>(path: string) => parse(readFileSync(join(ROOT, 'examples/ci', path), 'utf8')) as T;
const github = read<Workflow>('github/ccm-migration.yaml');
const gitlab = read<Readonly<Record<string, { readonly image?: string; readonly script?: readonly string[] }>>>('gitlab/gitlab-ci.yaml');

describe('the templates of examples/ci', () => {
  it('pin nothing themselves: each action and image has a placeholder, which the page explains', () => {
    const actions = Object.values(github.jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []));
    expect(actions.length).toBeGreaterThan(5);
    expect(actions.filter(action => !/^[\w-]+\/[\w/-]+@COMMIT_SHA$/.test(action))).toStrictEqual([]);
    const images = Object.values(gitlab).flatMap(({ image }) => image ?? []);
    expect(images).toStrictEqual(['node:lts@sha256:IMAGE_DIGEST', 'node:lts@sha256:IMAGE_DIGEST']);
    const { text } = page('docs/how-to/ci.md');
    for (const placeholder of ['`COMMIT_SHA`', '`IMAGE_DIGEST`', '`CCM_MIGRATION_TOKEN`']) expect(text).toContain(placeholder);
  });

  it('give no right to write to a job that runs the program of a pull request', () => {
    expect(github.permissions).toStrictEqual({});
    const writes = Object.entries(github.jobs).filter(([, { permissions }]) => Object.values(permissions).includes('write'));
    expect(writes.map(([name]) => name)).toStrictEqual(['publish']);
    const runs = writes.flatMap(([, { steps }]) => steps.flatMap(({ run }) => run ?? []));
    expect(runs.filter(run => !run.startsWith('gh pr comment '))).toStrictEqual([]);
    expect(gitlab['ccm-migration-comment'].script!.join('\n')).not.toMatch(/\b(?:npm|npx|node)\b/);
  });

  it('take nothing of a pull request into a command line', () => {
    const runs = Object.values(github.jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
    expect(runs.length).toBeGreaterThan(4);
    expect(runs.filter(run => run.includes('${{'))).toStrictEqual([]);
  });
});
