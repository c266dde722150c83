import { textProblem } from '../../edit/yaml/kubernetes-text';
import { SourceError } from '../../edit/yaml/source-error';
import { isProse } from '../../facts/inputs/texts';
import { CCM } from '../../kubernetes/component';
import { Doubt, mayRunDoubt } from '../../view/model';
import { Documents, isLooseConfiguration, ManifestFile, manifestFiles, ObjectOfDirectory, OtherText } from '../documents/documents';
import { isUnparsed, VerifyDirectory } from '../input/input';
import { fileName, Layout } from '../input/layout';
import { mayHold, templateOf, unparsedFile, unreadableFile } from '../input/unreadable';

/** What is in a directory beside the folders of nodes. */
export interface ClusterFiles {
  readonly objects: readonly ObjectOfDirectory[];
  /** LeaderMigrationConfigurations that are files of their own there. */
  readonly loose: readonly OtherText[];
  readonly unread: readonly Doubt[];
  /** Texts that hold no object. */
  readonly rest: readonly OtherText[];
  /** Documentation and programs. */
  readonly prose: readonly OtherText[];
}

export function readClusterFiles(directory: VerifyDirectory, layout: Layout, documents: Documents): ClusterFiles {
  const files = manifestFiles(directory, layout);
  const built = kustomizations(files);
  const unread: Doubt[] = built.map(({ file }) => notBuilt(file));
  const objects: ObjectOfDirectory[] = [];
  const loose: OtherText[] = [];
  const rest: OtherText[] = [];
  const prose: OtherText[] = [];
  for (const { file, path, content } of files) {
    if (built.some(one => path.startsWith(one.folder)) || ('text' in content && content.isApplied === true)) continue;
    if ('unreadable' in content) {
      unread.push(unreadableFile(file, content.unreadable));
    } else if (content.data === undefined && isLooseConfiguration(content.text)) {
      const problem = textProblem(content.text, file);
      if (problem) unread.push(unparsedFile(file, content.text, problem));
      else loose.push({ file, text: content.text });
    } else {
      try {
        const found = documents.objectsIn(content, file);
        if (found.length === 0 && !INDEX.test(path)) rest.push({ file, text: content.text });
        for (const object of found) objects.push({ object, dir: directory.name });
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        if (isChartOrHarmless(path, content.text)) continue;
        unread.push(unparsedFile(file, content.text, error));
      }
    }
  }
  const taken = new Set(files.map(({ path }) => path));
  const isPart = (path: string) => built.some(({ folder }) => path.startsWith(folder));
  for (const path of layout.clusterFiles.filter(one => !taken.has(one) && !isProse(one) && !INDEX.test(one) && !isPart(one))) {
    const content = directory.files.get(path)!;
    if ('text' in content) (isInstallerPlan(path, content.text) ? prose : rest).push({ file: fileName(directory, path), text: content.text });
    else if (content.isReadElsewhere !== true && mayHold(path, content)) unread.push(unreadableFile(fileName(directory, path), content.unreadable));
  }
  for (const path of layout.clusterFiles.filter(one => !taken.has(one) && isProse(one))) {
    const content = directory.files.get(path)!;
    if ('text' in content) prose.push({ file: fileName(directory, path), text: content.text });
  }
  return { objects, loose, unread, rest, prose };
}

/** The texts among them that are parsed as manifests. */
export function clusterTexts(directory: VerifyDirectory, layout: Layout): readonly OtherText[] {
  const files = manifestFiles(directory, layout);
  const built = kustomizations(files);
  return files.flatMap(({ file, path, content }) => {
    if (!isUnparsed(content) || isLooseConfiguration(content.text) || built.some(one => path.startsWith(one.folder))) return [];
    return [{ file, text: content.text }];
  });
}

/** Kustomizations that are not built: their folders hold parts, not objects. */
function kustomizations(files: readonly ManifestFile[]): readonly { readonly file: string; readonly folder: string }[] {
  return files.filter(({ path, content }) => /(^|\/)(kustomization\.ya?ml|Kustomization)$/.test(path) && 'text' in content)
    .map(({ file, path }) => ({ file, folder: path.slice(0, path.lastIndexOf('/') + 1) }));
}

function notBuilt(file: string): Doubt {
  const folder = file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : '.';
  return {
    ...mayRunDoubt({ file, line: 1 }, `${folder} is a kustomization, and not built`,
      'Its files are parts: what reaches the cluster is what it makes of them, which may hold a controller manager.',
      `Build it: kubectl kustomize ${folder} | ccm-migration verify -`, [CCM]),
    like: { form: 'kustomization', what: 'a kustomization' },
  };
}

/** Text of a chart that renders to nothing: notes for people, and functions. */
function isChartOrHarmless(path: string, text: string): boolean {
  return /(^|\/)templates\/(NOTES\.txt|_[^/]*\.tpl)$/.test(path) && templateOf(text) !== undefined;
}

/** Lists of files that this library writes itself. */
const INDEX = /(^|\/)(migration|files|to-delete)\.json$/;

/** Steps of an installer that this library writes for people: they start what the files beside it say. */
function isInstallerPlan(path: string, text: string): boolean {
  return /(^|\/)plan\.json$/.test(path) && /^\{\n {2}"installer": "[a-z0-9-]+",\n {2}"cluster": "/.test(text);
}
