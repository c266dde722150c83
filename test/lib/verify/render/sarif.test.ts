import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import Ajv from 'ajv';
import { run as rules } from '../../../../src/cli/commands/rules/run';
import { rulesPage } from '../../../../src/cli/version';
import { readDirectory } from '../../../../src/files/read-directory';
import { VerifyDirectory } from '../../../../src/lib/read/input/input';
import { RULES } from '../../../../src/lib/rules';
import { accept } from '../../../../src/lib/verify/accept';
import { renderSarif } from '../../../../src/lib/verify/render/sarif';
import { ReportedFinding } from '../../../../src/lib/verify/result';
import { scopeOf } from '../../../../src/lib/verify/scope';
import { verify } from '../../../../src/lib/verify/verify';
import { anchorInRepository } from '../../../pages';
import { KCM_26, KCM_27, node } from '../../rules/input';
import { SCOPE } from '../nothing-in-scope';

interface Log {
  readonly runs: readonly [{
    readonly tool: { readonly driver: { readonly rules: readonly RuleText[] } };
    readonly results: readonly Result[];
  }];
}

interface RuleText {
  readonly id: string;
  readonly shortDescription: Text;
  readonly fullDescription: Text;
  readonly defaultConfiguration: { readonly level: string };
  readonly helpUri?: string;
  readonly help: { readonly text: string; readonly markdown: string };
}

interface Text {
  readonly text: string;
}

interface Result {
  readonly ruleId: string;
  readonly level: string;
  readonly message: Text;
  readonly ruleIndex: number;
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly locations: readonly [{ readonly physicalLocation: Place }];
}

interface Place {
  readonly artifactLocation: { readonly uri: string };
  readonly region: { readonly startLine: number };
}

const ROOT = resolve(__dirname, '../../../..');

/** RFC 3986 allows these characters, and `%` before two hexadecimal digits. */
const REFERENCE = /^(?:[\w\-.~:/?#[\]@!$&'()*+,;=]|%[\da-f]{2})*$/i;

/** The OASIS schema is written in draft 4: this validator reads draft 7, and the two differ here in the keyword of the schema's own name only. */
function validator() {
  const { $schema: draft, id, ...schema } = JSON.parse(
    readFileSync(join(ROOT, 'test/fixtures/sarif/sarif-schema-2.1.0.json'), 'utf8'),
  ) as Record<string, object | string>;
  expect(draft).toBe('http://json-schema.org/draft-04/schema#');
  const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false, allErrors: true, unicodeRegExp: false });
  ajv.addFormat('uri', text => REFERENCE.test(text) && URL.canParse(text));
  ajv.addFormat('uri-reference', text => REFERENCE.test(text) && URL.canParse(text, 'file:///'));
  ajv.addFormat('date-time', text => !Number.isNaN(Date.parse(text)));
  return { id, validate: ajv.compile(schema) };
}

const { id: schemaId, validate } = validator();

const anchorsOf = (text: string) => [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorInRepository(heading));

function problems(log: unknown): string[] {
  return validate(log) ? [] : validate.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`);
}

function sarif(...directories: readonly VerifyDirectory[]): Log {
  const scope = scopeOf({ given: directories, tool: { name: 'test', version: '1.2.3' }, options: [] });
  return JSON.parse(renderSarif(verify({ directories }), scope)) as Log;
}

function folder(name: string, files: Record<string, string>): VerifyDirectory {
  return { name, files: new Map(Object.entries(files).map(([path, text]) => [path, { text }])) };
}

const fixture = (path: string) => readDirectory(path, ROOT);

describe('SARIF that is written', () => {
  it.each<[string, Log]>([
    ['nothing found', sarif(fixture('examples/kubeadm/dist/mixed'), fixture('examples/kubeadm/nodes/mixed'))],
    ['counter-examples of exclusivity',
      sarif(fixture('examples/kubeadm/dist/mixed'), fixture('examples/kubeadm/nodes/mixed'), fixture('test/fixtures/kubeadm/v1.26.15'))],
    ['counter-examples of liveness', sarif(fixture('test/fixtures/kubeadm/v1.27.16-external'))],
    ['errors, warnings and notes',
      sarif(folder('a', node({ kcm: [...KCM_26, '--leader-elect=false', '--node-status-update-frequency=5s'] })), folder(
        'b', node({ version: '1.27.16', kcm: KCM_27 }),
      ))],
    ['an absolute path', sarif(folder('/srv/cluster', node({ kcm: [...KCM_26, '--node-status-update-frequency=5s'] })))],
    ['names that are no part of a URI', sarif(folder('./a b:c/ü%?#[', node({ kcm: [...KCM_26, '--node-status-update-frequency=5s'] })))],
  ])('is valid for %s', (_, log) => {
    expect(problems(log)).toEqual([]);
    expect(log).toMatchObject({ $schema: schemaId, version: '2.1.0' });
  });

  it('has the file and line of the flag at fault, and the rule of each result', () => {
    const files = node({ kcm: [...KCM_26, '--node-status-update-frequency=5s'] });
    const { runs: [{ tool, results }] } = sarif(folder('old', files));
    const [result] = results.filter(({ ruleId }) => ruleId === 'flag-unknown-to-release');
    const { artifactLocation, region } = result.locations[0].physicalLocation;
    expect(artifactLocation.uri).toBe('old/etc/kubernetes/manifests/kube-controller-manager.yaml');
    expect(files[artifactLocation.uri.slice('old/'.length)].split('\n')[region.startLine - 1]).toContain('--node-status-update-frequency=5s');
    for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex].id).toBe(ruleId);
  });

  it('knows each result again where only lines above it changed, and no two are the same', () => {
    const files = node({ kcm: [...KCM_26, '--node-status-update-frequency=5s', '--no-such-flag=1'] });
    const moved = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, path.endsWith('.yaml') ? `# moved\n${text}` : text]));
    const [before, after] = [files, moved].map(one => sarif(folder('old', one)).runs[0].results);
    const marks = (results: readonly Result[]) => results.map(({ ruleId, partialFingerprints }) => [ruleId, partialFingerprints]);
    expect(marks(after)).toEqual(marks(before));
    expect(after[0].locations).not.toEqual(before[0].locations);
    expect(new Set(before.flatMap(({ partialFingerprints }) => Object.values(partialFingerprints))).size).toBe(before.length);
  });

  it('leads from each rule to its place in RULES.md where the package has an address, and says the command that explains it', () => {
    const headings = anchorsOf(readFileSync(join(ROOT, 'RULES.md'), 'utf8'));
    const result = verify({ directories: [folder('a', node({ kcm: KCM_26 }))] });
    const rulesOf = (page?: string) => (JSON.parse(renderSarif(result, { ...SCOPE, rulesPage: page })) as Log).runs[0].tool.driver.rules;
    const address = rulesPage({ repository: { url: 'git+https://git.example.com/platform/ccm.git' } });
    expect(address).toBe('https://git.example.com/platform/ccm/blob/HEAD/RULES.md');
    for (const { id, helpUri, help } of rulesOf(address)) {
      const [page, anchor] = helpUri!.split('#');
      expect([id, page, headings.includes(anchor)]).toEqual([id, address, true]);
      expect(help.markdown).toContain(`\`npx ccm-migration rules ${id}\``);
    }
    // A path in the package is no address: then there is none.
    for (const url of ['file:.', undefined]) expect(rulesPage({ repository: { url } })).toBeUndefined();
    expect(rulesOf().filter(({ helpUri }) => helpUri !== undefined)).toEqual([]);
  });

  it('agrees with `rules` on what a result can be called and how severe it is', () => {
    let printed = '';
    rules(undefined, 'json', { out: text => { printed += text; }, err: () => {}, isTerminal: false, cwd: ROOT });
    const listed = (JSON.parse(printed) as { id: string; severity: string }[]).map(({ id, severity }) => [id, severity]);
    const { runs: [{ tool: { driver } }] } = sarif(fixture('examples/kubeadm/dist/mixed'), fixture('examples/kubeadm/nodes/mixed'));
    expect(driver.rules.map(({ id, defaultConfiguration: { level } }) => [id, level])).toStrictEqual(listed);
    expect(listed.length).toBe(RULES.length + 4);
  });

  it('has results of the severity that their rule says, or milder', () => {
    const stale = { rule: 'duplicate-key', reason: 'x', place: { file: 'accepted.yaml', line: 1 } };
    const inputs = [
      [folder('a', node({ kcm: [...KCM_26, '--leader-elect=false', '--node-status-update-frequency=5s'] })), folder(
        'b', node({ version: '1.27.16', kcm: KCM_27 }),
      )],
      [folder('c', node({ version: 'latest' }))],
      [fixture('test/fixtures/kubeadm/v1.27.16-external')],
      [fixture('examples/kubeadm/dist/mixed'), fixture('examples/kubeadm/nodes/mixed'), fixture('test/fixtures/kubeadm/v1.26.15')],
    ];
    const order = ['note', 'warning', 'error'];
    const seen = new Set<string>();
    for (const directories of inputs) {
      const result = accept(verify({ directories }), { ignored: [], acceptances: [stale], annotations: [], today: '2027-01-01' });
      const { runs: [{ tool, results }] } = JSON.parse(renderSarif(result, SCOPE)) as Log;
      for (const { ruleId, ruleIndex, level } of results) {
        const { defaultConfiguration } = tool.driver.rules[ruleIndex];
        expect([ruleId, order.indexOf(level) <= order.indexOf(defaultConfiguration.level)]).toStrictEqual([ruleId, true]);
        if (!RULES.some(({ id }) => id === ruleId)) {
          expect([ruleId, level]).toStrictEqual([ruleId, defaultConfiguration.level]);
          seen.add(ruleId);
        }
      }
    }
    expect([...seen].sort()).toStrictEqual(['acceptance-stale', 'controller-runs-nowhere', 'controller-runs-twice', 'verdict-unknown']);
  });

  it('keeps GitHub\'s limits: the first 5,000 results, errors before the rest, in less than 10 MB compressed, and says what it left out', () => {
    // What is random does not get smaller when it is compressed.
    const noise = (length: number, seed: number) =>
      Buffer.from(createHash('shake256', { outputLength: length }).update(String(seed)).digest().map(byte => 33 + byte % 90)).toString('latin1');
    const finding = (index: number): ReportedFinding => ({
      rule: 'duplicate-key',
      severity: index % 2 === 0 ? 'warning' : 'error',
      file: `a/${index}.yaml`,
      line: 1,
      message: noise(9000, index),
      fix: noise(9000, index + 1),
    });
    const nothing = verify({ directories: [fixture('examples/kubeadm/dist/mixed'), fixture('examples/kubeadm/nodes/mixed')] });
    const text = renderSarif({ ...nothing, findings: Array.from({ length: 7000 }, (_, index) => finding(index)) }, SCOPE);
    const log = JSON.parse(text) as Log & { readonly runs: readonly [{ readonly invocations: object }] };
    expect(problems(log)).toEqual([]);
    expect(log.runs[0].results).toHaveLength(5000);
    expect(log.runs[0].results.filter(({ level }) => level === 'error')).toHaveLength(3500);
    expect(JSON.stringify(log.runs[0].invocations)).toContain('2000 results are left out, the mildest');
    expect(gzipSync(text).length).toBeLessThan(10_000_000);
    for (const { message } of log.runs[0].results) expect(message.text.length).toBeLessThanOrEqual(1510);
    for (const rule of log.runs[0].tool.driver.rules) {
      for (const description of [rule.shortDescription, rule.fullDescription]) expect(description.text.length).toBeLessThanOrEqual(1024);
    }
  });

  it.each<[string, (log: { version: string; runs: { results: Record<string, unknown>[] }[] }) => void, RegExp]>([
    ['a level that SARIF does not have', log => { log.runs[0].results[0].level = 'info'; },
      /results\/0\/level must be equal to one of the allowed values/],
    ['a result without a message', log => { delete log.runs[0].results[0].message; }, /results\/0 must have required property 'message'/],
    ['an unknown property', log => { log.runs[0].results[0].fix = 'x'; }, /results\/0 must NOT have additional properties/],
    ['a line 0', log => { log.runs[0].results[0].locations = [{ physicalLocation: { artifactLocation: { uri: 'a' }, region: { startLine: 0 } } }]; },
      /startLine must be >= 1/],
    ['a URI with a space', log => { log.runs[0].results[0].locations = [{ physicalLocation: { artifactLocation: { uri: 'a b' } } }]; },
      /must match format "uri-reference"/],
    ['another version', log => { log.version = '2.0.0'; }, /version must be equal to one of the allowed values/],
  ])('fails the schema with %s', (_, spoil, message) => {
    const log = sarif(fixture('test/fixtures/kubeadm/v1.27.16-external'));
    spoil(log as never);
    expect(problems(log).join('\n')).toMatch(message);
  });
});
