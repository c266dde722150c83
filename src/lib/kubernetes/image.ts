import { printable } from '../text/printable';

/** An image reference in its parts. */
export interface Image {
  readonly repository: string;
  readonly tag?: string;
  readonly digest?: string;
}

/** Of any text: one that is no reference, a newline in it, has no version that anything knows. */
export function parseImage(reference: string): Image {
  const [name, ...rest] = reference.split('@');
  const digest = rest.length === 0 ? undefined : rest.join('@');
  const match = /^(.*?)(?::([^/:]+))?$/s.exec(name)!;
  return { repository: match[1], tag: match[2], digest };
}

/** Grammar of a reference: distribution/reference@v0.6.0 regexp.go; a digest is one that containerd can check. */
const DOMAIN_PART = String.raw`[a-zA-Z\d](?:[a-zA-Z\d-]*[a-zA-Z\d])?`;
const IPV6 = String.raw`\[[a-fA-F\d:]+\]`;
const DOMAIN = String.raw`(?:${DOMAIN_PART}(?:\.${DOMAIN_PART})*|${IPV6})(?::\d+)?`;
const PATH_PART = String.raw`[a-z\d]+(?:(?:\.|_|__|-+)[a-z\d]+)*`;
const REPOSITORY = new RegExp(`^(?:(?<domain>${DOMAIN})/)?(?<path>${PATH_PART}(?:/${PATH_PART})*)$`);
/** Of the path: reference.go, RepositoryNameTotalLengthMax. */
const LONGEST_PATH = 255;
const TAG = /^\w[\w.-]{0,127}$/;
const DIGEST = /^sha256:[\da-f]{64}$/;

/**
 * An image reference that a container runtime takes.
 *
 * @param prop where it was given, for the error
 * @throws if it is none
 */
export function checkedImage(prop: string, reference: string): Image {
  const image = parseImage(reference);
  const problem = repositoryProblem(image.repository)
    ?? unless(TAG, image.tag, tag => `the tag must be at most 128 letters, digits, '_', '.' and '-', got '${tag}'`)
    ?? unless(DIGEST, image.digest, digest => `the digest must be sha256: and 64 hex digits, got '${digest}'`);
  if (problem !== undefined) {
    throw new Error(printable(`${prop} '${reference}' is not an image reference: ${problem}; accepted: [registry/]repository[:tag][@sha256:digest]`));
  }
  return image;
}

/**
 * A digest of an image.
 *
 * @param prop where it was given, for the error
 * @throws if it is none
 */
export function checkedDigest(prop: string, digest: string): string {
  if (DIGEST.test(digest)) return digest;
  throw new Error(printable(`${prop} must be sha256: and 64 hex digits, got '${digest}'`));
}

function unless(pattern: RegExp, text: string | undefined, problem: (text: string) => string): string | undefined {
  return text === undefined || pattern.test(text) ? undefined : problem(text);
}

function repositoryProblem(repository: string): string | undefined {
  if (repository === '') return 'it is empty';
  if (/^[a-z]+:\/\//i.test(repository)) return 'it begins with a scheme such as https://';
  const { path: found } = REPOSITORY.exec(repository)?.groups ?? {};
  if (found !== undefined && found.length <= LONGEST_PATH) return undefined;
  if (found !== undefined) return `the repository has ${found.length} characters, and at most ${LONGEST_PATH} are accepted`;
  const path = repository.split('/').slice(1).join('/') || repository;
  return /[A-Z]/.test(path) ? `the repository '${path}' has upper case` : `'${repository}' is no repository`;
}
