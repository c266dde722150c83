/** What JSON can say: the data of a document, whose shape is not checked. */
export type Data = string | number | boolean | null | Data[] | { [key: string]: Data };
export type DataMap = { readonly [key: string]: Data };

/** A key or index per level. */
export type SourcePath = readonly (string | number)[];

/** `spec.files[0].content`. */
export function pathText(path: SourcePath): string {
  return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index === 0 ? '' : '.'}${step}`)).join('');
}

export function isMap(value: Data | undefined): value is { [key: string]: Data } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function listOf(value: Data | undefined): readonly Data[] {
  return Array.isArray(value) ? value : [];
}

export function mapOf(value: Data | undefined): DataMap {
  return isMap(value) ? value : {};
}

export function stringOf(value: Data | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** As it is shown: what is not there is empty. */
export function shownOf(value: Data | undefined): string {
  return String(value ?? '');
}
