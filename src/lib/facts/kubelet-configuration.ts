import { KUBELET_CONFIGURATION_DECISIONS } from './decisions/kubelet-configuration';
import { undecided } from './decisions/undecided';
import { gateRows } from './gate-rows';
import { ConfigurationFieldsRow, generatedKubeletConfiguration } from './generated';
import { ConfiguredNode, CONFLICTS, FIELD_VALUES, FieldValues, GATED_FIELDS } from './kubelet-values';
import { lazy } from './lazy';
import { goDuration } from '../kubernetes/go-values';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { grouped } from '../kubernetes/once-for';
import { isObject, Json, lookAt, Shape } from '../kubernetes/pod/shape';

/** Why a kubelet does not start with a field of its configuration; `isDoubtful`: or may not. */
export interface FieldProblem {
  /** Of the first level. */
  readonly field: string;
  readonly what: string;
  readonly isDoubtful?: boolean;
}

/** A kubelet, as far as it decides what its configuration means. */
export interface ConfiguredKubelet extends ConfiguredNode {
  /** Undefined: it is not known. */
  readonly version?: KubernetesVersion;
  /** What its flags and its configuration say of feature gates. */
  readonly gates: ReadonlyMap<string, boolean>;
  /** Whether a flag is passed, which counts more than its field. */
  readonly hasFlag: (name: string) => boolean;
}

type Values = { readonly [field: string]: Json };
const ROOT = 'KubeletConfiguration';

/** What the releases of a minor say of each field. */
interface Fields {
  readonly shapes: { readonly [field: string]: Shape };
  readonly defaults: Values;
}

const BY_MINOR = lazy(() => {
  const { read, rows } = generatedKubeletConfiguration();
  return new Map(Object.keys(read).map(minor => {
    const number = minorOf(minor);
    return [number, lazy(() => fieldsOf(rows.filter(({ from, to }) => minorOf(from) <= number && number <= minorOf(to))))];
  }));
});

function minorOf(minor: string): number {
  return Number(minor.slice('1.'.length));
}

function fieldsOf(rows: readonly ConfigurationFieldsRow[]): Fields {
  const shapeOf = (text: string): Shape => {
    if (text.startsWith('[]')) return { list: shapeOf(text.slice('[]'.length)) };
    if (text.startsWith('map[]')) return { map: shapeOf(text.slice('map[]'.length)) };
    return text.startsWith('#') ? { fields: shapesOf(text.slice(1)) } : text as Shape;
  };
  const shapesOf = (name: string) => Object.fromEntries(rows.filter(row => row.name === name)
    .flatMap(({ fields }) => Object.entries(fields).map(([field, text]) => [field, shapeOf(text)])));
  const defaults = Object.assign({}, ...rows.filter(({ name }) => name === ROOT).map(row => row.defaults ?? {})) as Readonly<Record<string, string>>;
  const shapes = shapesOf(ROOT);
  return { shapes, defaults: Object.fromEntries(Object.entries(defaults).map(([field, text]) => [field, valueOf(text, shapes[field])])) };
}

/** A default, which the table has as text. */
function valueOf(text: string, shape: Shape): Json {
  if (shape === 'boolean') return text === 'true';
  if (shape === 'integer' || shape === 'number') return Number(text);
  return typeof shape === 'object' && 'list' in shape ? text.slice(1, -1).split(',') : text;
}

const NEWEST = lazy(() => Math.max(...BY_MINOR().keys()));

/** Of the newest that was read, where nothing says which, or it is none of them. */
function fieldsFor(version: KubernetesVersion | undefined): Fields {
  const all = BY_MINOR();
  return (all.get(version?._facts.minor ?? NEWEST()) ?? all.get(NEWEST())!)();
}

/** The types of fields that are objects. */
const HELD = lazy(() => new Map<string, string>(generatedKubeletConfiguration().rows.flatMap(({ name, fields }) =>
  Object.entries(fields).flatMap(([field, shape]) => shape.startsWith('#') ? [[`${name}.${field}`, shape.slice(1)] as const] : []))));

const VALUES = lazy(() => grouped(FIELD_VALUES.flatMap(row => row.fields.map(field => ({ ...row, field }))), ({ field }) => field));
const GATED = lazy(() => new Map(GATED_FIELDS.map(row => [row.field, row])));

/**
 * Types of a file, as Go decodes it: a field that its release does not have is left out, with a line in its log.
 * k8s.io/kubernetes@v1.20.15 and v1.37.2 pkg/kubelet/kubeletconfig/util/codec/codec.go DecodeKubeletConfiguration.
 */
export function wrongTypes(file: Values, version: KubernetesVersion | undefined): readonly FieldProblem[] {
  const { shapes } = fieldsFor(version);
  return Object.entries(file).flatMap(([field, value]) => {
    const look = Object.hasOwn(shapes, field) ? lookAt(value, shapes[field], field) : undefined;
    return look !== undefined && 'refused' in look ? [{ field, what: look.refused.replace(' must be ', ' of its configuration must be ') }] : [];
  });
}

/** What is wrong with the values of a whole configuration, its files merged, or with what they are together; its types are right. */
export function wrongValues(given: Values, kubelet: ConfiguredKubelet): readonly FieldProblem[] {
  const { shapes, defaults } = fieldsFor(kubelet.version);
  const counting = Object.fromEntries(Object.entries(given).filter(([field, value]) =>
    Object.hasOwn(shapes, field) && value !== null && !kubelet.hasFlag(flagOf(field))));
  const values = { ...defaults, ...counting };
  const single = Object.entries(counting).flatMap(([field, value]) =>
    ofField({ path: field, holder: ROOT, value, usual: defaults[field] }, kubelet).map(problem => ({ field, ...problem })));
  const minor = kubelet.version?._facts.minor ?? NEWEST();
  const together = CONFLICTS.flatMap(({ fields, until = minor, isThere, what, may }) => {
    const field = fields.find(one => one in counting);
    return field === undefined || minor > until || !isThere(values) ? []
      : [{ field, what: `in its configuration ${what}${may === undefined ? '' : `: ${may}`}`, isDoubtful: may !== undefined }];
  });
  return [...single, ...together];
}

/** `maxPods` is `--max-pods`. */
function flagOf(field: string): string {
  return field.replace(/[A-Z]+/g, text => `-${text.toLowerCase()}`);
}

/** A field that is set: `logging.format`, of the type LoggingConfiguration. */
interface GivenField {
  readonly path: string;
  readonly holder: string;
  readonly value: Json;
  readonly usual?: Json;
}

function ofField({ path, holder, value, usual }: GivenField, kubelet: ConfiguredKubelet): readonly Omit<FieldProblem, 'field'>[] {
  const name = `${holder}.${path.slice(path.lastIndexOf('.') + 1)}`;
  const is = `${path} of its configuration is ${JSON.stringify(value)}`;
  const minor = kubelet.version?._facts.minor ?? NEWEST();
  const outside = (VALUES().get(path) ?? []).filter(({ since = 0, until = Infinity }) => since <= minor && minor <= until)
    .filter(row => !takes(row, value, kubelet)).map(row => row.may === undefined
      ? { what: `${path} of its configuration must be ${boundsOf(row)}, got ${JSON.stringify(value)}` }
      : { what: `${is}, and not ${boundsOf(row)}: ${row.may}`, isDoubtful: true });
  const closed = gateThatIsOff(path, value, kubelet);
  const open = isUsual(value, usual) ? undefined : undecided(KUBELET_CONFIGURATION_DECISIONS, name, value);
  const own = [
    ...outside,
    ...closed === undefined ? [] : [{ what: `${is}, which needs the feature gate ${closed}` }],
    ...open === undefined ? [] : [{ what: `${is}, which is not decided: ${open}`, isDoubtful: true }],
  ];
  const type = HELD().get(name);
  const within = type === undefined || !isObject(value) ? [] : Object.entries(value).filter(([, one]) => one !== null)
    .flatMap(([key, one]) => ofField({ path: `${path}.${key}`, holder: type, value: one }, kubelet));
  return [...own.some(({ isDoubtful }) => isDoubtful !== true) ? own.filter(({ isDoubtful }) => isDoubtful !== true) : own, ...within];
}

function takes({ least = -Infinity, most = Infinity, orZero, oneOf, form, takes: isTaken }: FieldValues, value: Json, node: ConfiguredNode): boolean {
  if (value === '') return true;
  if (isTaken !== undefined) return isTaken(value, node);
  const all = Array.isArray(value) ? value as readonly Json[] : [value];
  if (oneOf !== undefined) return all.every(one => oneOf.includes(String(one)));
  if (form !== undefined) return all.every(one => form.test(String(one)));
  const number = typeof value === 'string' ? (goDuration(value) ?? NaN) / 1000 : Number(value);
  return (number === 0 && orZero === true) || (least <= number && number <= most);
}

function boundsOf({ must, oneOf, least, most }: FieldValues): string {
  return must ?? (oneOf ? `one of ${oneOf.join(', ')}` : least === undefined ? `at most ${most}` : most === undefined ? `at least ${least}`
    : `from ${least} to ${most}`);
}

/** Of a release that does not have the gate any more, or not yet the field, nothing is asked. */
function gateThatIsOff(path: string, value: Json, { version, gates }: ConfiguredKubelet): string | undefined {
  const row = GATED().get(path);
  if (row === undefined || version === undefined || row.asks?.(value) === false || !isSet(value)) return undefined;
  const [registered] = gateRows(row.gate, version, 'kubelet');
  return registered === undefined || registered === 'unread' || (gates.get(row.gate) ?? registered.default) ? undefined : row.gate;
}

/** Whether any of it is more than nothing: kubeadm writes each field, and of most nothing. */
function isSet(value: Json): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).some(isSet);
  return value !== null && value !== '' && value !== '0' && value !== false && value !== 0 && goDuration(String(value)) !== 0;
}

function isUsual(value: Json, usual: Json | undefined): boolean {
  if (usual === undefined) return !isSet(value);
  return JSON.stringify(value) === JSON.stringify(usual)
    || (typeof value === 'string' && goDuration(value) !== undefined && goDuration(value) === goDuration(String(usual)));
}
