import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collectionFiles, writeCollection } from '../../src/files/collection';
import { readTree } from '../golden';

let root: string;
beforeEach(() => { root = mkdtempSync(join(tmpdir(), 'ccm-collection-')); });
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('the Ansible collection', () => {
  it('is where Ansible looks for it, with every playbook that users name, and without what Python leaves beside its sources', () => {
    const paths = [...collectionFiles().keys()];
    const playbooks = ['preflight', 'migrate', 'back', 'look', 'collect'].map(name => `playbooks/${name}.yaml`);
    expect(paths).toEqual(expect.arrayContaining([...playbooks, 'galaxy.yml'].map(path => `ansible_collections/cdk8s/ccm_migration/${path}`)));
    expect(paths.filter(path => path.includes('__pycache__'))).toEqual([]);
  });

  it('is written over by that of a later release, whose files alone it has then; what Python left there stays', () => {
    const left = 'plugins/__pycache__/a.pyc';
    writeCollection(root, new Map([['a.yaml', 'old'], ['gone.yaml', 'old']]));
    mkdirSync(join(root, 'plugins', '__pycache__'), { recursive: true });
    writeFileSync(join(root, left), '');
    writeCollection(root, new Map([['a.yaml', 'new']]));
    expect([...readTree(root)].filter(([path]) => path !== 'files.json')).toEqual([['a.yaml', 'new'], [left, '']]);
  });

  it('is not written where the plan itself is to lie', () => {
    const folder = join(root, 'collection');
    expect(() => writeCollection(join(folder, '..', 'collection'), collectionFiles(), folder)).toThrow('write this plan to a folder of another name');
  });
});
