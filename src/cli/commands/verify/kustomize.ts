import { spawnSync } from 'node:child_process';
import { posix, resolve } from 'node:path';
import { KustomizationParts, originOf } from './kustomize-origin';
import { listOf } from '../../../lib/edit/yaml/data';
import { parseSources } from '../../../lib/edit/yaml/source-document';
import { CCM } from '../../../lib/kubernetes/component';
import { mentionIn } from '../../../lib/read/coverage/mentions';
import { VerifyDirectory, VerifyInput } from '../../../lib/read/input/input';
import { fileName } from '../../../lib/read/input/layout';
import { Doubt, NO_DOUBT, Place } from '../../../lib/view/model';

/** Limits of one build. */
const MAX_SECONDS = 20;
const MAX_OUTPUT = 20_000_000;
const MEMORY = '512MiB';

const FILE = /(^|\/)(kustomization\.ya?ml|Kustomization)$/;
/** What is not on this machine, and what would run programs. */
const REMOTE = /^(https?|ssh|git|s3|oci):|^git@|^github\.com\/|\?ref=|::/;
const PLUGINS = ['helmCharts', 'helmChartInflationGenerator', 'generators', 'transformers', 'validators'];

/**
 * The folders with what `kustomize` makes of them in place of the parts. A kustomization that another one of the same input refers to is a part
 * itself. What cannot be built is left, and is reported as not built where files are read.
 */
export function buildKustomizations(directories: readonly VerifyDirectory[], cwd: string): Pick<VerifyInput, 'directories' | 'unread'> {
  const built = directories.map(directory => buildIn(directory, cwd));
  return { directories: built.map(one => one.directory), unread: built.flatMap(({ unread }) => unread) };
}

/** Those that refer to each other in a circle: no other one builds them. */
function unreached(found: readonly Kustomization[], roots: readonly Kustomization[]): readonly Kustomization[] {
  const reached = new Set(roots);
  for (const { folder, references } of reached) {
    const parts = references.map(reference => posix.normalize(`${folder}${reference}/`));
    for (const one of found) if (parts.includes(one.folder === '' ? './' : one.folder)) reached.add(one);
  }
  return found.filter(one => !reached.has(one));
}

/** Files of nodes, which are below `etc` and `var`. */
const ON_NODE = /(^|\/)(etc|var)\//;

/**
 * Which files are parts of kustomizations: those that one of them names, and the kustomizations. Whatever else is in their folders is read as
 * everywhere.
 */
function partsOf({ files }: VerifyDirectory, folders: readonly string[]): (path: string) => boolean {
  const texts = [...files].flatMap(([path, content]) => FILE.test(path) && 'text' in content ? [content.text] : []);
  return path => FILE.test(path) || (!ON_NODE.test(path) && folders.some(folder => path.startsWith(folder))
    && texts.some(text => text.includes(path.slice(path.lastIndexOf('/') + 1))));
}

interface Kustomization extends KustomizationParts {
  readonly refused?: string;
}

function buildIn(directory: VerifyDirectory, cwd: string): { readonly directory: VerifyDirectory; readonly unread: readonly Doubt[] } {
  const found = [...directory.files].flatMap(([path, content]) => FILE.test(path) && 'text' in content ? [read(path, content.text)] : []);
  if (found.length === 0) return { directory, unread: [] };
  const isPart = partsOf(directory, found.map(({ folder }) => folder));
  const referred = new Set(found.flatMap(({ folder, references }) => references.map(reference => posix.normalize(`${folder}${reference}/`))));
  const files = new Map([...directory.files].filter(([path]) => !isPart(path)));
  const unread: Doubt[] = [];
  const roots = found.filter(({ folder }) => !referred.has(folder === '' ? './' : folder));
  for (const one of [...roots, ...unreached(found, roots)]) {
    const place = { file: fileName(directory, one.file), line: 1 };
    const folder = posix.join(directory.name, one.folder).replace(/(.)\/$/, '$1');
    const text = one.refused === undefined ? build(resolve(cwd, directory.name, one.folder)) : { problem: one.refused };
    if ('problem' in text) unread.push(notBuilt(place, folder, text.problem));
    else files.set(`${one.folder}built-by-kustomize.yaml`, { text: text.output, origin: originOf(directory, one, found, text.output) });
  }
  return { directory: { ...directory, files }, unread: [...unread, ...leftOut(directory, found, isPart)] };
}

/** Manifests beside a kustomization that does not name them: `kubectl apply -k` leaves them out, `-f` applies them. */
function leftOut(directory: VerifyDirectory, found: readonly Kustomization[], isPart: (path: string) => boolean): readonly Doubt[] {
  const folders = found.map(({ folder }) => folder);
  return [...directory.files].flatMap(([path, content]) => {
    const isBeside = /\.(ya?ml|json)$/i.test(path) && !ON_NODE.test(path) && folders.includes(path.slice(0, path.lastIndexOf('/') + 1));
    const mention = isBeside && !isPart(path) && 'text' in content ? mentionIn(content.text) : undefined;
    return mention === undefined ? NO_DOUBT.isRight : [{
      place: { file: fileName(directory, path), line: mention.line },
      what: `${fileName(directory, path)} has ${mention.what}, and the kustomization beside it does not name the file`,
      why: 'What applies the kustomization leaves the file out, and what applies the folder does not.',
      fix: 'Add the file to resources, or leave it out of the input.',
      mayRun: [CCM],
      like: { form: 'text', what: mention.what },
    }];
  });
}

function read(file: string, text: string): Kustomization {
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  try {
    const [{ data }] = parseSources(text, { file, onDuplicateKey: () => {} });
    const references = ['resources', 'bases', 'components', 'crds'].flatMap(key => listOf(data[key])).map(String);
    const plugin = PLUGINS.find(key => data[key] !== undefined);
    const remote = references.find(reference => REMOTE.test(reference));
    const refused = plugin !== undefined ? `it uses ${plugin}, which may run programs` : remote === undefined ? undefined : `its base ${remote} is `
      + 'not on this machine';
    return { folder, file, references, refused };
  } catch (error) {
    return { folder, file, references: [], refused: (error as Error).message };
  }
}

function build(folder: string): { readonly output: string } | { readonly problem: string } {
  let problem = 'neither kubectl nor kustomize is on this machine';
  for (const [program, ...args] of [['kubectl', 'kustomize', folder], ['kustomize', 'build', folder]]) {
    const { error, status, stdout, stderr } = spawnSync(program, args, {
      encoding: 'utf8',
      timeout: MAX_SECONDS * 1000,
      killSignal: 'SIGKILL',
      maxBuffer: MAX_OUTPUT,
      // No way to a remote base that a base of this one may have.
      env: { ...process.env, GOMEMLIMIT: MEMORY, GIT_ALLOW_PROTOCOL: 'none', HTTPS_PROXY: 'http://127.0.0.1:9', HTTP_PROXY: 'http://127.0.0.1:9' },
    });
    if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') continue;
    if (status === 0) return { output: stdout };
    problem = error ? `${program} did not end within ${MAX_SECONDS} s and ${MAX_OUTPUT / 1e6} MB of output` : `${program}: `
      + `${stderr.trim().split('\n').at(-1)!.slice(0, 300)}`;
    break;
  }
  return { problem };
}

function notBuilt(place: Place, folder: string, problem: string): Doubt {
  return {
    place,
    what: `${folder} is a kustomization, and was not built: ${problem}`,
    why: 'Its files are parts: what reaches the cluster is what it makes of them, which may hold a controller manager.',
    fix: `Build it: kubectl kustomize ${problem.includes('helmChart') ? '--enable-helm ' : ''}${folder} | ccm-migration verify -`,
    mayRun: [CCM],
    like: { form: 'kustomization', what: 'a kustomization' },
  };
}
