import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { python } from './python';
import { collectionFiles, writeCollection } from '../../src/files/collection';
import { StrategyKind } from '../../src/lib/migration/migration-strategy';
import { planFiles } from '../../src/lib/plan/render/files';
import { ansible, ansibleLint } from '../ansible/ansible';
import { lintCollection } from '../ansible/lint';
import { planned } from '../cli/ansible-projects';
import { writeTree } from '../golden';
import { describeNeeding } from '../needs';

jest.setTimeout(600_000);

describeNeeding('the Python of the collection', ansible().missing, 'REQUIRE_ANSIBLE', () => {
  it.each(readdirSync(__dirname).filter(file => /^test_.*\.py$/.test(file)).map(file => basename(file, '.py')))('passes %s', name => {
    const { status, stderr } = python('-m', 'unittest', '-b', name);
    expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
    expect(stderr).toMatch(/^Ran [1-9]\d* tests? in /m);
  });
});

describeNeeding('the sum of the collection', ansible().missing, 'REQUIRE_ANSIBLE', () => {
  it('is the same where a plan is made and where it is carried out', () => {
    const root = mkdtempSync(join(tmpdir(), 'ccm-collection-'));
    try {
      const written = collectionFiles();
      writeCollection(root, written);
      const files = planFiles(planned(StrategyKind.LEADER_MIGRATION, 'n', 'mixed'), '../app', written);
      const module = 'ansible_collections.cdk8s.ccm_migration.plugins.module_utils';
      expect(python('-c', `import sys; from ${module} import objects; print(objects.collection_sum(sys.argv[1]))`, root))
        .toMatchObject({ status: 0, stdout: files.find(({ path }) => path === 'collection.sha256')!.content });
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});

describeNeeding('ansible-lint', ansibleLint().missing, 'REQUIRE_ANSIBLE', () => {
  it('has nothing to say about the collection in its strictest profile', () => {
    const root = mkdtempSync(join(tmpdir(), 'ccm-collection-'));
    try {
      writeTree(collectionFiles(), root);
      expect(lintCollection(join(root, 'ansible_collections', 'cdk8s', 'ccm_migration'))).toEqual({ status: 0, findings: '' });
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});
