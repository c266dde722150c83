/** What a failed CreateTags or DeleteTags call means for the rest of its batch. */
export enum TagErrorKind {
  /** One of the resources is not there, or not yet: EC2 is eventually consistent. */
  NOT_FOUND = 'not-found',
  /** One of the resources cannot be tagged: alone it fails, the others succeed. */
  BAD_RESOURCE = 'bad-resource',
  /** Nothing will succeed: no rights, no credentials, no network. */
  FATAL = 'fatal',
}

/**
 * Codes that concern single resources, from "Error codes for the Amazon EC2 API". `*.NotFound` and `*.Malformed` stand for all kinds of resources.
 */
const BAD_RESOURCE_CODES: readonly string[] = [
  'InvalidID',
  'TagLimitExceeded',
  // A key that one resource cannot take, as with tags in instance metadata.
  'InvalidParameterValue',
  'IncorrectInstanceState',
  'IncorrectState',
];

export function kindOfTagError(code: string): TagErrorKind {
  if (code.endsWith('.NotFound')) return TagErrorKind.NOT_FOUND;
  if (code.endsWith('.Malformed') || BAD_RESOURCE_CODES.includes(code)) return TagErrorKind.BAD_RESOURCE;
  return TagErrorKind.FATAL;
}
