/** `plan.json` fits its published schema, whatever runs the components; the strategies and the ways are in test/cli/plan-ansible.tools.test.ts. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { appFiles } from './app-fixture';
import { hostedFiles } from './hosted-app';
import { planned } from './plans';
import { replacedFiles } from './replaced/replaced-app';
import { renderJson } from '../../../src/lib/plan/render/json';
import { unitNodes } from '../../unit-nodes';

const fits = new Ajv2020({ strict: false }).compile(
  JSON.parse(readFileSync(resolve(__dirname, '../../../schemas/plan.schema.json'), 'utf8')) as object,
);

it.each([
  ['static pods', () => appFiles()],
  ['units of systemd', () => appFiles({ nodes: unitNodes() })],
  ['a Deployment of a management cluster', () => hostedFiles()],
  ['static pods of nodes that are replaced', () => replacedFiles()],
  ['units of nodes that are replaced', () => replacedFiles({ nodes: unitNodes() })],
])('a plan of %s fits the schema, there and back', (_, files) => {
  for (const [from, to] of [['n', 'n-plus-1'], ['n-plus-1', 'n'], ['not-started', 'n']] as const) {
    fits(JSON.parse(renderJson({ plan: planned(from, to, files()) })));
    expect([from, to, fits.errors]).toEqual([from, to, null]);
  }
});
