import { plainWords } from './shell-words';

/** What a program does with a folder that it is given. */
interface Program {
  readonly name: RegExp;
  /** Whether words of its command line leave the folder as it is. */
  readonly reads: (words: readonly string[], isFolder: (word: string) => boolean) => boolean;
}

const isFlag = (word: string) => word.startsWith('-');
const editsInPlace = (word: string) => /^-[a-zA-Z0]*i|^--in-?place\b/.test(word);

/** What it writes to is its last operand, or what `-t` names; an operand alone is both. */
function isSourceOnly(words: readonly string[], isFolder: (word: string) => boolean): boolean {
  const at = words.findIndex(word => /^(?:-t|--target-directory)(?:=|$)/.test(word));
  const named = at === -1 ? undefined : /=(.*)$/.exec(words[at])?.[1] ?? words[at + 1];
  const operands = words.filter(word => !isFlag(word));
  const target = named ?? (operands.length > 1 ? operands[operands.length - 1] : undefined);
  const isKnown = target !== undefined && (/^[\w.@-]+:/.test(target) || !target.startsWith('$'));
  return isKnown && !isFolder(target) && !words.some(word => word === '--remove-source-files');
}

/** An archive is made of it, and is not in it: tar(1). */
function isArchived(words: readonly string[], isFolder: (word: string) => boolean): boolean {
  const modes = words.filter((word, index) => index === 0 || /^-[A-Za-z]/.test(word));
  const isMade = words.includes('--create') || modes.some(mode => /^-?[A-Za-z]*c[A-Za-z]*$/.test(mode));
  const archive = words[words.findIndex(word => /^-?[A-Za-z]*f$/.test(word) || word === '--file') + 1];
  return isMade && !words.includes('--remove-files') && !(archive !== undefined && isFolder(archive));
}

/** tar(1), cp(1), install(1), rsync(1), scp(1), dd(1), sed(1), perlrun(1), gawk(1), curl(1), envsubst(1); yq of github.com/mikefarah/yq. */
const PROGRAMS: readonly Program[] = [
  { name: /^(?:tar|bsdtar|gtar)$/, reads: isArchived },
  { name: /^(?:cp|rsync|scp)$/, reads: isSourceOnly },
  { name: /^install$/, reads: (words, isFolder) => words.some(word => /^-[a-zA-Z]*d$|^--directory$/.test(word)) || isSourceOnly(words, isFolder) },
  { name: /^dd$/, reads: (words, isFolder) => words.some(word => word.startsWith('of=') && !isFolder(word.slice(3)) && !word.startsWith('of=$')) },
  { name: /^(?:sed|perl|yq|g?awk)$/, reads: words => !words.some(editsInPlace) },
  {
    name: /^curl$/,
    reads: (words, isFolder) => words.every((word, index) => !isFolder(word) || /^(?:-T|--upload-file)$/.test(words[index - 1] ?? '')),
  },
  { name: /^envsubst$/, reads: () => true },
];

/**
 * Whether a command gets a folder only as what it reads: the source of a copy, what an archive is made of. Of a program that is not known, and of one
 * that another one starts, that is not said.
 *
 * @param isFolder whether a word is the folder, or is in it
 */
export function onlyReads(command: string, isFolder: (word: string) => boolean): boolean {
  if (/\bxargs\b|\s-(?:exec|delete)\b/.test(command)) return false;
  const words = plainWords(command);
  const starts = words.flatMap((word, index) => {
    const name = word.slice(word.lastIndexOf('/') + 1);
    const program = PROGRAMS.find(one => one.name.test(name));
    return program ? [{ program, index }] : [];
  });
  const [first] = starts;
  return first !== undefined && first.program.reads(words.slice(first.index + 1), isFolder);
}

/** Variables that are set by login and by the shell: none of them is a folder of static pods. */
const OWN_VARIABLES = /^\$\{?(?:HOME|PWD|OLDPWD|TMPDIR|TMP|TEMP|LOG\w*|KUBECONFIG|XDG_\w+)\b/;

/** Whether a command writes to what a variable says that is not filled in, as the target of a copy or of a redirection. */
export function writesToVariable(command: string): boolean {
  const words = plainWords(command);
  const isOpen = (word: string | undefined) => word !== undefined && /^\$[{\w@*]/.test(word) && !OWN_VARIABLES.test(word);
  const at = words.findIndex((word, index) => index < 3 && /^(?:\S*\/)?(?:cp|mv|ln|install|rsync|tee)$/.test(word));
  if (at !== -1) {
    const operands = words.slice(at + 1).filter(word => !isFlag(word));
    if (isOpen(operands[operands.length - 1])) return true;
  }
  return isOpen(/>\s*["']?(\$\S+)/.exec(command)?.[1]);
}
