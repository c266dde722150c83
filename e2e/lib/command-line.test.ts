import { localArguments, localPath } from './command-line';

const container = {
  name: 'x',
  image: 'x:v1.26.15',
  volumeMounts: [
    { name: 'pki', mountPath: '/etc/kubernetes/pki' },
    { name: 'file', mountPath: '/etc/leadermigration.conf' },
    { name: 'config', mountPath: '/etc/ccm.conf', subPath: 'leadermigration.conf' },
  ],
};
const volumes = [
  { name: 'pki', hostPath: { path: '/etc/kubernetes/pki' } },
  { name: 'file', hostPath: { path: '/etc/elsewhere.conf' } },
  { name: 'config', configMap: { name: 'leader-migration-config' } },
];
const place = { root: '/scratch/a', address: '127.1.2.11', etcd: 'https://127.1.2.2:2379', volumeFolders: { config: '/scratch/volumes/config' } };

describe('localPath', () => {
  it.each([
    ['/etc/kubernetes/pki/ca.crt', '/scratch/a/etc/kubernetes/pki/ca.crt'],
    ['/etc/leadermigration.conf', '/scratch/a/etc/elsewhere.conf'],
    ['/etc/ccm.conf', '/scratch/volumes/config/leadermigration.conf'],
    ['/etc/kubernetes/pki2/ca.crt', '/scratch/a/.not-mounted/etc/kubernetes/pki2/ca.crt'],
  ])('leads %s to %s', (path, expected) => {
    expect(localPath(path, container, volumes, place)).toBe(expected);
  });
});

describe('localArguments', () => {
  it('changes paths, the address to listen on and etcd, and nothing else', () => {
    const args = ['--v=2', '--leader-elect', '--bind-address=127.0.0.1', '--etcd-servers=https://127.0.0.1:2379', '--client-ca-file=/etc/kubernetes/'
      + 'pki/ca.crt', '--service-account-issuer=https://a/b'];
    expect(localArguments(args, container, volumes, place)).toEqual([
      '--v=2', '--leader-elect', '--bind-address=127.1.2.11', '--etcd-servers=https://127.1.2.2:2379', '--client-ca-file=/scratch/a/etc/kubernetes/'
        + 'pki/ca.crt', '--service-account-issuer=https://a/b',
    ]);
  });
});
