import { yaml } from '../edit/yaml/load';

/** As cdk8s writes it: YAML 1.1, which is what Kubernetes reads, and no folded lines. */
export function renderYaml(value: unknown, comment?: string): string {
  const document = new (yaml().Document)(value, { version: '1.1', aliasDuplicateObjects: false });
  if (comment !== undefined) document.commentBefore = comment.split('\n').map(line => ` ${line}`).join('\n');
  return document.toString({ lineWidth: 0 });
}
