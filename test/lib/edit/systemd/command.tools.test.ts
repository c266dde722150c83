import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { commandsOf } from '../../../../src/lib/edit/systemd/command';
import { unitsOf } from '../../../../src/lib/edit/systemd/unit';
import { describeNeeding } from '../../../needs';
import { besideSystemd, systemdMissing } from '../../../systemd';

const UNITS = 'etc/systemd/system';
const folder = mkdtempSync(join(tmpdir(), 'command-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PROGRAM = join(folder, 'program');

/** What a service has, by name: lines of `[Service]` and environment files, in which `HERE` is the folder. */
const SERVICES: Readonly<Record<string, { readonly lines?: readonly string[]; readonly file?: string; readonly start?: string }>> = {
  'plain': { file: 'A=--x --y\n' },
  'spaces': { file: '  A =  --x  \n' },
  'double': { file: 'A="--x --y"\n' },
  'escaped-quote': { file: 'A="--x \\"a b\\" --y"\n' },
  'escape-in-quotes': { file: 'A="a\\$b"\n' },
  'single': { file: "A='--x=\"a b\"'\n" },
  'escape-without-quotes': { file: 'A=a\\"b c\\"d\n' },
  'touching': { file: 'A="a"\'b\'\n' },
  'lines': { file: 'A="--x\n--y"\nB=1\n' },
  'goes-on': { file: 'A=--x \\\n--y\n' },
  'goes-on-in-quotes': { file: 'A="--x \\\n--y"\n' },
  'comments': { file: '# A=1\n; A=2\nexport A=3\n' },
  'export-after': { file: 'A=1\nexport A=3\n' },
  'twice': { file: 'A=1\nA=2\n' },
  'percent-in-file': { file: 'A=%%p\n' },
  'percent-in-environment': { lines: ['Environment=A=%%p'] },
  'two-in-environment': { lines: ['Environment="A=--x --y" B=1'] },
  'file-after-environment': { lines: ['Environment=A=1'], file: 'A=2\n' },
  'in-a-word': { file: 'A="--x --y"\n', start: '--a=${A} $$A' },
  'not-set': { start: '--a=${A} $A' },
  'two-prefixes': { start: '$A $C' },
};

const DROP_IN = (value: string, name = 'A') => `[Service]\nEnvironment=${name}=${value}\n`;
/** Drop-ins of several services, the nearest of each name. */
const DROP_INS: Readonly<Record<string, string>> = {
  'two-prefixes.service.d/b.conf': DROP_IN('own'),
  'two-.service.d/b.conf': DROP_IN('far'),
  'two-.service.d/c.conf': DROP_IN('last', 'C'),
  'service.d/c.conf': DROP_IN('all', 'C'),
  'not-.service.d/a.conf': DROP_IN('prefix'),
};

const FILES = new Map<string, string>(Object.entries(DROP_INS).map(([name, text]) => [`${UNITS}/${name}`, text]));
for (const [name, { lines = [], file, start = '$A' }] of Object.entries(SERVICES)) {
  const environment = file === undefined ? [] : [`EnvironmentFile=${folder}/${name}.env`];
  const text = ['[Service]', 'Type=oneshot', ...lines, ...environment, `ExecStart=${PROGRAM} ${name} ${start} end`];
  FILES.set(`${UNITS}/${name}.service`, `${text.join('\n')}\n`);
  if (file !== undefined) FILES.set(`${folder.slice(1)}/${name}.env`, file);
}

describeNeeding('the command line of a service', systemdMissing(), 'REQUIRE_SYSTEMD', () => {
  it('is read as systemd starts it', () => {
    writeFileSync(PROGRAM, `#!/bin/sh\nname=$1\nfor word in "$@"; do printf '%s\\0' "$word"; done >'${folder}'/"$name".argv\n`, { mode: 0o755 });
    for (const [path, text] of FILES) {
      const place = path.startsWith(UNITS) ? join(folder, 'node', path) : `/${path}`;
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, text);
    }
    const names = Object.keys(SERVICES);
    const { status, stderr } = besideSystemd(folder, `systemctl daemon-reload\nsystemctl start ${names.join(' ')}`);
    expect([status, stderr]).toEqual([0, '']);
    const started = names.map(name => readFileSync(join(folder, `${name}.argv`), 'utf8').split('\0').slice(0, -1));
    const node = { paths: [...FILES.keys()], contentOf: (path: string) => (FILES.has(path) ? { text: FILES.get(path)! } : undefined) };
    const units = unitsOf(node, path => path);
    expect(names.map(name => {
      const [{ words, problem }] = commandsOf(units.find(unit => unit.name === `${name}.service`)!, node, path => path).commands;
      return problem ?? words.slice(1).map(({ text, why }) => why ?? text);
    })).toEqual(started);
  });

  it('lacks the first variable of a file with a byte order mark, which is why none of it is read', () => {
    const own = mkdtempSync(join(folder, 'mark-'));
    mkdirSync(join(own, 'node', UNITS), { recursive: true });
    writeFileSync(join(own, 'mark.env'), '\uFEFFA=1\nB=2\n');
    // Before a unit the mark is skipped.
    writeFileSync(join(own, 'node', UNITS, 'mark.service'), `\uFEFF[Service]
Type=oneshot
EnvironmentFile=${own}/mark.env
ExecStart=/bin/sh -c 'echo "A=$A B=$B" >${own}/seen'
`);
    const { status, stderr } = besideSystemd(own, 'systemctl daemon-reload\nsystemctl start mark');
    expect([status, stderr, readFileSync(join(own, 'seen'), 'utf8')]).toEqual([0, '', 'A= B=2\n']);
  });
});
