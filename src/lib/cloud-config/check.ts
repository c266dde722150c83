import { checkOverrides } from './check-overrides';
import { checkGlobalValue } from './check-values';
import { CloudConfigFinding } from './finding';
import { Findings } from './findings';
import { GcfgSection, GcfgVariable } from './gcfg-parser';
import { sameName } from './gcfg-value';
import { CloudConfigReader } from './reader';
import { cloudConfigKeyFacts, CloudConfigKeyFact, SERVICE_OVERRIDE_KEYS } from '../facts/cloud-config-keys';
import { nearestName } from '../text/nearest';

const SECTIONS = ['Global', 'ServiceOverride'] as const;

/** Everything that one reader would refuse, panic at, or silently ignore, ordered by line. */
export function checkCloudConfig(sections: readonly GcfgSection[], reader: CloudConfigReader): CloudConfigFinding[] {
  const findings = new Findings(reader.displayName);
  const globals: [CloudConfigKeyFact, GcfgVariable][] = [];
  for (const section of sections) {
    if (sameName('Global', section.name)) {
      if (section.subsection !== undefined) {
        unknown(findings, reader, section.line, `section [${section.name} "${section.subsection}"] is not known`,
          '[Global] has no subsection: leave it out');
        continue;
      }
      for (const variable of section.variables) {
        const fact = cloudConfigKeyFacts().find(({ key }) => sameName(key, variable.name));
        if (fact && reader.knows(fact.key)) globals.push([fact, variable]);
        else unknownGlobal(findings, reader, variable, fact);
      }
    } else if (sameName('ServiceOverride', section.name)) {
      for (const variable of section.variables) checkOverrideVariable(findings, reader, variable);
    } else {
      const near = nearestName(section.name, SECTIONS);
      unknown(findings, reader, section.line, `section '${section.name}' is not known`, hint(near, SECTIONS));
    }
  }
  for (const [fact, variable] of globals) checkGlobalValue(fact, variable, findings);
  checkTogether(globals, findings);
  checkOverrides(sections.filter(({ name }) => sameName('ServiceOverride', name)), reader, findings);
  return findings.all.sort((a, b) => a.line - b.line);
}

/** An unknown name stops a strict reader; a lenient one silently drops it, which is an error too: the setting was meant to do something. */
function unknown(findings: Findings, reader: CloudConfigReader, line: number, what: string, fix: string): void {
  if (reader.ignoresUnknownKeys) findings.lost(line, `${what} (silently ignored)`, fix);
  else findings.error(line, `${what} (the component exits)`, fix);
}

function hint(near: string | undefined, known: readonly string[]): string {
  return near ? `did you mean '${near}'?` : `take it out; known: ${known.join(', ')}`;
}

function unknownGlobal(findings: Findings, reader: CloudConfigReader, { name, line }: GcfgVariable, fact: CloudConfigKeyFact | undefined): void {
  if (!fact) {
    const near = nearestName(name, cloudConfigKeyFacts().map(({ key }) => key));
    unknown(findings, reader, line, `key '${name}' is not known in [Global]`, hint(near, reader.globalKeys));
  } else if (fact.removedIn && reader.ignoresUnknownKeys) {
    // What it switched off is gone with it, so a file that is shared with an older reader may keep it.
    findings.note(line, `key '${fact.key}' was removed in ${fact.removedIn} and is ignored`, 'leave it while an older reader shares the file');
  } else if (fact.removedIn && reader.component === 'cloud-controller-manager') {
    unknown(findings, reader, line, `key '${fact.key}' was removed in ${fact.removedIn}`, 'remove it');
  } else {
    const since = fact.since.join(', ');
    unknown(findings, reader, line, `key '${fact.key}' is not known to this release; cloud-controller-manager has it from ${since} on`,
      'take it out of what this component reads: give each component a file of its own');
  }
}

function checkOverrideVariable(findings: Findings, reader: CloudConfigReader, { name, line, value }: GcfgVariable): void {
  const key = SERVICE_OVERRIDE_KEYS.find(known => sameName(known, name));
  if (!key) {
    const near = nearestName(name, SERVICE_OVERRIDE_KEYS);
    unknown(findings, reader, line, `key '${name}' is not known in [ServiceOverride]`, hint(near, SERVICE_OVERRIDE_KEYS));
  } else if (value === undefined) {
    findings.error(line, `'${key}' has no value; the reader stops with 'blank value not supported for type'`, `write '${key} = ...'`);
  }
}

function checkTogether(globals: readonly [CloudConfigKeyFact, GcfgVariable][], findings: Findings): void {
  const last = new Map<string, GcfgVariable>();
  for (const [{ key, type }, variable] of globals) {
    const before = last.get(key);
    if (type !== 'strings' && before && before.value !== variable.value) {
      findings.lost(variable.line, `'${key}' is set again (first on line ${before.line}) and the last value silently wins`, 'keep one');
    }
    last.set(key, variable);
  }
  const value = (key: string): string => last.get(key)?.value ?? '';
  const [tag, id] = [value('KubernetesClusterTag'), value('KubernetesClusterID')];
  if (tag !== '' && id !== '' && tag !== id) {
    findings.error(last.get('KubernetesClusterID')!.line, `two cluster ids: KubernetesClusterTag is '${tag}' and KubernetesClusterID is '${id}'; `
      + 'the component exits with \'clusterID tags did not match\'', 'keep the one that your resources are tagged with');
  }
  // aws.go:628 (v1.36.1), and the same in-tree: otherwise VPC is not looked at, and the component describes its own instance.
  if (value('VPC') !== '' && !((value('SubnetID') !== '' || value('RoleARN') !== '') && (tag !== '' || id !== ''))) {
    findings.note(last.get('VPC')!.line, "'VPC' has no effect without SubnetID or RoleARN, and KubernetesClusterTag or KubernetesClusterID",
      'take VPC out, or give the others too: the component looks at it only where it does not run on an instance of the cluster');
  }
}
