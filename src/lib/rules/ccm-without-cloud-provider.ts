import { Rule } from './rule';
import { readAwsCcm } from '../facts/ccm-releases';
import { defaultCloud } from '../facts/default-cloud';
import { ccms, isUnknown, nameOf, placeOf, textOf } from '../view/ask';
import { NO_DOUBT } from '../view/model';
import { cloudOfImageDoubt, isCloudOfImage } from '../view/served-cloud';

export const ccmWithoutCloudProvider: Rule = {
  id: 'ccm-without-cloud-provider',
  severity: 'error',
  title: 'The cloud-controller-manager is not told its cloud',
  why: 'It ends at start: "--cloud-provider cannot be empty". `external` is the value for all other components; the cloud-controller-manager needs '
    + 'the name of the cloud.',
  fix: 'Pass --cloud-provider=aws, or the name of your cloud.',
  source: 'k8s.io/cloud-provider@v0.20.15 options/options.go:234, v0.36.0:274, plugins.go:142-190',
  // Of an image of which it is not known what it serves by itself, it is not known either whether it starts.
  stops: view => isCloudOfImage(view) ? { undecided: cloudOfImageDoubt(view) } : NO_DOUBT.isTold,
  ends: ['cloud-provider'],
  check: model => ccms(model).flatMap(view => {
    const value = textOf(view, 'cloud-provider', defaultCloud(view.image, view.awsRelease));
    const accepted = readAwsCcm(view.awsRelease)?.providers;
    const isWrong = value === '' || value === 'external' || (accepted !== undefined && !accepted.includes(value));
    if (!isWrong || isUnknown(view, 'cloud-provider') || isCloudOfImage(view)) return [];
    return [{
      place: placeOf(view, 'cloud-provider'),
      message: `${nameOf(view)} has ${value === '' ? 'no --cloud-provider' : `--cloud-provider=${value}`}`,
    }];
  }),
};
