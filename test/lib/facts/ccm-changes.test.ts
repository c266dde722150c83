import { changesBetween, neighbours } from '../../../scripts/facts/ccm-code/changes';
import { declarationsOf } from '../../../scripts/facts/ccm-code/declarations';
import { FaultText, textRows } from '../../../scripts/facts/ccm-code/fault-texts';
import { Code } from '../../../scripts/facts/ccm-code/sources';
import { unjudged } from '../../../scripts/facts/ccm-code/tables';

const GO = `// Package aws is a comment.
package aws

import "fmt"

// A comment that is no part of it: {
const (
\tA = "a // no comment" // a comment
\tB = \`raw
}
text\`
)

var single, other = 1, 2

var _ Interface = &Cloud{}

type Cloud struct {
\tname string /* a comment
of two lines */
}

type Batcher[T any] struct{}

func (b *Batcher[T]) Add(
\tinput *T,
) error {
\treturn nil
}

func (c *Cloud) Name() string { return c.name }

func init() {
\tfmt.Println('{')
}
`;

const code = (declarations: Readonly<Record<string, string>>): Code =>
  new Map(Object.entries(declarations).map(([name, text]) => [name, { file: 'a.go', text }]));

describe('declarations of Go', () => {
  it('are known by their names, and have neither comments nor line ends', () => expect([...declarationsOf(GO)]).toEqual([
    ['A', 'const A = "a // no comment"'],
    ['B', 'const B = `raw\u{1}}\u{1}text`'],
    ['single', 'var single, other = 1, 2'],
    ['_ var _ Interface = &Cloud{}', 'var _ Interface = &Cloud{}'],
    ['Cloud', 'type Cloud struct { name string }'],
    ['Batcher', 'type Batcher[T any] struct{}'],
    ['Batcher.Add', 'func (b *Batcher[T]) Add( input *T, ) error { return nil }'],
    ['Cloud.Name', 'func (c *Cloud) Name() string { return c.name }'],
    ['init', "func init() { fmt.Println('{') }"],
  ]));
});

describe('changes between tags', () => {
  const [old, young] = [code({ 'p:same': '1', 'p:changed': '1', 'p:gone': '1' }), code({ 'p:same': '1', 'p:changed': '2', 'p:new': '1' })];

  it('are named by both texts, wherever they are', () => {
    const changes = changesBetween(old, young);
    expect(changes.map(({ declaration, is }) => [declaration, is])).toEqual([['p:changed', 'changed'], ['p:gone', 'gone'], ['p:new', 'new']]);
    const picked = changesBetween(code({ 'p:changed': '1', 'p:other': '5' }), code({ 'p:changed': '2', 'p:other': '5' }));
    expect(picked.map(({ hash }) => hash)).toEqual([changes[0].hash]);
    expect(changesBetween(young, old)[0].hash).not.toBe(changes[0].hash);
  });

  it('are of each tag and the one before it of its minor, and of each .0 and the .0 before', () =>
    expect(neighbours(['v1.29.0', 'v1.29.9', 'v1.30.0', 'v1.30.1', 'v1.30.4', 'v1.31.0'])).toEqual([
      ['v1.29.0', 'v1.30.0'], ['v1.30.0', 'v1.30.1'], ['v1.30.1', 'v1.30.4'], ['v1.30.0', 'v1.31.0'],
    ]));

  it('wait for a verdict, each by its hash', () => {
    const row = (hash: string) => ({ hash, declaration: 'p:a', is: 'new' as const, in: [] });
    expect(unjudged([row('1'), row('2')], [{ about: '', verdict: 'none', changes: ['1 p:a'] }])).toEqual([row('2')]);
  });
});

describe('where a fault is', () => {
  const fault: FaultText = { id: 'x', declarations: ['p:a', 'p:b'], has: /bad/ };
  const tags = ['v1', 'v2', 'v3', 'v4'];
  const texts: Readonly<Record<string, Code | undefined>> = { v1: code({}), v2: code({ 'p:b': 'bad' }), v4: code({ 'p:a': 'good' }) };
  const rows = textRows(fault, tags, tag => texts[tag] ?? code({ 'p:b': 'bad' }), []);

  it('is said from the tag on where its text begins', () => expect(rows.map(({ from, has }) => [from, has])).toEqual([
    ['v1', false], ['v2', true], ['v4', false],
  ]));

  it('stays as it was read where the code cannot be had, and is not guessed', () => {
    expect(textRows(fault, tags, tag => texts[tag], rows)).toEqual(rows);
    expect(() => textRows(fault, tags, () => undefined, [])).toThrow(/^the code of v1 cannot be had, and nothing was read of it before; name/);
  });
});
