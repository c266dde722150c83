/** Writes src/lib/facts/generated/option-names.json, the properties of each interface of options, from what jsii compiled. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { generatedObjectTypes } from '../src/lib/facts/generated';

/** What is read of an assembly of jsii. */
type TypeReference = { readonly fqn: string } | { readonly collection: { readonly elementtype: TypeReference } } | { readonly primitive: string };
interface Type {
  /** Whether it is an interface of properties. */
  readonly datatype?: boolean;
  readonly interfaces?: readonly string[];
  readonly properties?: readonly { readonly name: string; readonly type: TypeReference }[];
}

const ROOT = resolve(__dirname, '..');
const OWN = 'cdk8s-ccm-migration';
/** Kubernetes' own types, as cdk8s-plus has them. */
const KUBERNETES = 'cdk8s-plus-27';

const types = new Map([ROOT, resolve(ROOT, 'node_modules', KUBERNETES)].flatMap(folder =>
  Object.entries((JSON.parse(readFileSync(resolve(folder, '.jsii'), 'utf8')) as { readonly types: Readonly<Record<string, Type>> }).types)));

function structOf(fqn: string): Type | undefined {
  const type = types.get(fqn);
  return type?.datatype ? type : undefined;
}

/** The struct that a value is, or that those of a list or a map are. */
function structIn(type: TypeReference): string | undefined {
  if ('collection' in type) return structIn(type.collection.elementtype);
  return 'fqn' in type && structOf(type.fqn) ? type.fqn : undefined;
}

function propertiesOf(fqn: string): readonly (readonly [string, string | undefined])[] {
  const { properties = [], interfaces = [] } = structOf(fqn)!;
  return [...interfaces.flatMap(propertiesOf), ...properties.map(({ name, type }) => [name, structIn(type)] as const)];
}

/** Fields of a type of Kubernetes in all releases that were read: those that are newer than the types of cdk8s-plus are written as they are given. */
function fieldsOfReleases(type: string): readonly (readonly [string, undefined])[] {
  const name = /^k8s\.(.+)$/.exec(type)?.[1].toLowerCase();
  return generatedObjectTypes().rows.filter(row => row.name.toLowerCase() === name).flatMap(({ fields }) => Object.keys(fields))
    .map(field => [field, undefined]);
}

/** `MigrationProps`, `k8s.Toleration`. */
const shortName = (fqn: string) => fqn.slice(fqn.indexOf('.') + 1);

const rows = new Map<string, Readonly<Record<string, string>>>();
const open = [...types.keys()].filter(fqn => fqn.startsWith(`${OWN}.`) && structOf(fqn));
for (let fqn = open.pop(); fqn !== undefined; fqn = open.pop()) {
  if (rows.has(shortName(fqn))) continue;
  // What the types say of a field wins, as the later of two.
  const properties = [...new Map([...fieldsOfReleases(shortName(fqn)), ...propertiesOf(fqn)])].sort(([a], [b]) => (a < b ? -1 : 1));
  rows.set(shortName(fqn), Object.fromEntries(properties.map(([name, struct]) => [name, struct === undefined ? '' : shortName(struct)])));
  open.push(...properties.flatMap(([, struct]) => struct ?? []));
}
const lines = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, properties]) => ` ${JSON.stringify(name)}: ${JSON.stringify(properties)}`);
writeFileSync(resolve(ROOT, 'src/lib/facts/generated/option-names.json'), `{\n${lines.join(',\n')}\n}\n`);
