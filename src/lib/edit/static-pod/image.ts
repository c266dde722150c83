/** An image reference in its parts. */
export interface Image {
  readonly repository: string;
  readonly tag?: string;
  readonly digest?: string;
}

/** Of any text: one that is no reference, a newline in it, has no version that anything knows. */
export function parseImage(reference: string): Image {
  const [name, digest] = reference.split('@', 2);
  const match = /^(.*?)(?::([^/:]+))?$/s.exec(name)!;
  return { repository: match[1], tag: match[2], digest };
}
