import { KUBEADM_DECISIONS } from './decisions/kubeadm';
import { undecided } from './decisions/undecided';
import { generatedFileTypes } from './generated';
import { KUBEADM_VALUES } from './kubeadm-values';
import { lazy } from './lazy';
import { isObject, Json, lookAt, Shape } from '../kubernetes/pod/shape';
import { isPlaceholder } from '../text/placeholder';

/** A field of a configuration of kubeadm by which it makes nothing, or by which it is not known what it makes. */
export interface KubeadmProblem {
  readonly path: readonly (string | number)[];
  readonly what: string;
  /** Whether kubeadm makes something, and it is not known what; else it makes nothing. */
  readonly isOpen: boolean;
}

type Fields = ReadonlyMap<string, Readonly<Record<string, string>>>;
const PACKAGES = /\/kubeadm\/app\/apis\/(?:kubeadm|bootstraptoken)\/(\w+)$/;

/** Fields of each type, by the version of the API: of all releases that have it. */
const TYPES = lazy((): ReadonlyMap<string, Fields> => {
  const rows = generatedFileTypes().rows.filter(row => PACKAGES.test(row.package));
  const versions = new Set(rows.filter(({ name }) => name === 'InitConfiguration').map(row => PACKAGES.exec(row.package)![1]));
  return new Map([...versions].map(version => {
    const own = rows.filter(row => PACKAGES.exec(row.package)![1] === version || row.package.includes('/bootstraptoken/'));
    const types = new Map<string, Record<string, string>>();
    for (const { name, fields } of own) types.set(name, { ...types.get(name), ...fields });
    return [version, types];
  }));
});

const VALUES = lazy(() => new Map(KUBEADM_VALUES.flatMap(row => row.fields.map(field => [field, row] as const))));

/**
 * What is wrong with a configuration, or not decided. A field that its version does not have is left out, with a warning:
 * k8s.io/kubernetes@v1.20.15 and v1.37.2 cmd/kubeadm/app/util/config/strict/strict.go.
 *
 * @param version of its API, as `v1beta3`
 */
export function kubeadmProblems(kind: string, version: string, data: { readonly [field: string]: Json }): readonly KubeadmProblem[] {
  const types = TYPES().get(version);
  return types === undefined ? [{ path: ['apiVersion'], what: `no release of it that was read has the version ${version} of its API`, isOpen: true }]
    : ofObject(types, kind, data, []);
}

function ofObject(types: Fields, type: string, data: { readonly [field: string]: Json }, path: KubeadmProblem['path']): readonly KubeadmProblem[] {
  const fields = types.get(type) ?? {};
  return Object.entries(data).flatMap(([field, value]) => Object.hasOwn(fields, field) && value !== null
    ? ofField(types, `${type}.${field}`, fields[field], value, [...path, field]) : []);
}

function ofField(types: Fields, name: string, shape: string, value: Json, path: KubeadmProblem['path']): readonly KubeadmProblem[] {
  const [, list, type] = /^(\[\]|map\[\])?#(\w+)$/.exec(shape) ?? [];
  const shown = path.join('.');
  const wrong = lookAt(value, shapeOf(shape), shown);
  if (wrong !== undefined) return [{ path, what: 'refused' in wrong ? wrong.refused : wrong.unknown, isOpen: 'unknown' in wrong }];
  const text = JSON.stringify(value);
  if (type === undefined && isPlaceholder(text)) return []; // told where it decides
  const values = VALUES().get(name);
  const open = undecided(KUBEADM_DECISIONS, name, value);
  const within = type === undefined ? [] : list === undefined ? [['', value] as const] : Object.entries(value as { readonly [key: string]: Json });
  return [
    ...values === undefined || values.takes(value) ? [] : [{ path, what: `${shown} must ${values.must}, got ${text}`, isOpen: false }],
    ...open === undefined ? [] : [{ path, what: `${shown} is ${text}, and it is not known ${open}`, isOpen: true }],
    ...within.flatMap(([key, one]) => isObject(one)
      ? ofObject(types, type, one, key === '' ? path : [...path, Array.isArray(value) ? Number(key) : key]) : []),
  ];
}

/** What is in objects is looked at by itself; of types of Kubernetes' own objects the table does not say which they are. */
function shapeOf(text: string): Shape {
  if (text.startsWith('[]')) return { list: shapeOf(text.slice('[]'.length)) };
  if (text.startsWith('map[]')) return { map: shapeOf(text.slice('map[]'.length)) };
  return text.startsWith('#') ? 'object' : text === 'object' ? 'any' : text as Shape;
}
