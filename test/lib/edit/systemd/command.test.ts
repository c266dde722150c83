import { commandsOf } from '../../../../src/lib/edit/systemd/command';
import { FilesOfNode, unitsOf } from '../../../../src/lib/edit/systemd/unit';

const UNIT = 'etc/systemd/system/kube-controller-manager.service';
const KCM = '/usr/bin/kube-controller-manager';

function commands(files: Readonly<Record<string, string>>, name = 'kube-controller-manager.service') {
  const node: FilesOfNode = { paths: Object.keys(files), contentOf: path => (path in files ? { text: files[path] } : undefined) };
  const unit = unitsOf(node, path => path).find(one => one.name === name)!;
  return commandsOf(unit, node, path => path).commands;
}

const words = (files: Readonly<Record<string, string>>) => commands(files)[0].words.map(({ text }) => text);
const why = (files: Readonly<Record<string, string>>) => commands(files)[0].words.flatMap(one => one.why ?? []);
const service = (...lines: readonly string[]) => ({ [UNIT]: `[Service]\n${lines.join('\n')}\n` });
const starts = `ExecStart=${KCM} $ARGS`;

it('fills in what is known', () => {
  expect(words({ ...service('Environment=ARGS=--v=1', 'EnvironmentFile=/etc/kcm', starts), 'etc/kcm': 'ARGS="--v=2 --profiling=false"\n' }))
    .toEqual([KCM, '--v=2', '--profiling=false']);
  expect(words(service('Environment="ARGS=--v=1 --pid=%%p"', starts))).toEqual([KCM, '--v=1', '--pid=%p']);
  expect(words(service(starts))).toEqual([KCM]);
});

const fromFile = service('EnvironmentFile=/etc/kcm', starts);

it.each<[string, Readonly<Record<string, string>>, RegExp]>([
  ['a backslash in Environment=', service('Environment="ARGS=--x=\\"a\\""', starts),
    /^etc.*:2, which has an open quote, a backslash or more than 10000 words, may def/],
  ['a backslash after what is known', service('Environment=ARGS=--v=1', 'Environment="B=\\""', starts), /words, may define ARGS$/],
  ['more words than a command needs', service(`Environment=ARGS=1 ${'B=1 '.repeat(10_001)}`, starts), /more than 10000 words, may define ARGS$/],
  ['a specifier in Environment=', service('Environment=ARGS=--host=%H', starts), /^systemd fills in %H$/],
  ['a pattern of files', service('EnvironmentFile=/etc/kcm/*.env', starts), /^\/etc\/kcm\/\*\.env, a pattern, may define ARGS$/],
  ['a specifier in the name of a file', service('EnvironmentFile=/etc/kcm/%i', starts), /a pattern, may define ARGS$/],
  ['a file that must be there', fromFile, /^\/etc\/kcm, which is not in the input, may define ARGS$/],
  ['one that may be missing', service('EnvironmentFile=-/etc/kcm', starts),
    /, which is not in the input \(where the node has none, hand in an empty one\),/],
  ['one that may set it again', service('Environment=ARGS=--v=1', 'EnvironmentFile=-/etc/kcm', starts), /may define ARGS$/],
  ['a file of a megabyte', { ...fromFile, 'etc/kcm': `ARGS="${'x'.repeat(1_000_000)}"\n` }, /^\/etc\/kcm, which cannot be read, may define ARGS$/],
  ['a file with a byte order mark, whose variable systemd does not set', { ...fromFile, 'etc/kcm': '\uFEFFARGS=--v=1\n' },
    /^\/etc\/kcm, which cannot be read \(a byte order mark .*; remove the mark\), may define ARGS$/],
  ['a file with a carriage return in a line', { ...fromFile, 'etc/kcm': 'ARGS=--v=1\rB=1\n' },
    /^\/etc\/kcm, which cannot be read \(a carriage return/],
  ['a value with a backslash', { ...fromFile, 'etc/kcm': "ARGS='a\\b'\n" }, /^the value of ARGS has an open quote, a/],
  ['a quote that stays open', { ...fromFile, 'etc/kcm': 'ARGS="a\n' }, /^its value in etc\/kcm:1 has an open quote$/],
  ['PassEnvironment=', service('PassEnvironment=ARGS', starts), /^PassEnvironment= of etc.*:2 changes it$/],
  ['UnsetEnvironment=', service('Environment=ARGS=--v=1', 'UnsetEnvironment=ARGS', starts), /^UnsetEnvironment= of etc.*:3 changes it$/],
  ['a word with a variable in it', service('EnvironmentFile=/etc/kcm', `ExecStart=${KCM} --v=\${ARGS}`), /^\/etc\/kcm, which is not in the input/],
])('does not know %s', (_, files, expected) => expect(why(files)).toEqual([expect.stringMatching(expected)]));

it('knows what a file says that comes after one that is not here', () => {
  expect(words({ ...service('EnvironmentFile=-/etc/a', 'EnvironmentFile=/etc/b', starts), 'etc/b': 'ARGS=--v=3\n' })).toEqual([KCM, '--v=3']);
});

it.each([
  [`ExecStart=@${KCM} kcm --v=1`, /begins with @/],
  [`ExecStart=:${KCM} $ARGS`, /begins with :/],
  [`ExecStart=${KCM} "--v=1`, /open quote/],
])('does not understand %s', (line, problem) => expect(commands(service(line))[0].problem).toMatch(problem));

it('leaves other prefixes to systemd', () => expect(words(service(`ExecStart=-!${KCM} --v=1`))).toEqual([KCM, '--v=1']));

describe('drop-ins', () => {
  const line = (level: number) => `[Service]\nExecStart=\nExecStart=${KCM} --v=${level}\n`;
  const at = (folder: string, file = 'x.conf') => `etc/systemd/system/${folder}.d/${file}`;

  it.each(['kube-controller-manager.service', 'kube-controller-.service', 'kube-.service', 'service'])('of %s count', folder => {
    expect(words({ ...service(`ExecStart=${KCM}`), [at(folder)]: line(4) })).toEqual([KCM, '--v=4']);
  });

  it.each(['kube-apiserver.service', 'kub-.service', 'socket'])('of %s do not', folder => {
    expect(words({ ...service(`ExecStart=${KCM}`), [at(folder)]: line(4) })).toEqual([KCM]);
  });

  it('are read by name, and of one name the nearest counts', () => {
    const own = at('kube-controller-manager.service', 'a.conf');
    const unit = service(`ExecStart=${KCM}`);
    expect(words({ ...unit, [at('kube-.service', 'b.conf')]: line(5), [own]: line(4) })).toEqual([KCM, '--v=5']);
    expect(words({ ...unit, [at('kube-.service', 'a.conf')]: line(5), [own]: line(4) })).toEqual([KCM, '--v=4']);
    expect(words({ ...unit, [at('service')]: line(5), 'usr/lib/systemd/system/kube-.service.d/x.conf': line(4) })).toEqual([KCM, '--v=4']);
  });

  it('of a template are of its instances', () => {
    const files = { 'etc/systemd/system/kcm@a.service': `[Service]\nExecStart=${KCM}\n`, [at('kcm@.service')]: line(6) };
    expect(commands(files, 'kcm@a.service')[0].words.map(({ text }) => text)).toEqual([KCM, '--v=6']);
  });
});
