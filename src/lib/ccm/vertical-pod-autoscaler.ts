import { withoutEmpty } from './without-empty';
import { CcmWorkload } from './workload-kind';
import { IdentifiedObject } from '../kubernetes/manifest';
import { Quantity, quantityOf } from '../kubernetes/quantity';

/**
 * What a VerticalPodAutoscaler does with its recommendation.
 *
 * @see https://github.com/kubernetes/autoscaler/tree/master/vertical-pod-autoscaler
 */
export enum VpaUpdateMode {
  /** It is shown in the status, and nothing is changed. */
  OFF = 'Off',
  /** New pods get it; running ones stay. */
  INITIAL = 'Initial',
  /** Pods whose requests are far from it are evicted. */
  RECREATE = 'Recreate',
}

/** The VerticalPodAutoscaler of a cloud-controller-manager. The cluster needs the autoscaler and its CustomResourceDefinitions. */
export interface CcmVerticalPodAutoscalerOptions {
  /**
   * What it does with its recommendation.
   * @default VpaUpdateMode.INITIAL - it evicts nothing, so the leader is not lost to it
   */
  readonly updateMode?: VpaUpdateMode;
  /**
   * Least requests by resource, `{ cpu: '10m', memory: '32Mi' }`.
   * @default - those of the autoscaler
   */
  readonly minAllowed?: { readonly [resource: string]: string };
  /**
   * Greatest requests by resource.
   * @default - those of the autoscaler
   */
  readonly maxAllowed?: { readonly [resource: string]: string };
}

/** k8s.io/autoscaler/vertical-pod-autoscaler@v1.0.0 deploy/vpa-v1-crd-gen.yaml. */
const API = 'autoscaling.k8s.io/v1';

/** The VerticalPodAutoscaler, if one is asked for. Only requests are set: a limit on memory would end the process that holds the locks. */
export function verticalPodAutoscaler(
  options: CcmVerticalPodAutoscalerOptions | undefined, workload: CcmWorkload, name: string, namespace: string,
): IdentifiedObject[] {
  if (!options) return [];
  const { updateMode = VpaUpdateMode.INITIAL, minAllowed, maxAllowed } = options;
  if (!Object.values(VpaUpdateMode).includes(updateMode)) {
    throw new Error(`verticalPodAutoscaler.updateMode is '${String(updateMode)}'; accepted: ${Object.values(VpaUpdateMode).join(', ')}`);
  }
  const least = quantities('minAllowed', minAllowed);
  const most = quantities('maxAllowed', maxAllowed);
  for (const [resource, value] of least) {
    if (value <= (most.get(resource) ?? value)) continue;
    throw new Error(`verticalPodAutoscaler.minAllowed.${resource} is '${minAllowed![resource]}', more than maxAllowed.${resource}, which is `
      + `'${maxAllowed![resource]}'; give at most that`);
  }
  return [{
    id: 'VerticalPodAutoscaler',
    manifest: {
      apiVersion: API,
      kind: 'VerticalPodAutoscaler',
      metadata: { name, namespace },
      spec: {
        targetRef: { apiVersion: 'apps/v1', kind: workload._kind === 'daemon-set' ? 'DaemonSet' : 'Deployment', name },
        updatePolicy: { updateMode },
        resourcePolicy: {
          containerPolicies: [{ containerName: '*', controlledValues: 'RequestsOnly', ...withoutEmpty({ minAllowed, maxAllowed }) }],
        },
      },
    },
  }];
}

/** @throws if one of them is no quantity */
function quantities(prop: string, resources: { readonly [resource: string]: string } = {}): ReadonlyMap<string, Quantity> {
  return new Map(Object.entries(resources).map(([resource, text]) => {
    const value = quantityOf(text);
    if (value === undefined) {
      throw new Error(`verticalPodAutoscaler.${prop}.${resource} is '${text}', which is no quantity; give one like '10m' or '32Mi'`);
    }
    return [resource, value];
  }));
}
