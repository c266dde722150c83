/**
 * What is looked at before a release, on the tarball of `npx projen package:js`: how Node and bundlers read it (publint), what npm would publish,
 * which declarations changed since the last tag (jsii-diff), and that version and address are set. Writes the SBOM beside the tarball. Publishes
 * nothing.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { shippedSbom } from './shipped-sbom';
import { shippedPackages } from './third-party-licenses';

const ROOT = resolve(__dirname, '..');
const DIST = join(ROOT, 'dist', 'js');
const BIN = join(ROOT, 'node_modules', '.bin');

/** What publint says of a tarball, but for files of the packages that are whole in it. */
export async function publintMessages(tarball: string): Promise<readonly string[]> {
  const { publint } = await import('publint');
  const { formatMessage } = await import('publint/utils');
  const bytes = readFileSync(tarball);
  const { messages, pkg } = await publint({
    level: 'warning', pack: { tarball: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer },
  });
  return messages.filter(({ args }) => !JSON.stringify(args).includes('/node_modules/'))
    .map(message => `${message.code}: ${formatMessage(message, pkg, { color: false }) ?? ''}`);
}

/** What still has the value of a checkout. */
export function unsetFields({ version, repository }: { readonly version: string; readonly repository: { readonly url: string } }): readonly string[] {
  return [
    ...version === '0.0.0' ? ["the version is '0.0.0'"] : [],
    ...repository.url.startsWith('file:') ? [`the address of the sources is '${repository.url}'`] : [],
  ].map(problem => `${problem}; set RELEASE in .projenrc.ts, then run npx projen`);
}

/** The newest tag that is in this history. */
function lastTag(): string | undefined {
  const [tag] = execFileSync('git', ['tag', '--sort=-creatordate', '--merged', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).split('\n');
  return tag === '' ? undefined : tag;
}

/** Compares the declarations with those of a commit: prints what changed, and fails where something breaks that is not experimental. */
export function compareDeclarations(commit: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'ccm-migration-last-'));
  try {
    execFileSync('git', ['worktree', 'add', '--detach', folder, commit], { cwd: ROOT, stdio: 'pipe' });
    // With its own packages: those of today may lack one that it needs.
    execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: folder, stdio: 'pipe' });
    execFileSync('npx', ['jsii', '--silence-warnings=reserved-word'], { cwd: folder, stdio: 'inherit' });
    execFileSync(join(BIN, 'jsii-diff'), [folder, ROOT], { stdio: 'inherit' });
    console.log(`jsii-diff: compared with ${commit}`);
  } finally {
    execFileSync('git', ['worktree', 'remove', '--force', folder], { cwd: ROOT });
  }
}

async function main(): Promise<void> {
  const name = existsSync(DIST) ? readdirSync(DIST).find(file => file.endsWith('.tgz')) : undefined;
  if (name === undefined) throw new Error(`'${DIST}' has no tarball; run 'npx projen compile' and 'npx projen package:js' first`);
  const tarball = join(DIST, name);
  writeFileSync(join(DIST, 'sbom.cdx.json'), `${JSON.stringify(shippedSbom(await shippedPackages()), undefined, 2)}\n`);
  const tag = lastTag();
  if (tag === undefined) console.log('jsii-diff: there is no tag to compare with');
  else compareDeclarations(tag);
  execFileSync('npm', ['publish', tarball, '--dry-run'], { cwd: ROOT, stdio: 'inherit' });
  const problems = [...await publintMessages(tarball), ...unsetFields(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')))];
  if (problems.length > 0) throw new Error(problems.join('\nerror: '));
}

if (require.main === module) {
  main().catch((error: Error) => {
    console.error(`error: ${error.message}`);
    process.exitCode = 1;
  });
}
