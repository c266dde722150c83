import { Seen } from './result';
import { grouped } from '../kubernetes/once-for';
import { counted } from '../text/counted';
import { printable } from '../text/printable';

/** Files of each index that are named: more are counted. */
const MOST_NAMED = 5;

/** Which files are not what synthesis wrote, a sentence for each index, and what to do about it. */
export function editedSentences({ edited = [] }: Pick<Seen, 'edited'>): readonly string[] {
  return [...grouped(edited, ({ index }) => index)].map(([index, files]) => {
    const named = files.slice(0, MOST_NAMED).map(({ file }) => printable(file)).join(', ');
    const more = files.length > MOST_NAMED ? ` and ${counted(files.length - MOST_NAMED, 'more file')}` : '';
    const sums = files.length === 1 ? 'another sum' : 'other sums';
    return `${named}${more}, of which ${printable(index)} has ${sums}; make the change in the program or its `
      + 'input and run synth again, since the next run of synth takes it back; what follows is about the files as they are';
  });
}
