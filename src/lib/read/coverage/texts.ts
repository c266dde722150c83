import { InstallerText } from './installer-files';
import { FilesBeside, mentionIn, mentionInFile, mentionInProgram, mentionsBeside } from './mentions';
import { unread, WHY } from './unread-part';
import { isProgram } from '../../facts/inputs/texts';
import { Doubt, NO_DOUBT, PassedOver } from '../../view/model';
import { OtherText } from '../documents/documents';

/**
 * What names a controller manager, or has its command line, or is a file of an installer, and was not modelled.
 *
 * @param made distributions whose pods are in the input: what they are told is in those
 * @param installerOf what an installer makes of a text
 */
export function uncoveredTexts(
  texts: readonly OtherText[], files: FilesBeside, made: readonly string[], installerOf: (text: OtherText) => InstallerText | undefined,
): readonly Doubt[] {
  const mentionOf = mentionsBeside(files);
  return texts.flatMap(({ file, text }): readonly Doubt[] => {
    const installer = installerOf({ file, text });
    if (installer) {
      const { line, what, fix, mayRun } = installer;
      return [{ place: { file, line }, what: `${file} is ${what}, and is not read`, why: WHY, fix, mayRun }];
    }
    const mention = mentionInFile(file, text, files, mentionOf);
    if (!mention || (mention.distribution !== undefined && made.includes(mention.distribution))) return NO_DOUBT.isTold;
    return [{
      ...unread(`${file} has ${mention.what}, and is not read`, { file, line: mention.line }), like: { form: 'text', what: mention.what },
    }];
  });
}

/**
 * Programs and patches that have an image or a command line of a controller manager: what they make of it is not known, unless the input has what
 * runs that image. Documentation starts nothing.
 *
 * @param images of components that were read, `repository:tag`
 */
export function proseOf(
  texts: readonly OtherText[], images: ReadonlySet<string>,
): { readonly unread: readonly Doubt[]; readonly passedOver: readonly PassedOver[] } {
  const found = texts.flatMap(({ file, text }) => {
    const mention = isProgram(file) ? mentionInProgram(text) : mentionIn(text);
    return mention === undefined ? [] : [{ file, mention }];
  });
  const isOpen = ({ file, mention }: typeof found[number]) => isProgram(file) && (/\.(patch|diff)$/i.test(file) || !images.has(mention.image ?? ''));
  return {
    unread: found.filter(isOpen).map(({ file, mention }) => ({
      ...unread(`${file} has ${mention.what}, and is not run`, { file, line: mention.line }),
      like: { form: 'text' as const, what: mention.what },
      fix: 'Give what it writes; if that is in the input or reaches no cluster, leave the program out of it.',
    })),
    passedOver: found.filter(one => !isOpen(one)).map(({ file, mention }) => ({
      place: { file, line: mention.line },
      what: isProgram(file) ? `a program; what runs ${mention.what} is in the input` : `documentation, which has ${mention.what}`,
      isStaticPod: false,
    })),
  };
}
