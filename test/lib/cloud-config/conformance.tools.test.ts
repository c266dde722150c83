import * as fc from 'fast-check';
import { blocks, pattern, text as texts, word } from './arbitraries';
import { CCM_READER, CCM_READER_RELEASE, GoResult, IN_TREE_READER, IN_TREE_READER_VERSION, readWithGo } from './gcfg-reader';
import { checkCloudConfig } from '../../../src/lib/cloud-config/check';
import { parseGcfg } from '../../../src/lib/cloud-config/gcfg-parser';
import { gcfgBool, gcfgInt32, trimSpace } from '../../../src/lib/cloud-config/gcfg-value';
import { GcfgBlock, writeGcfg } from '../../../src/lib/cloud-config/gcfg-writer';
import { CloudConfigReader } from '../../../src/lib/cloud-config/reader';
import { cloudConfigKeyFacts, SERVICE_OVERRIDE_KEYS } from '../../../src/lib/facts/cloud-config-keys';
import { CCM, KCM } from '../../../src/lib/kubernetes/component';
import { goRegexpError } from '../../../src/lib/kubernetes/go-regexp';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { describeReader } from '../../reader';

/** Fixed seed: a failure that CI finds is one that a developer can repeat. */
const SAMPLES = { seed: 20260115, committed: 100, asked: 600 };

function globalValue(result: GoResult, key: string): unknown {
  const global = result.config!.Global;
  const name = Object.keys(global).find(candidate => candidate.toLowerCase() === key.toLowerCase());
  return name === undefined ? undefined : global[name];
}

describeReader('gcfg with the structs of the real providers', [CCM_READER, IN_TREE_READER], (ccmReader, inTreeReader) => {
  const ccm = CloudConfigReader.cloudControllerManager(CCM_READER_RELEASE);
  const inTree = CloudConfigReader.inTree(KubernetesVersion.of(IN_TREE_READER_VERSION));

  const ofCcm = ccmReader.samples(SAMPLES);
  it.each(ofCcm)('decodes what our writer writes to the values that were meant ($count from seed $seed)', ({ count, seed, reader }) => {
    const samples = fc.sample(blocks, { numRuns: count, seed });
    const results = readWithGo(reader, samples.map(writeGcfg));
    samples.forEach((sample, index) => {
      expect(results[index].fatal).toBeUndefined();
      expectDecoded(sample, results[index]);
    });
  });

  const both = [[CCM, ccm, ccmReader], [KCM, inTree, inTreeReader]] as const;
  it.each(both.flatMap(([of, ours, program]) => program.samples(SAMPLES).map(sample => ({ of, ours, ...sample }))))(
    'accepts and refuses the same texts as our parser and checks ($of, $count from seed $seed)', sample => {
      const samples = fc.sample(texts, { numRuns: sample.count, seed: sample.seed });
      const results = readWithGo(sample.reader, samples);
      expect(samples.map(text => ({ text, ...verdict(text, sample.ours) }))).toEqual(
        results.map(({ fatal, unknown }, index) => ({ text: samples[index], fatal: fatal !== undefined, unknown: unknown !== undefined })),
      );
      // The comparison means nothing if all samples fall on one side.
      const fatal = results.filter(result => result.fatal !== undefined).length;
      expect(fatal).toBeGreaterThan(sample.count / 10);
      expect(sample.count - fatal).toBeGreaterThan(sample.count / 10);
    },
  );

  it('drops carriage returns and joins continued lines as our parser does', () => {
    const source = '[Global]\r\nZone = a\rb\r\nVPC = "c\rd" e\r\nRoleARN = x\\\r\n  y  \r\n';
    const [result] = readWithGo(ccmReader, [source]);
    const [{ variables }] = parseGcfg(source);
    expect(variables.map(({ name, value }) => [name, value])).toEqual([['Zone', 'ab'], ['VPC', 'cd e'], ['RoleARN', 'x  y']]);
    for (const { name, value } of variables) expect([name, globalValue(result, name)]).toEqual([name, value]);
  });

  it.each(ofCcm)('decodes bools and integers as we do ($count from seed $seed)', ({ count, seed, reader }) => {
    const words = fc.sample(word, { numRuns: count, seed });
    const ints = readWithGo(reader, words.map(written => setting('ClusterServiceSharedLoadBalancerHealthProbePort', written)));
    const bools = readWithGo(reader, words.map(written => setting('DisableSecurityGroupIngress', written)));
    words.forEach((written, index) => {
      const int = ints[index].fatal ? undefined : globalValue(ints[index], 'ClusterServiceSharedLoadBalancerHealthProbePort') ?? 0;
      expect([written, gcfgInt32(written)]).toEqual([written, int]);
      const bool = bools[index].fatal ? undefined : globalValue(bools[index], 'DisableSecurityGroupIngress');
      expect([written, gcfgBool(written)]).toEqual([written, bool]);
    });
  });

  const patternSamples = ccmReader.samples({ ...SAMPLES, committed: 300, asked: 1500 });
  it.each(patternSamples)('compiles the patterns that we accept, and panics at others ($count from seed $seed)', ({ count, seed, reader }) => {
    const patterns = fc.sample(pattern, { numRuns: count, seed }).filter(sample => sample !== '');
    const results = readWithGo(reader, patterns.map(sample => setting('SupportedTopologyInstanceTypePattern', sample)));
    const differ = patterns.filter((sample, index) => (goRegexpError(sample) !== undefined) !== (results[index].invalid !== undefined));
    expect(differ.map(sample => [sample, goRegexpError(sample)])).toEqual([]);
  });

  it('knows the keys of our table, and only those', () => {
    for (const [, reader, program] of both) {
      const keys = [...cloudConfigKeyFacts().map(({ key }) => key), 'NoSuchKey'];
      const results = readWithGo(program, keys.map(key => setting(key, '1')));
      expect(keys.filter((_, index) => results[index].unknown === undefined)).toEqual(keys.filter(key => reader.knows(key)));
    }
    const results = readWithGo(ccmReader, [...SERVICE_OVERRIDE_KEYS, 'Nope'].map(key => `[ServiceOverride "1"]\n${key} = x\n`));
    expect(results.map(({ unknown }) => unknown !== undefined)).toEqual([...SERVICE_OVERRIDE_KEYS.map(() => false), true]);
  });
});

function setting(key: string, value: string): string {
  return writeGcfg([{ name: 'Global', variables: [[key, value]] }]);
}

function expectDecoded(sample: readonly GcfgBlock[], result: GoResult): void {
  const [global, ...overrides] = sample;
  for (const { key, type } of cloudConfigKeyFacts()) {
    const values = global.variables.filter(([name]) => name === key).map(([, value]) => value);
    if (values.length === 0 || key === 'DisableStrictZoneCheck') continue;
    // Fields with `omitempty` are left out of the JSON when they are empty.
    expect(globalValue(result, key) ?? '').toEqual(type === 'strings' ? values : values.at(-1));
  }
  for (const { subsection } of overrides) {
    const values = Object.fromEntries(overrides.filter(other => other.subsection === subsection).flatMap(({ variables }) => variables));
    const decoded = result.config!.ServiceOverride![subsection!];
    for (const [key, value] of Object.entries(values)) {
      // ValidateOverrides cuts these two in place, up to the first override that it refuses.
      const cut = key === 'Service' || key === 'Region' ? trimSpace : (text: string) => text;
      expect([key, cut(decoded[key])]).toEqual([key, cut(value)]);
    }
  }
}

/** Our own word on a text, in gcfg's two classes: what stops every release, and what only a strict one stops at. */
function verdict(source: string, reader: CloudConfigReader): { fatal: boolean; unknown: boolean } {
  let sections;
  try {
    sections = parseGcfg(source);
  } catch {
    return { fatal: true, unknown: false };
  }
  const messages = checkCloudConfig(sections, reader).map(({ message }) => message);
  const fatal = messages.some(message => /blank value|must be a 32-bit integer|must be a boolean/.test(message));
  return { fatal, unknown: !fatal && messages.some(message => /silently ignored\)|the component exits\)/.test(message)) };
}
