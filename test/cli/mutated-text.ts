/** What has been trouble to one reader or another. */
const WORDS = [
  'constructor', '__proto__', 'toString', 'null', '~', '{}', '[]', '[null]', '""', '*a', '&a [*a]', '&a {b: *a}', '!!binary AA==', '!!js/function x',
  '1e999', '-0', '0x10', '0o17', '.nan',
  '"\\n::error file=x::y"', '"\\e[2J\\r"', '"\\u202e"', '"##vso[task.complete]"', '"exclusivity: holds"', '"[x](javascript:y)"',
  '"@everyone"', '<<: *a', '? a', '|-', '%YAML 1.2', '---', '...',
  '{{ .Values.x }}', '${X}', '$(X)', '--controllers=-service', '--leader-elect=false', '--config=/x', '\u0000', '\uFEFF', '\u2028',
  '\r', '\u0085', '# x\r', '\uD800',
  '/a/kube-controller-manager'.repeat(180), `exec ${'a/'.repeat(2400)}`, '$(A)$(A)'.repeat(50),
  'a'.repeat(5000), '['.repeat(2000), '- '.repeat(2000),
];

/** Numbers in [0, 1) that depend on the seed alone: Park and Miller's generator. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = state * 48_271 % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** A text with one change that the numbers draw: lines that go, come again or move, values of another kind, a part of it. */
export function mutated(text: string, random: () => number): string {
  const at = (length: number) => Math.floor(random() * length);
  const word = () => WORDS[at(WORDS.length)];
  const lines = text.split('\n');
  const line = at(lines.length);
  const ways: readonly (() => string)[] = [
    () => spliced(lines, line, 1),
    () => spliced(lines, line, 0, lines[at(lines.length)]),
    () => spliced(lines, line, 0, word()),
    () => spliced(lines, line, 1, withValue(lines[line], word())),
    ...Array<() => string>(7).fill(() => poisoned(lines, word(), random)),
    () => spliced(lines, line, 1, lines[line].replace(/[A-Za-z]+/, () => word())),
    () => spliced(lines, line, 1, ` ${lines[line]}`),
    () => spliced(lines, line, 0, ...Array<string>(at(300)).fill(lines[line])),
    // Many of what stands on a few lines: containers, variables, rules.
    () => spliced(lines, line, 0, ...Array<readonly string[]>(at(2000)).fill(lines.slice(line, line + 1 + at(6))).flat()),
    () => text.slice(0, at(text.length)),
    () => { const place = at(text.length); return `${text.slice(0, place)}${String.fromCharCode(at(0x300))}${text.slice(place + 1)}`; },
  ];
  return ways[at(ways.length)]();
}

function spliced(lines: readonly string[], at: number, removed: number, ...added: readonly string[]): string {
  return [...lines.slice(0, at), ...added, ...lines.slice(at + removed)].join('\n');
}

/** One value in the place of many: of a bug that one field has, another seldom hides it. */
function poisoned(lines: readonly string[], word: string, random: () => number): string {
  return lines.map(line => (random() < 0.15 ? withValue(line, word) : line)).join('\n');
}

/** The line of a YAML or INI file with another value. */
function withValue(line: string, value: string): string {
  return line.replace(/^(\s*(?:- )?(?:[^\s:=]+(?::\s+|\s*=\s*))?).*$/, (_, head: string) => head + value);
}
