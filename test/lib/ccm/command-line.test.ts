import { CcmCommandLine, ccmFlags } from '../../../src/lib/ccm/command-line';
import { renderFlag } from '../../../src/lib/ccm/flag';

function args(changes: Partial<CcmCommandLine> = {}): string[] {
  return ccmFlags({
    cloudProvider: 'aws',
    verbosity: 2,
    useServiceAccountCredentials: true,
    configureCloudRoutes: false,
    enableLeaderMigration: false,
    flags: {},
    ...changes,
  }).map(renderFlag);
}

const LEADING = ['--v=2', '--cloud-provider=aws', '--use-service-account-credentials=true', '--configure-cloud-routes=false'];

describe('flags of the cloud-controller-manager', () => {
  it.each<[string, Partial<CcmCommandLine>, string[]]>([
    ['are upstream\'s four by default', {}, LEADING],
    ['have Leader Migration with a file', { enableLeaderMigration: true, leaderMigrationConfig: '/etc/x' },
      [...LEADING, '--enable-leader-migration=true', '--leader-migration-config=/etc/x']],
    ['have Leader Migration with the built-in default', { enableLeaderMigration: true }, [...LEADING, '--enable-leader-migration=true']],
    ['never have a file without Leader Migration', { leaderMigrationConfig: '/etc/x' }, LEADING],
    ['say what the cluster is', { clusterName: 'c', clusterCidr: '10.0.0.0/8', allocateNodeCidrs: false },
      [...LEADING, '--allocate-node-cidrs=false', '--cluster-cidr=10.0.0.0/8', '--cluster-name=c']],
    ['use one kubeconfig for all three purposes', { kubeconfig: '/k' }, [...LEADING, '--authentication-kubeconfig=/k', '--authorization-kubeconfig=/'
      + 'k', '--kubeconfig=/k']],
    ['are those of the user where both set one, in their place', { flags: { v: '4', b: '1', a: '2' }, cloudConfig: '/c' },
      ['--v=4', ...LEADING.slice(1), '--a=2', '--b=1', '--cloud-config=/c']],
  ])('%s', (_, line, expected) => {
    expect(args(line)).toEqual(expected);
  });

  it.each(['enable-leader-migration', 'leader-migration-config'])('fails for %s from the user', (name) => {
    expect(() => args({ flags: { [name]: 'true' } })).toThrow(new Error(
      `flag '${name}' in \`flags\` belongs to the migration phase; set the phase, the style or \`leaderMigrationConfig\` instead`,
    ));
  });

  it('refuses a flag that is given with its dashes', () => {
    expect(() => args({ flags: { '--v': '4' } })).toThrow(new Error('flag \'--v\' in `flags` is no name of a flag; write it without dashes: \'v\''));
  });
});
