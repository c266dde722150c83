import { AwsCcm } from '../../../src/lib/ccm/aws-ccm';
import { CloudProvider } from '../../../src/lib/ccm/cloud-provider';
import { CustomCcm } from '../../../src/lib/ccm/custom-ccm';
import { CCM, KCM } from '../../../src/lib/kubernetes/component';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';
import { NodeInput } from '../../../src/lib/kubernetes/node';
import { LeaderMigrationStyle } from '../../../src/lib/leader-migration';
import { migrationFile } from '../../../src/lib/migration/make-migration-file';
import { Migration } from '../../../src/lib/migration/migration';
import { MigrationPhase } from '../../../src/lib/migration/migration-phase';
import { MigrationProps } from '../../../src/lib/migration/migration-props';
import { MigrationStrategy } from '../../../src/lib/migration/migration-strategy';
import { verifyPhase } from '../../../src/lib/migration/phase-proof';
import { processesOf } from '../../../src/lib/model/cluster';
import { controllerIn } from '../../../src/lib/model/process';
import { CONTROLLER_MANAGER, kubeadmNodes, withEdit, withEditEverywhere } from '../../nodes';
import { appFiles } from '../plan/app-fixture';
import { planOf } from '../plan/plans';

const { N, MIXED, N_PLUS_1, DISABLED } = MigrationPhase;
const LIST = '--controllers=*,bootstrapsigner,tokencleaner';

function nodesWith(controllers: string): NodeInput[] {
  return controllers === LIST ? kubeadmNodes() : withEditEverywhere(kubeadmNodes(), CONTROLLER_MANAGER, text => text.replace(LIST, controllers));
}

function migration(props: Partial<MigrationProps>): Migration {
  return new Migration({ clusterId: 'prod-eu', fromVersion: KubernetesVersion.of('1.26.15'), toVersion: KubernetesVersion.of('1.27.16'), ...props });
}

const ccmArg = (one: Migration, flag: string, phase = DISABLED) => one._model.phase(phase).ccm!.args.filter(arg => arg.startsWith(`--${flag}=`));
const kcmArg = (one: Migration, phase: MigrationPhase, side: string) => /--controllers=\S*/.exec(
  one._model.phase(phase).nodeFiles.find(file => file.path === CONTROLLER_MANAGER && file.side === side)!.content)?.[0];
const listed = (one: Migration) => [...one._model.configuration('kube-controller-manager')!.text.matchAll(/name: (.*)/g)].map(([, name]) => name);

function prove(one: Migration): void {
  for (const phase of one.phases) verifyPhase(one._model.phase(phase));
}

describe('a controller that version N leaves off', () => {
  const off = migration({ nodes: nodesWith(`${LIST},-service`) });

  it('stays off on both sides, and does not move', () => {
    expect(kcmArg(off, N, 'n')).toBe(`${LIST},-service`);
    expect(kcmArg(off, N_PLUS_1, 'n-plus-1')).toBe(`${LIST},-service`);
    for (const phase of [MIXED, N_PLUS_1, DISABLED]) expect(ccmArg(off, 'controllers', phase)).toEqual(['--controllers=*,-service']);
    expect(listed(off)).toEqual(['route', 'cloud-node-lifecycle']);
  });

  it('is safe, with a declared gap', () => {
    expect(() => prove(off)).not.toThrow();
    const gaps = off._model.phase(MIXED).proof.flatMap(({ verdict }) => verdict.declaredGaps.map(({ controller }) => controller));
    expect([...new Set(gaps)]).toEqual(['service']);
  });

  it('is left out of its settings', () => {
    const nodes = withEditEverywhere(
      nodesWith(`${LIST},-service`), CONTROLLER_MANAGER, text => text.replace(LIST, `--concurrent-service-syncs=5\n    - ${LIST}`),
    );
    expect(ccmArg(migration({ nodes }), 'concurrent-service-syncs')).toEqual([]);
  });

  it('has a way there and back', () => {
    const files = appFiles({ nodes: nodesWith(`${LIST},-service`) });
    const ways = [['not-started', 'n'], ['not-started', 'n-plus-1'], ['n-plus-1', 'disabled'], ['disabled', 'n'], ['n', 'not-started']] as const;
    for (const [from, to] of ways) expect([from, to, 'plan' in planOf(files, from, to)]).toEqual([from, to, true]);
  });

  it('goes with other entries of the cloud-controller-manager', () => {
    const ccm = AwsCcm.of({ tagging: { tags: { team: 'infra' } } });
    expect(ccmArg(migration({ nodes: nodesWith(`${LIST},-service`), ccm }), 'controllers')).toEqual(['--controllers=*,tagging,-service']);
  });

  it('fails where the user switches it on in the cloud-controller-manager', () => {
    const ccm = AwsCcm.of({ run: { flags: { controllers: 'service,*' } } });
    expect(() => migration({ nodes: nodesWith(`${LIST},-service`), ccm })._model.phase(MIXED).ccm).toThrow(
      "flag 'controllers' in `flags` switches 'service' on, but it does not move: something else serves it; leave the entry out");
  });

  it('fails where only one replica leaves it off', () => {
    const nodes = withEdit(kubeadmNodes(), CONTROLLER_MANAGER, text => text.replace(LIST, `${LIST},-service`), 1);
    expect(() => migration({ nodes })).toThrow(/^kube-controller-managers disagree on '--controllers': /);
  });

  it('fails where all are off', () => {
    expect(() => migration({ nodes: nodesWith('--controllers=*,-service,-route,-cloud-node-lifecycle') })).toThrow('no controller is left to move');
  });
});

describe('a controller that something else serves', () => {
  const servedElsewhere = { service: 'aws-load-balancer-controller' };

  it('is off in both components, also where no manifests are given', () => {
    const one = migration({ servedElsewhere });
    expect(ccmArg(one, 'controllers')).toEqual(['--controllers=*,-service']);
    expect(listed(one)).toEqual(['route', 'cloud-node-lifecycle']);
    expect(() => prove(one)).not.toThrow();
  });

  it('is named in migration.json', () => {
    const said = (props: Partial<MigrationProps>) => migrationFile(migration(props), N_PLUS_1, { manifests: [], nodeFiles: '' }).servedElsewhere;
    expect(said({ servedElsewhere })).toEqual({ service: 'aws-load-balancer-controller' });
    expect(said({ nodes: nodesWith(`${LIST},-service`) })).toEqual({ service: 'something else, since --controllers of version N leaves it off' });
    expect(said({})).toBeUndefined();
  });

  it('is off under the key of the release that the cloud-controller-manager is built from', () => {
    const one = migration({ fromVersion: undefined, toVersion: KubernetesVersion.of('1.32.13'), servedElsewhere });
    expect(ccmArg(one, 'controllers')).toEqual(['--controllers=*,-service-lb-controller']);
  });

  it('may be off in version N already', () => {
    expect(ccmArg(migration({ nodes: nodesWith(`${LIST},-service`), servedElsewhere }), 'controllers')).toEqual(['--controllers=*,-service']);
  });

  it('may be routes that the cluster does not have', () => {
    expect(ccmArg(migration({ nodes: kubeadmNodes(), servedElsewhere: { route: 'cilium' } }), 'controllers')).toEqual(['--controllers=*,-route']);
  });

  it.each<[string, MigrationProps['servedElsewhere'], string]>([
    ['version N runs too', servedElsewhere, "servedElsewhere says that 'aws-load-balancer-controller' serves 'service', but kube-controller-manager "
      + 'of N runs it too, so both would; '
      + "switch it off there first, with '--controllers=*,-service' in the manifests of every control-plane node"],
    ['is none', { 'service-lb-controller': 'x' }, "the keys of servedElsewhere must be controllers that move, got 'service-lb-controller'; "
      + "accepted: 'service', 'route', 'cloud-node-lifecycle'"],
    ['is node IPAM', { nodeipam: 'x' }, "the keys of servedElsewhere must be controllers that move, got 'nodeipam'; accepted: 'service', 'route', "
      + "'cloud-node-lifecycle'; "
      + 'node IPAM stays in kube-controller-manager unless nodeIpam is true'],
    ['is served by an empty name', { service: ' ' }, 'servedElsewhere.service must be the name of the component that serves it, got the string " "; '
      + "give one like 'aws-load-balancer-controller'"],
  ])('fails if it %s', (_, elsewhere, message) => {
    expect(() => migration({ nodes: kubeadmNodes(), servedElsewhere: elsewhere })).toThrow(new Error(message));
  });
});

describe('controllers of the provider\'s own', () => {
  const ccm = CustomCcm.of({
    cloud: CloudProvider.AWS, image: 'registry.example/ccm:v1.27.1', rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['*'] }],
  });
  const own = (providerControllers: string[], props: Partial<MigrationProps> = {}, style?: LeaderMigrationStyle) => migration({
    nodes: kubeadmNodes(), ccm, strategy: MigrationStrategy.leaderMigration({ providerControllers, style }), ...props,
  });

  it('move under the migration Lease too, listed alike on both sides', () => {
    const one = own(['network-params']);
    expect(listed(one)).toEqual(['route', 'service', 'cloud-node-lifecycle', 'network-params']);
    expect(one._model.configuration('cloud-controller-manager')!.text).toBe(one._model.configuration('kube-controller-manager')!.text);
    expect(() => prove(one)).not.toThrow();
  });

  it('are run in each phase by one who holds that Lease', () => {
    const one = own(['network-params']);
    const runners = (phase: MigrationPhase) => processesOf(one._model.phase(phase).cluster)
      .map(process => [process.component, process.version.toString(), controllerIn(process, 'network-params').under]);
    expect(runners(MIXED)).toEqual([
      [KCM, '1.26.15', 'migration'], [KCM, '1.27.16', 'never'], [CCM, '1.27.16', 'migration'],
    ]);
    expect(runners(DISABLED)).toEqual([[KCM, '1.27.16', 'never'], [CCM, '1.27.16', 'main']]);
  });

  it('say their side with the style that says sides', () => {
    const text = own(['network-params'], {}, LeaderMigrationStyle.ASSIGNED)._model.configuration('cloud-controller-manager')!.text;
    expect(text).toContain('- name: network-params\n  component: cloud-controller-manager\n');
  });

  it('are written, and what is written is read again without an error', () => {
    const one = own(['network-params']);
    const nodes = one._model.phase(N).nodeFiles;
    const again = own(['network-params'], {
      nodes: kubeadmNodes().map(node => ({
        ...node, files: Object.fromEntries(nodes.filter(file => file.node === node.name).map(({ path, content }) => [path, content])),
      })),
    });
    expect(again._model.phase(MIXED).nodeFiles.filter(({ side }) => side === 'n-plus-1'))
      .toEqual(one._model.phase(MIXED).nodeFiles.filter(({ side }) => side === 'n-plus-1'));
  });

  it.each<[string, string[], Partial<MigrationProps>, LeaderMigrationStyle | undefined, string]>([
    ['is one of Kubernetes', ['ttl'], {}, undefined, "got 'ttl', which is a controller of Kubernetes; remove it"],
    ['moves anyway', ['service'], {}, undefined, "providerControllers must be controllers of the provider's own, got 'service'"],
    ['is no key', ['Network Params'], {}, undefined, "providerControllers must be keys of controllers, got 'Network Params'; accepted"],
    ['upstream\'s program does not have', ['network-params'], { ccm: AwsCcm.of() }, undefined, 'which upstream\'s cloud-controller-manager of AWS'],
    ['the built-in default cannot list', ['network-params'], {}, LeaderMigrationStyle.BUILT_IN_DEFAULT, 'does not list network-params; use'],
  ])('fail if one %s', (_, names, props, style, message) => {
    expect(() => own(names, props, style)).toThrow(message);
  });
});

describe('controllers-off-then-on', () => {
  const strategy = MigrationStrategy.controllersOffThenOn();
  const first = (controllers: string) => migration({ nodes: nodesWith(controllers), strategy });

  it.each([
    [LIST, `${LIST},-service,-route,-cloud-node-lifecycle`],
    ['--controllers=*,service,tokencleaner', '--controllers=*,-service,tokencleaner,-route,-cloud-node-lifecycle'],
    ['--controllers=*,cloud-node-lifecycle,route,service', '--controllers=*,-cloud-node-lifecycle,-route,-service'],
    ['--controllers=*,-route', '--controllers=*,-route,-service,-cloud-node-lifecycle'],
    ['--v=2', '--controllers=*,-service,-route,-cloud-node-lifecycle'],
  ])('of %s writes %s, since the first entry wins, and is safe', (controllers, expected) => {
    const one = first(controllers);
    expect(kcmArg(one, N, 'n')).toBe(expected);
    expect(() => prove(one)).not.toThrow();
  });

  it.each([LIST, '--controllers=*,service,tokencleaner', '--controllers=*,-route', '--v=2'])('gives the same bytes of nodes that were read again '
    + 'after phase n: %s', controllers => {
    const one = first(controllers);
    const record = JSON.stringify(migrationFile(one, N, { manifests: [], nodeFiles: 'nodes/n/files.json' }));
    const written = one._model.phase(N).nodeFiles;
    const filesOf = (name: string) => Object.fromEntries(written.filter(file => file.node === name).map(({ path, content }) => [path, content]));
    const nodes = nodesWith(controllers).map(node => ({ ...node, files: filesOf(node.name) }));
    expect(nodes.find(({ role }) => role === 'control-plane')!.files[CONTROLLER_MANAGER]).toContain('-cloud-node-lifecycle');
    const again = migration({ nodes, strategy: MigrationStrategy.controllersOffThenOn({ migrationFile: record }) });
    for (const phase of one.phases) {
      expect(again._model.phase(phase).nodeFiles).toEqual(one._model.phase(phase).nodeFiles);
      expect(again._model.phase(phase).ccm?.args).toEqual(one._model.phase(phase).ccm?.args);
    }
    expect(JSON.stringify(migrationFile(again, N, { manifests: [], nodeFiles: 'nodes/n/files.json' }))).toBe(record);
    // Without the record, only a list that is as phase n appends to it is taken for its work.
    if (controllers === LIST) expect(migration({ nodes, strategy })._model.phase(DISABLED).nodeFiles).toEqual(one._model.phase(DISABLED).nodeFiles);
    if (controllers.includes(',service')) {
      expect(() => migration({ nodes, strategy })).toThrow('MigrationStrategy.controllersOffThenOn({ migrationFile })');
    }
  });

  it('fails for a record without nodes, which would do nothing', () => {
    expect(() => migration({ strategy: MigrationStrategy.controllersOffThenOn({ migrationFile: '{}' }) })).toThrow(
      'migrationFile is given, but no `nodes` whose `--controllers` it is about; hand them in, or leave it out');
  });

  it('leaves nodes alone that are as they were', () => {
    const record = JSON.stringify(migrationFile(first(LIST), N, { manifests: [], nodeFiles: 'nodes/n/files.json' }));
    const again = migration({ nodes: nodesWith(LIST), strategy: MigrationStrategy.controllersOffThenOn({ migrationFile: record }) });
    expect(again._model.phase(N).nodeFiles).toEqual(first(LIST)._model.phase(N).nodeFiles);
  });

  it('fails for a list that is neither', () => {
    const record = JSON.stringify(migrationFile(first(LIST), N, { manifests: [], nodeFiles: 'nodes/n/files.json' }));
    expect(() =>
      migration({ nodes: nodesWith('--controllers=*,-service'), strategy: MigrationStrategy.controllersOffThenOn({ migrationFile: record }) }))
      .toThrow(
        new RegExp('\'--controllers\' is \'\\*,-service\', and migration.json has \'\\*,bootstrapsigner,tokencleaner\' before phase \'n\', '
          + '\'\\*,bootstrapsigner.*\' since; hand in the manifests from before'));
  });

  it('keeps what version N leaves off by itself, there and back', () => {
    const one = first(`${LIST},-service`);
    expect(ccmArg(one, 'controllers')).toEqual(['--controllers=*,-service']);
    const files = new Map(appFiles({ nodes: nodesWith(`${LIST},-service`), strategy }));
    for (const phase of one.phases) {
      files.set(`nodes/${phase}/migration.json`, JSON.stringify({
        ...migrationFile(one, phase, { manifests: [], nodeFiles: `nodes/${phase}/files.json` }),
        manifests: [],
      }));
    }
    for (const [from, to] of [['not-started', 'n'], ['n', 'not-started'],
      ['not-started', 'n-plus-1']] as const) expect('plan' in planOf(files, from, to)).toBe(true);
  });
});
