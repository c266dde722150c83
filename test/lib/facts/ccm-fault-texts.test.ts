import { FAULT_TEXTS } from '../../../scripts/facts/ccm-code/fault-texts';
import { readFaultTexts } from '../../../scripts/facts/ccm-code/tables';
import { AWS_CCM_FAULTS, isAssessed } from '../../../src/lib/facts/ccm-faults';
import { awsCcmReleases } from '../../../src/lib/facts/ccm-releases';

const TAGS = awsCcmReleases().map(({ tag }) => tag).filter(isAssessed);

describe('a fault in the code of the AWS cloud-controller-manager', () => {
  it('is known by a text, each', () => {
    expect(FAULT_TEXTS.map(({ id }) => id).sort()).toEqual(AWS_CCM_FAULTS.map(({ id }) => id).sort());
    expect(Object.keys(readFaultTexts())).toEqual(FAULT_TEXTS.map(({ id }) => id));
  });

  it.each(AWS_CCM_FAULTS)('$id: was found in the tags of its ranges, and in none beside them', ({ id, tags }) => {
    const rows = readFaultTexts()[id];
    const found = TAGS.filter(tag => rows.filter(({ from }) => TAGS.indexOf(from) <= TAGS.indexOf(tag)).at(-1)!.has);
    expect(found).toEqual(tags.flatMap(({ from, to }) => TAGS.slice(TAGS.indexOf(from), TAGS.indexOf(to) + 1)));
  });

  it.each(Object.entries(readFaultTexts()))('%s: is in a text or is not, wherever that text is', (_, rows) => {
    expect(rows.filter(({ hash, has }) => rows.some(other => other.hash === hash && other.has !== has))).toEqual([]);
  });
});
