import { hasSecret } from '../cloud-config/secrets';
import { Data } from '../edit/yaml/data';
import { parseSources, SourceDocument } from '../edit/yaml/source-document';
import { SourceError } from '../edit/yaml/source-error';
import { INSTALLER_SECRET_FIELDS } from '../facts/installer-secrets';

/** In documents that no table knows, a field whose name ends so. */
const ENDS_SECRET = /(?:pass(?:word|wd|phrase)|secret|token|privatekey|credentials?|apikey|accesskey)$/;

/**
 * Whether a file of an installer has a secret in it: in a field that holds one in documents of its type, in a text that is a file of its own (a cloud
 * config, user data), in a variable of a process, in a Secret. A file that is no YAML counts where it sounds like one.
 */
export function installerFileHasSecret(text: string): boolean {
  return documentsOf(text)?.some(holdsSecret) ?? hasSecret(text);
}

function documentsOf(text: string): readonly SourceDocument[] | undefined {
  try {
    return parseSources(text, { file: '', isOnlyRead: true });
  } catch (error) {
    if (error instanceof SourceError) return undefined;
    throw error;
  }
}

function holdsSecret({ data }: SourceDocument): boolean {
  const group = String(data.apiVersion ?? '').split('/')[0];
  const known = INSTALLER_SECRET_FIELDS.find(row => row.group === group);
  const isSecret = (field: string) => known ? known.fields.includes(field) : ENDS_SECRET.test(plain(field));
  if (data.kind === 'Secret' && group === 'v1') return [data.data, data.stringData].some(part => textsIn(part).length > 0);
  return textsIn(data).some(({ field, text, name }) =>
    isSecret(field) || (text.includes('\n') && hasSecret(text)) || (field === 'value' && name !== undefined && ENDS_SECRET.test(plain(name))));
}

interface Text {
  readonly field: string;
  readonly text: string;
  /** What stands beside it as `name`: of a variable. */
  readonly name?: string;
}

/** Every text that is not empty, with the field that it is in; one in a list is in the field of the list. */
function textsIn(data: Data | undefined, field = ''): Text[] {
  if (typeof data === 'string') return data === '' ? [] : [{ field, text: data }];
  if (Array.isArray(data)) return data.flatMap(item => textsIn(item as Data, field));
  if (typeof data !== 'object' || data === null) return [];
  const { name } = data as { readonly name?: Data };
  return Object.entries(data).flatMap(([key, value]) =>
    textsIn(value as Data, key).map(text => (key === 'value' && typeof name === 'string' ? { ...text, name } : text)));
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[-_.]/g, '');
}
