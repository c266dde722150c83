import { tagsInPlaceOf } from '../../../src/lib/facts/ccm-advice';
import { AwsCcmFault, FAULT_CONDITIONS, faultsOf } from '../../../src/lib/facts/ccm-faults';
import { awsCcmReleases, isPromoted } from '../../../src/lib/facts/ccm-releases';
import { lastImageOf } from '../../newest-ccm';

const isOrdinary = ({ when }: AwsCcmFault) => FAULT_CONDITIONS[when].isOrdinary;
const withRoutes = (fault: AwsCcmFault) => isOrdinary(fault) || fault.when === 'cloud-routes';

describe('the image to run in place of one with a fault', () => {
  it.each<[string, string, (fault: AwsCcmFault) => boolean, readonly string[]]>([
    ['the next one of its minor', 'v1.24.0', isOrdinary, ['v1.24.1']],
    ['never the one before it, where that has the fault too', 'v1.23.2', isOrdinary, ['v1.23.17']],
    ['the first that is mended', 'v1.27.0', isOrdinary, ['v1.27.3']],
    ['the last that was good', 'v1.31.9', isOrdinary, ['v1.31.8']],
    ['one on each side, the younger first', 'v1.32.4', isOrdinary, ['v1.32.5', 'v1.32.3']],
    ['one of another minor, the older first', 'v1.35.2', withRoutes, [lastImageOf('1.36'), 'v1.33.4']],
    ['one of another minor, where none of its own has an image without it', 'v1.34.3', withRoutes, ['v1.33.4', lastImageOf('1.36')]],
    ['nothing, where nothing is without', 'v1.34.3', () => true, []],
  ])('is %s: %s', (_, tag, isBad, expected) => expect(tagsInPlaceOf(tag, isBad)).toEqual(expected));

  it('is there for each tag, has an image, and no fault that clusters meet', () => {
    for (const { tag } of awsCcmReleases()) {
      const others = tagsInPlaceOf(tag, withRoutes);
      expect([tag, others.length > 0]).toEqual([tag, true]);
      expect(others.filter(other => other === tag || !isPromoted(other) || faultsOf(other).some(withRoutes))).toEqual([]);
    }
  });
});
