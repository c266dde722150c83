import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { Testing } from 'cdk8s';
import { ioIn } from './simulated-project';
import { feedContent, feedText } from '../../scripts/facts/feed';
import { parseOptions } from '../../scripts/facts/options';
import { main } from '../../src/cli/main';
import { AwsCcm, AwsCloudControllerManager, FactsFeed, KubernetesVersion } from '../../src/index';
import { variablesRead } from '../../src/lib/facts/ccm-environment';
import { AwsCcmFault, faultsOf } from '../../src/lib/facts/ccm-faults';
import { isPromoted } from '../../src/lib/facts/ccm-releases';
import { ccmRights } from '../../src/lib/facts/ccm-rights';
import { FeedContent } from '../../src/lib/facts/feed-shape';
import { feedInForce, takeFeed } from '../../src/lib/facts/in-force';
import { skewPolicy } from '../../src/lib/facts/version-skew';
import { contentHash } from '../../src/lib/text/content-hash';
import { LeaderMigrationValidation } from '../../src/plugin/leader-migration-validation';
import { writeTree } from '../golden';
import { steadyFiles } from '../lib/plan/app-fixture';
import { lastCcmOf, lastImageOf } from '../newest-ccm';

const SCHEMA = JSON.parse(readFileSync(join(__dirname, '..', '..', 'schemas', 'facts.schema.json'), 'utf8')) as object;
const OWN = feedContent();
const [BEFORE, LAST] = [lastImageOf('1.35'), lastImageOf('1.36')];
/** A release that nobody has made. */
const LAST_TAG = lastCcmOf('1.36');
const YOUNG = LAST_TAG.replace(/\d+$/, patch => `${Number(patch) + 1}`);
const AT = OWN.releases.findIndex(({ tag }) => tag === LAST_TAG);
const NEW_FAULT: AwsCcmFault = {
  id: 'forgets-everything',
  tags: [{ from: LAST, to: LAST_TAG }],
  when: 'always',
  says: 'it forgets all that it did',
  fixedIn: [YOUNG],
  source: 'made up',
};

/** What a later clone of this library would write, with one release more. */
const LATER: FeedContent = {
  ...OWN,
  day: '2099-01-01',
  releases: [
    ...OWN.releases.slice(0, AT + 1), { ...OWN.releases[AT], tag: YOUNG, promoted: true, digest: `sha256:${'7'.repeat(64)}`, source: 'made up' },
    ...OWN.releases.slice(AT + 1),
  ],
  assessedTo: [YOUNG],
  faults: [...OWN.faults, NEW_FAULT],
  environment: [...OWN.environment, { variable: 'AWS_MADE_UP', from: YOUNG, to: YOUNG, source: 'made up' }],
};

/** As `kubectl` shows it: the mirror of a static pod. */
const SERVER = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name: 'kube-apiserver-cp-0',
    namespace: 'kube-system',
    annotations: { 'kubernetes.io/config.mirror': 'x', 'kubernetes.io/config.source': 'file' },
  },
  spec: {
    nodeName: 'cp-0',
    hostNetwork: true,
    containers: [{ name: 'kube-apiserver', image: 'registry.k8s.io/kube-apiserver:v1.36.1', command: ['kube-apiserver'] }],
  },
};

/** Every cluster has it: without one, Services are not known. */
const SERVICE = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'kubernetes', namespace: 'default' }, spec: { clusterIP: '10.96.0.1' } };

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'facts-'));
  writeFileSync(join(root, 'facts.json'), feedText(LATER));
  writeFileSync(join(root, 'old.json'), cluster(LAST));
  const items = [JSON.parse(cluster(BEFORE)) as object, SERVER, SERVICE];
  writeFileSync(join(root, 'before.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
  writeFileSync(join(root, 'young.json'), cluster(YOUNG));
});
afterAll(() => rmSync(root, { recursive: true }));

function cluster(tag: string): string {
  const image = `registry.k8s.io/provider-aws/cloud-controller-manager:${tag}`;
  const containers = [{ name: 'ccm', image, args: ['--cloud-provider=aws', '--configure-cloud-routes=false'] }];
  const template = { metadata: { labels: { app: 'ccm' } }, spec: { hostNetwork: true, serviceAccountName: 'ccm', containers } };
  return JSON.stringify({
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'ccm', namespace: 'kube-system' },
    spec: { selector: { matchLabels: { app: 'ccm' } }, template },
  });
}

async function run(args: readonly string[], today?: string) {
  const io = ioIn(root);
  const code = await main(args, { ...io, ...today !== undefined && { today } });
  return { code, ...io.text };
}

/** What is done while a feed is taken, as the one of a program. */
function taking<T>(feed: FactsFeed | undefined, act: () => T): T {
  takeFeed(feed?._inForce);
  try {
    return act();
  } finally {
    takeFeed(undefined);
  }
}

describe('a feed of facts', () => {
  it('is what npm run facts -- --feed writes, and has its schema', () => {
    const validate = new Ajv2020().compile(SCHEMA);
    expect([validate(JSON.parse(feedText(OWN))), validate.errors]).toEqual([true, null]);
    expect(parseOptions(['--feed', 'facts.json'], []).feed).toBe('facts.json');
    expect(() => parseOptions(['--feed'], [])).toThrow('--feed without a file; give the one to write');
    expect(() => parseOptions(['--check', '--feed', 'facts.json'], [])).toThrow('leave --check out');
  });

  it('changes what an older package answers, by a release that it does not know', async () => {
    const upgrade = (...more: string[]) => run(['upgrade', 'before.json', '--to', '1.36', '--format', 'json', ...more]);
    const [without, having] = [await upgrade(), await upgrade('--facts', 'facts.json')].map(({ out }) =>
      JSON.parse(out) as { readonly to: string; readonly tables: object });
    expect([without.to, having.to]).toEqual([LAST, YOUNG]);
    expect(without.tables).toMatchObject({ day: OWN.day });
    expect(having.tables).toMatchObject({ day: '2099-01-01', feed: contentHash(feedText(LATER)) });
    const [old, young] = await Promise.all([run(['upgrade', 'before.json', '--to', LAST]), run(['upgrade', 'before.json', '--to', YOUNG])]);
    expect([old.code, young.code, young.err]).toEqual([0, 2, expect.stringContaining(`'${YOUNG}' is younger than what was read`)]);
    const bad = await run(['upgrade', 'before.json', '--to', LAST, '--facts', 'facts.json']);
    expect([bad.code, bad.out]).toEqual([1, expect.stringContaining('it forgets all that it did')]);
    expect(feedInForce()).toBeUndefined();
  });

  it('is taken by verify, with rights, environment and skew', async () => {
    const [without, having] = [await run(['verify', 'young.json']), await run(['verify', 'young.json', '--facts', 'facts.json'])];
    expect([without.out.includes('it was not read'), having.out.includes('it was not read')]).toEqual([true, false]);
    expect(having.out).toContain('with --facts facts.json');
    expect((await run(['verify', 'old.json', '--facts', 'facts.json'])).out).toContain('it forgets all that it did');
    const skew = OWN.skew.map(row => ({ ...row, value: { ...row.value, managers: 2 } }));
    const api = OWN.rights.api.map(row => ({ ...row, value: [] }));
    const feed = FactsFeed.of(feedText({ ...LATER, skew, rights: { ...OWN.rights, api } }));
    const kubernetes = KubernetesVersion.of('1.36.1');
    const asked = () => [variablesRead(YOUNG).includes('AWS_MADE_UP'), skewPolicy().at(kubernetes).managers, ccmRights().at(kubernetes).length];
    expect(taking(feed, asked)).toEqual([true, 2, 0]);
    expect([skewPolicy().at(kubernetes).managers, ccmRights().at(kubernetes).length > 0, isPromoted(YOUNG)]).toEqual([1, true, false]);
  });

  it('takes a fault away only by a row that names it', () => {
    const [first, ...faults] = OWN.faults;
    const [{ from }] = first.tags;
    const has = (content: object) => taking(FactsFeed.of(feedText({ ...LATER, ...content })), () => faultsOf(from).some(({ id }) => id === first.id));
    const withdrawnFaults = [{ fault: first.id, source: 'made up' }];
    expect([
      has({ faults }), has({ faults: [{ ...first, tags: [] }] }), has({ faults, withdrawnFaults }), has({ faults: [first], withdrawnFaults }),
    ]).toEqual([true, true, false, true]);
  });

  it('leaves a release unread whose Kubernetes this package does not know', () => {
    const last = OWN.releases.at(-1)!;
    const releases = [...LATER.releases, { ...last, tag: 'v1.99.0', cloudProvider: 'v0.99.0' }];
    expect(taking(FactsFeed.of(feedText({ ...LATER, releases })), () => [isPromoted(YOUNG), isPromoted('v1.99.0')])).toEqual([true, false]);
  });

  it('is recorded by plans and certificates', async () => {
    writeTree(steadyFiles(LAST), join(root, 'was'));
    writeTree(steadyFiles(lastImageOf('1.37')), join(root, 'app'));
    const recorded = { day: '2099-01-01', sha256: contentHash(feedText(LATER)) };
    const planned = async (...more: string[]) => JSON.parse((await run(['plan', 'app', '--upgrade-from', 'was', '--format', 'json', ...more])).out) as
      { readonly id: string; readonly feed?: object };
    const [without, having] = [await planned(), await planned('--facts', 'facts.json')];
    expect([without.feed, having.feed, without.id === having.id]).toEqual([undefined, recorded, false]);
    const mixed = ['dist', 'nodes'].map(folder => join(__dirname, '../../examples/kubeadm', folder, 'mixed'));
    expect((await run(['verify', ...mixed, '--certificate', 'c.json', '--facts', 'facts.json'])).code).toBe(0);
    expect(JSON.parse(readFileSync(join(root, 'c.json'), 'utf8'))).toMatchObject({ feed: recorded });
  });

  it('is one of a synthesis', () => {
    const imageOf = (feed: FactsFeed) => {
      const chart = Testing.chart();
      const kubernetesVersion = KubernetesVersion.of('1.36.1');
      return new AwsCloudControllerManager(chart, 'Ccm', { kubernetesVersion, ccm: AwsCcm.of({ facts: feed }) })
        && /cloud-controller-manager:(v[\d.]+)/.exec(JSON.stringify(Testing.synth(chart)))?.[1];
    };
    taking(undefined, () => {
      expect(imageOf(FactsFeed.of(feedText(LATER)))).toBe(YOUNG);
      expect(imageOf(FactsFeed.of(feedText(LATER)))).toBe(YOUNG);
      expect(() => AwsCcm.of({ facts: FactsFeed.of(feedText({ ...LATER, day: '2099-01-02' })) }))
        .toThrow(/^facts: the program has two feeds of facts, of 2099-01-01 \(SHA-256 [0-9a-f]{64}\) and of 2099-01-02/);
    });
    const plugged = () => {
      // eslint-disable-next-line no-new
      new LeaderMigrationValidation({ facts: join(root, 'facts.json') });
      return feedInForce()?.day;
    };
    expect(taking(undefined, plugged)).toBe('2099-01-01');
    expect(() => new LeaderMigrationValidation({ facts: join(root, 'old.json') })).toThrow('the feed of facts is of schema undefined');
  });

  const { skew: _skew, ...withoutSkew } = LATER;
  it.each<readonly [string, string | object, string]>([
    ['cut', feedText(LATER).slice(0, -100), 'the feed of facts is no JSON, as one that was cut is not'],
    ['edited', feedText(LATER).replace('forgets all', 'remembers all'), 'the feed of facts was edited after it was written'],
    ['as old as the package', OWN, `is of ${OWN.day}, and not newer than the tables of this package, which are of ${OWN.day}; leave it out`],
    ['older', { ...OWN, day: '2020-01-01' }, 'is of 2020-01-01, and not newer than the tables of this package'],
    ['of another schema', { ...LATER, schemaVersion: 2 }, 'is of schema 2, and this release reads 1; install'],
    ['of no schema', {}, 'is of schema undefined, and this release reads 1'],
    ['a list', '[]', 'the feed of facts is no object'],
    ['with a field that is not known', { ...LATER, more: 1 }, 'has more, which this release does not know'],
    ['without a field', withoutSkew, 'has no skew'],
    ['with a condition that is not known', { ...LATER, faults: [{ ...NEW_FAULT, when: 'at-full-moon' }] }, 'has "at-full-moon" as faults[0].when'],
    ['with a fault without a source', { ...LATER, faults: [{ ...NEW_FAULT, source: '' }] }, 'has "" as faults[0].source, where this'],
    ['with a row that is none', { ...LATER, releases: 7 }, 'has 7 as releases, where this release knows a list'],
    ['with a text in place of a row', { ...LATER, faults: ['x'] }, 'has "x" as faults[0], where this release knows an object'],
    ['with a fraction of a minor', { ...LATER, skew: [{ ...OWN.skew[0], value: { managers: 1.5, kubelets: 2 } }] }, 'as skew[0].value.managers'],
    ['without one of our releases', { ...LATER, releases: LATER.releases.filter(({ tag }) => tag !== BEFORE) }, `leaves out ${BEFORE}, which this`],
    ['with a release twice', { ...LATER, releases: [...LATER.releases, LATER.releases[0]] }, 'has v1.20.0 out of its order'],
    ['about a release that it does not have', { ...LATER, assessedTo: ['v1.36.99'] }, 'says something of v1.36.99, which is not among its releases'],
    ['that withdraws what is no fault', { ...LATER, withdrawnFaults: [{ fault: 'x', source: 'y' }] }, 'withdraws \'x\', which is no fault'],
    ['with fewer minors', { ...LATER, skew: OWN.skew.slice(1) }, 'has fewer minors of the supported version skew'],
    ['without minors', { ...LATER, skew: [] }, 'has fewer minors of the supported version skew'],
  ])('fails when it is %s, and nothing is written', async (_, content, message) => {
    writeFileSync(join(root, 'bad.json'), typeof content === 'string' ? content : feedText(content));
    const { code, out, err } = await run(['verify', 'old.json', '--facts', 'bad.json', '--output', 'result.txt', '--certificate', 'bad-c.json']);
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: expect.stringContaining(message) as string });
    expect(err).toContain('error: --facts \'bad.json\': ');
    expect(['result.txt', 'bad-c.json'].filter(file => existsSync(join(root, file)))).toEqual([]);
  });

  it.each([
    ['upgrade', ['before.json', '--to', '1.36', '--output', 'result.txt']],
    ['plan', ['app', '--upgrade-from', 'was', '--output', 'result.txt']],
    ['report', ['app', '--upgrade-from', 'was', '--output', 'result.txt']],
  ])('is refused by %s as well, and nothing is written', async (command, args) => {
    const cases = [feedText(LATER).slice(0, -100), feedText(LATER).replace('forgets all', 'remembers all'), feedText(OWN),
      feedText({ ...LATER, schemaVersion: 2 })];
    for (const content of cases) {
      writeFileSync(join(root, 'bad.json'), content);
      const { code, out, err } = await run([command, ...args, '--facts', 'bad.json']);
      expect({ code, out, err }).toEqual({ code: 2, out: '', err: expect.stringMatching(/^error: --facts 'bad\.json': /) as string });
      expect(existsSync(join(root, 'result.txt'))).toBe(false);
    }
  });

  it('withdraws a fault from verify, upgrade and the reasons not to begin a plan', async () => {
    const [id, tag, before] = ['revokes-other-rules', 'v1.36.1', 'v1.35.2'];
    const withdrawn = { ...LATER, faults: LATER.faults.filter(one => one.id !== id), withdrawnFaults: [{ fault: id, source: 'made up' }] };
    writeFileSync(join(root, 'withdrawn.json'), feedText(withdrawn));
    const groups = { 'service.beta.kubernetes.io/aws-load-balancer-security-groups': 'sg-1' };
    const service = { ...SERVICE, metadata: { name: 'web', namespace: 'shop', annotations: groups }, spec: { type: 'LoadBalancer' } };
    for (const [file, release] of [['has.json', tag], ['had.json', before]]) {
      const items = [JSON.parse(cluster(release)) as object, SERVER, service];
      writeFileSync(join(root, file), JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
    }
    writeTree(steadyFiles(before, { kubernetes: '1.36.1' }), join(root, 'older'));
    writeTree(steadyFiles(tag, { kubernetes: '1.36.1' }), join(root, 'newer'));
    const FAULT = 'whole rules of the nodes\' security group';
    const has = async (text: string, ...args: string[]) => (await run(args)).out.includes(text);
    for (const [facts, expected] of [[[], true], [['--facts', 'withdrawn.json'], false]] as const) {
      // One after the other: a feed is one of a program.
      const said = [
        await has(FAULT, 'verify', 'has.json', ...facts), await has(id, 'upgrade', 'had.json', '--to', tag, ...facts),
        await has(id, 'plan', 'newer', '--upgrade-from', 'older', '--format', 'json', ...facts),
      ];
      expect([facts, said]).toEqual([facts, [expected, expected, expected]]);
    }
  });

  it('is said to be old, and the tables of the package too, from six months on', async () => {
    const [year, month, day] = OWN.day.split('-').map(Number);
    const on = (months: number, days = 0) => new Date(Date.UTC(year, month - 1 + months, day + days)).toISOString().slice(0, 10);
    const said = async (today: string, ...more: string[]) => (await run(['verify', 'old.json', ...more], today)).err;
    expect([await said(on(6, -1)), await said(on(6)), await said(on(6), '--facts', 'facts.json')]).toEqual([
      '', expect.stringContaining(`the tables of this package are of ${OWN.day}: what was released or found since is not known; install a newer`), '',
    ]);
    expect(await said('2099-07-01', '--facts', 'facts.json')).toContain('the facts of facts.json are of 2099-01-01');
    expect((await run(['version'], '2099-07-01')).err).toBe('');
  });
});
