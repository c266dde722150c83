import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { IamPolicy } from '../../src/lib/iam/iam-policy';
import { InstalledPackage, writeFile } from '../installed-package';
import { AWS_ENVIRONMENT, MotoProcess, startMotoScript } from '../moto/server';
import { describeMoto } from '../moto/venv';

interface AwsCluster {
  readonly endpoint: string;
  readonly account: string;
  readonly instances: readonly string[];
  /** Of a classic load balancer and of a network load balancer. */
  readonly hosts: readonly string[];
}

jest.setTimeout(300_000);

const POLICY = IamPolicy.controlPlane({ cloudControllerManager: 'v1.27.10', clusterId: 'prod-eu', routes: true });

// What the commands say is tested in the process. Here the AWS SDK is that of the package: what is used of it, in files that are loaded when needed.
describeMoto('the commands of the installed package that call AWS', python => {
  let installed: InstalledPackage;
  let moto: MotoProcess<AwsCluster>;
  beforeAll(async () => {
    installed = await InstalledPackage.make('aws-');
    moto = await startMotoScript(python, 'aws_cluster.py', [POLICY.toJson()]);
    write('nodes.json', JSON.stringify({
      items: moto.ready.instances.map(id => ({
        metadata: { name: `node-of-${id}`, labels: { 'node-role.kubernetes.io/control-plane': '' } }, spec: { providerID: `aws:///us-east-1a/${id}` },
      })),
    }));
  });
  afterAll(async () => {
    await moto?.stop();
    installed?.remove();
  });

  function write(name: string, text: string): string {
    writeFile(join(installed.root, name), text);
    return join(installed.root, name);
  }

  /** @param environment in place of keys in the environment */
  function run(args: readonly string[], environment: Readonly<Record<string, string>> = AWS_ENVIRONMENT) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [installed.program, ...args, '--endpoint', moto.ready.endpoint], {
      cwd: installed.root, encoding: 'utf8', env: { PATH: process.env.PATH, HOME: installed.root, ...environment },
    });
    return { status, out: stdout, err: stderr };
  }

  it('aws auto-scaling', () => {
    expect(run(['aws', 'auto-scaling', '--nodes', 'nodes.json']))
      .toMatchObject({ status: 1, out: expect.stringMatching(/^masters \(2 of 3 nodes\)/), err: '' });
  });

  it('aws load-balancers', () => {
    write('services.json', JSON.stringify({
      items: moto.ready.hosts.map((hostname, index) => ({
        kind: 'Service',
        metadata: { namespace: 'shop', name: `s${index}`, uid: `u${index}` },
        spec: { type: 'LoadBalancer' },
        status: { loadBalancer: { ingress: [{ hostname }] } },
      })),
    }));
    expect(run(['aws', 'load-balancers', '--services', 'services.json'])).toMatchObject({
      status: 0, out: expect.stringMatching(/^shop\/s0: classic a1: TCP:80 to TCP:30080; 2 targets\nshop\/s1: network arn:/), err: '',
    });
  });

  it('aws role', () => {
    const role = `arn:aws:iam::${moto.ready.account}:role/ccm`;
    const count = POLICY.actions.length;
    expect(run(['aws', 'role', '--cluster-id', 'prod-eu', '--actions', POLICY.actions.join(','), '--role-arn', role]))
      .toMatchObject({ status: 0, out: `${role}: ${count} of ${count} actions allowed\n`, err: '' });
  });

  it('tag plan, apply, verify and remove', () => {
    const tag = (name: string, ...more: readonly string[]) =>
      run(['tag', name, '--cluster-id', 'prod-eu', '--instance-ids', moto.ready.instances.join(','), '--no-cloud-routes', ...more]);
    const { out: planned, ...ended } = tag('plan');
    expect(ended).toStrictEqual({ status: 0, err: '' });
    const [, count] = /^(\d+) to add, 0 to keep/m.exec(planned)!;
    expect(tag('apply', '--yes')).toMatchObject({ status: 0, out: expect.stringContaining(`added ${count} tags`) });
    expect(tag('verify')).toMatchObject({ status: 0, out: expect.stringMatching(/^warning: vpc-\w+: no subnet can take an internet-facing/) });
    expect(existsSync(join(installed.root, 'ccm-migration-tags-prod-eu.json'))).toBe(true);
    expect(tag('remove', '--yes')).toMatchObject({ status: 0, out: expect.stringContaining(`removed ${count} tags`) });
  });

  it('says what AWS refuses', () => {
    const role = `arn:aws:iam::${moto.ready.account}:role/other`;
    expect(run(['aws', 'role', '--cluster-id', 'prod-eu', '--actions', 'ec2:DescribeInstances', '--role-arn', role]))
      .toMatchObject({ status: 2, out: '', err: expect.stringMatching(/^error: .*cannot be found/) });
  });

  // Each source of credentials is a part of the SDK that is loaded when it is its turn.
  describe('finds credentials', () => {
    const asked = () => ['aws', 'auto-scaling', '--nodes', 'nodes.json'];
    const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret, AWS_REGION: region } = AWS_ENVIRONMENT;
    const keys = `aws_access_key_id = ${id}\naws_secret_access_key = ${secret}\n`;

    it.each<[string, (endpoint: string) => Readonly<Record<string, string>>, readonly string[]]>([
      ['of a profile', () => ({ AWS_CONFIG_FILE: write('config', `[profile ops]\nregion = ${region}\n${keys}`) }), ['--profile', 'ops']],
      ['of a profile that takes a role', endpoint => ({
        AWS_CONFIG_FILE: write('config', `[profile base]\n${keys}[profile ops]\nregion = ${region}\nsource_profile = base\n`
          + 'role_arn = arn:aws:iam::123456789012:role/ccm\n'),
        AWS_ENDPOINT_URL_STS: endpoint,
      }), ['--profile', 'ops']],
      ['of a program', () => ({
        AWS_CONFIG_FILE: write('config', `[profile ops]\nregion = ${region}\ncredential_process = cat ${write('answer.json', JSON.stringify({
          Version: 1, AccessKeyId: id, SecretAccessKey: secret,
        }))}\n`),
      }), ['--profile', 'ops']],
      ['of a web identity', endpoint => ({
        AWS_REGION: region,
        AWS_ROLE_ARN: 'arn:aws:iam::123456789012:role/ccm',
        AWS_WEB_IDENTITY_TOKEN_FILE: write('token', 'x'),
        AWS_ENDPOINT_URL_STS: endpoint,
      }), []],
    ])('%s', (_, environment, flags) => {
      expect(run([...asked(), ...flags], environment(moto.ready.endpoint)))
        .toMatchObject({ status: 1, out: expect.stringMatching(/^masters /), err: '' });
    });

    it('nowhere, and says so', () => {
      expect(run(asked(), { AWS_REGION: region, AWS_EC2_METADATA_DISABLED: 'true' }))
        .toMatchObject({ status: 2, out: '', err: expect.stringMatching(/^error: .*credential/i) });
    });
  });

  it('has no file that lacks another one', () => {
    const folder = join(installed.root, 'node_modules/cdk8s-ccm-migration/lib/cli');
    const files = readdirSync(folder).filter(file => file.endsWith('.js') && file !== 'start.js');
    const program = `for (const file of ${JSON.stringify(files)}) require(require('node:path').join(${JSON.stringify(folder)}, file));`;
    const { status, stderr } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' });
    expect([status, stderr]).toStrictEqual([0, '']);
  });
});
