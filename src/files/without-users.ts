import { FileContent } from '../lib/read/input/input';

/** The keys of a kubeconfig that hold credentials. */
const CREDENTIAL = /client-key|client-certificate|token|password|auth-provider|exec:/i;

/**
 * A kubeconfig without its users, line by line: the cluster that it is for is needed, credentials are not. One that is
 * written so that its users cannot be told from the rest is not taken at all.
 */
export function withoutUsers(content: FileContent): FileContent {
  if ('unreadable' in content) return content;
  let isUser = false;
  const lines = content.text.split('\n').map(line => {
    if (/^[^\s#-]/.test(line)) isUser = /^["']?users["']?\s*:/.test(line);
    return isUser ? '' : line;
  });
  return lines.some(line => CREDENTIAL.test(line)) ? { unreadable: 'its users cannot be told from the rest, and are never read' }
    : { text: lines.join('\n'), ...lines.join('\n') !== content.text && { cut: 'users' } };
}
