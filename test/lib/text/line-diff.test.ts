import { givenLine } from '../../../src/lib/text/line-diff';

describe('the line of a text that another one was made from', () => {
  it.each([
    ['the same', 'a\nb\nc\n', 'a\nb\nc\n', 2, 'b', 2],
    ['below lines that were taken out', 'a\nx\ny\nb\n', 'a\nb\n', 2, 'b', 4],
    ['below lines that were added', 'a\nb\n', 'x\na\ny\nb\n', 4, 'b', 2],
    ['that was changed', 'a\nb 1\nc\n', 'a\nB 1\nc\n', 2, '1', 2],
    ['that was changed beside others', 'a\nb 1\nc 2\nd\n', 'a\nB 1\nC 2\nd\n', 3, '2', 3],
    ['that was added where nothing was', 'a\nb\n', 'a\nx\nb\n', 2, 'x', 1],
    ['that was added first', 'a\n', 'x\na\n', 1, 'x', 1],
  ])('is found: %s', (_, given, made, line, found, expected) => {
    expect(givenLine(given, made, line, found)).toBe(expected);
  });
});
