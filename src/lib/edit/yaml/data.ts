import { Data } from './source-document';

/** Questions about data whose shape is not checked. */

export function isMap(value: Data | undefined): value is { [key: string]: Data } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function listOf(value: Data | undefined): readonly Data[] {
  return Array.isArray(value) ? value : [];
}

export function mapOf(value: Data | undefined): { readonly [key: string]: Data } {
  return isMap(value) ? value : {};
}

export function stringOf(value: Data | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** As it is shown: what is not there is empty. */
export function shownOf(value: Data | undefined): string {
  return String(value ?? '');
}
