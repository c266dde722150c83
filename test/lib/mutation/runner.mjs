import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { determineHitLimitReached, toMutantRunResult } from '@stryker-mutator/api/test-runner';

/** Folders and files with the tests of what is mutated: `mutate` in stryker.conf.json. */
const TESTS = ['test/lib/model', 'test/lib/proof', 'test/lib/rules', 'test/lib/kubernetes/cidr.test.ts', 'test/lib/kubernetes/go-values.test.ts'];
/** Needs Go, and looks at tables that are not mutated. */
const LEFT_OUT = 'kcm-controllers.test.ts';
/** What instrumented code and whoever runs it share. */
const stryker = globalThis.__stryker__ ??= {};

/**
 * Runs the tests of the safety model for Stryker. Jest loads every module anew for each of some thousand mutants, which takes hours; here modules stay loaded
 * unless a mutant is executed while they load. It knows what those tests use of Jest: describe, it, test, their `each`, and Jest's own expect.
 */
class SafetyRunner {
  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    // The worker starts in the sandbox, whose node_modules is that of the checkout.
    this.root = process.cwd();
    this.require = createRequire(join(this.root, 'package.json'));
    this.typescript = this.require('typescript');
    this.compiled = new Map();
    this.require.extensions['.ts'] = (module, path) => module._compile(this.compile(path), path);
    // Mutants are many: the tables kill most, and the simulator sees a few mixes.
    process.env.SAFETY_RUNS ??= '60';
    const { expect } = this.require('expect');
    const { bind } = this.require('jest-each');
    const it = (name, body) => this.tests.push({ id: [...this.scope, name].join(' '), body });
    it.each = bind(it);
    const describe = (name, body) => {
      this.scope.push(name);
      body();
      this.scope.pop();
    };
    describe.each = bind(describe);
    it.skip = describe.skip = () => {};
    Object.assign(globalThis, { describe, it, test: it, expect });
  }

  compile(path) {
    const known = this.compiled.get(path);
    if (known) return known;
    const { ModuleKind, ScriptTarget, transpileModule } = this.typescript;
    const compilerOptions = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022, esModuleInterop: true };
    const { outputText } = transpileModule(readFileSync(path, 'utf8'), { compilerOptions, fileName: path });
    this.compiled.set(path, outputText);
    return outputText;
  }

  load() {
    for (const path of Object.keys(this.require.cache)) {
      if (path.startsWith(this.root) && !path.includes('/node_modules/')) delete this.require.cache[path];
    }
    this.tests = [];
    this.scope = [];
    for (const path of testFiles(this.root)) this.require(path);
    this.loaded = true;
  }

  async run(ids, bail) {
    const results = [];
    for (const { id, body } of this.tests) {
      if (ids && !ids.has(id)) continue;
      stryker.currentTestId = id;
      const started = performance.now();
      const test = { id, name: id, timeSpentMs: 0 };
      try {
        await body();
        results.push({ ...test, status: 0, timeSpentMs: performance.now() - started });
      } catch (error) {
        results.push({ ...test, status: 1, failureMessage: String(error?.message ?? error), timeSpentMs: performance.now() - started });
        if (bail) break;
      }
    }
    stryker.currentTestId = undefined;
    return results;
  }

  async dryRun({ coverageAnalysis, disableBail }) {
    stryker.activeMutant = undefined;
    stryker.mutantCoverage = { static: {}, perTest: {} };
    this.load();
    const tests = await this.run(undefined, !disableBail);
    return { status: 'complete', tests, mutantCoverage: coverageAnalysis === 'off' ? undefined : stryker.mutantCoverage };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation, reloadEnvironment, disableBail }) {
    stryker.hitLimit = hitLimit;
    stryker.hitCount = hitLimit === undefined ? undefined : 0;
    const isStatic = mutantActivation === 'static';
    stryker.activeMutant = isStatic ? activeMutant.id : undefined;
    try {
      if (reloadEnvironment || !this.loaded) this.load();
    } catch (error) {
      this.loaded = false;
      const reached = determineHitLimitReached(stryker.hitCount, stryker.hitLimit);
      return reached ?? { status: 'killed', killedBy: [this.tests[0]?.id ?? 'load'], failureMessage: `a module does not load: ${error.message}`, nrOfTests: 0 };
    }
    stryker.activeMutant = activeMutant.id;
    const tests = await this.run(testFilter && new Set(testFilter), !disableBail);
    return determineHitLimitReached(stryker.hitCount, stryker.hitLimit) ?? toMutantRunResult({ status: 'complete', tests });
  }
}
SafetyRunner.inject = [];

/** Tables first: they are quick, and kill most. */
function testFiles(root) {
  const found = TESTS.flatMap(tests => tests.endsWith('.ts') ? [tests]
    : readdirSync(join(root, tests), { recursive: true }).filter(path => path.endsWith('.test.ts') && path !== LEFT_OUT).map(path => join(tests, path)));
  const last = path => Number(path.endsWith('/agreement.test.ts'));
  return found.sort((a, b) => last(a) - last(b) || (a < b ? -1 : 1)).map(path => join(root, path));
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'safety', injectableClass: SafetyRunner }];
