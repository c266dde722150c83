/**
 * How jest loads modules here: each once in a process, by Node itself, whatever number of test files import it. By default jest loads all of them anew
 * for each test file, and the engine compiles and optimizes them anew: that took more than a third of the time of a run.
 *
 * So test files of one process share what their modules remember. Modules of `src` remember nothing (ESLint holds it); a helper of tests that does is
 * to remember what is the same for everybody. Mocks of modules (`jest.mock`) are not to be had; `jest.spyOn` is, and ends with its file.
 */
const hooks = require('node:async_hooks');
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { compileFunction } = require('node:vm');
const { default: Runtime } = require('jest-runtime');
const { remembering } = require('./remembered.cjs');

/** Of the test file that runs: it has the transformation and the names that the configuration gives. */
let current;
/** Of all files that were transformed in this process, so that a stack shows the lines of the sources. */
const sourceMaps = new Map();

/** Of the test file before. The engine calls each for every promise until it is disabled. */
const storages = [];

class Storage extends hooks.AsyncLocalStorage {
  constructor(...args) {
    super(...args);
    storages.push(this);
  }
}

const { _resolveFilename: resolveFilename } = Module;
Module._resolveFilename = function (request, parent, ...rest) {
  const mapped = parent?.filename?.endsWith('.ts') ? current._resolution.resolveCjsStub(parent.filename, request) : undefined;
  return mapped ?? resolveFilename.call(this, request, parent, ...rest);
};

Module._extensions['.ts'] = (module, filename) => {
  const code = current.transformCache.transform(filename);
  const map = current.transformCache.getSourceMaps().get(filename);
  if (map !== undefined) sourceMaps.set(filename, map);
  module._compile(code, filename);
  module.exports = remembering(filename, module.exports);
};

const { '.js': loadJavaScript } = Module._extensions;
Module._extensions['.js'] = (module, filename) => {
  // A bundle of CommonJS in a package of ECMAScript modules, to which `moduleNameMapper` sends an `import()`.
  if (filename.endsWith('.min.js')) module._compile(readFileSync(filename, 'utf8'), filename);
  else loadJavaScript(module, filename);
};

module.exports = class SharedModules extends Runtime {
  constructor(...args) {
    super(...args);
    current = this;
    for (const storage of storages.splice(0)) storage.disable();
    const { executor } = this;
    // Without a context of its own, the same classes (Error, Array, Map) are everywhere.
    executor.compile = (source, filename) => compileFunction(source, executor.injectedModuleParameters, { filename });
  }

  requireModule(from, name, ...rest) {
    if (from !== this._testPath || name !== undefined) return super.requireModule(from, name, ...rest);
    globalThis.jest = this.jestGlobals.jestObjectFor(from);
    return Module.createRequire(from)(from);
  }

  /** Of jest's own modules, only those of its runner hold what belongs to one test file. */
  requireInternalModule(from, name) {
    if (name === 'node:async_hooks') return { ...hooks, AsyncLocalStorage: Storage };
    const isOfRunner = name === undefined || (/[\\/]jest-circus[\\/]/.test(from) && name.startsWith('.'));
    return isOfRunner ? super.requireInternalModule(from, name) : Module.createRequire(from)(name);
  }

  getSourceMaps() {
    return sourceMaps;
  }
};
