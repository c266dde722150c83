import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LICENSES_FILE, renderLicenses, ShippedPackage, shippedPackages } from '../scripts/third-party-licenses';

let packages: readonly ShippedPackage[];
beforeAll(async () => { packages = await shippedPackages(); }, 300_000);

describe(LICENSES_FILE, () => {
  it('is of the packages that are shipped (else: npx tsx scripts/third-party-licenses.ts)', () => {
    expect(readFileSync(join(__dirname, '..', LICENSES_FILE), 'utf8')).toBe(renderLicenses(packages));
  });

  it('has what package.json bundles, what the command line is made of, and what those need', () => {
    const names = new Set(packages.map(({ name }) => name));
    const { bundledDependencies } = JSON.parse(readFileSync(join(__dirname, '..', 'package.json'), 'utf8')) as { bundledDependencies: string[] };
    expect(bundledDependencies.filter(name => !names.has(name))).toHaveLength(0);
    expect(['@aws-sdk/client-ec2', 'commander', '@smithy/core', 'string-width', 'emoji-regex'].filter(name => !names.has(name))).toHaveLength(0);
  });

  it('has nothing that is only used to build and to test', () => {
    const names = new Set(packages.map(({ name }) => name));
    expect(['jsii', 'esbuild', 'cdk8s', 'typescript'].filter(name => names.has(name))).toHaveLength(0);
  });

  it('has the text of every licence, also of packages that ship none themselves', () => {
    const withText = new Set(packages.filter(({ texts }) => texts.length > 0).map(({ license }) => license));
    expect(packages.filter(({ license }) => !withText.has(license))).toHaveLength(0);
  });
});
