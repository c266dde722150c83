import { Data, mapOf } from '../../edit/yaml/data';
import { groupOf, isCustomResource, onlyNames } from '../../facts/inert-kinds';
import { CHART_NAME, isCalledAfterManager, namesManager } from '../../facts/inputs/manager-texts';
import { Renderer, RENDERERS } from '../../facts/renderers';
import { CCM, KCM } from '../../kubernetes/component';
import { ObjectAt } from '../documents/documents';
import { templateOf } from '../documents/pod-templates';

/** What became of the documents of an installer: read, or why not. */
export type InstallerReading = 'read' | { readonly reason: string };

/** What custom resources of any other kind may be: those of Sveltos, KubeVela, Cluster API's and a company's own. */
const ANY_OTHER: Omit<Renderer, 'source'> = {
  group: /^/,
  kind: /^/,
  what: 'a custom resource that names a cloud-controller-manager or its chart',
  fix: 'Give what its controller makes of it as manifests; if it makes none, leave it out of the input.',
  mayRun: [KCM, CCM],
};

/** What is read by itself: machines by what kubeadm makes of them, policies by what they do to pods. Their texts are looked through as any. */
const READ_ELSEWHERE = /^(?:(?:(?:addons|bootstrap|controlplane)\.)?cluster\.x-k8s\.io|(?:policies\.)?kyverno\.io|mutations\.gatekeeper\.sh)$/;

/** Of an object that something renders or rolls controller managers from: what it is. */
export function rendererOf(object: ObjectAt): Omit<Renderer, 'source'> | undefined {
  const { apiVersion, kind, data } = object;
  const group = groupOf(apiVersion);
  const found = RENDERERS.find(one => one.group.test(group) && one.kind.test(kind));
  if (found) return found.ifNamed && !namesManager(JSON.stringify([mapOf(data.metadata).name ?? '', data.spec ?? ''])) ? undefined : found;
  const isOpen = isCustomResource(apiVersion) && !onlyNames(apiVersion, kind) && !READ_ELSEWHERE.test(group) && templateOf(object) === undefined;
  return isOpen && (isCalledAfterManager(group, kind) || hasChartName(data)) ? ANY_OTHER : undefined;
}

/** What refers to a workload that is read itself: autoscalers of any kind, the Rollout of Argo. */
const REFERENCE = /^(?:scaleTarget|target|workload)Ref$/;

/** Whether a value of any field, at any depth, is the name of one. Longer texts are looked through by what they start. */
function hasChartName({ metadata, status: _, ...rest }: ObjectAt['data']): boolean {
  const open: (Data | undefined)[] = [mapOf(metadata).name, ...Object.values(rest)];
  for (let value = open.pop(); open.length > 0 || value !== undefined; value = open.pop()) {
    if (typeof value === 'string') {
      if (value.length < 500 && !/\s/.test(value) && CHART_NAME.test(value)) return true;
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, one] of Object.entries(value)) if (!REFERENCE.test(key)) open.push(one);
    }
  }
  return false;
}
