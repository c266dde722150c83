import { Verdict } from '../../proof/verdict';
import { isPlaceholder } from '../../text/placeholder';
import { baseName } from '../../text/shell-words';
import { ComponentView, Doubt, livenessDoubt, mayRunDoubt, NO_DOUBT, PassedOver } from '../../view/model';
import { ClusterFiles } from '../cluster/cluster-files';
import { bySource } from '../coverage/by-source';
import { installerText } from '../coverage/installer-files';
import { uncoveredObjects } from '../coverage/objects';
import { InstallerReading } from '../coverage/renderers';
import { withTellingWord } from '../coverage/telling-words';
import { uncoveredTexts } from '../coverage/texts';
import { Documents, ObjectAt, placeAt } from '../documents/documents';
import { VerifyInput } from '../input/input';
import { fileName, isStaticPodFile, placeOfInput } from '../input/layout';
import { ReadGroup } from '../nodes/kind-reader';

/** What was read, and what is left of the input. */
export interface WhatWasRead {
  readonly input: VerifyInput;
  readonly documents: Documents;
  readonly files: readonly ClusterFiles[];
  readonly read: readonly ReadGroup[];
  readonly objects: readonly ObjectAt[];
  readonly installers: ReadonlyMap<string, InstallerReading>;
  readonly views: readonly ComponentView[];
  /** Of programs and documentation. */
  readonly prose: readonly Doubt[];
}

/** What no reader took, and may run a controller manager. */
export function everythingUnread({ input, documents, files, read, objects, installers, views, prose }: WhatWasRead): readonly Doubt[] {
  const contents = input.directories.flatMap(directory => [...directory.files.values()]);
  const made = new Set(contents.flatMap(content => 'text' in content && content.origin ? [content.text] : []));
  const paths = input.directories.flatMap(directory => [...directory.files.keys()]);
  const beside = { all: new Set(paths.map(baseName)), applied: new Set(paths.filter(path => !isStaticPodFile(path)).map(baseName)) };
  return bySource([
    ...input.unread ?? NO_DOUBT.isRight,
    ...files.flatMap(one => one.unread),
    ...read.flatMap(({ kind }) => kind.unread),
    ...objects.flatMap(ofUnknownKind),
    ...uncoveredObjects(objects, documents, made, installers),
    ...uncoveredTexts([...files.flatMap(({ rest }) => rest), ...read.flatMap(({ kind }) => kind.rest)], beside, distributionsOf(views),
      ({ file, text }) => installerText(text, file, documents, objects)),
    ...prose,
  ], input.directories);
}

/** An object that is not filled in may become any other, of which something here is in want. */
function ofUnknownKind({ kind, apiVersion, name, file, document, base }: ObjectAt): readonly Doubt[] {
  return isPlaceholder(kind) || isPlaceholder(apiVersion) ? [mayRunDoubt(
    placeAt(file, document, base), `${apiVersion} ${kind} ${name} is not filled in`,
    'What it becomes may run a controller manager, or be what one needs.', 'Fill it in first: hand in what is applied.',
  )] : NO_DOUBT.isRight;
}

/** RKE2 is the one distribution that makes static pods, of images of its own. */
function distributionsOf(views: readonly ComponentView[]): readonly string[] {
  const isOfRke2 = views.some(view => /(^|\/)rancher\/hardened-kubernetes$/.test(view.image?.repository ?? ''));
  return isOfRke2 ? ['RKE2'] : [];
}

/** What starts nothing, and why. */
export function everythingPassedOver(
  { input: { directories }, files, read }: Pick<WhatWasRead, 'input' | 'files' | 'read'>, ofProse: readonly PassedOver[], told: readonly Doubt[],
): readonly PassedOver[] {
  return [
    ...read.flatMap(({ kind }) => kind.passedOver ?? NO_DOUBT.isRight),
    ...ofProse,
    ...withTellingWord(files.flatMap(({ rest }) => rest), told),
    ...directories.flatMap(directory => (directory.skipped ?? NO_DOUBT.isRight).map(path =>
      ({ place: { file: fileName(directory, path), line: 1 }, what: 'a folder of version control or of packages', isStaticPod: false }))),
  ];
}

/** More kinds or locks than can be enumerated are a matter of the input. */
export function beyondLimits({ beyondLimits: what }: Verdict, { directories }: VerifyInput): readonly Doubt[] {
  return what === undefined ? NO_DOUBT.isRight : [livenessDoubt(
    placeOfInput(directories), what, 'Liveness may be broken in a mix that was not looked at.',
    'Hand in fewer folders at a time, of nodes that are there together, or make nodes that are meant to be alike the same.',
  )];
}
