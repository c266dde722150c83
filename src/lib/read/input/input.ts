import { DataMap } from '../../edit/yaml/data';
import { SourceDocument } from '../../edit/yaml/source-document';
import { MadeText, MadeUnreadable } from '../../installers/made-file';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { Doubt, InertKindClaim } from '../../view/model';

/** What is at a path: its text, or why it could not be read as text. */
export type FileContent =
  | MadeText & {
    /** What its documents say, where that is known before: of a file that is about to be written. Its text is made when it is asked for. */
    readonly data?: readonly DataMap[];
    /** Its documents, where it is too large to be one text: `text` is empty. */
    readonly parts?: readonly DocumentPart[];
    /** Sum of what was read, where that is not `text`: of a file in parts. */
    readonly sha256?: string;
    /** What was cut off before anything was made of it: `users`. */
    readonly cut?: string;
  }
  | MadeUnreadable & {
    /** Whether nothing in it can be started: bytes that are no text and no archive, a socket. */
    readonly isInert?: boolean;
    /** Whether it stands for a folder of the input, which is read where it is. */
    readonly isReadElsewhere?: boolean;
    /** Of a link that is not followed: where it points to, as it says. */
    readonly linkTo?: string;
  };

/** Whether a file is text that is yet to be parsed. */
export function isUnparsed(content: FileContent): content is Extract<FileContent, { readonly text: string }> {
  return 'text' in content && content.data === undefined && content.parts === undefined;
}

/** A document of a text that is too large to be parsed as one. */
export interface DocumentPart {
  readonly data: DataMap;
  /** Where it begins. */
  readonly line: number;
  /** As it stands there. None: it was let go, and all of it is reported where it begins. */
  readonly text?: string;
}

/** One `<dir>` argument. */
export interface VerifyDirectory {
  /** As it was given; findings name files below it. */
  readonly name: string;
  /** By path below the folder, with `/`. */
  readonly files: ReadonlyMap<string, FileContent>;
  /** Releases of nodes that say none, by their folders: machines that are yet to be made. */
  readonly versions?: ReadonlyMap<string, KubernetesVersion>;
  /** Paths of folders that are not read: of version control and of packages. */
  readonly skipped?: readonly string[];
}

/** A component that the user says runs, though the input does not show it. */
export interface Assumption {
  /** As it was given. */
  readonly text: string;
  readonly version: KubernetesVersion;
  /** Value of `--cloud-provider`. */
  readonly cloudProvider: string;
}

/** Documents by the whole text of their file. */
export type KnownDocuments = ReadonlyMap<string, readonly SourceDocument[]>;

export interface VerifyInput {
  readonly directories: readonly VerifyDirectory[];
  /** For components whose image does not say. */
  readonly kubernetesVersion?: KubernetesVersion;
  /** Of images whose tags do not say it, by their reference or the end of it. */
  readonly imageVersions?: ReadonlyMap<string, KubernetesVersion>;
  /** Whether a release of the AWS cloud-controller-manager that is younger than the tables is read as the last one before it. */
  readonly unreadRelease?: boolean;
  /** What runs in the cluster besides what is in the input, as the user says. */
  readonly assume?: readonly Assumption[];
  /** Kinds that are taken to be inert, as the user says. */
  readonly inertKinds?: readonly InertKindClaim[];
  /** What could not be read before this. */
  readonly unread?: readonly Doubt[];
  /** Controllers, by logical name, that the strategy leaves without a runner for a while. */
  readonly declaredGaps?: readonly string[];
  /** Whether the user has accepted that something else does the work of controllers which the input leaves out. */
  readonly acceptsGaps?: boolean;
  /** Whether objects are given as they are in several states, one after the other: then one that is given twice is changed on the way. */
  readonly hasSeveralStates?: boolean;
  /** Whether objects are asked about without any controller manager beside them. */
  readonly mayHoldNone?: boolean;
  /** Documents of some of the texts, where the caller had to parse them already, and none has a key twice. */
  readonly documents?: KnownDocuments;
}

/** Input that cannot be read at all: the command ends with one line and exit code 2. */
export class UnreadableInput extends Error {
  /** Of an input that has several documents of a kind, of which one cluster has one. */
  public static several(directory: string, plural: string, all: readonly { readonly name: string; readonly file: string }[]): UnreadableInput {
    const names = [...new Set(all.map(({ name }) => `'${name}'`))];
    const has = names.length > 1 ? `${plural} ${names.join(' and ')}` : `${all.length} ${plural} ${names[0]}`;
    const why = names.length > 1 ? 'check one cluster at a time' : 'each may be another state of the cluster: check one at a time';
    return new UnreadableInput(`'${directory}' has ${has}; ${why}: ${eachByItself(all.map(({ file }) => file))}`);
  }
}

/** More commands are not printed. */
const MOST = 3;

/** Of files that each say something of their own cluster, or of a state of their own of one, what to type to check them one at a time. */
function eachByItself(files: readonly string[]): string {
  // Of files with the same bytes the first is named for each: they are the same state.
  const folders = [...new Set(files)].map(file => file.split('/').slice(0, -1).join('/'));
  const isOfItself = (folder: string) => folder !== '' && folders.filter(one => one === folder).length === 1;
  if (!folders.every(isOfItself)) return 'move each into a folder of its own, then run ccm-migration verify on each';
  const commands = folders.slice(0, MOST).map(folder => `ccm-migration verify ${folder}`).join(', then ');
  return `${commands}${folders.length > MOST ? `, and so on with ${folders.length - MOST} more` : ''}`;
}

/** Input without anything that is checked. */
export class NothingToCheck extends UnreadableInput {}

/** A text in which all is mentioned that a file has at first sight; of known objects, what they are and what they are called. */
export function atFirstSight(content: FileContent): string {
  if ('unreadable' in content) return '';
  const { data } = content;
  if (!data || data.some(({ kind }) => String(kind).endsWith('List'))) return content.text;
  return data.map(({ apiVersion, kind, metadata }) => `apiVersion: ${String(apiVersion)}\nkind: ${String(kind)}\nmetadata: `
    + `${JSON.stringify(metadata)}\n`).join('');
}

/** The text of a file that is needed. */
export function textOf(content: FileContent, file: string): string {
  if ('unreadable' in content) throw new UnreadableInput(`${file}: ${content.unreadable}`);
  return content.text;
}

/** The name of what a pipe brings, as a folder and as the file in it. */
export const STANDARD_INPUT = '-';
/** What a live cluster can be judged without, but for managers that run elsewhere. */
export const FEWER_OBJECTS = 'leave out pods and ConfigMaps outside of kube-system: (kubectl get no,ns,ds,deploy,sts,cj,hpa,roles,rolebindings,'
  + 'clusterroles,clusterrolebindings -A -o json; kubectl get po,cm -n kube-system -o json) | ccm-migration verify -';
