import { printable } from './printable';
import { Style } from './style';

/** Something that is said of a line of a file. */
export interface PlacedText {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly text: string;
  /** What stands below it, further in. */
  readonly details: readonly string[];
}

/** In front of details on a terminal. */
export const DETAIL = ' '.repeat(6);

/**
 * In a log each with its place in front, as other programs look for it; on a terminal below the name of its file, where one that was named a line
 * before is not named again.
 */
export function placedLines(all: readonly PlacedText[], { columns }: Style): readonly string[] {
  if (columns === undefined) {
    return all.flatMap(({ file, line, text, details }) => [`${printable(file)}:${line}: ${text}`, ...details.map(detail => `    ${detail}`)]);
  }
  const files = [...new Set(all.map(({ file }) => file))];
  return files.flatMap(name => [printable(name), ...all.filter(({ file }) => file === name).flatMap(({ line, text, details }) => [
    `  ${line}: ${text}`, ...details.map(detail => `${DETAIL}${detail}`),
  ])]);
}
