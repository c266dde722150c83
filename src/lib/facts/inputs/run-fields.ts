/** A field at some value of which it is open whether the pods of an object run, or which template they are of. */
export interface RunField {
  /** Whether it is one of the object that makes the pods, or of their spec. */
  readonly of: 'object' | 'pod';
  readonly path: readonly string[];
  /** What that value says of an object such as `Deployment x`; undefined: nothing. */
  readonly says: (value: unknown, object: string, kind: string) => string | undefined;
  readonly fix: string;
}

const isSome = (list: unknown) => Array.isArray(list) && list.length > 0;
const mapped = (value: unknown) => (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;

export const RUN_FIELDS: readonly RunField[] = [
  {
    of: 'object',
    path: ['metadata', 'deletionTimestamp'],
    says: (value, object, kind) => kind !== 'Pod' && typeof value === 'string' ? `${object} is being deleted: its pods are terminating` : undefined,
    fix: 'Wait until it is gone, and give what is there then.',
  },
  {
    of: 'object',
    path: ['spec', 'paused'],
    says: (value, object) => value === true ? `${object} is paused: what runs may be an earlier template` : undefined,
    fix: 'Resume it, or give what runs.',
  },
  {
    of: 'object',
    path: ['spec', 'updateStrategy'],
    says: (value, object) => {
      const byHand = updatedByHand(mapped(value));
      return byHand && `${object} has updateStrategy ${byHand}: what runs may be an earlier template until its pods are deleted`;
    },
    fix: 'Use RollingUpdate for all of its pods, or give what runs.',
  },
  {
    of: 'object',
    path: ['spec', 'suspend'],
    says: (value, object) => value === true ? `${object} is suspended: whether it will be resumed is not known` : undefined,
    fix: 'Delete it, or resume it.',
  },
  {
    of: 'object',
    path: [],
    says: (_, object, kind) => kind === 'Job' || kind === 'CronJob' ? `${object} ends, and begins when nothing in the input says` : undefined,
    fix: 'Run the component in a DaemonSet or Deployment.',
  },
  {
    of: 'pod',
    path: ['schedulingGates'],
    says: (value, object) => isSome(value) ? `pods of ${object} wait until their scheduling gates are removed` : undefined,
    fix: 'Remove schedulingGates.',
  },
  {
    of: 'pod',
    path: ['schedulerName'],
    says: (value, object) => typeof value === 'string' && !['', 'default-scheduler'].includes(value)
      ? `${object} is placed by the scheduler ${value}, of which nothing is known` : undefined,
    fix: 'Remove schedulerName.',
  },
  {
    of: 'pod',
    path: ['resourceClaims'],
    says: (value, object) => isSome(value) ? `pods of ${object} wait for their resource claims` : undefined,
    fix: 'Remove resourceClaims.',
  },
  {
    of: 'pod',
    path: ['os'],
    says: (value, object) => {
      const { name } = mapped(value);
      return typeof name === 'string' && name !== 'linux' ? `${object} is for ${name}, and control planes run on Linux` : undefined;
    },
    fix: 'Remove os.',
  },
];

/** Strategies that leave pods of an earlier template: k8s.io/api/apps/v1/types.go, DaemonSetUpdateStrategy and RollingUpdateStatefulSetStrategy. */
function updatedByHand({ type, rollingUpdate }: Readonly<Record<string, unknown>>): string | undefined {
  const { partition } = mapped(rollingUpdate);
  if (type === 'OnDelete') return 'OnDelete';
  return typeof partition === 'number' && partition > 0 ? `with partition ${partition}` : undefined;
}
