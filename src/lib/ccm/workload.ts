import { ccmPodSpec } from './pod-spec';
import { CcmWorkloadSettings, selectorLabels } from './settings';
import { withoutEmpty } from './without-empty';
import { Manifest } from '../kubernetes/manifest';
import { plain } from '../kubernetes/plain';

/** The workload as a Kubernetes object: a DaemonSet, a Deployment, or the Pod of a static pod manifest. */
export function renderCcmWorkload(settings: CcmWorkloadSettings): Manifest {
  const { name, namespace, workload, props: { metadata: given = {} } } = settings;
  const selector = selectorLabels(settings);
  const annotations = { ...settings.annotations, ...given.annotations };
  const podLabels = { ...given.podLabels, ...given.labels, ...selector };
  const podAnnotations = { ...settings.podAnnotations, ...given.podAnnotations };
  const metadata = { name, namespace, ...withoutEmpty({ annotations }), labels: { ...given.labels, ...selector } };
  const template = { metadata: withoutEmpty({ labels: podLabels, annotations: podAnnotations }), spec: ccmPodSpec(settings) };
  if (workload._isStaticPod) {
    return {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace, labels: podLabels, ...withoutEmpty({ annotations: { ...annotations, ...podAnnotations } }) },
      spec: ccmPodSpec(settings),
    };
  }
  if (workload._kind === 'deployment') {
    const { minReadySeconds, replicas = 2, strategy } = workload._deployment;
    return {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata,
      spec: {
        ...minReadySeconds === undefined ? {} : { minReadySeconds },
        replicas,
        selector: { matchLabels: selector },
        // Two pods on one host network cannot both listen on the secure port: the old one goes first.
        strategy: plain(strategy ?? { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } }),
        template,
      },
    };
  }
  const { minReadySeconds, updateStrategy } = workload._daemonSet;
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata,
    spec: {
      ...minReadySeconds === undefined ? {} : { minReadySeconds },
      selector: { matchLabels: selector },
      updateStrategy: plain(updateStrategy ?? { type: 'RollingUpdate' }),
      template,
    },
  };
}
