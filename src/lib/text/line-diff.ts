/** Lines around a change that stay. */
const CONTEXT = 2;
/** Texts beyond this product of lines are shown as removed and added as a whole. */
const MAX_CELLS = 4_000_000;

/** The difference of two texts as lines with `-`, `+` or a blank before them; `@@` stands for lines that are left out. */
export function lineDiff(before: string, after: string): readonly string[] {
  return withContext(marked(linesOf(before), linesOf(after)));
}

/** The lines of a difference that come or go. */
export function changedLines(diff: readonly string[]): readonly string[] {
  return diff.filter(line => /^[+-]/.test(line));
}

function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  return lines[lines.length - 1] === '' ? lines.slice(0, -1) : lines;
}

/** Every line of both, with `-`, `+` or a blank before it. */
function marked(a: readonly string[], b: readonly string[]): readonly string[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return [
    ...a.slice(0, start).map(line => ` ${line}`),
    ...middle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...a.slice(a.length - end).map(line => ` ${line}`),
  ];
}

/** By the longest common subsequence. */
function middle(a: readonly string[], b: readonly string[]): readonly string[] {
  if (a.length * b.length > MAX_CELLS) return [...a.map(line => `-${line}`), ...b.map(line => `+${line}`)];
  const length = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      length[i][j] = a[i] === b[j] ? length[i + 1][j + 1] + 1 : Math.max(length[i + 1][j], length[i][j + 1]);
    }
  }
  const lines: string[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push(` ${a[i]}`);
      i += 1;
      j += 1;
    } else if (i < a.length && (j === b.length || length[i + 1][j] >= length[i][j + 1])) {
      lines.push(`-${a[i]}`);
      i += 1;
    } else {
      lines.push(`+${b[j]}`);
      j += 1;
    }
  }
  return lines;
}

function withContext(lines: readonly string[]): readonly string[] {
  const isNear = lines.map((_, index) => lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(line => !line.startsWith(' ')));
  return lines.flatMap((line, index) => (isNear[index] ? [line] : index > 0 && isNear[index - 1] ? ['@@'] : []))
    .filter((line, index, all) => !(line === '@@' && index === all.length - 1));
}

/**
 * The line, from 1, of a text from which another one was made by edits; of a line that an edit made or changed, one that it stands for.
 *
 * @param line of the text that was made, from 1
 * @param found what is looked for among the lines that an edit changed
 */
export function givenLine(given: string, made: string, line: number, found: string): number {
  let [at, own] = [0, 0];
  let changed: number[] = [];
  const all = marked(given.split('\n'), made.split('\n'));
  for (const [index, one] of all.entries()) {
    const mark = one[0];
    if (mark !== '+') at += 1;
    if (mark !== '-') own += 1;
    changed = mark === ' ' ? [] : mark === '-' ? [...changed, at] : changed;
    if (mark === ' ' && own === line) return at;
    if (mark !== '+' || own !== line) continue;
    const rest = all.slice(index + 1);
    const end = rest.findIndex(next => next.startsWith(' '));
    const behind = rest.slice(0, end < 0 ? rest.length : end).filter(next => next.startsWith('-')).map((_, step) => at + step + 1);
    const lines = [...changed, ...behind];
    return lines.find(number => given.split('\n')[number - 1].includes(found)) ?? lines[0] ?? Math.max(at, 1);
  }
  return Math.max(at, 1);
}
