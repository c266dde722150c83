import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseDocument, YAMLMap } from 'yaml';

const SETTINGS = resolve(__dirname, '..', '..', 'collection/ansible_collections/cdk8s/ccm_migration/roles/settings');

interface Setting {
  readonly name: string;
  readonly type: string;
  readonly value: string;
  readonly text: string;
}

interface Group {
  readonly title: string;
  readonly settings: Setting[];
}

/** The page of the settings: names, defaults and sentences of the role's defaults, types of its argument specification. */
export function settingsPage(): string {
  return `# Settings of the playbooks

Written by \`scripts/generate-docs.ts\` from the collection; do not edit. \`settings.example.yaml\` of a plan lists the same.

Yours go to \`group_vars/all.yaml\` beside the inventory of a plan, those of one node to \`host_vars/<node>.yaml\`. Each playbook checks them first:
a value of another type is refused, and so is a name that no playbook knows, unless \`own_variables\` lists it.

${groups().map(({ title, settings }) => `## ${title}

| setting | type | default | meaning |
| --- | --- | --- | --- |
${settings.map(({ name, type, value, text }) => `| \`${name}\` | ${type} | ${value} | ${text} |`).join('\n')}
`).join('\n')}`;
}

function groups(): Group[] {
  const specs = parseDocument(readFileSync(join(SETTINGS, 'meta/argument_specs.yaml'), 'utf8'))
    .getIn(['argument_specs', 'main', 'options']) as YAMLMap;
  const found: Group[] = [];
  for (const block of readFileSync(join(SETTINGS, 'defaults/main.yaml'), 'utf8').split('\n\n').slice(1)) {
    // The first comment of a block is its title, what follows up to the first setting's own sentence belongs to it.
    const [title, ...lines] = block.trimEnd().split('\n');
    const group: Group = { title: title.replace(/^# /, '').replace(/\..*/, ''), settings: [] };
    let text: string[] = [];
    let last: string[] | undefined;
    for (const line of lines) {
      if (line.startsWith('# ')) {
        if (last) [text, last] = [[], undefined];
        text.push(line.slice(2));
      } else if (/^[a-z_]+:/.test(line)) {
        const [name] = line.split(':');
        const type = String(specs.getIn([name, 'type']) ?? 'any');
        last = text;
        group.settings.push({ name, type, value: inCell(line.slice(name.length + 1).trim()), text: text.join(' ').replace(/[|<]/g, '\\$&') });
      } else {
        const setting = group.settings.pop()!;
        const value = line.trim().replace(/^- /, '');
        group.settings.push({ ...setting, value: setting.value === '' ? `\`${value}\`` : `${setting.value}, \`${value}\`` });
      }
    }
    found.push(group);
  }
  return found;
}

/** A default in a cell of a table. */
function inCell(value: string): string {
  return value === '' ? '' : `\`${value.replaceAll('|', '\\|')}\``;
}
