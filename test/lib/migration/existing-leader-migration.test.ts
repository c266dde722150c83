import { NodeInput } from '../../../src/lib/kubernetes/node';
import { readControlPlaneNodes } from '../../../src/lib/migration/control-plane-node';
import { checkExistingLeaderMigration } from '../../../src/lib/migration/existing-leader-migration';
import { addFlag, CONTROLLER_MANAGER, kubeadmNodes, MIGRATION_FILE } from '../../nodes';

const DEFAULT = 'cloud-provider-extraction-migration';

function node(flags: readonly string[], file?: string): NodeInput {
  const [first] = kubeadmNodes();
  const text = flags.reduce((manifest, flag) => addFlag(flag)(manifest), first.files[CONTROLLER_MANAGER]);
  return { ...first, files: { ...first.files, [CONTROLLER_MANAGER]: text, ...file === undefined ? {} : { [MIGRATION_FILE]: file } } };
}

function check(leaderName: string, flags: readonly string[], file?: string): () => void {
  const [manifests] = readControlPlaneNodes([node(flags, file)]);
  return () => checkExistingLeaderMigration(manifests, leaderName);
}

const ON = ['--enable-leader-migration=true', `--leader-migration-config=${MIGRATION_FILE}`];
const file = (leaderName: string) => [
  'kind: LeaderMigrationConfiguration', 'apiVersion: controllermanager.config.k8s.io/v1', `leaderName: ${leaderName}`,
  'controllerLeaders:', '- name: service', '  component: "*"', '',
].join('\n');

describe('Leader Migration that is already on', () => {
  it.each<[string, string, string[], string | undefined]>([
    ['off', 'mine', [], undefined],
    ['off in words', 'mine', ['--enable-leader-migration=false'], undefined],
    ['off in Go\'s other words', 'mine', ['--enable-leader-migration=F'], undefined],
    ['the same lease', 'mine', ON, file('mine')],
    ['the built-in default', DEFAULT, ['--enable-leader-migration'], undefined],
    ['our path, with the file not handed in', 'mine', ON, undefined],
  ])('is accepted: %s', (_, leaderName, flags, text) => {
    expect(check(leaderName, flags, text)).not.toThrow();
  });

  it.each<[string, string, string[], string | undefined, string]>([
    ['another lease', 'mine', ON, file('other'), "is already on with the lease name 'other', but leaderName is 'mine'; set leaderName to 'other'"],
    ['the built-in lease', 'mine', ['--enable-leader-migration=true'], undefined, `is already on with the lease name '${DEFAULT}', but leaderName `
      + `is 'mine'; set leaderName to '${DEFAULT}'`],
    ['another path', DEFAULT, ['--enable-leader-migration', '--leader-migration-config=/x'], undefined, `reads '/x', expected '${MIGRATION_FILE}'; `
      + 'move the file there first, or remove the flag'],
    ['a lock of another kind', 'mine', ON, file('mine').replace('/v1', '/v1beta1').replace('leaderName', 'resourceLock: endpoints\nleaderName'),
      'is already on with resourceLock \'endpoints\', but the migration lock that is written is of kind \'leases\''],
    ['a file that does not parse', DEFAULT, ON, 'kind: [', `:${MIGRATION_FILE}:1:`],
  ])('fails with %s', (_, leaderName, flags, text, message) => {
    expect(check(leaderName, flags, text)).toThrow(message);
  });
});
