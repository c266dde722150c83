import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledPackages, LICENSES_FILE, renderLicenses } from '../scripts/third-party-licenses';

const PACKAGES = bundledPackages();

describe(LICENSES_FILE, () => {
  it('is of the packages that are bundled (else: npx tsx scripts/third-party-licenses.ts)', () => {
    expect(readFileSync(join(__dirname, '..', LICENSES_FILE), 'utf8')).toBe(renderLicenses(PACKAGES));
  });

  it('has every package that package.json bundles, and what those need', () => {
    const names = new Set(PACKAGES.map(({ name }) => name));
    const { bundledDependencies } = JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8')) as { bundledDependencies: string[] };
    expect(bundledDependencies.filter(name => !names.has(name))).toEqual([]);
    expect(['@smithy/core', 'string-width', 'tslib'].filter(name => !names.has(name))).toEqual([]);
  });

  it('has the text of every licence, also of packages that ship none themselves', () => {
    const withText = new Set(PACKAGES.filter(({ texts }) => texts.length > 0).map(({ license }) => license));
    expect(PACKAGES.filter(({ license }) => !withText.has(license))).toEqual([]);
  });
});
