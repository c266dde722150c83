import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { changesBetween, hashOf, neighbours } from '../../../scripts/facts/ccm-code/changes';
import { FAULT_TEXTS, rowAt, textOf } from '../../../scripts/facts/ccm-code/fault-texts';
import { readLinkedOf } from '../../../scripts/facts/ccm-code/linked';
import { BUILT_WITH, Code, codeOf } from '../../../scripts/facts/ccm-code/sources';
import { readFaultTexts, readOwnChanges } from '../../../scripts/facts/ccm-code/tables';
import { BEHAVIOUR_CHANGES } from '../../../src/lib/facts/ccm-behaviour-changes';
import { AWS_CCM_FAULTS, isAssessed } from '../../../src/lib/facts/ccm-faults';
import { awsCcmReleases } from '../../../src/lib/facts/ccm-releases';
import { hasSince, parseRelease } from '../../../src/lib/facts/since';
import { describeGo } from '../../go-module';

const TAGS = awsCcmReleases().map(({ tag }) => tag);
const MODULE = 'k8s.io/cloud-provider-aws';

/** The first and the last tag of each range, and those beside them. */
function endsOf(id: string): readonly string[] {
  const { tags } = AWS_CCM_FAULTS.find(fault => fault.id === id)!;
  const at = tags.flatMap(({ from, to }) => [TAGS.indexOf(from) - 1, TAGS.indexOf(from), TAGS.indexOf(to), TAGS.indexOf(to) + 1]);
  return [...new Set(at)].flatMap(index => TAGS[index] ?? []);
}

describeGo('the code of the AWS cloud-controller-manager', () => {
  it.each(FAULT_TEXTS)('has the text of $id at the ends of its ranges, and not beside them', fault => {
    const rows = readFaultTexts()[fault.id];
    const unread = endsOf(fault.id).filter(tag => {
      const code = codeOf(MODULE, tag);
      const text = code && textOf(fault, code);
      if (text === undefined) return true;
      const { hash, has } = rowAt(rows, tag, TAGS)!;
      expect([tag, hashOf(text), fault.has.test(text)]).toEqual([tag, hash, has]);
      return false;
    });
    // The module proxy has few of the tags: what it does not have was read in a clone, as the committed rows say.
    if (process.env.FACTS_CLONES !== undefined) expect(unread).toEqual([]);
  });

  it.each(neighbours(TAGS))('%s and %s differ as it is committed', (old, young) => {
    const [before, after] = [old, young].map(tag => codeOf(MODULE, tag));
    if (process.env.FACTS_CLONES !== undefined) expect([before, after]).not.toContain(undefined);
    if (!before || !after) return;
    const committed = readOwnChanges().filter(row => row.in.includes(`${old}..${young}`));
    if (committed.length === 0 && !isAssessed(young)) return;
    expect(changesBetween(before, after).map(({ hash }) => hash).sort()).toEqual(committed.map(({ hash }) => hash).sort());
  });

  /** Minor of what a tag is built with or links; 0: it does not. */
  const minorOf = (code: Code, name: string, of: RegExp = /^v\d+\.(\d+)/) => Number(of.exec(code.get(name)?.text ?? '')?.[1] ?? 0);
  // Defaults of the runtime are those of the Go that go.mod names; what a later one removed is gone with the compiler.
  const go = (code: Code) => minorOf(code, BUILT_WITH, /^go 1\.(\d+)/);
  const SDK = 'github.com/aws/aws-sdk-go';
  const clientGo = (code: Code) => minorOf(code, 'go.mod:k8s.io/client-go');

  it.each<[string, (code: Code) => boolean]>([
    ['offers-no-rsa-key-exchange', code => go(code) >= 22],
    ['offers-post-quantum-key-exchange', code => go(code) >= 23],
    ['refuses-short-rsa-keys', code => go(code) >= 24],
    ['keeps-to-cpu-limit', code => go(code) >= 25],
    ['refuses-colons-in-hosts', code => go(code) >= 26],
    ['ignores-removed-godebug', code => minorOf(code, BUILT_WITH, /golang:1\.(\d+)/) >= 27],
    ['renews-lease-at-once', code => clientGo(code) >= 30],
    ['streams-initial-lists', code => clientGo(code) >= 35],
    ['reads-ca-again', code => clientGo(code) >= 36],
    ['counts-network-of-process', code => minorOf(code, 'go.mod:github.com/prometheus/client_golang') >= 22],
    // Version 1 has it from 1.47 on, version 2 in all that is linked.
    ['takes-pod-identity', code => !code.has(`go.mod:${SDK}`) || minorOf(code, `go.mod:${SDK}`) >= 51],
  ])('%s: in every tag from 1.25 on, go.mod says so', (id, has) => {
    const { since } = BEHAVIOUR_CHANGES.find(row => row.id === id)!;
    const tags = TAGS.filter(tag => isAssessed(tag) && parseRelease(tag).minor >= 25);
    expect(tags.filter(tag => {
      const code = codeOf(MODULE, tag);
      return code !== undefined && has(code) !== hasSince(parseRelease(tag), since);
    })).toEqual([]);
  });
});

describeGo('modules that a program links', () => {
  const folder = mkdtempSync(join(tmpdir(), 'linked-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** A program, and the modules that it requires, each with one package. */
  function release(name: string, main: string, modules: Readonly<Record<string, string>>): string {
    const root = join(folder, name);
    const write = (path: string, text: string) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    };
    const of = Object.keys(modules);
    write('go.mod', `module program.invalid\n\ngo 1.21\n${of.map(module => `
require ${module}.invalid v0.0.0
replace ${module}.invalid => ./${name}-${module}
`).join('')}`);
    write('cmd/main.go', `package main\n\nimport (\n${of.map(module => `\t"${module}.invalid"\n`).join('')})\n\n${main}\n`);
    for (const [module, text] of Object.entries(modules)) {
      write(`${name}-${module}/go.mod`, `module ${module}.invalid\n\ngo 1.21\n`);
      write(`${name}-${module}/code.go`, `package ${module}\n\n${text}\n`);
    }
    return root;
  }

  const MAIN = 'func main() { a.Used(); var one b.Speaker = b.New(); one.Speak() }';
  const A = 'func Used() { helper(); println(kept) }\nfunc helper() {}\nfunc Unused() {}\nvar kept interface{}';
  const B = 'import "fmt"\ntype Speaker interface{ Speak() }\ntype T struct{}\nfunc New() *T { return &T{} }\nfunc (t *T) Speak() {}\n'
    + 'func (t *T) Silent() {}\nfunc (t *T) String() string { return "t" }\nvar x = start()\nfunc start() int { fmt.Println(New()); return 1 }';

  it.each<[string, string, string, readonly [string, number, number][]]>([
    ['comments, line ends, any', `// Of a.\n${A.replace('interface{}', 'any').replace('(kept) }', '(kept)\n}')}`, B, [['a', 0, 0], ['b', 0, 0]]],
    ['what is never called', `${A}\nfunc Other() {}`, B.replace('Silent() {}', 'Silent() { println(1) }'), [['a', 1, 0], ['b', 1, 0]]],
    ['what a called function calls', A.replace('helper() {}', 'helper() { println(1) }'), B, [['a', 1, 1], ['b', 0, 0]]],
    ['a method that an interface calls', A, B.replace('Speak() {}', 'Speak() { println(1) }'), [['a', 0, 0], ['b', 1, 1]]],
    ['a method that the standard library calls', A, B.replace('"t"', '"u"'), [['a', 0, 0], ['b', 1, 1]]],
    ['what runs at start', A, B.replace('return 1', 'return 2'), [['a', 0, 0], ['b', 1, 1]]],
    ['another name of the same', A.replaceAll('helper', 'helped'), B, [['a', 3, 3], ['b', 0, 0]]],
  ])('differ, and can be reached: %s', (name, a, b, expected) => {
    const called = name.replaceAll(/\W+/g, '-');
    const [old, young] = [release(`old-${called}`, MAIN, { a: A, b: B }), release(`young-${called}`, MAIN, { a, b })];
    const [{ modules, changes }] = readLinkedOf([`${old}..${young}`], './cmd', { GOPROXY: 'off' });
    expect(modules).toEqual(['a.invalid', 'b.invalid', 'program.invalid']);
    expect(changes.map(({ module, linked, reached }) => [module.replace('.invalid', ''), linked, reached])).toEqual(expected);
  });
});
