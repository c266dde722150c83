import { collectOverrides, signature } from './check-overrides';
import { GcfgSection, parseGcfg } from './gcfg-parser';
import { sameName } from './gcfg-value';
import { GcfgBlock, writeGcfg } from './gcfg-writer';
import { CloudConfigReader } from './reader';
import { SERVICE_OVERRIDE_KEYS, SERVICE_OVERRIDE_NAMES } from '../facts/cloud-config-keys';

/**
 * The text without the lines of [Global] that `reader` does not know but one of `others` does: what has to go when two readers cannot share a file.
 * A key that no reader knows stays and is reported by the check. All other bytes stay.
 */
export function withoutForeignKeys(text: string, reader: CloudConfigReader, others: readonly CloudConfigReader[]): string {
  let kept = '';
  let from = 0;
  for (const { name: section, variables } of parseGcfg(text)) {
    if (!sameName('Global', section)) continue;
    for (const { name, start, end } of variables) {
      if (reader.knows(name) || !others.some(other => other.knows(name))) continue;
      kept += text.slice(from, start);
      from = end;
    }
  }
  return kept + text.slice(from);
}

/**
 * The text with an override added under every name that the SDKs of `readers` ask for. The names changed from AWS SDK v1 to v2 inside minors, so an
 * override silently stops matching on a patch upgrade; both spellings side by side are valid for all readers, because they differ in `Service`.
 */
export function withSpellings(text: string, readers: readonly CloudConfigReader[]): string {
  const added = missingSpellings(parseGcfg(text), [...new Set(readers.map(({ awsSdk }) => awsSdk))]);
  if (added.length === 0) return text;
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}\n${writeGcfg(added)}`;
}

function missingSpellings(sections: readonly GcfgSection[], sdks: readonly string[]): GcfgBlock[] {
  const overrides = collectOverrides(sections.filter(({ name }) => sameName('ServiceOverride', name)));
  const names = new Set(overrides.map(({ name }) => name));
  const signatures = new Set(overrides.map(override => key(signature(override))));
  const added: GcfgBlock[] = [];
  for (const override of overrides) {
    const { service, region } = signature(override);
    for (const spellings of SERVICE_OVERRIDE_NAMES.filter(({ sdkV1, sdkV2 }) => sdkV1 === service || sdkV2 === service)) {
      for (const sdk of sdks) {
        const spelled = sdk === 'v2' ? spellings.sdkV2 : spellings.sdkV1;
        if (signatures.has(key({ service: spelled, region }))) continue;
        signatures.add(key({ service: spelled, region }));
        added.push({
          name: 'ServiceOverride',
          subsection: freeName(`${override.name} ${spelled}`, names),
          variables: SERVICE_OVERRIDE_KEYS.flatMap(written => {
            const value = written === 'Service' ? spelled : override.values.get(written);
            return value === undefined ? [] : [[written, value] as const];
          }),
        });
      }
    }
  }
  return added;
}

function key({ service, region }: { service: string; region: string }): string {
  return `${service}\n${region}`;
}

function freeName(wanted: string, taken: Set<string>): string {
  let name = wanted;
  for (let count = 2; taken.has(name); count++) name = `${wanted} ${count}`;
  taken.add(name);
  return name;
}
