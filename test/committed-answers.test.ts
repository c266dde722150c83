import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Answer, CommittedAnswers, Question } from './committed-answers';
import { GoBinary } from '../scripts/go-binary';

const BINARY: GoBinary = { name: 'go-regexp', dir: 'conformance/go-regexp' };
const QUESTION: Question = { args: ['--strict', 'a.yaml'], files: { 'a.yaml': 'kind: A\n' } };
const ANSWER: Answer = { status: 1, stdout: '{"kinds":["A"]}\n', stderr: 'one\ntwo\n', files: { 'etc/a': 'x: 1\n' } };

let folder: string;
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'answers-')); });
afterEach(() => {
  rmSync(folder, { recursive: true });
  delete process.env.ANSWERS;
});

const answers = (binary = BINARY): CommittedAnswers => new CommittedAnswers(binary, __filename, folder);

/** What is read of the file that is written for these. */
function written(...asked: readonly (readonly [Question, Answer])[]): string {
  process.env.ANSWERS = 'add';
  const committed = answers();
  for (const [question, answer] of asked) committed.add(question, answer, 'a test');
  committed.write();
  return readFileSync(committed.path, 'utf8');
}

describe('committed answers', () => {
  it('are there for the same question to the same sources, and for no other', () => {
    written([QUESTION, ANSWER]);
    expect(answers().get(QUESTION)).toEqual({ ...ANSWER, stdout: '{"kinds":["A"]}' });
    expect(answers().get({ ...QUESTION, files: { 'a.yaml': 'kind: B\n' } })).toBeUndefined();
    expect(answers().get({ ...QUESTION, args: [] })).toBeUndefined();
    expect(answers({ ...BINARY, tags: 'other' }).get(QUESTION)).toBeUndefined();
  });

  it('show a short question, and of one about files that others wrote the hash alone', () => {
    expect(written([QUESTION, ANSWER])).toContain('kind: A');
    const foreign = written([{ ...QUESTION, modules: { chart: 'k8s.io/cloud-provider-aws@v1.36.1' } }, ANSWER]);
    expect(foreign.match(/kind: A/g)).toHaveLength(1); // the question of before
  });

  it('are the same bytes when they are written again, each with its input in a line', () => {
    const list: Question = { stdin: '["a","b"]', inputs: ['a', 'b'.repeat(150)] };
    const text = written([list, { status: 0, stdout: '{"version":"v1","found":[1,null]}', stderr: '', files: {} }]);
    expect(text).toContain(' ["a",1],\n');
    expect(answers().get(list)!.stdout).toBe('{"version":"v1","found":[1,null]}');
    const again = answers();
    again.get(list);
    again.write();
    expect(readFileSync(again.path, 'utf8')).toBe(text);
  });

  it('have a line for each of a long text', () => {
    const manifest = 'kind: Pod\n'.repeat(20);
    const question: Question = { args: ['render'] };
    const answer: Answer = { status: 0, stdout: JSON.stringify({ files: { a: manifest } }), stderr: '', files: {} };
    expect(written([question, answer])).toContain('\n       "kind: Pod",\n');
    expect(JSON.parse(answers().get(question)!.stdout)).toEqual({ files: { a: manifest } });
  });

  it('say where the program answers otherwise', () => {
    written([QUESTION, ANSWER]);
    expect(answers().difference(QUESTION, ANSWER)).toBeUndefined();
    const difference = answers().difference(QUESTION, { ...ANSWER, status: 2 });
    expect(difference).toMatchObject({ committed: { status: 1 }, answered: { status: 2 } });
    expect(answers().difference({ args: ['new'] }, ANSWER)).toBeUndefined(); // none is committed
  });
});
