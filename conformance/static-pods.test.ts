import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { STATIC_PODS } from './consumers';
import { describeGo } from './go';
import { Folder, generatedFolder } from './static-pod-cases';
import { seeded } from '../e2e/lib/random';
import { expandReferences } from '../src/lib/kubernetes/expansion';
import { staticPodFiles } from '../src/lib/kubernetes/kubelet-files';
import { readStaticPodFile } from '../src/lib/read/kubelet/static-pod-file';

interface Pod {
  readonly name: string;
  readonly namespace: string;
  readonly containers: readonly { readonly name: string; readonly command: readonly string[] | null; readonly args: readonly string[] | null }[];
}

interface Report {
  readonly version: string;
  readonly folders: readonly (readonly Pod[])[];
  readonly expansions: readonly string[];
}

const FIRST_SEED = Number(process.env.STATIC_POD_SEED ?? 20261121);
const FOLDERS = 500;
const TEXTS = 2000;

const MANIFESTS = join(__dirname, '..', 'examples', 'kubeadm', 'input', 'control-plane');
const BASES = ['kube-controller-manager', 'kube-apiserver'].map(name => readFileSync(join(MANIFESTS, readdirSync(MANIFESTS)[0], 'etc/kubernetes/'
  + 'manifests', `${name}.yaml`), 'utf8'));

/** A pod in a form that can be compared. */
function comparable(name: string, namespace: string, containers: Pod['containers']): string {
  // Go decodes null in a list of texts as the empty one; so does src/lib/read/container.ts.
  const texts = (list: readonly (string | null)[] | null) => (list ?? []).map(text => text ?? '');
  const started = containers.map(one => ({ name: one.name, command: texts(one.command), args: texts(one.args) }));
  return JSON.stringify({ name, namespace, containers: started });
}

/** Of a file: the name is as the kubelet makes it. */
function ofData({ metadata, spec }: any): string {
  return comparable(`${metadata.name}-node`, metadata.namespace || 'default', [...spec.initContainers ?? [], ...spec.containers]);
}

function ofTheirs({ name, namespace, containers }: Pod): string {
  return comparable(name, namespace, containers);
}

/** What we say of a folder: pods that run; of two with one name, either. Nothing where something in it is not known to us. */
function ofOurs(files: Folder): { readonly byName: ReadonlyMap<string, readonly string[]> } | { readonly unknown: string } {
  const byName = new Map<string, string[]>();
  const taken = staticPodFiles('pods', Object.keys(files).map(name => `pods/${name}`));
  for (const [name, text] of Object.entries(files).filter(([path]) => taken.includes(`pods/${path}`))) {
    const { document, look } = readStaticPodFile(text, name);
    if (look !== undefined && 'unknown' in look) return look;
    if (look !== undefined) continue;
    const pod = ofData(document!.data);
    const key = JSON.stringify([JSON.parse(pod).namespace, JSON.parse(pod).name]);
    byName.set(key, [...byName.get(key) ?? [], pod]);
  }
  return { byName };
}

function agree(ours: ReadonlyMap<string, readonly string[]>, theirs: readonly Pod[]): boolean {
  const found = theirs.map(ofTheirs);
  return found.length === ours.size && [...ours.values()].every(alternatives => alternatives.some(pod => found.includes(pod)));
}

/** Texts with references of all kinds, and an environment. */
function generatedText(seed: number): { readonly text: string; readonly env: Readonly<Record<string, string>> } {
  const random = seeded(seed);
  const pieces = ['$', '$$', '$(', ')', '(', 'A', 'B', '$(A)', '$(B)', '$(C)', '$$(A)', '$(A', '$A', ' ', '$(A)$(B)', '$($(A))', '$()', '--x=', '\\',
    '$$$(A)'];
  return {
    text: Array.from({ length: 1 + Math.floor(random() * 6) }, () => pieces[Math.floor(random() * pieces.length)]).join(''),
    env: { A: 'one', B: '$(A)', ...random() < 0.3 ? { '': 'nothing' } : {} },
  };
}

/** The kubelet's own file source and expansion, and ours. */
for (const { version, binary } of STATIC_PODS) {
  describeGo(`static pods of kubelet ${version}`, binary, program => {
    const folder = mkdtempSync(join(tmpdir(), 'static-pods-'));
    afterAll(() => rmSync(folder, { recursive: true }));
    const ask = (request: object): Report => {
      const { status, stdout, stderr } = spawnSync(
        program(), { input: JSON.stringify({ folders: [], expansions: [], ...request }), encoding: 'utf8', maxBuffer: 2 ** 28 },
      );
      if (status !== 0) throw new Error(stderr.slice(-4000));
      return JSON.parse(stdout) as Report;
    };

    it('is linked with that release', () => expect(ask({}).version).toBe(`v${version}`));

    it(`are those that we say in ${FOLDERS} generated folders from seed ${FIRST_SEED}`, () => {
      const generated = Array.from({ length: FOLDERS }, (_, index) => generatedFolder(FIRST_SEED + index, BASES));
      const paths = generated.map((files, index) => {
        const path = join(folder, String(index));
        mkdirSync(path);
        Object.entries(files).forEach(([name, text]) => writeFileSync(join(path, name), text));
        return path;
      });
      const compared = ask({ folders: paths }).folders
        .map((theirs, index) => ({ seed: FIRST_SEED + index, files: generated[index], theirs, ours: ofOurs(generated[index]) }));
      const known = compared.flatMap(({ ours, ...rest }) => 'unknown' in ours ? [] : [{ ...rest, ours: ours.byName }]);
      const differing = known.filter(({ ours, theirs }) => !agree(ours, theirs));
      process.stdout.write(`kubelet ${version}: ${FOLDERS} folders from seed ${FIRST_SEED}, ${differing.length} differ, ${FOLDERS - known.length} `
        + 'are unknown to us\n');
      expect(differing.slice(0, 2).map(({ ours, ...rest }) => ({ ...rest, ours: [...ours] }))).toEqual([]);
      expect(known.filter(({ theirs }) => theirs.length > 0).length).toBeGreaterThan(FOLDERS / 6);
      expect(known.filter(({ theirs }) => theirs.length === 0).length).toBeGreaterThan(FOLDERS / 5);
      expect(known.length).toBeGreaterThan(FOLDERS * 0.8);
    });

    it(`expand ${TEXTS} generated texts as we do, from seed ${FIRST_SEED}`, () => {
      const texts = Array.from({ length: TEXTS }, (_, index) => generatedText(FIRST_SEED + index));
      const theirs = ask({ expansions: texts }).expansions;
      const differing = texts
        .map(({ text, env }, index) => ({ seed: FIRST_SEED + index, text, theirs: theirs[index], ours: expandReferences(text, name => env[name]) }))
        .filter(({ theirs: expected, ours }) => expected !== ours);
      expect(differing.slice(0, 3)).toEqual([]);
    });
  });
}
