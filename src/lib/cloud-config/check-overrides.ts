import { Findings } from './findings';
import { GcfgSection } from './gcfg-parser';
import { sameName, trimSpace } from './gcfg-value';
import { CloudConfigReader } from './reader';
import { SDK_V1_ONLY_SERVICES, SERVICE_OVERRIDE_KEYS, SERVICE_OVERRIDE_NAMES } from '../facts/cloud-config-keys';

/** Values of one `[ServiceOverride "..."]`; blocks with one name are one override, and the last value of a key counts. */
interface Override {
  readonly name: string;
  readonly line: number;
  readonly values: Map<string, string>;
}

export function collectOverrides(sections: readonly GcfgSection[]): Override[] {
  const overrides = new Map<string, Override>();
  for (const section of sections) {
    const name = section.subsection ?? '';
    const override = overrides.get(name) ?? { name, line: section.line, values: new Map<string, string>() };
    overrides.set(name, override);
    for (const { name: written, value } of section.variables) {
      const key = SERVICE_OVERRIDE_KEYS.find(known => sameName(known, written));
      if (key) override.values.set(key, value ?? '');
    }
  }
  return [...overrides.values()];
}

/** `Service` and `Region`, which are cut of outer white space and must be unique together (ValidateOverrides). */
export function signature(override: Override): { service: string; region: string } {
  return { service: trimSpace(override.values.get('Service') ?? ''), region: trimSpace(override.values.get('Region') ?? '') };
}

/** What ValidateOverrides refuses at the start of every release, and what no client of this release would find. */
export function checkOverrides(sections: readonly GcfgSection[], reader: CloudConfigReader, findings: Findings): void {
  const overrides = collectOverrides(sections);
  const services = servicesByRegion(overrides);
  const seen = new Map<string, Override>();
  for (const override of overrides) {
    for (const key of ['Service', 'Region', 'URL', 'SigningRegion']) {
      if (trimSpace(override.values.get(key) ?? '') === '') {
        findings.error(override.line, `'${key}' is missing in [ServiceOverride "${override.name}"]`,
          'Service, Region, URL and SigningRegion are required');
      }
    }
    const { service, region } = signature(override);
    const first = seen.get(`${service}_${region}`);
    if (first && service !== '' && region !== '') {
      findings.error(override.line, `[ServiceOverride "${override.name}"] is for service '${service}' in region '${region}', as is "${first.name}"`,
        'keep one');
    }
    seen.set(`${service}_${region}`, first ?? override);
    if (service !== '') checkSpelling(override, services.get(region)!, reader, findings);
  }
}

function servicesByRegion(overrides: readonly Override[]): ReadonlyMap<string, ReadonlySet<string>> {
  const services = new Map<string, Set<string>>();
  for (const { service, region } of overrides.map(signature)) services.set(region, (services.get(region) ?? new Set()).add(service));
  return services;
}

/** @param listed services that have an override in the same region */
function checkSpelling(override: Override, listed: ReadonlySet<string>, reader: CloudConfigReader, findings: Findings): void {
  const { service } = signature(override);
  const v2 = reader.awsSdk === 'v2';
  const own = SERVICE_OVERRIDE_NAMES.map(names => v2 ? names.sdkV2 : names.sdkV1);
  if (own.includes(service) || (!v2 && SDK_V1_ONLY_SERVICES.includes(service))) {
    if (v2 && !override.values.get('SigningName') && service !== 'ec2imds') {
      findings.warning(override.line, `[ServiceOverride "${override.name}"] has no SigningName; AWS SDK v2 releases sign with the empty name`,
        'set it');
    }
    if (v2 && override.values.get('SigningMethod')) {
      findings.warning(override.line, `'SigningMethod' of [ServiceOverride "${override.name}"] is ignored by releases with AWS SDK v2`,
        'take it out when no release with AWS SDK v1 reads the file');
    }
    return;
  }
  const others = SERVICE_OVERRIDE_NAMES.filter(names => (v2 ? names.sdkV1 : names.sdkV2) === service).map(names => v2 ? names.sdkV2 : names.sdkV1);
  const missing = [...new Set(others)].filter(name => !listed.has(name));
  if (missing.length > 0) {
    findings.lost(override.line, `[ServiceOverride "${override.name}"] has Service '${service}', which this release never asks for; `
      + `with AWS SDK ${reader.awsSdk} it is ${missing.map(name => `'${name}'`).join(' and ')}`,
    'list the override under both names; they may stand side by side');
  } else if (others.length === 0) {
    const gone = v2 && SDK_V1_ONLY_SERVICES.includes(service);
    findings.warning(override.line, `[ServiceOverride "${override.name}"] has Service '${service}', which this release never asks for`,
      gone ? 'take it out: only releases with AWS SDK v1 asked for it' : `name one of ${[...new Set(own)].join(', ')}`);
  }
}
