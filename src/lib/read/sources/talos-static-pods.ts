import { isMap, mapOf, stringOf } from '../../edit/yaml/data';
import { parseSources } from '../../edit/yaml/source-document';
import { attempt } from '../../edit/yaml/source-error';
import { STATIC_POD_PATH } from '../../kubernetes/node';
import { FileContent, VerifyDirectory, VerifyInput } from '../input/input';
import { fileName } from '../input/layout';

/** What `talosctl get staticpods -o yaml` prints: github.com/siderolabs/talos@v1.7.6 pkg/machinery/resources/k8s/static_pod.go. */
const TYPE = 'StaticPods.kubernetes.talos.dev';

/** The input with the static pods of Talos as files of their nodes: each document is one pod, and says its node. */
export function withTalosStaticPods(input: VerifyInput): VerifyInput {
  return !input.directories.some(isOfTalos) ? input : {
    ...input,
    directories: input.directories.map(directory => !isOfTalos(directory) ? directory
      : { ...directory, files: new Map([...directory.files].flatMap(([path, content]) => podsIn(directory, path, content) ?? [[path, content]])) }),
  };
}

function isOfTalos({ files }: VerifyDirectory): boolean {
  return [...files.values()].some(content => 'text' in content && content.data === undefined && content.text.includes(TYPE));
}

/** Nothing: the file holds something else, or cannot be read, which is said where files are read. */
function podsIn(directory: VerifyDirectory, path: string, content: FileContent): readonly (readonly [string, FileContent])[] | undefined {
  if ('unreadable' in content || !content.text.includes(TYPE)) return undefined;
  const file = fileName(directory, path);
  const documents = attempt(() => parseSources(content.text, { file }), () => []);
  if (documents.length === 0 || !documents.every(({ data }) => mapOf(data.metadata).type === TYPE && isMap(data.spec))) return undefined;
  return documents.map(document => {
    const { node, metadata, spec } = document.data;
    const id = String(mapOf(metadata).id ?? '').replace(/[^\w.-]/g, '-');
    const folder = `control-plane/${(stringOf(node) ?? 'talos').replace(/[^\w.-]/g, '-')}`;
    const place = { file, line: document.line(['spec']) };
    return [`${folder}${STATIC_POD_PATH}/${id}.yaml`, { text: `${JSON.stringify(spec, undefined, 2)}\n`, origin: () => place }];
  });
}
