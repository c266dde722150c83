import { agree, isSameText } from '../../../scripts/facts/compare';
import { rangesByMinor } from '../../../scripts/facts/ranges';

const READ = { '1.20': ['1.20.0', '1.20.15'], '1.21': ['1.21.0', '1.21.14'] };
const SUBSET = { '1.20': ['1.20.15'], '1.21': ['1.21.14'] };

/** What each release says of one fact. */
const saying = (values: { readonly [release: string]: string }) => (release: string) =>
  release in values ? { value: values[release], source: `module@v${release} place.go:1` } : undefined;

describe('rows of a fact over releases', () => {
  it('are of whole minors where the releases of a minor agree, with the source of the last that was read of the first', () => {
    expect(rangesByMinor(READ, saying({ '1.20.0': 'a', '1.20.15': 'a', '1.21.0': 'a', '1.21.14': 'a' })))
      .toEqual([{ from: '1.20', to: '1.21', value: 'a', source: 'module@v1.20.15 place.go:1' }]);
  });

  it('begin and end inside a minor where they do not', () => {
    expect(rangesByMinor(READ, saying({ '1.20.0': 'a', '1.20.15': 'b', '1.21.0': 'b' }))).toEqual([
      { from: '1.20', to: '1.20.0', value: 'a', source: 'module@v1.20.0 place.go:1' },
      { from: '1.20.15', to: '1.21.0', value: 'b', source: 'module@v1.20.15 place.go:1' },
    ]);
  });

  it('begin anew after a release that does not have the fact', () => {
    expect(rangesByMinor(READ, saying({ '1.20.0': 'a', '1.20.15': 'a', '1.21.14': 'a' })).map(({ from, to }) => [from, to]))
      .toEqual([['1.20', '1.20'], ['1.21.14', '1.21']]);
  });
});

describe('a check of some releases', () => {
  const table = (read: typeof READ, values: { readonly [release: string]: string }) => ({ read, rows: rangesByMinor(read, saying(values)) });
  const ours = table(READ, { '1.20.0': 'a', '1.20.15': 'b', '1.21.0': 'b', '1.21.14': 'b' });
  const check = (values: { readonly [release: string]: string }) => agree(ours, table(SUBSET, values), ['1.20.15', '1.21.14']);

  it('agrees where these say what the table says of them, whatever the others say', () =>
    expect(check({ '1.20.15': 'b', '1.21.14': 'b' })).toBe(true));

  it.each([[{ '1.20.15': 'a', '1.21.14': 'b' }], [{ '1.20.15': 'b' }], [{ '1.21.14': 'b' }]])(
    'differs for %j', values => expect(check(values)).toBe(false),
  );

  it('compares tables of other projects as a whole', () => {
    expect(agree({ read: ['v1.0.0'], rows: [1] }, { read: ['v1.0.0'], rows: [1] }, [])).toBe(true);
    expect(agree({ rows: [1] }, { rows: [2] }, [])).toBe(false);
  });
});

describe('the text of a table', () => {
  const row = (source: string, value = 'a') => `{"value":"${value}","source":"${source}"}`;
  it.each<[string, string, string, boolean]>([
    ['another patch of a staging module, and another line', row('k8s.io/cloud-provider@v0.37.2 options/a.go:39'),
      row('k8s.io/cloud-provider@v0.37.1 options/a.go:41'), true],
    ['another minor of it', row('k8s.io/cloud-provider@v0.37.2 options/a.go:39'), row('k8s.io/cloud-provider@v0.36.2 options/a.go:39'), false],
    ['another file', row('k8s.io/cloud-provider@v0.37.2 options/a.go:39'), row('k8s.io/cloud-provider@v0.37.2 options/b.go:39'), false],
    ['another release of Kubernetes itself', row('k8s.io/kubernetes@v1.37.2 cmd/a.go:39'), row('k8s.io/kubernetes@v1.37.1 cmd/a.go:39'), false],
    ['another value', row('k8s.io/cloud-provider@v0.37.2 a.go:3'), row('k8s.io/cloud-provider@v0.37.1 a.go:3', 'b'), false],
  ])('with %s', (_, ours, fresh, isSame) => expect(isSameText(ours, fresh)).toBe(isSame));
});
