import { FileContent, VerifyInput } from '../../../../src/lib/read/input/input';
import { withUserData } from '../../../../src/lib/read/sources/user-data';

const HEAD = '## template: jinja\n#cloud-config\n';
const ROW = 'write_files:\n  - path: /etc/a.conf\n    content: |\n      a\n';

function input(files: Readonly<Record<string, string>>): VerifyInput {
  return { directories: [{ name: 'in', files: new Map(Object.entries(files).map(([path, text]): [string, FileContent] => [path, { text }])) }] };
}

function read(files: Readonly<Record<string, string>>) {
  const { directories: [{ files: found }], unread = [] } = withUserData(input(files));
  const texts = Object.fromEntries([...found].map(([path, content]) => [path, 'text' in content ? content.text : '']));
  return { texts, unread: unread.map(({ place, what }) => `${place.file}:${place.line}: ${what}`) };
}

describe('user data of a node', () => {
  it('is a copy of the files beside it: nothing of it is left', () => {
    expect(read({ 'n/user-data.yaml': HEAD + ROW, 'n/etc/a.conf': 'a\n' })).toEqual({ texts: { 'n/etc/a.conf': 'a\n' }, unread: [] });
  });

  it('makes files that are not there, with their places', () => {
    const { directories: [{ files }] } = withUserData(input({ 'n/user-data.yaml': HEAD + ROW }));
    const made = files.get('n/etc/a.conf')!;
    expect('text' in made && made.text).toBe('a\n');
    expect(made.origin!(1)).toEqual({ file: 'in/n/user-data.yaml', line: 6 });
  });

  it('reads base64, and says what it cannot read', () => {
    const encoded = (encoding: string, text: string) => `${HEAD}write_files:\n  - {path: /etc/a.conf, encoding: ${encoding}, content: ${text}}\n`;
    expect(read({ 'user-data': encoded('b64', 'YQo=') }).texts).toEqual({ 'etc/a.conf': 'a\n' });
    expect(read({ 'user-data': encoded('gz+b64', 'YQo=') }).unread)
      .toEqual(['in/user-data:4: in/user-data is user data, and what it writes to /etc/a.conf is not known: its encoding is "gz+b64"']);
    expect(read({ 'user-data': `${HEAD}write_files:\n  - {path: /etc/a.conf, append: true, content: x}\n` }).unread[0]).toContain('it is added to '
      + 'a file');
    expect(read({ 'user-data': `${HEAD}write_files:\n  - {path: /etc/a.conf}\n` }).unread[0]).toContain('it has no text');
  });

  it('is unknown where it writes another file than the folder has', () => {
    expect(read({ 'n/user-data.yaml': HEAD + ROW, 'n/etc/a.conf': 'b\n' }).unread)
      .toEqual(['in/n/user-data.yaml:4: in/n/user-data.yaml is user data, and it writes another /etc/a.conf than the folder has']);
  });

  it.each([
    ['a map', 'cloud-provider: aws'], ['a list', '- {name: v, value: "2"}\n          - {name: cloud-provider, value: aws}'],
  ])('is unknown where a kubelet joins with another provider than the folder has, in %s', (_, args) => {
    const join = 'write_files:\n  - path: /etc/j.yaml\n    content: |\n      kind: JoinConfiguration\n      nodeRegistration:\n'
      + `        kubeletExtraArgs:\n          ${args}\n`;
    const flags = (provider: string) => ({ 'n/var/lib/kubelet/kubeadm-flags.env': `KUBELET_KUBEADM_ARGS="--cloud-provider=${provider}"\n` });
    expect(read({ 'n/user-data.yaml': HEAD + join, ...flags('external') }).unread).toStrictEqual([
      'in/n/user-data.yaml:4: in/n/user-data.yaml is user data, and a kubelet joins by /etc/j.yaml with --cloud-provider=aws, and '
        + '/var/lib/kubelet/kubeadm-flags.env of the folder has external',
    ]);
    expect(read({ 'n/user-data.yaml': HEAD + join, ...flags('aws') }).unread).toStrictEqual([]);
    expect(read({ 'n/user-data.yaml': HEAD + join }).unread).toStrictEqual([]);
    expect(read({ 'n/user-data.yaml': HEAD + join.replace('JoinConfiguration', 'Other'), ...flags('external') }).unread).toStrictEqual([]);
  });

  it('keeps what else it does for who reads programs, but for the join of kubeadm', () => {
    expect(read({ 'user-data': `${HEAD}runcmd:\n  - [kubeadm, join, --config, /etc/j.yaml]\nfqdn: a\n` }).texts).toEqual({});
    expect(read({ 'user-data': `${HEAD}runcmd:\n  - kube-controller-manager --cloud-provider=aws\n` }).texts['user-data'])
      .toContain('kube-controller-manager --cloud-provider=aws');
    expect(read({ 'user-data': `${HEAD}bootcmd: [x]\n` }).texts['user-data']).toContain('bootcmd');
  });

  it('leaves alone what is none, and what cannot be parsed', () => {
    for (const text of ['#!/bin/sh\necho\n', 'kind: Pod\n', `${HEAD}a: `
      + '[\n']) expect(read({ 'user-data': text })).toEqual({ texts: { 'user-data': text }, unread: [] });
    expect(read({ 'etc/cloud/cloud.cfg': HEAD + ROW }).texts).toEqual({ 'etc/cloud/cloud.cfg': HEAD + ROW });
  });
});
