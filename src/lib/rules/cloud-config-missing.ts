import { reachedWithCloudConfig } from './cloud-config-findings';
import { Rule, stopFindings } from './rule';
import { managers, nameOf } from '../view/ask';
import { ComponentView, NO_DOUBT } from '../view/model';

export const cloudConfigMissing: Rule = {
  id: 'cloud-config-missing',
  severity: 'warning',
  title: 'The cloud config is not where the component reads it from',
  why: 'With hostPath type File the pod does not start; with FileOrCreate the component reads an empty config and forgets the cluster id. '
    + 'Without the key in the ConfigMap, it ends at start.',
  fix: 'Keep the cloud config on nodes of version N+1 too: the cloud-controller-manager reads it there.',
  source: 'k8s.io/cloud-provider@v0.26.15 plugins.go:160, InitCloudProvider',
  check: model => [
    ...stopFindings(model, 'cloud-config-missing', { certain: 'error' }),
    ...managers(model).flatMap(view => isMissing(view) && !isOfConfigMap(view) ? [{ place: view.cloudConfig!.flag, message: missing(view) }] : []),
  ],
  stops: view => isMissing(view) && isOfConfigMap(view) ? [{
    place: view.cloudConfig!.flag,
    what: missing(view),
    fix: 'Add the key to the ConfigMap, or correct mountPath and subPath.',
    reaches: reachedWithCloudConfig(view),
  }] : NO_DOUBT.isRight,
};

function isMissing({ cloudConfig }: ComponentView): boolean {
  return cloudConfig?.mounted === true && cloudConfig.state === 'absent';
}

/** All keys of a ConfigMap are in the input; of a node, some files may be left out. */
function isOfConfigMap({ cloudConfig }: ComponentView): boolean {
  return cloudConfig!.from!.startsWith('key ');
}

function missing(view: ComponentView): string {
  return `${nameOf(view)} has --cloud-config=${view.cloudConfig!.path}, but ${view.cloudConfig!.from} does not exist`;
}
