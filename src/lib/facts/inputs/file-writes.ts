import { baseName, plainWords } from '../../text/shell-words';

/** What a command writes to. */
interface Writes {
  readonly targets: readonly string[];
  /** Whether it writes below them too. */
  readonly isDeep: boolean;
}

/** What a tool writes to, by its words. */
export function writesOf(tool: string, words: readonly string[]): Writes {
  const end = words.indexOf('--');
  const operands = words.filter((word, index) => end !== -1 && index >= end ? index > end : !/^-./.test(word));
  const has = (pattern: RegExp) => words.some(word => pattern.test(word));
  const after = (pattern: RegExp) => words.flatMap((word, index) => {
    const match = pattern.exec(word);
    return !match ? [] : match[1] !== undefined && match[1] !== '' ? [match[1]] : words[index + 1] !== undefined ? [words[index + 1]] : [];
  });
  const into = (sources: readonly string[], target: string | undefined) => target === undefined ? []
    : [target, ...sources.map(source => `${target.replace(/\/$/, '')}/${source.slice(source.replace(/(?<!\/)\/+$/, '').lastIndexOf('/') + 1)}`)];
  const isDeep = has(/^-[b-qs-zA-QS-Z]*[rRa][a-zA-Z]*$|^--(?:recursive|archive)$/);
  const edited = () => has(/^-[a-zA-Z]*[ef]$|^--(?:expression|file)\b/) ? operands : operands.slice(1);
  switch (tool) {
    case 'sed': case 'perl': case 'yq': case 'gawk': return { targets: has(/^-[a-zA-Z0-9]*i|^--in-?place/) ? edited() : [], isDeep: false };
    case 'tee': case 'truncate': case 'sponge': case 'crudini': case 'unlink': return { targets: operands, isDeep: false };
    case 'rm': return { targets: operands, isDeep };
    case 'mv': return { targets: [...operands, ...into(operands.slice(0, -1), operands.at(-1))], isDeep };
    case 'cp': case 'install': case 'ln': case 'rsync': case 'scp': {
      const [folder] = after(/^(?:-t|--target-directory=?)(.*)$/);
      return { targets: into(folder ? operands : operands.slice(0, -1), folder ?? operands.at(-1)), isDeep: isDeep || tool === 'rsync' };
    }
    case 'aws': case 'gsutil': case 'gcloud': return {
      targets: /\b(?:cp|sync|mv|rsync)\b/.test(words.slice(0, 3).join(' ')) ? into(operands.slice(-2, -1), operands.at(-1)) : [],
      isDeep: has(/^(?:--recursive|-r|sync|rsync)$/),
    };
    case 'dd': return { targets: after(/^of=(.*)$/), isDeep: false };
    case 'curl': return {
      targets: [...after(/^(?:-[a-zA-Z]*o|--output)$/), ...after(/^(?:-o|--output=)(.+)$/), ...has(/^-[a-zA-Z]*O/) ? ['./x'] : [],
        ...after(/^--output-dir(?:=(.*))?$/)],
      isDeep: false,
    };
    case 'wget': return { targets: [...after(/^(?:-[a-zA-Z]*O|-P)$/), ...after(/^--(?:output-document|directory-prefix)=(.*)$/)], isDeep: false };
    case 'tar': case 'bsdtar': case 'gtar': {
      const folders = [...after(/^(?:-[a-zA-Z]*C|--directory)$/), ...after(/^--directory=(.*)$/)];
      const isUnpacked = has(/^-?[a-zA-Z]*x|^--extract|^--get/);
      return { targets: !isUnpacked ? after(/^-?[a-zA-Z]*f$|^--file(?:=(.*))?$/) : folders.length > 0 ? folders : ['.'], isDeep: true };
    }
    case 'unzip': return { targets: has(/^-d/) ? after(/^-d(.*)$/) : ['.'], isDeep: true };
    case 'patch': return { targets: has(/^-d/) ? after(/^-d(.*)$/) : operands.length > 0 ? operands : ['.'], isDeep: true };
    case 'mount': return { targets: operands.slice(-1), isDeep: true };
    case 'find': {
      const started = words.findIndex(word => /^-(?:exec|execdir|ok)$/.test(word));
      const isChange = has(/^-delete$/) || (started !== -1 && writesWithin(words.slice(started + 1)));
      return { targets: isChange ? words.slice(0, words.findIndex(word => word.startsWith('-'))) : [], isDeep: true };
    }
    case 'xargs': return { targets: writesWithin(words) ? ['$xargs'] : [], isDeep: false };
    default: return { targets: [], isDeep: false };
  }
}

/** Whether the command that another one starts writes what it is given. */
function writesWithin(words: readonly string[]): boolean {
  const index = words.findIndex(word => /^(?:\S*\/)?(?:sed|perl|yq|tee|rm|mv|cp|install|ln|truncate|sponge|patch|(?:ba|da|z)?sh)$/.test(word));
  if (index === -1) return false;
  const tool = baseName(words[index]);
  const rest = words.slice(index + 1).filter(word => !['{}', '+', ';'].includes(word));
  return tool.endsWith('sh') || writesOf(tool, [...rest, 'x', 'x']).targets.length > 0;
}

/** Programs that may be given a folder as what they only read. */
const COPIES = /^(?:(?:bsd|g)?tar|cp|rsync|scp|install|dd|sed|perl|yq|g?awk|curl|envsubst)$/;

/**
 * Whether a command gets a folder only as what it reads: the source of a copy, what an archive is made of. Of a program that is not known, and of one
 * that another one starts, that is not said.
 *
 * @param isFolder whether a word is the folder, or is in it
 */
export function onlyReads(command: string, isFolder: (word: string) => boolean): boolean {
  if (/\bxargs\b|\s-(?:exec|delete)\b|\s--remove-(?:source-)?files\b/.test(command)) return false;
  const words = plainWords(command).map((word, index) => ({ word, index, tool: baseName(word) }));
  const first = words.find(({ tool }) => COPIES.test(tool));
  if (first === undefined) return false;
  const rest = words.slice(first.index + 1).map(({ word }) => word);
  if (first.tool === 'install' && rest.some(word => /^-[a-zA-Z]*d$|^--directory$/.test(word))) return true;
  const { targets, isDeep } = writesOf(first.tool, rest);
  return targets.every(target => !isFolder(target) && !target.startsWith('$') && !(isDeep && /^\/(?:etc(?:\/kubernetes)?)?\/?$/.test(target)));
}

/** Variables that are set by login and by the shell: none of them is a folder of static pods. */
const OWN_VARIABLES = /^\$\{?(?:HOME|PWD|OLDPWD|TMPDIR|TMP|TEMP|LOG\w*|KUBECONFIG|XDG_\w+)\b/;

/** Whether a command writes to what a variable says that is not filled in, as the target of a copy or of a redirection. */
export function writesToVariable(command: string): boolean {
  const words = plainWords(command);
  const isOpen = (word: string | undefined) => word !== undefined && /^\$[{\w@*]/.test(word) && !OWN_VARIABLES.test(word);
  const at = words.findIndex((word, index) => index < 3 && /^(?:\S*\/)?(?:cp|mv|ln|install|rsync|tee)$/.test(word));
  if (at !== -1) {
    const operands = words.slice(at + 1).filter(word => !word.startsWith('-'));
    if (isOpen(operands[operands.length - 1])) return true;
  }
  return isOpen(/>\s*["']?(\$\S+)/.exec(command)?.[1]);
}
