import { Io } from './io';
import { PLAIN, Style } from '../lib/text/style';

const coloured = (code: number) => (text: string) => `\u001b[${code}m${text}\u001b[0m`;

const COLOURS: Style = { good: coloured(32), bad: coloured(31), doubtful: coloured(33) };

/** How a command writes for people. */
export function styleFor({ hasColours, columns }: Pick<Io, 'hasColours' | 'columns'>): Style {
  return { ...hasColours ? COLOURS : PLAIN, columns };
}
