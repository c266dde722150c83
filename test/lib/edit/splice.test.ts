import { applySplices } from '../../../src/lib/edit/splice';

describe('applySplices', () => {
  it('applies all to the text as it was, those at one place in the order given', () => {
    expect(applySplices(
      'abcdef', [{ start: 4, end: 5, text: 'E' }, { start: 1, end: 3, text: '' }, { start: 1, end: 1, text: '1' }, { start: 1, end: 1, text: '2' }],
    ))
      .toBe('a12dEf');
  });

  it('fails for splices that overlap or lie outside', () => {
    expect(() => applySplices('abc', [{ start: 0, end: 2, text: '' }, { start: 1, end: 3, text: '' }]))
      .toThrow(new Error('splices overlap: one starts at 1, the one before ends at 2'));
    expect(() => applySplices('abc', [{ start: 2, end: 4, text: '' }])).toThrow(new Error('splice 2..4 is not a range of a text of 3 characters'));
  });
});
