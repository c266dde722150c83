import { cloudConfigFindings, cloudConfigStops, isOverride, isUnfilled, reachedWithCloudConfig } from './cloud-config-findings';
import { Rule, stopFindings, undecidedIf } from './rule';
import { nameOf } from '../view/ask';
import { NO_DOUBT } from '../view/model';

export const cloudConfigRefused: Rule = {
  id: 'cloud-config-refused',
  severity: 'error',
  title: 'A reader of the cloud config refuses or ignores what it says',
  why: 'The in-tree provider, and older cloud-controller-managers, end at a key that they do not know; newer ones ignore it silently. The two '
    + 'sides know different keys.',
  fix: 'Use keys that both readers know, or give each component a file of its own.',
  source: 'k8s.io/legacy-cloud-providers@v0.26.0 aws/aws.go:590,1252; k8s.io/cloud-provider-aws@v1.36.1 pkg/providers/v1/config/config.go:41; run '
    + 'with gcfg',
  check: model => [...stopFindings(model, 'cloud-config-refused'), ...cloudConfigFindings(model, section => !isOverride(section))],
  stops: view => {
    const { cloudConfigReading: reading, cloudConfig: file } = view;
    if (!file || !reading || !('error' in reading)) return cloudConfigStops(view, section => !isOverride(section));
    return view.process ? [undecidedIf(isUnfilled(view, reading.line), {
      place: file.placeOf(reading.line),
      what: `${nameOf(view)} cannot read ${file.path}: ${reading.error}`,
      fix: 'Correct the line: it is read as gcfg, [Section] and Name = value.',
      reaches: reachedWithCloudConfig(view),
    })] : NO_DOUBT.isTold;
  },
};
