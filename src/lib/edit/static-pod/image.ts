/** An image reference in its parts. */
export interface Image {
  readonly repository: string;
  readonly tag?: string;
  readonly digest?: string;
}

export function parseImage(reference: string): Image {
  const [name, digest] = reference.split('@', 2);
  const match = /^(.*?)(?::([^/:]+))?$/.exec(name)!;
  return { repository: match[1], tag: match[2], digest };
}
