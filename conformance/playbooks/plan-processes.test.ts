import { ansible } from '../../test/ansible/ansible';
import { CONTROL_PLANE, SimulatedProject } from '../../test/cli/simulated-project';
import { describeNeeding } from '../../test/needs';

jest.setTimeout(1_800_000);

const LOCK = 'lease/kube-system/ccm-migration';
const [FIRST] = CONTROL_PLANE;
const CERTIFICATE = 'metrics-client';

// A file in place is no process that runs with it: asked on every commit; `npm run playbooks` has what else a kubelet may do.
describeNeeding('the playbooks', ansible().missing, 'REQUIRE_ANSIBLE', () => {
  let cluster: SimulatedProject;
  afterEach(() => cluster.destroy());

  it('stop at a kubelet that hangs, although its files lie in place', async () => {
    cluster = await (await SimulatedProject.ofN()).plan('n', 'mixed');
    cluster.set(`hung-${FIRST}`, '');
    const run = await cluster.run('migrate');
    expect(run.status).not.toBe(0);
    const said = run.said.replace(/\s+/g, ' ');
    expect(said).toMatch(/Upgrade \S+ to 1.27.16: \S+ of \S+ has not been started again since its files changed \(at: The process runs with its /);
    expect(said).toMatch(/ files on \S+\); look on \S+, which is not cordoned \(systemctl status kubelet, /);
    // What the next shift is told.
    const look = (await cluster.run('look')).said.replace(/\s+/g, ' ');
    expect(look).toMatch(/step \d+ of \d+, mixed\/upgrade: Upgrade \S+ to 1.27.16; steps 1 to \d+ are done; it failed at \S+Z: \S+ of \S+ has not /);
    expect(look).toMatch(/cordoned: no node.*no run holds the lock/);
    const isThere = () => expect(cluster.object(LOCK))
      .toMatchObject({ metadata: { annotations: { 'ccm-migration/state': expect.stringMatching(/^stopped in Upgrade /) } } });
    isThere();
    const again = await cluster.run('migrate');
    expect(again.status).not.toBe(0);
    isThere();
  });

  it('stop where another process answers on the port of the one that was started', async () => {
    cluster = await (await SimulatedProject.ofN()).plan('n', 'mixed');
    cluster.certificate(`nodes/${FIRST}/${CERTIFICATE}.crt`, `nodes/${FIRST}/${CERTIFICATE}.key`);
    cluster.set(`metrics-${FIRST}`, 'process_start_time_seconds 1.0e+09\n');
    const settings = ['-e', JSON.stringify({ metrics_client_cert: `/${CERTIFICATE}.crt`, metrics_client_key: `/${CERTIFICATE}.key` })];
    const run = await cluster.run('migrate', settings);
    expect(run.status).not.toBe(0);
    const said = run.said.replace(/\s+/g, ' ');
    expect(said).toMatch(/Upgrade \S+ to 1.27.16: http\S+ of \S+ says process_start_time_seconds \S+, and its files .*\(at: The process runs with /);
    // One that forbids it has no proof of it, and says so.
    cluster.remove(`metrics-${FIRST}`);
    const again = await cluster.run('migrate', settings);
    expect([again.status, again.said.replace(/\s+/g, ' ')]).toEqual([0, expect.stringMatching(/answers 403 to \S+: its metrics are not known/)]);
  });

  it('keep the Lease of a leader whose process is left on its node', async () => {
    cluster = await (await SimulatedProject.ofN()).plan('n', 'mixed', '--release-lease');
    cluster.set('held', `${FIRST.split('.')[0]}_kcm`);
    cluster.set('short-names', '');
    cluster.set(`processes-${FIRST}`, 'kube-controller-manager --cloud-provider=aws');
    const run = await cluster.run('migrate');
    expect(run.status).not.toBe(0);
    expect(run.said).toContain('still runs kube-controller-manager');
    expect(cluster.log.some(line => line.includes('patch lease'))).toBe(false);
  });
});
