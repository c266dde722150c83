import { changesBetween, hashOf, neighbours } from '../../../scripts/facts/ccm-code/changes';
import { FAULT_TEXTS, rowAt, textOf } from '../../../scripts/facts/ccm-code/fault-texts';
import { codeOf } from '../../../scripts/facts/ccm-code/sources';
import { readChanges, readFaultTexts } from '../../../scripts/facts/ccm-code/tables';
import { AWS_CCM_FAULTS } from '../../../src/lib/facts/ccm-faults';
import { AWS_CCM_RELEASES } from '../../../src/lib/facts/ccm-releases';
import { describeGo } from '../../go-module';

const TAGS = AWS_CCM_RELEASES.map(({ tag }) => tag);
const MODULE = 'k8s.io/cloud-provider-aws';

/** The first and the last tag of each range, and those beside them. */
function endsOf(id: string): readonly string[] {
  const { tags } = AWS_CCM_FAULTS.find(fault => fault.id === id)!;
  const at = tags.flatMap(({ from, to }) => [TAGS.indexOf(from) - 1, TAGS.indexOf(from), TAGS.indexOf(to), TAGS.indexOf(to) + 1]);
  return [...new Set(at)].flatMap(index => TAGS[index] ?? []);
}

describeGo('the code of the AWS cloud-controller-manager', () => {
  it.each(FAULT_TEXTS)('has the text of $id at the ends of its ranges, and not beside them', fault => {
    const rows = readFaultTexts()[fault.id];
    const unread = endsOf(fault.id).filter(tag => {
      const code = codeOf(MODULE, tag);
      const text = code && textOf(fault, code);
      if (text === undefined) return true;
      const { hash, has } = rowAt(rows, tag, TAGS)!;
      expect([tag, hashOf(text), fault.has.test(text)]).toEqual([tag, hash, has]);
      return false;
    });
    // The module proxy has few of the tags: what it does not have was read in a clone, as the committed rows say.
    if (process.env.FACTS_CLONES !== undefined) expect(unread).toEqual([]);
  });

  it.each(neighbours(TAGS))('%s and %s differ as it is committed', (old, young) => {
    const [before, after] = [old, young].map(tag => codeOf(MODULE, tag));
    if (process.env.FACTS_CLONES !== undefined) expect([before, after]).not.toContain(undefined);
    if (!before || !after) return;
    const committed = readChanges().filter(row => row.in.includes(`${old}..${young}`));
    expect(changesBetween(before, after).map(({ hash }) => hash).sort()).toEqual(committed.map(({ hash }) => hash).sort());
  });
});
