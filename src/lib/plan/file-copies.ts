import { BACKUP_DIR } from './object-copies';
import { PlanStateName } from './state';
import { STATIC_POD_PATH } from '../kubernetes/node';

/*
 * As of objects (object-copies.ts), the copy of a state is made when a plan leaves the state, and is used up when the state is entered again: `.used`
 * beside it says so, and the next plan that leaves the state makes a new one in its place. `.absent` beside it says that there was no file. A file
 * with the sum that a step gives it is that step's, put by a run that was killed: it is never copied in place of what was there before.
 *
 * The tasks save-files, restore-files, restore-paths and take-back do the same.
 */

/** Makes the folder of a file, and keeps a copy of the file; `ours` is a condition that is true of a file of the step. */
export function keepFile(state: PlanStateName, path: string, ours?: string): readonly string[] {
  return [
    ...copyOf(state, path),
    `mkdir -p ${folderOf(kept(state, path))}`,
    `${HAS_COPY} && ${NOT_USED}${ours === undefined ? '' : ` && ${ours}`} ||`,
    `  if [ -e ${path} ]; then rm -f "$copy.absent" && cp -p ${path} "$copy.new" && mv -f "$copy.new" "$copy"; `
      + 'else rm -f "$copy" && touch "$copy.absent"; fi &&',
    '  rm -f "$copy.used"',
  ];
}

const HAS_COPY = '{ [ -e "$copy" ] || [ -e "$copy.absent" ]; }';
const NOT_USED = '[ ! -e "$copy.used" ]';

function copyOf(state: PlanStateName, path: string): readonly string[] {
  return [`copy=${kept(state, path)}`];
}

function kept(state: PlanStateName, path: string): string {
  return `${BACKUP_DIR}/${state}${path}`;
}

/** Whether it is known what a file was. */
export function fileHasCopy(state: PlanStateName, path: string): string {
  return [...copyOf(state, path), HAS_COPY].join('; ');
}

/** Whether a file has this sum, `-`: is absent. */
export function hasSum(path: string, sum: string): string {
  return sum === '-' ? `[ ! -e ${path} ]` : `echo '${sum}  ${path}' | sha256sum -c --status 2>/dev/null`;
}

/** Whether a file is none of these, and its copy is one of them and not given back yet: a program wrote it that is not ours. */
export function isForeign(path: string, before: readonly string[]): string {
  const isOf = (file: string) => `sha256sum < ${file} | grep -qE '^(${before.join('|')}) '`;
  return `{ [ -e "$copy" ] && ${NOT_USED} && ${isOf('"$copy"')} && ! { ${isOf(path)}; } 2>/dev/null; }`;
}

/** Gives a file back of which a copy must say what it was. */
export function giveFileBack(state: PlanStateName, path: string): readonly string[] {
  return [
    ...copyOf(state, path),
    `if ${HAS_COPY}; then`,
    ...putBack(path),
    `else echo 'no copy says what ${path} was: put it back from where you keep it' >&2; false; fi`,
  ];
}

/**
 * The same on one condition.
 *
 * @param keepsFound whether another program may have written what lies there: nobody else has those bytes
 */
export function giveFileBackIf(condition: string, state: PlanStateName, path: string, keepsFound: boolean): readonly string[] {
  const [copy, ...rest] = giveFileBack(state, path);
  return [copy, `if ${condition}; then`, ...keepsFound ? [keptAsFound(path)] : [], ...rest.map(line => `  ${line}`), 'fi'];
}

function keptAsFound(path: string): string {
  return `  { [ ! -e ${path} ] || cp -p ${path} "$copy.found"; } &&`;
}

/** The first branch of an `if`, as far as its `else`: gives a file back where there is a copy. Its folder stays, and tells when the file went. */
export function giveFileBackElse(state: PlanStateName, path: string): readonly string[] {
  return [...copyOf(state, path), `if ${HAS_COPY}; then`, ...putBack(path, `rm -f ${path}`), 'else'];
}

/** The way back of a step that changed a file from what `state` has to what `left` has; where it made no copy yet, it changed nothing either. */
export function takeFileBack(state: PlanStateName, left: PlanStateName, path: string): readonly string[] {
  return [...copyOf(state, path), `if ${HAS_COPY} && ${NOT_USED}; then`, `  rm -f ${kept(left, path)}.used &&`, ...putBack(path), 'fi'];
}

/** After a file was brought to what `state` has, other than from its copy. */
export function fileCopyUsed(state: PlanStateName, path: string): readonly string[] {
  return [...copyOf(state, path), `! ${HAS_COPY} || touch "$copy.used"`];
}

/** By a rename; a file that is as its copy is left alone: a process would seem to be older than it. */
function putBack(path: string, remove = removeFile(path)): readonly string[] {
  return [
    '  if [ -e "$copy" ]; then',
    `    cmp -s "$copy" ${path} || { ${folderMade(path)}cp -p "$copy" ${staged(path)} && mv -f ${staged(path)} ${path}; }`,
    `  else ${remove}; fi && touch "$copy.used"`,
  ];
}

/** With its folder, where a plan made that and nothing else lies in it. */
export function removeFile(path: string): string {
  const folder = folderOf(path);
  if (OF_EVERY_NODE.includes(folder)) return `rm -f ${path}`;
  return `rm -f ${path} && { [ ! -d ${marked(folder)} ] || ! rmdir ${folder} 2>/dev/null || rmdir ${marked(folder)}; }`;
}

/** Makes the folder of a file, and remembers that it was not there. */
export function makeFolder(path: string): string {
  const folder = folderOf(path);
  return OF_EVERY_NODE.includes(folder) ? `mkdir -p ${folder}` : `[ -d ${folder} ] || mkdir -p ${marked(folder)} ${folder}`;
}

function folderMade(path: string): string {
  return OF_EVERY_NODE.includes(folderOf(path)) ? '' : `{ ${makeFolder(path)}; } && `;
}

/** Folders that no plan makes. */
const OF_EVERY_NODE: readonly string[] = ['/etc', '/etc/kubernetes', STATIC_POD_PATH, '/var/lib/kubelet'];

function marked(folder: string): string {
  return `${BACKUP_DIR}/folders${folder}.made`;
}

/** In the same file system, and no kubelet runs it there. */
export function staged(path: string): string {
  const folder = folderOf(path);
  const base = path.slice(path.lastIndexOf('/') + 1);
  return `${folder === STATIC_POD_PATH ? folderOf(STATIC_POD_PATH) : folder}/.ccm-migration-new-${base}`;
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}
