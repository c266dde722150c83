import { Data } from './yaml/data';
import { parseImage } from '../kubernetes/image';

const PROGRAM = /^(?:[\w./-]*\/)?etcd$/;
/** In a script, or behind another program. */
const STARTS = /(?:^|[;&|]|\bexec\s)\s*(?:[\w./-]*\/)?etcd(?=\s|$)/;

/** Whether words start an etcd, not a client or a manager of it. */
export function startsEtcd(words: readonly string[]): boolean {
  return words.some(word => PROGRAM.test(word) || STARTS.test(word));
}

/** Whether a container is an etcd: by its command, else by its image. */
export function isEtcdContainer(container: Data): boolean {
  const { command, args, image } = (container ?? {}) as { readonly [key: string]: Data | undefined };
  const words = (list: Data | undefined) => (Array.isArray(list) ? list.map(String) : []);
  return words(command).length > 0 ? startsEtcd([...words(command), ...words(args)])
    : /(?:^|\/)etcd$/.test(parseImage(typeof image === 'string' ? image : '').repository);
}
