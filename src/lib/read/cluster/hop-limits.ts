import { Data, isMap, mapOf, SourcePath, stringOf } from '../../edit/yaml/data';
import { attempt } from '../../edit/yaml/source-error';
import { HOP_LIMIT_FIELDS, HOP_LIMIT_KEYS, HOP_LIMIT_NAMES, HOP_LIMIT_OF_HCL } from '../../facts/imds-hop-limit';
import { groupOf } from '../../facts/inert-kinds';
import { CONTROL_PLANE_NAME } from '../../facts/node-rollouts';
import { HopLimitView } from '../../view/model';
import { Documents, ObjectAt, OtherText, placeAt } from '../documents/documents';

/** How many hops the instance metadata service answers over, of machines that the input describes. */
export function hopLimits(objects: readonly ObjectAt[], texts: readonly OtherText[], documents: Documents): readonly HopLimitView[] {
  return [...ofObjects(objects), ...ofTexts(texts, documents)];
}

/** Of machines of the control plane; where nothing says which templates are for it, of all. */
function ofObjects(objects: readonly ObjectAt[]): readonly HopLimitView[] {
  const found = objects.flatMap(object => {
    const { kind, name, apiVersion, file, document, base } = object;
    const field = HOP_LIMIT_FIELDS.find(one => one.kind === kind && one.group === groupOf(apiVersion));
    const path = field && [...base, ...field.path];
    const value = path && document.value(path);
    return typeof value === 'number' && !isOfWorkers(object) ? [{ kind, name, value, place: placeAt(file, document, path!) }] : [];
  });
  const planes = objects.filter(({ kind }) => kind.endsWith('ControlPlane')).map(({ data }) => mapOf(mapOf(data.spec).machineTemplate));
  const named = planes.flatMap(template => [template.infrastructureRef, mapOf(template.spec).infrastructureRef])
    .flatMap(reference => stringOf(mapOf(reference).name) ?? []);
  return found.filter(({ kind, name }) => kind !== 'AWSMachineTemplate' || named.length === 0 || named.includes(name))
    .map(({ kind, name, value, place }) => ({ value, text: `httpPutResponseHopLimit: ${value}`, place, of: `${kind} ${name}` }));
}

/** An InstanceGroup of kops says its role. */
function isOfWorkers({ kind, data }: ObjectAt): boolean {
  return kind === 'InstanceGroup' && !/^(?:Master|ControlPlane)$/i.test(stringOf(mapOf(data.spec).role) ?? 'Master');
}

/** What is said of one launch template or instance, and how it is named. */
interface Found extends HopLimitView {
  readonly name: string;
  /** Of a version of a launch template: the template, and whether it is a version that is used by default, or the newest. */
  readonly version?: { readonly of: string; readonly number: number; readonly isDefault: boolean };
}

/** Where names say which instances are of the control plane, of those alone. */
function ofTexts(texts: readonly OtherText[], documents: Documents): readonly HopLimitView[] {
  const found = texts.flatMap(one => HOP_LIMIT_KEYS.some(({ key }) => one.text.includes(key)) ? ofText(one, documents) : []);
  const used = found.filter(one => isUsed(one, found));
  const ofControlPlane = used.filter(({ name }) => CONTROL_PLANE_NAME.test(name));
  return ofControlPlane.length > 0 ? ofControlPlane : used;
}

/** An old version of a launch template makes no instance. */
function isUsed({ version }: Found, all: readonly Found[]): boolean {
  return version === undefined || version.isDefault || all.every(other => other.version?.of !== version.of || other.version.number <= version.number);
}

function ofText({ file, text }: OtherText, documents: Documents): readonly Found[] {
  if (/\.(?:tf|hcl)$/.test(file)) return ofHcl(file, text);
  const [document] = attempt(() => documents.of(text, file), () => []);
  // Of a plan what it makes, not what it was made of.
  return document === undefined ? [] : [...walk(document.data, [], document.data)].filter(({ path }) => !OF_BEFORE.has(String(path[0])))
    .map(({ path, value, name, holder }) => {
      const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
      const isKnown = typeof number === 'number';
      const { VersionNumber, DefaultVersion, LaunchTemplateId } = holder;
      const version = typeof VersionNumber === 'number'
        ? { of: stringOf(LaunchTemplateId) ?? name, number: VersionNumber, isDefault: DefaultVersion === true } : undefined;
      return {
        name,
        value: isKnown ? number : undefined,
        text: `${String(path.at(-1))}: ${isKnown || typeof value === 'string' ? value as string | number : JSON.stringify(value)}`,
        place: placeAt(file, document, path),
        of: `${name}${version === undefined ? '' : ` (version ${version.number})`}`,
        version,
      };
    });
}

/** Parts of a plan of Terraform that are not of what it makes. */
const OF_BEFORE: ReadonlySet<string> = new Set(['prior_state', 'resource_changes', 'resource_drift', 'configuration']);

/** It is not evaluated: a module, a condition or a default may decide. */
function ofHcl(file: string, text: string): readonly Found[] {
  return [...text.matchAll(HOP_LIMIT_OF_HCL)].flatMap(match => {
    const [, key, value] = match;
    const line = text.slice(0, match.index).split('\n').length;
    return /^\d+$/.test(value) && Number(value) > 1 ? [] : [{ name: file, text: `${key} = ${value}`, place: { file, line }, of: file }];
  });
}

interface Field {
  readonly path: SourcePath;
  readonly value: Data;
  readonly name: string;
  readonly holder: { readonly [key: string]: Data };
}

/** Deepest that is looked at: a plan has modules in modules. */
const DEEPEST = 60;

/** Each field of the name within what may hold it. */
function* walk(data: Data, path: SourcePath, holder: { readonly [key: string]: Data }): Iterable<Field> {
  if (path.length > DEEPEST) return;
  if (Array.isArray(data)) {
    for (const [index, item] of data.entries()) yield* walk(item, [...path, index], holder);
    return;
  }
  if (!isMap(data)) return;
  const own = HOP_LIMIT_NAMES.some(key => stringOf(data[key]) !== undefined) ? data : holder;
  for (const [key, value] of Object.entries(data)) {
    const isField = HOP_LIMIT_KEYS.some(one => one.key === key && path.some(step => one.within.test(String(step))));
    if (!isField) yield* walk(value, [...path, key], own);
    else if (value !== null) yield { path: [...path, key], value, name: nameOf(own, path), holder: own };
  }
}

/** By what names it, else by the keys above it: `Resources.ControlPlane`, `resource.aws_launch_template.cp`. */
function nameOf(holder: { readonly [key: string]: Data }, path: SourcePath): string {
  const given = HOP_LIMIT_NAMES.map(key => stringOf(holder[key])).find(text => text !== undefined);
  const keys = path.filter(step => typeof step === 'string');
  const end = keys.findIndex(key => key === 'Properties' || HOP_LIMIT_KEYS.some(({ within }) => within.test(key)));
  return given ?? (keys.slice(0, end).join('.') || 'the launch template');
}
