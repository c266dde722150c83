import { neighbours } from '../../../scripts/facts/ccm-code/changes';
import { readChanges, readLinked, readOwnChanges, readVerdicts, unjudged } from '../../../scripts/facts/ccm-code/tables';
import { BEHAVIOUR_CHANGES } from '../../../src/lib/facts/ccm-behaviour-changes';
import { AWS_CCM_CHANGES, hasChange } from '../../../src/lib/facts/ccm-changes';
import { AWS_CCM_FAULTS, faultsOf, isAssessed } from '../../../src/lib/facts/ccm-faults';
import { awsCcmReleases } from '../../../src/lib/facts/ccm-releases';
import { isRefusedBy, SERVICE_REFUSALS } from '../../../src/lib/facts/service-refusals';
import { hasSince, parseRelease } from '../../../src/lib/facts/since';

const CHANGES = readChanges();
const VERDICTS = readVerdicts();
/** What `upgrade` says of generated tables. */
const GENERATED = ['iam', 'flags', 'feature-gates', 'cloud-config'];

/** Rows of facts by their ids: whether a tag has what they say. */
const ROWS: ReadonlyMap<string, (tag: string) => boolean> = new Map([
  ...AWS_CCM_FAULTS.map(({ id }) => [id, (tag: string) => faultsOf(tag).some(fault => fault.id === id)] as const),
  ...SERVICE_REFUSALS.map(row => [row.id, (tag: string) => isRefusedBy(parseRelease(tag), row)] as const),
  ...BEHAVIOUR_CHANGES.map(({ id, since }) => [id, (tag: string) => hasSince(parseRelease(tag), since)] as const),
  ...Object.keys(AWS_CCM_CHANGES).map(id => [id, (tag: string) => hasChange(parseRelease(tag), id as keyof typeof AWS_CCM_CHANGES)] as const),
]);

describe('what changes in the code of the AWS cloud-controller-manager', () => {
  it('was read of each pair of neighbouring tags that is assessed', () => {
    const assessed = neighbours(awsCcmReleases().map(({ tag }) => tag)).filter(([, young]) => isAssessed(young)).map(pair => pair.join('..'));
    const own = new Set(readOwnChanges().flatMap(row => row.in));
    expect(assessed.filter(pair => !own.has(pair))).toEqual([]);
    const linked = new Set(readLinked().map(({ pair }) => pair));
    expect(assessed.filter(pair => !linked.has(pair))).toEqual([]);
  });

  it.each(readLinked())('names each module of go.mod once: $pair', ({ pair: _, ...lists }) => {
    const modules = Object.values(lists).flat().map(change => change.split(' ').at(-2)!);
    expect(modules.filter((module, index) => modules.indexOf(module) !== index)).toEqual([]);
    // What can be reached has a hash, by which its verdict is found.
    expect(lists.reached.filter(change => !/^[0-9a-f]{10} \S+ \S+$/.test(change))).toEqual([]);
  });

  it('has a verdict, or the tag is not assessed', () => {
    const assessed = unjudged(CHANGES, VERDICTS).filter(row => row.in.some(pair => isAssessed(pair.split('..')[1])));
    expect(assessed.map(({ hash, declaration }) => `${hash} ${declaration}`)).toEqual([]);
  });

  it('has one verdict each, and none is about a change that is not there', () => {
    const judged = VERDICTS.flatMap(({ changes }) => changes);
    expect(judged.filter((change, index) => judged.indexOf(change) !== index)).toEqual([]);
    const known = new Set(CHANGES.map(({ hash, declaration }) => `${hash} ${declaration}`));
    expect(judged.filter(change => !known.has(change))).toEqual([]);
  });

  it.each(VERDICTS)('is judged: $about', ({ about, verdict, rows = [], changes }) => {
    expect(['fault', 'behaviour', 'none']).toContain(verdict);
    expect(rows.length > 0).toBe(verdict === 'fault' || verdict === 'behaviour');
    expect(rows.filter(row => !ROWS.has(row) && !GENERATED.includes(row))).toEqual([]);
    expect(rows.some(row => AWS_CCM_FAULTS.some(({ id }) => id === row))).toBe(verdict === 'fault');
    const declarations = changes.map(change => change.slice(change.indexOf(' ') + 1));
    if (!about.startsWith('ECR credential provider')) return;
    expect(declarations.filter(name => !name.startsWith('cmd/ecr-credential-provider:'))).toEqual([]);
  });

  // `.0` after `.0`: a change that came and was mended in between is not seen at either.
  it.each(VERDICTS.flatMap(({ about, rows = [], changes }) => rows.filter(row => ROWS.has(row)).map(row => [row, about, changes] as const)))(
    'begins or ends %s where it is judged to: %s', (row, _, changes) => {
      const pairs = CHANGES.filter(({ hash, declaration }) => changes.includes(`${hash} ${declaration}`)).flatMap(change => change.in);
      const has = ROWS.get(row)!;
      expect(pairs.some(pair => has(pair.split('..')[0]) !== has(pair.split('..')[1]))).toBe(true);
    });
});
