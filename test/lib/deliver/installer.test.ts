import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { foldersOf, INSTALLERS, InstallerState } from '../../../src/lib/deliver/installer';

const DELIVER = join(__dirname, '..', '..', '..', 'src', 'lib', 'deliver');
const FILES = ['checks.ts', 'edits.ts', 'installer.ts', 'migration.ts', 'notes.ts', 'options.ts', 'steps.ts'];

it.each(INSTALLERS)('the folder of %s has the files that every installer has', installer => {
  expect(readdirSync(join(DELIVER, installer))).toEqual(expect.arrayContaining(FILES));
});

describe('the folders of a mix', () => {
  const role = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'kube-system' } });
  const state = (name: string, text: string, ...objects: readonly string[]): InstallerState => ({
    name, machines: text === '' ? new Map() : new Map([['control-plane/a/etc/x', { text }]]), objects: objects.map(role),
  });
  const foldersOfStates = (...states: readonly InstallerState[]) => foldersOf({ states, coexists: [] })
    .map(({ name, files }) => [name, [...files].map(([path, file]) =>
      [path, 'text' in file ? /^ {2}name: (.*)$/m.exec(file.text)?.[1] ?? file.text : ''])]);

  it('have machines that are the same once, and each form of an object', () => {
    expect(foldersOfStates(state('n', 'old', 'a'), state('mixed', 'old', 'a', 'b'), state('end', 'new'))).toEqual([
      ['n', [['control-plane/a/etc/x', 'old']]], ['end', [['control-plane/a/etc/x', 'new']]], ['objects', [['0.yaml', 'a'], ['1.yaml', 'b']]],
    ]);
  });

  it('have no machines of a state without any, and nothing for objects where there are none', () => {
    expect(foldersOfStates(state('n', ''), state('mixed', 'new'))).toEqual([['mixed', [['control-plane/a/etc/x', 'new']]]]);
  });
});
