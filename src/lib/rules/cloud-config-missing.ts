import { Rule } from './rule';
import { managers, nameOf } from '../view/ask';

export const cloudConfigMissing: Rule = {
  id: 'cloud-config-missing',
  severity: 'warning',
  title: 'The cloud config is not among the node\'s files',
  why: 'With hostPath type File the pod does not start; with FileOrCreate the component reads an empty config and forgets the cluster id.',
  fix: 'Keep the cloud config on nodes of version N+1 too: the cloud-controller-manager reads it there.',
  source: 'k8s.io/cloud-provider@v0.26.15 plugins.go:160, InitCloudProvider',
  check: model => managers(model).flatMap(view => view.cloudConfig?.mounted && view.cloudConfig.state === 'absent'
    ? [{
      place: view.cloudConfig.flag,
      message: `${nameOf(view)} has --cloud-config=${view.cloudConfig.path}, but ${view.cloudConfig.from} does not exist`,
    }] : []),
};
