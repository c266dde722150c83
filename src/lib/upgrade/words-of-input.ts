import { parseSources } from '../edit/yaml/source-document';
import { attempt } from '../edit/yaml/source-error';
import { KOPS_CLUSTERS } from '../installers/kops/made-of-cluster';
import { migratedKopsVersion } from '../installers/kops/nothing-to-migrate';
import { VerifyInput } from '../read/input/input';
import { fileName } from '../read/input/layout';

/** Whether a text of the input has a word: an alert the name of a metric, a Node a label. */
export function namesIn({ directories }: VerifyInput): (word: string) => boolean {
  const answers = new Map<string, boolean>();
  return word => {
    const known = answers.get(word);
    if (known !== undefined) return known;
    const found = directories.some(({ files }) => [...files.values()].some(content => {
      if (!('text' in content)) return false;
      return content.text.includes(word) || content.parts?.some(({ text, data }) => (text ?? JSON.stringify(data)).includes(word)) === true;
    }));
    answers.set(word, found);
    return found;
  };
}

/** Where the input has a Cluster of which kops runs the cloud-controller-manager: `<file>:<line>`. */
export function migratedKopsClusters({ directories }: VerifyInput): readonly string[] {
  return directories.flatMap(directory => [...directory.files].flatMap(([path, content]) => {
    if (!('text' in content) || !KOPS_CLUSTERS.mentions.test(content.text)) return [];
    const file = fileName(directory, path);
    const documents = attempt(() => parseSources(content.text, { file, isOnlyRead: true }), () => []);
    return documents.filter(({ data }) => migratedKopsVersion(data) !== undefined).map(document => `${file}:${document.line([])}`);
  }));
}
