import { isInertText } from '../../facts/inert-texts';
import { ONLY_SAYS, TELLING_WORD } from '../../facts/inputs/repository-files';
import { isProse } from '../../facts/inputs/texts';
import { counted } from '../../text/counted';
import { Doubt, NO_DOUBT, PassedOver, Place } from '../../view/model';
import { OtherText } from '../documents/documents';

/** What is behind that many characters of a line is not looked at. */
const LONGEST = 1000;

/** The first word of a controller manager, a kubelet, kubeadm or an installer in a file. */
export function tellingWord(file: string, text: string): { readonly place: Place; readonly word: string } | undefined {
  const lines = text.split('\n').map(line => line.slice(0, LONGEST));
  const index = lines.findIndex(line => TELLING_WORD.test(line) && !ONLY_SAYS.test(line));
  return index === -1 ? undefined : { place: { file, line: index + 1 }, word: TELLING_WORD.exec(lines[index])![0] };
}

/**
 * Files of a repository that have such a word, and nothing that is known to start a controller manager: each is named. Where nothing is told of
 * sources, the input is what was collected of a cluster, and what it has besides was looked at file by file.
 *
 * @param texts files that no reader took
 * @param told what is said of the others
 */
export function withTellingWord(texts: readonly OtherText[], told: readonly Doubt[]): readonly PassedOver[] {
  if (told.every(({ like }) => like === undefined)) return NO_DOUBT.isRight;
  const named = new Set(told.flatMap(({ place, lines = [] }) => [place.file, ...lines.flatMap(line => /^(.*?):\d+: /.exec(line)?.[1] ?? [])]));
  const found = texts.flatMap(({ file, text }) =>
    named.has(file) || isProse(file) || isInertText(file, text) ? NO_DOUBT.isTold : tellingWord(file, text) ?? NO_DOUBT.isRight);
  if (found.length === 0) return NO_DOUBT.isRight;
  const [first, ...others] = found.map(({ place, word }) => ({ place, says: `${place.file}:${place.line} (${word})` }));
  const besides = others.length === 0 ? '' : `, and so ${others.length === 1 ? 'has' : 'have'} ${counted(others.length, 'other file')}: ${
    others.map(({ says }) => says).join(', ')}`;
  return [{
    place: first.place,
    what: `it has the word ${found[0].word} in line ${first.place.line}, and nothing that is known to start a controller manager${besides}`,
    isStaticPod: false,
  }];
}
