import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { determineHitLimitReached, toMutantRunResult } from '@stryker-mutator/api/test-runner';

/** Folders and files with the tests of what is mutated: `mutate` in stryker.conf.json. */
const TESTS = ['test/lib/model', 'test/lib/proof', 'test/lib/rules', 'test/lib/kubernetes/cidr.test.ts', 'test/lib/kubernetes/go-values.test.ts'];
/** Needs Go, and looks at tables that are not mutated. */
const LEFT_OUT = 'kcm-controllers.test.ts';
/** What instrumented code and whoever runs it share. */
const stryker = globalThis.__stryker__ ??= {};

/**
 * Runs the tests of the safety model for Stryker. Jest loads every module anew for each of some thousand mutants, which takes hours; here modules stay loaded
 * unless a mutant is executed while they load, and nothing is compiled twice. It knows what those tests use of Jest: describe, it, test, their `each`, and
 * Jest's own expect.
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
    this.transpiled = new Map();
    this.scripts = new Map();
    this.killers = new Map();
    this.require.extensions['.ts'] = (module, path) => {
      const run = this.script(path).runInThisContext();
      run.call(module.exports, module.exports, createRequire(path), module, path, dirname(path));
    };
    // Mutants are many: the tables kill most, and the simulator sees a few mixes.
    process.env.SAFETY_RUNS ??= '60';
    const { expect } = this.require('expect');
    const { bind } = this.require('jest-each');
    const it = (name, body) => this.tests.push({ id: [...this.scope, name].join(' '), body, file: basename(this.file, '.test.ts') });
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

  transpile(path) {
    const known = this.transpiled.get(path);
    if (known !== undefined) return known;
    const { ModuleKind, ScriptTarget, transpileModule } = this.typescript;
    const compilerOptions = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2022, esModuleInterop: true };
    const { outputText } = transpileModule(readFileSync(path, 'utf8'), { compilerOptions, fileName: path });
    this.transpiled.set(path, outputText);
    return outputText;
  }

  /** A compiled module that can be run again: a reload costs what its statements do, and no parsing. */
  script(path) {
    const known = this.scripts.get(path);
    if (known) return known;
    const text = this.counts ? this.transpile(path) : withoutCounters(this.transpile(path));
    const script = new Script(`(function (exports, require, module, __filename, __dirname) {${text}\n})`, { filename: path });
    this.scripts.set(path, script);
    return script;
  }

  load() {
    for (const path of Object.keys(this.require.cache)) {
      if (path.startsWith(this.root) && !path.includes('/node_modules/')) delete this.require.cache[path];
    }
    this.tests = [];
    this.scope = [];
    for (const path of testFiles(this.root)) {
      this.file = path;
      this.require(path);
    }
    this.loaded = true;
  }

  /** Those first that killed another mutant of the same file, or are named after it: most mutants need no other. */
  likeliestFirst(tests, mutated) {
    const killers = this.killers.get(mutated) ?? new Set();
    const name = basename(mutated, '.ts');
    const rank = ({ id, file }) => killers.has(id) ? 0 : file === name || id.includes(name) ? 1 : 2;
    return tests.map(test => [rank(test), test]).sort(([a], [b]) => a - b).map(([, test]) => test);
  }

  async run(tests, bail) {
    const results = [];
    for (const { id, body } of tests) {
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

  /** The only run that counts how often each mutant is reached: counters make the tests several times as slow. */
  async dryRun({ coverageAnalysis, disableBail }) {
    stryker.activeMutant = undefined;
    stryker.mutantCoverage = { static: {}, perTest: {} };
    this.counts = true;
    this.load();
    const tests = await this.run(this.tests, !disableBail);
    this.counts = this.loaded = false;
    this.scripts.clear();
    return { status: 'complete', tests, mutantCoverage: coverageAnalysis === 'off' ? undefined : stryker.mutantCoverage };
  }

  async mutantRun({ activeMutant, testFilter, hitLimit, mutantActivation, reloadEnvironment, disableBail }) {
    const activate = id => Object.assign(stryker, { activeMutant: id, active: Number(id ?? -1) });
    stryker.hitLimit = hitLimit;
    stryker.hitCount = hitLimit === undefined ? undefined : 0;
    activate(mutantActivation === 'static' ? activeMutant.id : undefined);
    try {
      if (reloadEnvironment || !this.loaded) this.load();
      this.loaded = !reloadEnvironment;
    } catch (error) {
      this.loaded = false;
      const reached = determineHitLimitReached(stryker.hitCount, stryker.hitLimit);
      return reached ?? { status: 'killed', killedBy: [this.tests[0]?.id ?? 'load'], failureMessage: `a module does not load: ${error.message}`, nrOfTests: 0 };
    }
    activate(activeMutant.id);
    const chosen = testFilter ? this.tests.filter(({ id }) => testFilter.includes(id)) : this.tests;
    const tests = await this.run(this.likeliestFirst(chosen, activeMutant.fileName), !disableBail);
    const killer = tests.find(({ status }) => status === 1);
    if (killer) this.killers.set(activeMutant.fileName, (this.killers.get(activeMutant.fileName) ?? new Set()).add(killer.id));
    return determineHitLimitReached(stryker.hitCount, stryker.hitLimit) ?? toMutantRunResult({ status: 'complete', tests });
  }
}
SafetyRunner.inject = [];

/** Instrumented code that looks at a number where it called two functions. Which mutant is active, and the limit of its hits, stay Stryker's. */
function withoutCounters(code) {
  return code.replace(/stryCov_9fa48\((?:"\d+",? ?)+\)/g, '0')
    .replace(/stryMutAct_9fa48\("(\d+)"\)/g, (call, id) => `(__stryker__.active === ${id} && ${call})`);
}

/** Tables first: they are quick, and kill most. */
function testFiles(root) {
  const found = TESTS.flatMap(tests => tests.endsWith('.ts') ? [tests]
    : readdirSync(join(root, tests), { recursive: true }).filter(path => path.endsWith('.test.ts') && path !== LEFT_OUT).map(path => join(tests, path)));
  const last = path => Number(path.endsWith('/agreement.test.ts'));
  return found.sort((a, b) => last(a) - last(b) || (a < b ? -1 : 1)).map(path => join(root, path));
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'safety', injectableClass: SafetyRunner }];
