import { StaticPod } from '../../edit/static-pod/static-pod';
import { intOrPercent, scaled } from '../../kubernetes/int-or-percent';

/** How a changed Deployment replaces its pods, in pods. */
export interface Rolling {
  readonly replicas: number;
  /** Pods of the new command line beside all of the old one. */
  readonly surge: number;
  /** Pods of the old one that end before a new one is ready. */
  readonly unavailable: number;
  /** Whether every old pod ends before the first new one is made. */
  readonly recreates: boolean;
}

/** Defaults of the API: k8s.io/kubernetes@v1.27.16 pkg/apis/apps/v1/defaults.go SetDefaults_Deployment. */
const QUARTER = '25%';

/**
 * Surge and unavailability of a Deployment, as its controller counts them (k8s.io/kubernetes@v1.27.16
 * pkg/controller/deployment/util/deployment_util.go ResolveFenceposts): a surge is rounded up, unavailability down, and one pod is away where both
 * come to none.
 *
 * @throws `SourceError` if the Deployment has no pod, or the API would refuse its strategy
 */
export function rollingOf({ document }: Pick<StaticPod, 'document'>): Rolling {
  const refuse = (path: readonly string[], what: string) => document.errorAt([...path], what);
  const replicas = document.value(['spec', 'replicas']) ?? 1;
  if (typeof replicas !== 'number' || !Number.isInteger(replicas) || replicas < 1) {
    throw refuse(['spec', 'replicas'], `spec.replicas is ${JSON.stringify(replicas)}, so no kube-controller-manager runs, and the migration has no `
      + 'process to begin with; give the number of pods that it has, at least 1');
  }
  const type = document.value(['spec', 'strategy', 'type']) ?? 'RollingUpdate';
  if (type === 'Recreate') return { replicas, surge: 0, unavailable: replicas, recreates: true };
  if (type !== 'RollingUpdate') {
    throw refuse(['spec', 'strategy', 'type'], `spec.strategy.type is ${JSON.stringify(type)}, expected RollingUpdate or Recreate`);
  }
  const [surge, unavailable] = (['maxSurge', 'maxUnavailable'] as const).map(name => {
    const path = ['spec', 'strategy', 'rollingUpdate', name];
    const given = document.value(path) ?? QUARTER;
    const amount = intOrPercent(given);
    if (amount === undefined) {
      throw refuse(path, `${path.join('.')} is ${JSON.stringify(given)}, expected a number of pods, or a share of them like '25%'`);
    }
    return scaled(amount, replicas, name === 'maxSurge' ? 'up' : 'down');
  });
  return { replicas, surge, unavailable: surge === 0 && unavailable === 0 ? 1 : Math.min(unavailable, replicas), recreates: false };
}

/** In words, for people who review the roll. */
export function rollingText({ replicas, surge, unavailable, recreates }: Rolling): string {
  const pods = (count: number) => `${count} pod${count === 1 ? '' : 's'}`;
  if (recreates) return `Recreate: all ${pods(replicas)} end before the first new one is made`;
  return `a rolling update of ${pods(replicas)}, with at most ${surge} more, and at most ${unavailable} not ready: both sides run meanwhile`;
}
