import { Data, isMap } from '../edit/yaml/data';
import { Image } from '../kubernetes/image';
import { FileContent, VerifyInput } from '../read/input/input';
import { ComponentView } from '../view/model';

/** The input with another release of its cloud-controller-managers, wherever one of their images is written as a whole. */
export function withImages(input: VerifyInput, tag: string, views: readonly ComponentView[]): VerifyInput {
  const repositories = new Map(views.flatMap(({ image }) => image === undefined ? [] : [[referenceOf(image), image.repository]]));
  const pattern = new RegExp(`(?<![\\w./-])(?:${[...repositories.keys()].map(escaped).join('|')})(?:@sha256:[0-9a-f]{64})?(?![\\w.-])`, 'g');
  const changed = (text: string) => text.replace(pattern, found => `${repositories.get(found) ?? repositories.get(found.split('@')[0])!}:${tag}`);
  return {
    ...input,
    directories: input.directories.map(directory =>
      ({ ...directory, files: new Map([...directory.files].map(([path, content]) => [path, withText(content, changed)])) })),
  };
}

/** As it is written where no digest follows a tag. */
function referenceOf({ repository, tag, digest }: Image): string {
  return tag === undefined ? `${repository}@${digest}` : `${repository}:${tag}`;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function withText(content: FileContent, changed: (text: string) => string): FileContent {
  if (!('text' in content)) return content;
  const { text, data, parts } = content;
  return {
    ...content,
    text: changed(text),
    ...data && { data: data.map(one => withStrings(one, changed)) },
    ...parts && {
      parts: parts.map(part => ({ ...part, data: withStrings(part.data, changed), ...part.text !== undefined && { text: changed(part.text) } })),
    },
  };
}

function withStrings<T extends Data>(data: T, changed: (text: string) => string): T;
function withStrings(data: Data, changed: (text: string) => string): Data {
  if (typeof data === 'string') return changed(data);
  if (Array.isArray(data)) return data.map(one => withStrings(one, changed));
  return isMap(data) ? Object.fromEntries(Object.entries(data).map(([key, value]) => [key, withStrings(value, changed)])) : data;
}
