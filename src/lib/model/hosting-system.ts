import { Data, DataMap, isMap, mapOf } from '../edit/yaml/data';
import { SourceDocument } from '../edit/yaml/source-document';
import { HOSTING_SYSTEMS, HostingSystem } from '../facts/hosting-systems';

/** The system that writes an object, by what it says of itself; undefined: none that is known. */
export function hostingSystemOf({ data }: Pick<SourceDocument, 'data'>): HostingSystem | undefined {
  const { metadata, spec } = data;
  const template = mapOf(mapOf(spec).template);
  const keys = [metadata, template.metadata].map(mapOf).flatMap(one => [one.labels, one.annotations].map(mapOf).flatMap(each => Object.keys(each)));
  // Stryker disable next-line StringLiteral: what is no group is that of none
  const groups = [data, ...ownersOf(metadata)].map(({ apiVersion }) => String(apiVersion ?? '').split('/')[0]);
  const names = [...keys.map(key => key.split('/')[0]), ...groups];
  // Stryker disable next-line StringLiteral: what is no image is that of none
  const images = ['containers', 'initContainers'].flatMap(list => listOf(mapOf(template.spec)[list])).map(({ image }) => String(image ?? ''));
  return HOSTING_SYSTEMS.find(({ group, images: pattern }) =>
    names.some(name => name === group || name.endsWith(`.${group}`)) || (pattern !== undefined && images.some(image => pattern.test(image))));
}

/** What else writes an object, of those that own it. */
export function controllerOf({ data }: Pick<SourceDocument, 'data'>): string | undefined {
  const owner = ownersOf(data.metadata).find(({ controller }) => controller === true);
  return owner && `${String(owner.kind)} '${String(owner.name)}'`;
}

function ownersOf(metadata: Data | undefined): readonly DataMap[] {
  return listOf(mapOf(metadata).ownerReferences);
}

function listOf(value: Data | undefined): readonly DataMap[] {
  // Stryker disable next-line ArrayDeclaration: an item without fields says nothing
  return Array.isArray(value) ? value.filter(isMap) : [];
}
