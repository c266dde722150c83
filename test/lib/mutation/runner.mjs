import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { determineHitLimitReached, toMutantRunResult } from '@stryker-mutator/api/test-runner';
import { ModuleGraph } from './module-graph.mjs';

/** Folders and files with the tests of what is mutated: `mutate` in stryker.conf.json. A part of them kills no mutant that all would leave. */
const TESTS = process.env.SAFETY_TESTS?.split(',') ?? ['test/lib/model', 'test/lib/proof', 'test/lib/rules', 'test/lib/kubernetes/cidr.test.ts', 'test/lib/kubernetes/go-values.test.ts'];
/** Tests that need other programs. */
const LEFT_OUT = '.tools.test.ts';
/** Takes most of the time of the tests of rules, and knows no rule: of one input it is done once. */
const READER = { path: 'src/lib/read/build-model.ts', name: 'buildModel' };
/** What instrumented code and its runner share. */
const stryker = globalThis.__stryker__ ??= {};

/**
 * Runs the tests of the safety model for Stryker. Jest loads every module anew for each of some thousand mutants, which takes hours. Here modules stay loaded;
 * where a mutant is executed while they load, only those that depend on its file are loaded again, and nothing is compiled twice. It knows what those tests use
 * of Jest: describe, it, test, their `each`, and Jest's own expect.
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
    this.graph = new ModuleGraph(this.root, this.require.cache);
    this.transpiled = new Map();
    this.scripts = new Map();
    /** By mutated file, the tests that killed a mutant of it. */
    this.killers = new Map();
    this.require.extensions['.ts'] = (module, path) => {
      this.script(path).runInThisContext().call(module.exports, module.exports, id => module.require(id), module, path, dirname(path));
    };
    // Mutants are many: the tables kill most, and the simulator sees a few mixes.
    process.env.SAFETY_RUNS ??= '60';
    this.reader = join(this.root, READER.path);
    const { expect } = this.require('expect');
    const { bind } = this.require('jest-each');
    const it = (name, body) => this.testsOf.get(this.file).push({ id: [...this.scope, name].join(' '), body, file: this.file });
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

  loadAll() {
    this.testsOf = new Map(testFiles(this.root).map(path => [path, []]));
    this.graph.forget();
    this.require_(this.testsOf.keys());
    this.spoilt = undefined;
    this.rememberModels();
  }

  /** Loads again what depends on these files: the mutant that was executed while they were loaded, or the one that is to be. */
  reload(files) {
    const stale = new Set(files.flatMap(file => [...this.graph.dependents(file)]));
    this.graph.evict(stale);
    const tests = [...this.testsOf.keys()].filter(path => stale.has(path));
    tests.forEach(path => this.testsOf.set(path, []));
    this.require_(tests);
    if (stale.has(this.reader)) this.rememberModels();
  }

  require_(paths) {
    for (const path of paths) {
      [this.file, this.scope] = [path, []];
      this.require(path);
    }
  }

  /** What was read of an input, as long as no mutant is where it could change that. */
  rememberModels() {
    const models = new Map();
    const module = this.require.cache[this.reader]?.exports;
    if (module === undefined) return;
    const read = module[READER.name];
    module[READER.name] = input => {
      const key = this.mutantIsInReader ? undefined : textOf(input);
      if (key === undefined) return read(input);
      if (!models.has(key)) models.set(key, read(input));
      return models.get(key);
    };
  }

  /** Those first that killed another mutant of the same file, or are named after it: most mutants need no other. */
  likeliestFirst(tests, mutated) {
    const killers = this.killers.get(mutated) ?? new Set();
    const name = basename(mutated, '.ts');
    const rank = ({ id, file }) => killers.has(id) ? 0 : basename(file) === `${name}.test.ts` || id.includes(name) ? 1 : 2;
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

  get tests() {
    return [...this.testsOf.values()].flat();
  }

  /** The only run that counts how often each mutant is reached: counters make the tests several times as slow. Every test reads its input itself. */
  async dryRun({ coverageAnalysis, disableBail }) {
    activate(undefined);
    stryker.mutantCoverage = { static: {}, perTest: {} };
    [this.counts, this.mutantIsInReader] = [true, true];
    this.loadAll();
    const tests = await this.run(this.tests, !disableBail);
    this.counts = false;
    this.scripts.clear();
    this.loadAll();
    return { status: 'complete', tests, mutantCoverage: coverageAnalysis === 'off' ? undefined : stryker.mutantCoverage };
  }

  async mutantRun({ activeMutant, sandboxFileName, testFilter, hitLimit, mutantActivation, disableBail }) {
    const isStatic = mutantActivation === 'static';
    stryker.hitLimit = hitLimit;
    stryker.hitCount = hitLimit === undefined ? undefined : 0;
    activate(undefined);
    if (!this.testsOf) this.loadAll();
    const dependents = this.graph.dependents(sandboxFileName);
    try {
      const spoilt = this.spoilt;
      this.spoilt = undefined;
      if (spoilt) this.reload([spoilt]);
      if (isStatic) {
        this.spoilt = sandboxFileName;
        activate(activeMutant.id);
        this.reload([sandboxFileName]);
      }
    } catch (error) {
      this.testsOf = undefined;
      const reached = determineHitLimitReached(stryker.hitCount, stryker.hitLimit);
      return reached ?? { status: 'killed', killedBy: ['load'], failureMessage: `a module does not load: ${error.message}`, nrOfTests: 0 };
    }
    activate(activeMutant.id);
    this.mutantIsInReader = dependents.has(this.reader);
    const chosen = this.tests.filter(({ id, file }) => dependents.has(file) && (!testFilter || testFilter.includes(id)));
    const tests = await this.run(this.likeliestFirst(chosen, sandboxFileName), !disableBail);
    const killer = tests.find(({ status }) => status === 1);
    if (killer) this.killers.set(sandboxFileName, (this.killers.get(sandboxFileName) ?? new Set()).add(killer.id));
    return determineHitLimitReached(stryker.hitCount, stryker.hitLimit) ?? toMutantRunResult({ status: 'complete', tests });
  }
}
SafetyRunner.inject = [];

function activate(id) {
  Object.assign(stryker, { activeMutant: id, active: Number(id ?? -1) });
}

/** Instrumented code that looks at a number where it called two functions. Which mutant is active, and the limit of its hits, stay Stryker's. */
function withoutCounters(code) {
  return code.replace(/stryCov_9fa48\((?:"\d+",? ?)+\)/g, '0')
    .replace(/stryMutAct_9fa48\("(\d+)"\)/g, (call, id) => `(__stryker__.active === ${id} && ${call})`);
}

/** An input as text; none: something in it is no data. */
function textOf(input) {
  let isData = true;
  const text = JSON.stringify(input, (_, value) => {
    if (typeof value === 'function') isData = false;
    return value instanceof Map ? [...value] : value;
  });
  return isData ? text : undefined;
}

/** Tables first: they are quick, and kill most. */
function testFiles(root) {
  const found = TESTS.flatMap(tests => tests.endsWith('.ts') ? [tests]
    : readdirSync(join(root, tests), { recursive: true }).filter(path => path.endsWith('.test.ts') && !path.endsWith(LEFT_OUT)).map(path => join(tests, path)));
  const last = path => Number(path.endsWith('/agreement.test.ts'));
  return found.sort((a, b) => last(a) - last(b) || (a < b ? -1 : 1)).map(path => join(root, path));
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'safety', injectableClass: SafetyRunner }];
