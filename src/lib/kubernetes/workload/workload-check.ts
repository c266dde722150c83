import { atLeast, Item, itemAt, itemOf, itemsAt, lookAtMetadata, lookAtSelector, notEmpty, oneOf } from '../pod/looks';
import { first, isObject, Json, Look, lookAt, refusedIf, Shape } from '../pod/shape';

/** What goes together in a `spec` and what does not: k8s.io/kubernetes@v1.26.15 pkg/apis/apps/validation/validation.go. */
const CHECKS: { readonly [kind: string]: (spec: Item) => readonly Look[] } = {
  DaemonSet: spec => {
    const strategy = itemAt(spec, 'updateStrategy');
    const rolling = itemAt(strategy, 'rollingUpdate');
    const isRolling = !notEmpty(strategy.type) || strategy.type === 'RollingUpdate';
    return [
      oneOf(strategy.type, 'spec.updateStrategy.type', ['RollingUpdate', 'OnDelete']),
      // Defaults: pkg/apis/apps/v1/defaults.go SetDefaults_DaemonSet.
      ...isRolling ? steps(rolling, 'spec.updateStrategy.rollingUpdate', { maxUnavailable: 1, maxSurge: 0 }) : [],
      refusedIf(isRolling && isSome(rolling.maxUnavailable ?? 1) && isSome(rolling.maxSurge ?? 0),
        'spec.updateStrategy.rollingUpdate has maxSurge and maxUnavailable (1 where it is not given), and one of them must be 0'),
    ];
  },
  Deployment: spec => {
    const { type, rollingUpdate } = itemAt(spec, 'strategy');
    const [ready, deadline] = [spec.minReadySeconds ?? 0, spec.progressDeadlineSeconds ?? PROGRESS_DEADLINE];
    return [
      oneOf(type, 'spec.strategy.type', ['RollingUpdate', 'Recreate']),
      refusedIf(type === 'Recreate' && isObject(rollingUpdate), 'spec.strategy.rollingUpdate goes with no Recreate'),
      ...type === 'Recreate' ? [] : steps(itemOf(rollingUpdate), 'spec.strategy.rollingUpdate', QUARTERS),
      atLeast(deadline, 'spec.progressDeadlineSeconds', 0),
      refusedIf(!(Number(deadline) > Number(ready)),
        `spec.progressDeadlineSeconds (${String(deadline)}) must be more than minReadySeconds (${String(ready)})`),
    ];
  },
  StatefulSet: spec => {
    const strategy = itemAt(spec, 'updateStrategy');
    const retention = itemAt(spec, 'persistentVolumeClaimRetentionPolicy');
    return [
      oneOf(spec.podManagementPolicy, 'spec.podManagementPolicy', ['OrderedReady', 'Parallel']),
      oneOf(strategy.type, 'spec.updateStrategy.type', ['RollingUpdate', 'OnDelete']),
      refusedIf(strategy.type === 'OnDelete' && isObject(strategy.rollingUpdate), 'spec.updateStrategy.rollingUpdate goes with no OnDelete'),
      atLeast(itemAt(strategy, 'rollingUpdate').partition, 'spec.updateStrategy.rollingUpdate.partition', 0),
      ...['whenDeleted', 'whenScaled'].map(key => oneOf(retention[key], `spec.persistentVolumeClaimRetentionPolicy.${key}`, ['Retain', 'Delete'])),
      atLeast(itemAt(spec, 'ordinals').start, 'spec.ordinals.start', 0),
      itemsAt(spec, 'volumeClaimTemplates').length > 0 ? { unknown: 'its pods wait for volumes that are claimed for them' } : undefined,
    ];
  },
  ReplicaSet: () => [],
};

const QUARTERS = { maxUnavailable: '25%', maxSurge: '25%' };

/** Seconds: pkg/apis/apps/v1/defaults.go SetDefaults_Deployment. */
const PROGRESS_DEADLINE = 600;

/** How far an update may go at a time: a number or a share; both none is no update. */
function steps(rolling: Item, path: string, defaults: Item): readonly Look[] {
  const keys = Object.keys(defaults);
  const values = keys.map(key => rolling[key] ?? defaults[key]);
  return [
    ...values.map((value, index): Look => {
      const own = `${path}.${keys[index]}`;
      const percent = typeof value === 'string' ? /^(\d+)%$/.exec(value) : undefined;
      if (percent === null) return { refused: `${own} is ${JSON.stringify(value)}, which is neither a number nor a share such as 25%` };
      return percent !== undefined && keys[index] === 'maxUnavailable' && Number(percent[1]) > 100 ? { refused: `${own} is more than 100%` }
        : atLeast(value, own, 0);
    }),
    values.some(isSome) ? undefined : { refused: `${path} has neither ${keys.join(' nor ')}` },
  ];
}

function isSome(value: Json): boolean {
  return !/^0+%?$/.test(String(value));
}

/** Whether the API server takes an object that makes pods, as far as it is not its template. */
export function lookAtWorkload(kind: string, data: Json, shape: Shape): Look {
  if (!Object.hasOwn(CHECKS, kind) || !isObject(data)) return undefined;
  const spec = itemAt(data, 'spec');
  // Where YAML anchors are kept: what applies an object leaves such keys out, or refuses each of them.
  const own = Object.fromEntries(Object.entries(data).filter(([key]) => !key.startsWith('x-')));
  const wrong = lookAt(own, shape, kind);
  if (wrong !== undefined && 'refused' in wrong) return wrong;
  return first([
    wrong,
    lookAtMetadata(itemAt(data, 'metadata')),
    ...lookAtSelector(itemAt(spec, 'selector'), 'spec.selector'),
    ...['replicas', 'minReadySeconds', 'revisionHistoryLimit'].map(key => atLeast(spec[key], `spec.${key}`, 0)),
    ...CHECKS[kind](spec),
  ]);
}
