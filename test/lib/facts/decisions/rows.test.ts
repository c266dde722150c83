import { contradiction, drawn, incomplete, rowCases, Schema } from './schema';
import { SCHEMAS } from './schemas';
import { DECISION_TABLES } from '../../../../src/lib/facts/decisions';
import { Decision } from '../../../../src/lib/facts/decisions/decision';
import { undecided } from '../../../../src/lib/facts/decisions/undecided';
import { KCM_26, KCM_27, node, SAFE } from '../../rules/input';

/** So many rows are tried here, with one value each where the row does not decide; `rows.deep.test.ts` tries all. */
const ROWS = 200;
const SEED = process.env.DEEP_SEED ?? 'rows';

describe('the tables of what decides', () => {
  it('have each how its rows are tested', () => expect(SCHEMAS.map(({ table }) => table)).toEqual(DECISION_TABLES));

  it('have a row for every name that was released, and no other', () => {
    expect(SCHEMAS.map(schema => ({ of: schema.table.title, ...incomplete(schema) })))
      .toEqual(SCHEMAS.map(({ table }) => ({ of: table.title, missing: [], unreleased: [], twice: [] })));
  });

  it(`say what verify says: ${ROWS} rows (seed ${SEED})`, () => {
    const wrong = drawn(rowCases(SCHEMAS), ROWS, SEED).flatMap(one => {
      const said = contradiction(one, 'decides' in one.row ? Infinity : 1);
      return said === undefined ? [] : [`${one.schema.table.title}, ${one.name}: ${said}`];
    });
    expect(wrong).toEqual([]);
  });
});

describe('a table', () => {
  const ROWS_OF_KCM: readonly Decision[] = [
    { names: ['leader-elect'], decides: 'lock' },
    { names: ['v'], harmless: 'it only logs more' },
    { names: ['kubeconfig'], notDecided: 'where it is', usual: ['/etc/kubernetes/kcm.conf'] },
  ];
  const tested = (rows: readonly Decision[]): Schema => ({
    table: { title: 'Flags', rows },
    released: () => ['leader-elect', 'v', 'kubeconfig'],
    input: (name, value) => ({
      ...SAFE, new: node({ version: '1.27.16', kcm: [...KCM_27, ...value === undefined ? [] : [`--${name}=${value}`]], mounts: [] }),
    }),
    values: name => name === 'leader-elect' ? [true, false] : name === 'v' ? [4] : ['/etc/kubernetes/kcm.conf'],
  });
  const said = (row: Decision) => rowCases([tested([row])]).map(one => contradiction(one));

  it('is undecided of a value that is neither a default nor empty', () => {
    const { table } = tested(ROWS_OF_KCM);
    expect([
      undecided(table, 'kubeconfig', '/x'), undecided(table, 'kubeconfig', ['/x']), undecided(table, 'kubeconfig', '/etc/kubernetes/kcm.conf'),
      undecided(table, 'kubeconfig', '/x', '/x'), undecided(table, 'kubeconfig', ''), undecided(table, 'kubeconfig', []),
      undecided(table, 'kubeconfig', null), undecided(table, 'v', '9'), undecided(table, 'no-such-name', 'x'),
    ]).toEqual(['where it is', 'where it is', ...Array.from({ length: 7 }, () => undefined)]);
  });

  it('is complete, or not', () => {
    expect(incomplete(tested(ROWS_OF_KCM))).toEqual({ missing: [], unreleased: [], twice: [] });
    const [, ...others] = ROWS_OF_KCM;
    expect(incomplete(tested([...others, ...others, { names: ['no-such-name'], decides: 'lock' }])))
      .toEqual({ missing: ['leader-elect'], unreleased: ['no-such-name'], twice: ['v', 'kubeconfig'] });
  });

  it('is contradicted by what verify says', () => {
    expect(said({ names: ['leader-elect', 'v'], decides: 'lock' })).toEqual([undefined, 'none of 4 turns a verdict or a finding']);
    expect(said({ names: ['v', 'leader-elect'], harmless: 'it only logs more' }))
      .toEqual([undefined, expect.stringMatching(/^false turns something: /)]);
    expect(said({ names: ['v'], notDecided: 'what it logs' })).toEqual([expect.stringMatching(/^4 is not unknown: holds\nholds/)]);
    const broken: Schema = { ...tested([{ names: ['v'], harmless: 'it only logs more' }]), input: () => ({ ...SAFE, old: node({ kcm: KCM_26 }) }) };
    expect(rowCases([broken]).map(one => contradiction(one))).toEqual([expect.stringContaining('does not hold')]);
  });
});
