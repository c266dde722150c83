import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ioIn } from './simulated-project';
import { main } from '../../src/cli/main';
import { releaseToGoTo } from '../../src/lib/upgrade/release-as-read';
import { ccm, node } from '../lib/rules/input';
import { SHARED } from '../lib/verify/corpus';
import { describeNeeding } from '../needs';
import { lastCcmOf } from '../newest-ccm';

let root: string;
beforeEach(() => { root = mkdtempSync(join(tmpdir(), 'upgrade-')); });
afterEach(() => rmSync(root, { recursive: true }));

async function run(...args: readonly string[]): Promise<readonly [number, string, string]> {
  const io = ioIn(root);
  return [await main(['upgrade', ...args], io), io.text.out, io.text.err];
}

const IMAGE = 'registry.k8s.io/provider-aws/cloud-controller-manager';
const write = (name: string, text: string) => writeFileSync(join(root, name), text);
const KCM = Object.values(node({ version: '1.35.4', kcm: ['--cloud-provider=external'], mounts: [] }))[0];
const SERVER = KCM.replaceAll('kube-controller-manager', 'kube-apiserver').replace('    - "--cloud-provider=external"\n', '');

/** Every cluster has it: without one, Services are not known. */
const SERVICE = 'apiVersion: v1\nkind: Service\nmetadata: {name: kubernetes, namespace: default}\nspec: {clusterIP: 10.96.0.1}\n';

describe('ccm-migration upgrade', () => {
  it('says what differs between two releases', async () => {
    const [code, out, err] = await run('--from', 'v1.36.1', '--to', 'v1.37.0');
    // No answer holds for any cluster: API servers decide, and none is given.
    expect([code, err]).toEqual([1, '']);
    expect(out).toMatch(/^cannot say: AWS cloud-controller-manager v1\.36\.1 to v1\.37\.0 \(version-unknown\)\n\nWhat may stand in the way:\n/);
    expect(out).toContain('What is missing to say:\n  - the releases of the API servers\n    kubectl -n kube-system get pods -l component=');
    expect(out).toMatch(/\n\nKnown faults:\n {2}- mended: /);
    expect((await run('--from', 'v1.36.1', '--to', 'v1.37.0', '--format', 'markdown'))[1]).toMatch(/^## cannot say: AWS/);
    const patch = await run('--from', 'v1.36.1', '--to', 'v1.36.2');
    expect(patch.slice(0, 2)).toEqual([0, expect.stringMatching(/^may go: .*\n\nAssumed:\n {2}- API servers are of 1\.36, or of the next minor/)]);
  });

  it.each<[string, string, number]>([
    ['v1.31.8', 'v1.31.9', 1], ['v1.31.5', 'v1.31.8', 0], ['v1.36.1', 'v1.36.2', 0],
  ])('from %s to %s, of one minor, ends with %i, which is 1 where a known fault is printed', async (from, to, expected) => {
    const [code, out] = await run('--from', from, '--to', to);
    expect([code, /has a known fault/.test(out)]).toEqual([expected, expected === 1]);
  });

  it('takes the release, the Services and the API servers from the cluster', async () => {
    write('ccm.yaml', ccm({ image: `${IMAGE}:v1.34.3` })['ccm.yaml']);
    write('server.yaml', SERVER);
    write('service.yaml', 'apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n  annotations: {'
      + 'service.beta.kubernetes.io/aws-load-balancer-type: nlb, service.beta.kubernetes.io/aws-load-balancer-security-groups: sg-1}\n'
      + 'spec: {type: LoadBalancer}\n');
    const [code, out] = await run('.', '--to', 'v1.36.1', '--format', 'json');
    const { from, differences } = JSON.parse(out) as { from: string; differences: { topic: string; says: string }[] };
    expect([code, from]).toEqual([1, 'v1.34.3']);
    expect(differences.filter(({ topic }) => topic === 'skew' || topic === 'service').map(({ says }) => says)).toEqual([
      'v1.36.1 is of Kubernetes 1.36, and an API server is of 1.35: a cloud-controller-manager must not be newer',
      'Service default/web is refused: security groups of a network load balancer that are given by annotation',
      expect.stringMatching(/^a change of a Service is refused/),
    ]);
  });

  it('looks at Services alone where --from says what runs', async () => {
    const AWS = 'service.beta.kubernetes.io/aws-load-balancer';
    const named = (name: string, annotations: Readonly<Record<string, string>>) => ({
      apiVersion: 'v1', kind: 'Service', metadata: { name, namespace: 'shop', annotations }, spec: { type: 'LoadBalancer' },
    });
    const items = [named('web', { [`${AWS}-type`]: 'nlb', [`${AWS}-security-groups`]: 'sg-1' }), named('cart', { [`${AWS}-type`]: 'nlb' })];
    write('services.json', JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
    const [code, out] = await run('services.json', '--from', 'v1.34.3', '--to', 'v1.36.1', '--format', 'json');
    const { differences } = JSON.parse(out) as { differences: { topic: string; service?: string }[] };
    expect([code, differences.flatMap(({ service }) => service ?? [])]).toEqual([1, ['shop/web']]);
    write('services.json', JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [] }));
    const alone = await run('services.json', '--from', 'v1.36.1', '--to', 'v1.37.0');
    expect([alone[0], alone[1].split('\n')[0]]).toEqual([1, 'cannot say: AWS cloud-controller-manager v1.36.1 to v1.37.0 (version-unknown)']);
    write('server.yaml', SERVER.replaceAll('v1.35.4', 'v1.37.1'));
    expect((await run('services.json', 'server.yaml', '--from', 'v1.36.1', '--to', 'v1.37.0'))[0]).toBe(0);
    expect(await run('services.json', '--to', 'v1.37.0')).toEqual([2, '', expect.stringContaining('hold a control-plane component')]);
  });

  it.each<[string, readonly string[], string]>([
    ['no release that runs', ['--to', 'v1.37.0'], 'error: --from is missing: give the release that runs now, or the cluster as input\n'],
    ['no release to go to', ['--from', 'v1.36.1'], "error: required option '--to <release>' not specified\n(add --help for the usage)\n"],
    ['one that is none', ['--from', 'v1.36.1', '--to', 'latest'],
      "error: --to 'latest' is not a release of the AWS cloud-controller-manager; known minors: 1.20 to 1.37\n"],
    ['one without its v', ['--from', '1.29.8', '--to', 'v1.30.9'],
      "error: --from '1.29.8' is not a release of the AWS cloud-controller-manager: its tags begin with v; give 'v1.29.8'\n"],
    ['one that is younger than the tables', ['--from', 'v1.36.1', '--to', 'v1.36.99'],
      `error: --to 'v1.36.99' is younger than what was read of the AWS cloud-controller-manager, which is ${lastCcmOf('1.36')}; '--unread-release' `
        + `takes it, with what is known of ${lastCcmOf('1.36')}\n`],
    ['a minor that is not known', ['--from', '1.99', '--to', 'v1.37.0'], '1.99'],
    ['a folder that is not there', ['nowhere', '--to', 'v1.37.0'], "error: 'nowhere' cannot be read: no such file or folder\n"],
  ])('ends with 2 for %s', async (_, args, message) => {
    const [code, out, err] = await run(...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(message);
  });

  it('takes a minor as the release that runs, too: that of the input, else its newest image that is not known to be bad', async () => {
    const [, known] = await run('--from', releaseToGoTo('1.36', {}), '--to', '1.37');
    expect((await run('--from', '1.36', '--to', '1.37'))[1]).toBe(known);
    write('ccm.yaml', ccm({ image: `${IMAGE}:v1.36.0` })['ccm.yaml']);
    expect((await run('.', '--from', '1.36', '--to', '1.37'))[1]).toMatch(/^.*AWS cloud-controller-manager v1\.36\.0 to /);
  });

  it('says of nodes with the in-tree provider that there is nothing to upgrade yet', async () => {
    write('kcm.yaml', KCM.replace('=external', '=aws').replaceAll('1.35.4', '1.26.15'));
    const [code, out, err] = await run('.', '--to', '1.27');
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^error: kube-controller-manager runs the in-tree cloud provider at kcm\.yaml:\d+, so the /);
  });

  it('says of a Cluster of kops that kops exchanges it', async () => {
    const cluster = (version: string) => 'apiVersion: kops.k8s.io/v1alpha2\nkind: Cluster\nmetadata: {name: a}\nspec:\n  cloudProvider: aws\n'
      + `  kubernetesVersion: ${version}\n  networking: {calico: {}}\n`;
    write('cluster.yaml', cluster('1.26.15'));
    expect((await run('.', '--to', '1.27'))[2]).toBe('note: cluster.yaml:1 is a Cluster of kops: there is nothing to migrate, because kops runs the '
      + 'cloud-controller-manager in every cluster from 1.24 on, and exchanges it together with the API servers when spec.kubernetesVersion goes to '
      + 'the next minor; kops 1.30 has v1.27.6 for 1.27\n');
    expect((await run('.', '--to', '1.27'))[1]).toMatch(/^.*AWS cloud-controller-manager v1\.26\.\d+ to v1\.27\.6/);
    expect((await run('.', '--from', 'v1.36.1', '--to', '1.37'))[2]).toContain('which image it has then is not known here: give it as --to');
    write('cluster.yaml', cluster('1.23.17'));
    expect((await run('.', '--to', '1.27'))[2]).toMatch(/^error: kube-controller-manager runs the in-tree cloud provider at cluster\.yaml:\d+, so/);
    write('cluster.yaml', 'apiVersion: kops.k8s.io/v1alpha2\nkind: {');
    expect((await run('.', '--from', '1.26', '--to', '1.27'))[2]).not.toContain('note: ');
  });

  it('takes one that is younger than the tables with --unread-release, given or in the cluster', async () => {
    const [code, out, err] = await run('--from', 'v1.36.1', '--to', 'v1.36.99', '--unread-release');
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(`\n\nNot read:\n  - v1.36.99 is younger than the tables, and what is known of ${lastCcmOf('1.36')} is taken for it: `);
    write('ccm.yaml', ccm({ image: `${IMAGE}:v1.36.99` })['ccm.yaml']);
    expect((await run('.', '--to', 'v1.37.0'))[2]).toContain("error: --from 'v1.36.99' is younger than what was read");
    write('server.yaml', SERVER.replaceAll('v1.35.4', 'v1.37.1'));
    expect((await run('.', '--to', 'v1.37.0', '--unread-release'))[0]).toBe(0);
  });

  it.each<[string, string, readonly string[], number, string]>([
    ['whose Kubernetes is younger than the tables', 'v1.38.0', [], 1,
      'cannot say: AWS cloud-controller-manager v1.35.2 to v1.36.1 (version-unknown)'],
    ['the same with --unread-release, which is known to be too young', 'v1.38.0', ['--unread-release'], 1,
      'must not go: AWS cloud-controller-manager v1.35.2 to v1.36.1 (version-skew)'],
    ['whose image does not say it', 'mine', [], 1, 'cannot say: AWS cloud-controller-manager v1.35.2 to v1.36.1 (version-unknown)'],
    ['of the minor of the release', 'v1.36.1', [], 0, 'may go: AWS cloud-controller-manager v1.35.2 to v1.36.1'],
  ])('looks at an API server %s', async (_, tag, flags, expected, verdict) => {
    write('ccm.yaml', ccm({ image: `${IMAGE}:v1.35.2` })['ccm.yaml']);
    write('server.yaml', SERVER.replaceAll('v1.35.4', tag));
    write('service.yaml', SERVICE);
    const [code, out] = await run('.', '--to', 'v1.36.1', ...flags);
    expect([code, out.split('\n')[0]]).toEqual([expected, verdict]);
    expect(out.includes('is not known, so whether v1.36.1 goes together with it is not either')).toBe(verdict.includes('version-unknown'));
    expect(out.includes('Pass --unread-release')).toBe(tag === 'v1.38.0' && flags.length === 0);
  });

  const TOKEN = '{name: AWS_WEB_IDENTITY_TOKEN_FILE, value: /var/run/secrets/amazonaws.com/token}';
  const NEEDS = 'asks-topology-without-region';
  it.each<[string, string, readonly string[], number, readonly string[]]>([
    ['no web identity', 'env: [{name: AWS_MAX_ATTEMPTS, value: "5"}]', [], 0,
      ['the variables that are set v1.31.8 begins to read: AWS_MAX_ATTEMPTS']],
    ['a web identity without a region', `env: [${TOKEN}]`, [NEEDS], 1, []],
    ['a region that is empty', `env: [${TOKEN}, {name: AWS_REGION, value: ""}]`, [NEEDS], 1, []],
    ['a region', `env: [${TOKEN}, {name: AWS_REGION, value: eu-central-1}]`, [], 0, []],
    ['a region by its other name, of a ConfigMap',
      `env: [${TOKEN}, {name: AWS_DEFAULT_REGION, valueFrom: {configMapKeyRef: {name: a, key: b}}}]`, [], 0, []],
    ['the address of STS', `env: [${TOKEN}, {name: AWS_ENDPOINT_URL_STS, value: "https://sts"}]`, [], 0,
      ['the variables that are set v1.31.8 begins to read: AWS_ENDPOINT_URL_STS']],
    ['a file that may say it', `env: [${TOKEN}, {name: AWS_CONFIG_FILE, value: /etc/aws}]`, [NEEDS], 1, []],
    ['a source of variables that is not given', 'envFrom: [{configMapRef: {name: aws}}]', [NEEDS], 1, ['its environment']],
  ])('looks at its environment: %s', async (_, environment, ids, expected, said) => {
    write('ccm.yaml', ccm({ image: `${IMAGE}:v1.31.1\n        ${environment}` })['ccm.yaml']);
    const [code, out] = await run('.', '--to', 'v1.31.8', '--format', 'json');
    const { differences } = JSON.parse(out) as { differences: { topic: string; says: string; hindrance?: { id: string } }[] };
    expect([code, differences.flatMap(({ hindrance }) => hindrance?.id ?? [])]).toEqual([expected, ids]);
    const told = differences.filter(({ topic }) => topic === 'environment').map(({ says }) => says);
    expect(told).toEqual(said.map(text => expect.stringContaining(`of ${text}`)));
  });

  it('asks which one where the input has two, or none', async () => {
    write('ccm.yaml', ccm({ image: `${IMAGE}:v1.34.3` })['ccm.yaml']);
    write('other.yaml', ccm({ image: `${IMAGE}:v1.33.4` })['ccm.yaml'].replace('name: aws-cloud', 'name: other-cloud'));
    expect((await run('.', '--to', 'v1.36.1'))[2]).toBe(
      'error: the input has AWS cloud-controller-managers of v1.33.4, v1.34.3; give the one that is upgraded as --from\n');
    write('server.yaml', SERVER);
    expect((await run('.', '--from', 'v1.34.3', '--to', 'v1.35.2'))[0]).toBe(0);
    write('ccm.yaml', ccm({ image: 'example.com/ccm:latest' })['ccm.yaml']);
    rmSync(join(root, 'other.yaml'));
    expect((await run('.', '--to', 'v1.36.1'))[2]).toBe(
      'error: the release of the cloud-controller-manager at ccm.yaml:21 is not known by its image; give it as --from\n');
    rmSync(join(root, 'ccm.yaml'));
    expect((await run('.', '--to', 'v1.36.1'))[2]).toBe(
      'error: the input has no cloud-controller-manager: give its workload, or the folder of its nodes\n');
    write('flux.yaml', 'apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: ccm, namespace: kube-system}\nspec:\n'
      + '  chart: {spec: {chart: aws-cloud-controller-manager, version: 0.0.8}}\n  values: {image: {tag: v1.34.3}}\n');
    expect((await run('.', '--to', 'v1.36.1'))[2]).toMatch(/that is read, and HelmRelease kube-system\/ccm is .* at flux\.yaml:\d+; give /);
  });
});

const CLUSTERS = join(SHARED, 'foreign', 'round4', '08-upgrade-to-1.32');

describeNeeding('clusters of 1.32', existsSync(CLUSTERS) ? undefined : `${CLUSTERS} does not exist`, 'REQUIRE_UPSTREAM', () => {
  it.each([['c131', 'v1.31.8'], ['c132', 'v1.32.3'], ['c1322', 'v1.32.2']])('%s may go from %s to v1.32.8', async (name, from) => {
    const [code, out] = await run(join(CLUSTERS, `${name}.json`), '--to', 'v1.32.8', '--format', 'json');
    expect([code, JSON.parse(out)]).toMatchObject([0, { from, steps: ['v1.32.8'], answer: 'may-go' }]);
  });
});
