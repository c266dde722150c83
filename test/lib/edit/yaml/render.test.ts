import { renderBlockEntry, RenderStyle } from '../../../../src/lib/edit/yaml/render';
import { parseSource } from '../../../../src/lib/edit/yaml/source-document';
import { editSource } from '../../../../src/lib/edit/yaml/source-edit';

const STYLE: RenderStyle = { keyQuote: 'plain', valueQuote: 'plain', mapIndent: 2, dashIndent: 0 };

describe('renderBlockEntry', () => {
  it('writes a text of several lines as it is', () => {
    expect(renderBlockEntry('content', 'kind: X\nlist:\n- a: "*"\n', STYLE)).toEqual(['content: |', '  kind: X', '  list:', '  - a: "*"']);
  });

  it.each([['no line break at the end', 'a\nb'], ['an empty line', 'a\n\nb\n'], ['a blank first', ' a\nb\n'], ['a blank last', 'a \nb\n'],
    ['a tab', 'a\n\tb\n'], ['one line', 'a\n']])(
    'writes %s in quotes, where nothing can be lost', (_, text) => {
      expect(renderBlockEntry('k', text, STYLE)).toEqual([`k: ${JSON.stringify(text)}`]);
    });

  it.each(['\n', '\r\n'])('is read back as the same text in a file with its line breaks %j', eol => {
    const document = parseSource(`a:${eol}  - b: 1${eol}`, { file: 'f.yaml' });
    const text = editSource([{ document, edits: [{ op: 'insert', path: ['a'], index: 1, value: { content: 'x: 1\ny: 2\n' } }] }]);
    expect(parseSource(text, { file: 'f.yaml' }).data).toEqual({ a: [{ b: 1 }, { content: 'x: 1\ny: 2\n' }] });
    expect(text).toBe(['a:', '  - b: 1', '  - content: |', '      x: 1', '      y: 2', ''].join(eol));
  });
});
