import type { Node, YAMLMap } from 'yaml';

/**
 * Says what is wrong with text that is not YAML. The Kubernetes page itself shows a bare `*`, which YAML reads as an alias without a name.
 *
 * @param offset where the parser stopped
 */
export function yamlProblem(text: string, offset: number, message: string): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  const line = text.slice(start, end === -1 ? text.length : end).trimEnd();
  const bareStar = /^\s*(- +)?component:\s*\*/.exec(line);
  if (bareStar) return `a bare * is a YAML alias, not text; write: ${bareStar[1] ? '- ' : ''}component: "*"`;
  if (message.startsWith('Map keys must be unique')) {
    return 'this key is given twice; components use the last one or, from 1.32 on, refuse the file; keep one';
  }
  return `not YAML: ${message.split('\n')[0].replace(/\.$/, '')}`;
}

/** The list item of the Kubernetes page that a dash too many tears in two: `- name: nodeipam` and `- component: "*"`. */
export function misplacedDash(items: readonly YAMLMap[]): { readonly at: Node; readonly message: string } | undefined {
  const index = items.findIndex(
    (item, i) => !item.has('component') && i + 1 < items.length && !items[i + 1].has('name') && items[i + 1].has('component'),
  );
  if (index === -1) return undefined;
  const name = String(items[index].get('name'));
  const component = String(items[index + 1].get('component'));
  return {
    at: items[index + 1],
    message: `the dash before component makes two items of one: controllerLeaders[${index}] has no component and controllerLeaders[${index + 1}] no `
      + 'name; '
      + `write: - {name: ${name}, component: ${component === '*' ? '"*"' : component}}`,
  };
}
