import { Rule } from './rule';
import { managers, nameOf } from '../view/ask';

export const cloudConfigNotRead: Rule = {
  id: 'cloud-config-not-read',
  severity: 'note',
  title: 'The cloud config is not checked: it is in a Secret, or in another volume that no manifest holds',
  why: 'What it says is compared with nothing: the id of the cluster, keys that its reader refuses, overrides of services.',
  fix: 'Nothing, where it is right. To have it checked, run this again with the text as a ConfigMap, or as a file of the node.',
  source: 'k8s.io/cloud-provider@v0.26.15 plugins.go:160, InitCloudProvider',
  check: model => managers(model).flatMap(view => view.cloudConfig?.isHidden
    ? [{ place: view.cloudConfig.flag, message: `${nameOf(view)} has --cloud-config=${view.cloudConfig.path} from ${view.cloudConfig.from}` }] : []),
};
