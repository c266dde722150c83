import { replacedValues, ValuePath } from '../lib/edit/yaml/replaced-values';
import { isBase64 } from '../lib/model/kubeconfig';
import { FileContent } from '../lib/read/input/input';

/** What a user of a kubeconfig says that is no credential: who it is, and where its credentials come from. */
const KEPT = new RegExp('^(?:client-certificate|client-key|tokenFile|as|as-uid|as-groups/\\d+|auth-provider/name'
  + '|exec/(?:apiVersion|command|interactiveMode|provideClusterInfo))$');
/** Keys that hold credentials, wherever they are. */
const CREDENTIAL = /client-key|client-certificate|token|password|auth-provider|exec\b/i;
/** In place of a credential: `cut`, in base64. */
const CUT = 'Y3V0';
/** In place of one that is in base64 by its name, and is not. */
const NO_BASE64 = 'cut!';

/**
 * A kubeconfig without the credentials of its users, line by line: who they are and which cluster it is for is needed, their keys and tokens are not.
 * One of which credentials cannot be told from the rest is not taken at all.
 */
export function withoutCredentials(content: FileContent): FileContent {
  if ('unreadable' in content) return content;
  let isElsewhere = false;
  const text = replacedValues(content.text, (path, value) => {
    const [list, , entry, ...below] = path;
    if (list === 'users' && entry !== undefined && entry !== 'name' && !CREDENTIAL.test(String(entry))) {
      return KEPT.test(below.join('/')) ? undefined : cutOf(below, value);
    }
    isElsewhere ||= path.some(key => CREDENTIAL.test(String(key)));
    return undefined;
  });
  if (text === undefined || isElsewhere) return { unreadable: 'its credentials cannot be told from the rest, and are never read' };
  return { text, ...text !== content.text && { cut: 'users' } };
}

function cutOf(path: ValuePath, value: string): string {
  return String(path.at(-1)).endsWith('-data') && !isBase64(value) ? NO_BASE64 : CUT;
}
