import { VerifyInput } from '../read/input/input';

/** Whether a text of the input has a word: an alert the name of a metric, a Node a label. */
export function namesIn({ directories }: VerifyInput): (word: string) => boolean {
  const answers = new Map<string, boolean>();
  return word => {
    const known = answers.get(word);
    if (known !== undefined) return known;
    const found = directories.some(({ files }) => [...files.values()].some(content => {
      if (!('text' in content)) return false;
      return content.text.includes(word) || content.parts?.some(({ text, data }) => (text ?? JSON.stringify(data)).includes(word)) === true;
    }));
    answers.set(word, found);
    return found;
  };
}
