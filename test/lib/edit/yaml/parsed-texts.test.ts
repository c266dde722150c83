import { ParsedTexts } from '../../../../src/lib/edit/yaml/parsed-texts';

describe('texts of many files', () => {
  it('are parsed once, and say the name of the file that is asked for', () => {
    const texts = new ParsedTexts();
    const [first, second] = ['one.yaml', 'two.yaml'].map(file => texts.of('a: {b: c}\n', file));
    expect(second.root).toBe(first.root);
    expect([first, second].map(({ file, data }) => [file, data])).toEqual([['one.yaml', { a: { b: 'c' } }], ['two.yaml', { a: { b: 'c' } }]]);
    expect(second.error(second.offset(['a', 'b']), 'wrong').message).toBe('two.yaml:1:8: wrong');
    expect([...texts.all.keys()]).toEqual(['a: {b: c}\n']);
  });

  it('fail each time where they are no YAML, with the file that is asked for', () => {
    const texts = new ParsedTexts();
    for (const file of ['one.yaml', 'two.yaml']) expect(() => texts.of('a: [', file)).toThrow(`${file}:`);
    expect(texts.all.size).toBe(0);
  });
});
