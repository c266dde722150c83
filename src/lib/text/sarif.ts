/** Of a log in SARIF 2.1.0. */
export const SARIF_SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** A relative reference, or a file URI for an absolute path; `:` in a first segment would read as a scheme. */
export function sarifUri(file: string): string {
  const path = file.split('/').map(encodeURIComponent).join('/');
  return path.startsWith('/') ? `file://${path}` : path.replace(/^(\.\/)+/, '');
}
