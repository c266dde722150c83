import { started } from '../../../src/lib/edit/program';
import { flagLine } from '../../../src/lib/edit/systemd/flag-line';
import { mentionIn, mentionInFile, mentionInProgram } from '../../../src/lib/read/coverage/mentions';
import { fileName } from '../../../src/lib/read/input/layout';
import { templateOf } from '../../../src/lib/read/input/unreadable';
import { verify } from '../../../src/lib/verify/verify';

/** A line of as many characters as are looked at, each of another shape: what one pattern or another has been slow on. */
const SHAPES: readonly (readonly [string, string])[] = [
  ['', 'a'], ['', 'a/'], ['', 'a-'], ['', 'a.'], ['', '/bin/'], ['', 'a-cloud-'], ['exec ', 'a/'], ['sudo ', 'A=b '], ['', 'get.k3s.io'],
  ['', '-controller-manager'], ['', '/a/kube-controller-manager'], ['--leader-elect ', '--cloud-provider'], ['', 'x:1/'], ['kubectl ', ' get'],
  ['', '{=~"'], ['k3s ', 'k3s -a '], ['', 'kube-controller-manager '], ['', '"kube-controller-manager"'], ['exec ', '${x}/'],
];
const LENGTH = 4900;
const NONE_BESIDE = { all: new Set<string>(), applied: new Set<string>() };

describe('a long line', () => {
  it.each(SHAPES)('of %j and many %j takes a time that grows with its length', (begin, unit) => {
    const line = `controller ${begin}${unit.repeat(LENGTH)}`.slice(0, LENGTH);
    const text = Array.from({ length: 20 }, () => `${line} kube-controller-managers`).join('\n');
    const begun = process.cpuUsage();
    for (const look of [mentionIn, mentionInProgram, (one: string) => mentionInFile('x.txt', one, NONE_BESIDE)]) look(text);
    const { user } = process.cpuUsage(begun);
    // 60 lines of 2 to 7 ms on a machine that has nothing else to do. Where a pattern tries each place again, one took up to 110 ms.
    expect(user / 1000).toBeLessThan(4000);
  });
});

describe('a text of 120 kB', () => {
  const text = (unit: string) => unit.repeat(120_000 / unit.length);
  const script = (content: string) => verify({
    directories: [{ name: 'in', files: new Map([['x.sh', { text: `#!/bin/sh\n${content}\nkube-controller-manager --cloud-provider=aws\n` }]]) }],
    mayHoldNone: true,
  });
  type Look = (text: string) => unknown;
  const each = (units: readonly string[], look: Look) => units.map(unit => [unit, look] as const);

  it.each<readonly [string, Look]>([
    ...each(['${', '{{ .', '{{', '{%', '%{', '${x'], templateOf),
    ...each(['"', '&a ', '${'], script),
    ...each(['/', '['], content => flagLine(content, 1, `--${content}=x`)),
    ...each(['/'], content => fileName({ name: `${content}x`, files: new Map() }, 'a')),
  ])('of %j only takes a time that grows with its length', (unit, look) => {
    const begun = process.cpuUsage();
    look(text(unit));
    // None took a quarter of a second on a machine that has nothing else to do, and each that did not grow with the length alone at least five.
    expect(process.cpuUsage(begun).user / 1000).toBeLessThan(3000);
  });
});

describe('the command of a manager', () => {
  it.each<[string, string | undefined]>([
    ['kube-controller-manager', 'kube-controller-manager'],
    ['exec /usr/bin/kube-controller-manager --v=2', 'kube-controller-manager'],
    ['sudo A=b C=d ${BIN}/kube-controller-manager', 'kube-controller-manager'],
    ['true && nohup aws-cloud-controller-manager', 'cloud-controller-manager'],
    ['(cd /x; kube-controller-manager; )', 'kube-controller-manager'],
    ['docker run x "kube-controller-manager" --v=2', 'kube-controller-manager'],
    ['run x/kube-controller-manager \\', 'kube-controller-manager'],
    ['sh -c "exec kube-controller-manager"', 'kube-controller-manager'],
    ['echo kube-controller-manager', undefined],
    ['  "kube-controller-manager",', undefined],
    ['job=~"(kube-controller-manager|kube-scheduler)"', undefined],
    ['exec kube-controller-managers', undefined],
    ['exec kube-controller-manager.sh', undefined],
    ['my-kube-controller-manager --v=2', undefined],
  ])('in %j is %s', (line, component) => expect(started(line)).toBe(component));
});

describe('an image or a program', () => {
  it.each<[string, string | undefined]>([
    ['image: registry.k8s.io/kube-controller-manager:v1.26.15', 'the image registry.k8s.io/kube-controller-manager:v1.26.15'],
    ['x=docker://host:5000/a/aws-cloud-controller-manager-arm64@sha256:0', 'the image host:5000/a/aws-cloud-controller-manager-arm64@sha256:'],
    ['echo (/usr/local/bin/kube-controller-manager)', 'the program /usr/local/bin/kube-controller-manager'],
    ['echo /opt/sbin/x/kube-controller-manager', 'the program /opt/sbin/x/kube-controller-manager'],
    ['echo /opt/kube-controller-manager', undefined],
    ['echo kube-controller-manager:v1.26.15', undefined],
    ['echo /usr/bin/kube-controller-manager.txt', undefined],
    ['echo a/my-kube-controller-manager:v1', undefined],
  ])('in %j is %s', (line, what) => expect(mentionIn(`- ${line}`)?.what).toBe(what));
});
