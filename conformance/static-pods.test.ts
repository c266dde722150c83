import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { STATIC_PODS } from './consumers';
import { Folder, generatedFolder } from './static-pod-cases';
import { seeded } from '../e2e/lib/random';
import { staticPodFiles } from '../src/lib/facts/inputs/kubelet-files';
import { expandReferences } from '../src/lib/kubernetes/expansion';
import { readStaticPodFile } from '../src/lib/read/nodes/static-pod-file';
import { Answer, Question } from '../test/committed-answers';
import { describeReader, Sample, withoutLog } from '../test/reader';

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

/** The kubelet lists the pods of a folder in any order. */
function settled(answer: Answer): Answer {
  if (answer.status !== 0) return answer;
  const report = JSON.parse(answer.stdout) as Report;
  const sorted = (pods: readonly Pod[]): readonly Pod[] => [...pods].sort((a, b) => JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
  return withoutLog({ ...answer, stdout: JSON.stringify({ ...report, folders: report.folders.map(sorted) }) });
}

/** The kubelet's own file source and expansion, and ours. */
for (const { version, binary } of STATIC_PODS) {
  describeReader(`static pods of kubelet ${version}`, binary, reader => {
    const ask = (asked: Sample['reader'], request: object, question: Question = {}): Report =>
      asked.json<Report>({ ...question, stdin: JSON.stringify({ folders: [], expansions: [], ...request }) }, settled);

    it('is linked with that release', () => expect(ask(reader, {}).version).toBe(`v${version}`));

    // The seed of the first folder or text; that of another is so many more.
    const folders = reader.samples({ seed: 20261121, committed: 100, asked: 500 });
    it.each(folders)('are those that we say in $count generated folders from seed $seed', ({ count, seed, reader: asked }) => {
      const generated = Array.from({ length: count }, (_, index) => generatedFolder(seed + index, BASES));
      const paths = generated.map((_, index) => `${index}/`);
      const files = Object.fromEntries(generated.flatMap((folder, index) => [
        [paths[index], ''], ...Object.entries(folder).map(([name, text]): [string, string] => [`${paths[index]}${name}`, text]),
      ]));
      const compared = ask(asked, { folders: paths }, { files }).folders
        .map((theirs, index) => ({ seed: seed + index, files: generated[index], theirs, ours: ofOurs(generated[index]) }));
      const known = compared.flatMap(({ ours, ...rest }) => 'unknown' in ours ? [] : [{ ...rest, ours: ours.byName }]);
      const differing = known.filter(({ ours, theirs }) => !agree(ours, theirs));
      process.stdout.write(`kubelet ${version}: ${count} folders from seed ${seed}, ${differing.length} differ, ${count - known.length} `
        + 'are unknown to us\n');
      expect(differing.slice(0, 2).map(({ ours, ...rest }) => ({ ...rest, ours: [...ours] }))).toEqual([]);
      expect(known.filter(({ theirs }) => theirs.length > 0).length).toBeGreaterThan(count / 6);
      expect(known.filter(({ theirs }) => theirs.length === 0).length).toBeGreaterThan(count / 5);
      expect(known.length).toBeGreaterThan(count * 0.8);
    });

    const texts = reader.samples({ seed: 20261121, committed: 300, asked: 2000 });
    it.each(texts)('expand $count generated texts as we do, from seed $seed', ({ count, seed, reader: asked }) => {
      const generated = Array.from({ length: count }, (_, index) => generatedText(seed + index));
      const theirs = ask(asked, { expansions: generated }, { inputs: generated }).expansions;
      const differing = generated
        .map(({ text, env }, index) => ({ seed: seed + index, text, theirs: theirs[index], ours: expandReferences(text, name => env[name]) }))
        .filter(({ theirs: expected, ours }) => expected !== ours);
      expect(differing.slice(0, 3)).toEqual([]);
    });
  });
}
