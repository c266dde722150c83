import { EndCause } from './end-cause';
import { AUDIT_VERSIONS } from '../facts/audit-versions';
import { flagNumber } from '../facts/flag-values';
import { goBool } from '../kubernetes/go-values';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** The last value of a flag; undefined: it is not given, or not known. */
type TextOf = (flag: string) => string | undefined;

/** The flags of an API server. */
interface Flags {
  readonly version?: KubernetesVersion;
  readonly text: TextOf;
  /** Whether it has a value that is not known. */
  isUnknown(flag: string): boolean;
}

/** A way to write audits. */
interface Backend {
  readonly name: 'log' | 'webhook';
  /** Without this flag nothing looks at the others of its name. */
  readonly by: string;
  /** What they say where they are not given, by their ends. */
  readonly usual: Readonly<Record<string, string>>;
  /** Modes in which requests wait for something that the input does not have. */
  readonly waits: readonly string[];
}

const SIZES = {
  'batch-buffer-size': '10000', 'batch-max-size': '1', 'truncate-max-batch-size': '10485760', 'truncate-max-event-size': '102400',
};
const BACKENDS: readonly Backend[] = [
  {
    name: 'log',
    by: 'audit-log-path',
    usual: { ...SIZES, 'format': 'json', 'mode': 'blocking', 'batch-throttle-qps': '0', 'batch-throttle-burst': '0' },
    waits: ['blocking-strict'],
  },
  {
    name: 'webhook',
    by: 'audit-webhook-config-file',
    usual: { ...SIZES, 'mode': 'batch', 'batch-throttle-enable': 'true', 'batch-throttle-qps': '10', 'batch-throttle-burst': '15' },
    waits: ['blocking', 'blocking-strict'],
  },
];
const MODES = ['batch', 'blocking', 'blocking-strict'];
const FORMATS = ['legacy', 'json'];
const NEGATIVE = /^-0*[1-9]/;
const POLICY = 'audit-policy-file';

/** Something that its flags say of a way to write audits, with which an API server ends, or may end. */
interface Wrong {
  readonly flag: string;
  readonly text: string;
  /** Whether it depends on a release that is not known. */
  readonly isOpen?: boolean;
}

/**
 * Why an API server ends by its flags of audits: k8s.io/apiserver@v0.20.15, v0.27.16 and v0.37.2 pkg/server/options/audit.go, Validate and ApplyTo.
 *
 * @param text of values that are known
 */
export function auditEnds(text: TextOf, version?: KubernetesVersion): readonly EndCause[] {
  const wrong = BACKENDS.filter(({ by }) => isGiven(text, by)).flatMap(backend => wrongIn(backend, text, version));
  return [...wrong, ...noVersion(text)].filter(({ isOpen }) => isOpen !== true)
    .map(({ flag, text: why }) => ({ concern: 'command-line', text: why, flags: [flag] }));
}

/** What is not known of its audits: whether it ends by them, and whether requests get their answers. */
export function auditDoubts(flags: Flags): readonly { readonly flag: string; readonly what: string }[] {
  const text = (flag: string) => flags.isUnknown(flag) ? undefined : flags.text(flag);
  const may = (flag: string) => flags.isUnknown(flag) || isGiven(text, flag);
  return BACKENDS.filter(({ by }) => may(by)).flatMap(backend => {
    const { name, by, usual, waits } = backend;
    const mode = `audit-${name}-mode`;
    const own = text(mode) ?? usual.mode;
    return [
      ...wrongIn(backend, text, flags.version).filter(({ isOpen }) => isOpen === true || flags.isUnknown(by)).map(({ flag, text: why }) =>
        ({ flag, what: `it may end: ${why}` })),
      ...waits.includes(own) && may(POLICY)
        ? [{ flag: mode, what: `requests wait until their audit is written (--${mode}=${own}), and whether it can be is not known` }] : [],
    ];
  });
}

function isGiven(text: TextOf, flag: string): boolean {
  return (text(flag) ?? '') !== '';
}

/** A version that is none is refused beside a webhook as one that is not written; of itself only where it has too many parts. */
function noVersion(text: TextOf): readonly Wrong[] {
  const flag = 'audit-webhook-version';
  const own = text(flag);
  return own === undefined || isGiven(text, 'audit-webhook-config-file') || own.split('/').length <= 2 ? []
    : [{ flag, text: `--${flag}=${own} is no group and version` }];
}

function wrongIn({ name, usual }: Backend, text: TextOf, version?: KubernetesVersion): readonly Wrong[] {
  const valueOf = (end: string) => text(`audit-${name}-${end}`) ?? usual[end];
  const wrong = (end: string, must: string): Wrong => ({ flag: `audit-${name}-${end}`, text: `--audit-${name}-${end}=${valueOf(end)}: ${must}` });
  const mode = valueOf('mode');
  const sizes = ['batch-buffer-size', 'batch-max-size'];
  const throttled = goBool(String(valueOf('batch-throttle-enable'))) === true ? ['batch-throttle-qps', 'batch-throttle-burst'] : [];
  const [batch, event] = ['truncate-max-batch-size', 'truncate-max-event-size'].map(end => flagNumber(valueOf(end)));
  const not = (ends: readonly string[], isRight: (value: number) => boolean, must: string) =>
    ends.filter(end => !Number.isNaN(flagNumber(valueOf(end))) && !isRight(flagNumber(valueOf(end)))).map(end => wrong(end, must));
  return [
    ...MODES.includes(mode) ? [] : [wrong('mode', `must be one of ${MODES.join(', ')}`)],
    ...mode === 'batch' ? not([...sizes, ...throttled], value => value > 0, 'must be greater than 0') : [],
    ...not(['truncate-max-event-size'], value => value > 0, 'must be greater than 0'),
    ...batch < event ? [wrong('truncate-max-batch-size', `must not be less than --audit-${name}-truncate-max-event-size=${event}`)] : [],
    ...ofVersion(`audit-${name}-version`, text, version),
    ...name === 'log' && !FORMATS.includes(valueOf('format')) ? [wrong('format', `must be one of ${FORMATS.join(', ')}`)] : [],
    ...['maxage', 'maxbackup', 'maxsize'].filter(end => NEGATIVE.test(String(valueOf(end)))).map(end => wrong(end, 'must not be negative')),
  ];
}

function ofVersion(flag: string, text: TextOf, version?: KubernetesVersion): readonly Wrong[] {
  const own = text(flag);
  const written = version && AUDIT_VERSIONS.find(version);
  if (own === undefined || AUDIT_VERSIONS.rows.every(({ value }) => value.includes(own)) || written?.includes(own) === true) return [];
  const isOpen = written === undefined && AUDIT_VERSIONS.rows.some(({ value }) => value.includes(own));
  return [{ flag, text: `--${flag}=${own}: must be one of ${(written ?? AUDIT_VERSIONS.rows[0].value).join(', ')}`, ...isOpen ? { isOpen } : {} }];
}
