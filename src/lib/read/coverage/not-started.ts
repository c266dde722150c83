import { mentionIn } from './mentions';
import { podsIn } from '../../edit/static-pod/pods-in';
import { APPLIED_FOLDERS, FOLDERS_OF_COPIES, KEPT_COPY } from '../../facts/inputs/node-paths';
import { NO_DOUBT, PassedOver } from '../../view/model';
import { NodeText } from '../input/layout';

/**
 * Why nothing starts what is in a file: the kubelet reads no hidden file of its static pod folder, and no folder in it
 * (k8s.io/kubernetes@v1.26.15 pkg/kubelet/config/file.go extractFromDir, file_linux.go produceWatchEvent); a copy that is kept, and a manifest of a
 * Pod elsewhere start nothing unless something names them. Undefined: something may.
 *
 * @param folders that the kubelet takes static pods from
 * @param texts of the whole node
 */
export function whyNotStarted(path: string, text: string | undefined, folders: readonly string[], texts: readonly NodeText[]): string | undefined {
  const folder = folders.map(one => one.slice(1)).find(one => path.startsWith(`${one}/`));
  if (folder !== undefined) {
    const below = path.slice(folder.length + 1);
    if (below.startsWith('.')) return 'the kubelet skips names that begin with a dot';
    return below.includes('/') && !isNamed(path, texts) ? 'the kubelet reads no folder within its static pod folder' : undefined;
  }
  const isCopy = KEPT_COPY.test(path) || FOLDERS_OF_COPIES.test(path);
  if (!isCopy && (text === undefined || APPLIED_FOLDERS.test(path.slice(0, path.lastIndexOf('/'))) || !podsIn(text).isAll)) return undefined;
  if (isNamed(path, texts)) return undefined;
  return isCopy ? 'a copy that nothing on the node names' : 'a Pod outside the static pod folder, which nothing on the node names';
}

/** Whether a file is a copy that is kept, and no text has its path. */
export function isUnusedCopy(path: string, texts: readonly NodeText[]): boolean {
  return (KEPT_COPY.test(path) || FOLDERS_OF_COPIES.test(path)) && !texts.some(one => one.path !== path && one.text.includes(`/${path}`));
}

/** Whether another file of the node has its path, or that of its folder where that is not one of many. */
function isNamed(path: string, texts: readonly NodeText[]): boolean {
  const folder = path.slice(0, path.lastIndexOf('/'));
  const isOwnFolder = /^etc\/kubernetes$|^root$|^tmp$/.test(folder);
  const isTelling = !isOwnFolder && (folder.split('/').length > 1 || FOLDERS_OF_COPIES.test(`${folder}/`));
  return texts.some(one => one.path !== path && (one.text.includes(`/${path}`) || (isTelling && hasPath(one.text, `/${folder}`))));
}

/** Whether a path stands in a text as a whole, whatever stands around it: quotes, a colon, a tab, a comma. */
function hasPath(text: string, path: string): boolean {
  for (let at = text.indexOf(path); at !== -1; at = text.indexOf(path, at + 1)) {
    const isPart = /[\w.-]/.test(text.charAt(at - 1)) || /^(?:[\w-]|\.\w)/.test(text.slice(at + path.length, at + path.length + 2));
    if (!isPart) return true;
  }
  return false;
}

/** What is said of such a file where it names a controller manager. */
export function notStarted({ file, text }: Pick<NodeText, 'file' | 'text'>, why: string): readonly PassedOver[] {
  const mention = mentionIn(text);
  return mention === undefined ? NO_DOUBT.isRight
    : [{ place: { file, line: mention.line }, what: `${why}; it has ${mention.what}`, isStaticPod: false }];
}
