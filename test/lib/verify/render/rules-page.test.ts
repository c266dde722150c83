import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { renderRulesPage } from '../../../../src/lib/verify/render/rules-page';

describe('RULES.md', () => {
  it('is what the registry of rules says; else run: npx tsx scripts/generate-rules-md.ts', () => {
    expect(readFileSync(resolve(__dirname, '../../../../RULES.md'), 'utf8')).toBe(renderRulesPage());
  });
});
