import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { moduleCache } from '../../../scripts/facts/ccm-code/sources';
import { readEnvironmentInput } from '../../../scripts/facts/ccm-environment/table';
import { ENVIRONMENT_READERS, variablesIn } from '../../../scripts/facts/ccm-environment/variables';

/** Small ones, which are fetched; of the others those are looked at that something else has fetched. */
const FETCHED = ['github.com/aws/aws-sdk-go-v2/config@v1.29.14', 'k8s.io/apimachinery@v0.37.0'];

it('is what the modules in the cache of Go read', () => {
  execFileSync('go', ['mod', 'download', ...FETCHED], { cwd: tmpdir(), env: { ...process.env, GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' } });
  const { modules } = readEnvironmentInput();
  const found = ENVIRONMENT_READERS.flatMap(({ module, folders }) => Object.entries(modules[module]).flatMap(([version, variables]) => {
    const name = `${module}@${version}`;
    return existsSync(join(moduleCache(), name)) ? [{ name, variables, folders }] : [];
  }));
  expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(FETCHED));
  for (const { name, folders, variables } of found) {
    expect({ name, variables: variablesIn(join(moduleCache(), name), folders) }).toEqual({ name, variables });
  }
});
