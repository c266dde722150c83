import { yaml } from '../../edit/yaml/load';

/** Text that Ansible must take as it is: from the manifests, the nodes or the user. */
class Literal {
  public constructor(public readonly text: string) {}
}

const UNSAFE = {
  tag: '!unsafe',
  identify: (value: unknown): boolean => value instanceof Literal,
  resolve: (text: string): Literal => new Literal(text),
  stringify: ({ value }: { value: unknown }): string => JSON.stringify((value as Literal).text),
};

/** Data of the plan: every text in it that Jinja would read is marked `!unsafe`, so that Ansible does not. */
export function literal(value: unknown): unknown {
  if (typeof value === 'string') return /\{[{%#]/.test(value) ? new Literal(value) : value;
  if (Array.isArray(value)) return value.map(literal);
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, item]): [string, unknown] => [key, item === undefined ? null : literal(item)]));
  }
  return value;
}

/** A file of the project. */
export function yamlText(head: string, value: unknown): string {
  const comment = head.split('\n').map(line => `# ${line}`.trimEnd()).join('\n');
  // Names and paths are as long as they are.
  return `---\n# yamllint disable rule:line-length\n${comment}\n`
    + `${yaml().stringify(value, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false, customTags: [UNSAFE as never] })}`;
}
