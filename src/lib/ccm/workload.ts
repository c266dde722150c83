import { CcmUpdateStrategy } from './availability-options';
import { ccmPodSpec } from './pod-spec';
import { CcmWorkloadSettings, selectorLabels } from './settings';
import { withoutEmpty } from './without-empty';
import { CcmWorkload } from './workload-options';
import { Manifest } from '../kubernetes/manifest';

/** The workload as a Kubernetes object: a DaemonSet, a Deployment, or the Pod of a static pod manifest. */
export function renderCcmWorkload(settings: CcmWorkloadSettings): Manifest {
  const { options, name, namespace } = settings;
  const selector = selectorLabels(settings);
  const podLabels = { ...options.podLabels, ...options.labels, ...selector };
  const podAnnotations = { ...settings.podAnnotations, ...options.podAnnotations };
  const metadata = { name, namespace, ...withoutEmpty({ annotations: options.annotations }), labels: { ...options.labels, ...selector } };
  const template = { metadata: withoutEmpty({ labels: podLabels, annotations: podAnnotations }), spec: ccmPodSpec(settings) };
  switch (options.workload ?? CcmWorkload.DAEMON_SET) {
    case CcmWorkload.STATIC_POD:
      return {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name, namespace, labels: podLabels, ...withoutEmpty({ annotations: { ...options.annotations, ...podAnnotations } }) },
        spec: ccmPodSpec(settings),
      };
    case CcmWorkload.DEPLOYMENT:
      return {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata,
        spec: {
          ...options.minReadySeconds === undefined ? {} : { minReadySeconds: options.minReadySeconds },
          replicas: options.replicas ?? 2,
          selector: { matchLabels: selector },
          strategy: deploymentStrategy(settings),
          template,
        },
      };
    case CcmWorkload.DAEMON_SET:
      return {
        apiVersion: 'apps/v1',
        kind: 'DaemonSet',
        metadata,
        spec: {
          ...options.minReadySeconds === undefined ? {} : { minReadySeconds: options.minReadySeconds },
          selector: { matchLabels: selector },
          updateStrategy: daemonSetStrategy(settings),
          template,
        },
      };
  }
}

function deploymentStrategy({ options }: CcmWorkloadSettings): object {
  const type = options.updateStrategy ?? CcmUpdateStrategy.ROLLING_UPDATE;
  if (type === CcmUpdateStrategy.ON_DELETE) {
    throw new Error(`updateStrategy '${type}' does not exist for a Deployment; accepted: '${CcmUpdateStrategy.ROLLING_UPDATE}', '${CcmUpdateStrategy.RECREATE}'`);
  }
  refuseUselessMaxUnavailable(type, options.updateMaxUnavailable);
  if (type === CcmUpdateStrategy.RECREATE) return { type };
  // Two pods on one host network cannot both listen on the secure port: the old one goes first.
  return { type, rollingUpdate: { maxSurge: 0, maxUnavailable: options.updateMaxUnavailable ?? 1 } };
}

function daemonSetStrategy({ options }: CcmWorkloadSettings): object {
  const type = options.updateStrategy ?? CcmUpdateStrategy.ROLLING_UPDATE;
  if (type === CcmUpdateStrategy.RECREATE) {
    throw new Error(`updateStrategy '${type}' does not exist for a DaemonSet; accepted: '${CcmUpdateStrategy.ROLLING_UPDATE}', '${CcmUpdateStrategy.ON_DELETE}'`);
  }
  refuseUselessMaxUnavailable(type, options.updateMaxUnavailable);
  return options.updateMaxUnavailable === undefined ? { type } : { type, rollingUpdate: { maxUnavailable: options.updateMaxUnavailable } };
}

function refuseUselessMaxUnavailable(type: CcmUpdateStrategy, maxUnavailable: number | undefined): void {
  if (maxUnavailable === undefined) return;
  if (type !== CcmUpdateStrategy.ROLLING_UPDATE) {
    throw new Error(`updateMaxUnavailable is ${maxUnavailable}, but updateStrategy '${type}' has no such number; leave one of them out`);
  }
  if (!Number.isInteger(maxUnavailable) || maxUnavailable < 1) {
    throw new Error(`updateMaxUnavailable is ${maxUnavailable}, so no old pod could ever be replaced; give a whole number from 1`);
  }
}
