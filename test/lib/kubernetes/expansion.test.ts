import { expandReferences } from '../../../src/lib/kubernetes/expansion';

it.each([
  ['$(A)', 'one'], ['$$(A)', '$(A)'], ['$$$(A)', '$one'], ['$(B)', '$(A)'], ['$(C)', '$(C)'], ['$A', '$A'], ['$(A', '$(A'], ['x$', 'x$'],
  ['$(A)-$(A)', 'one-one'], ['$($(A))', '$($(A))'],
])('%s is %s', (text, expected) => {
  expect(expandReferences(text, name => ({ A: 'one', B: '$(A)' })[name])).toBe(expected);
});
