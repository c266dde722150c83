import { cdk8s, javascript, JsonFile, TextFile } from 'projen';
import { TypeScriptRunner } from 'projen/lib/typescript';

/**
 * Set here by who publishes the package, in all languages: its version, and the address of its sources. jsii and npm demand both; as they stand they
 * mean this checkout, and `npm run check:package` refuses them.
 */
const RELEASE = { version: '0.0.0', repository: 'file:.' };

/** One minor of jsii and TypeScript: their output is part of ours (style: "pin typescriptVersion and jsiiVersion to one minor"). */
const JSII = '~6.0.0';
const TYPESCRIPT = '~6.0.0';
/** Folders beside src and test that hold TypeScript. */
const BESIDE_SRC = ['bench', 'conformance', 'e2e', 'examples', 'scripts'];

/** What only the command line uses: it is in its files (scripts/bundle/command-line.ts), and is not installed with the package. */
const OF_THE_COMMAND_LINE = [
  '@aws-sdk/client-auto-scaling@^3.1000.0',
  '@aws-sdk/client-ec2@^3.1000.0',
  '@aws-sdk/client-elastic-load-balancing@^3.1000.0',
  '@aws-sdk/client-elastic-load-balancing-v2@^3.1000.0',
  '@aws-sdk/client-iam@^3.1000.0',
  'cli-progress@^3.12.0',
  'cli-table3@^0.6.5',
  'commander@^14.0.0', // 15 needs Node 22
];

/** What every run of jest has, in each tier. */
const JEST_BASE = {
  clearMocks: true,
  testSequencer: '<rootDir>/test/jest/longest-first.mjs',
  runtime: '<rootDir>/test/jest/modules.cjs',
  testEnvironment: '<rootDir>/test/jest/environment.cjs',
  moduleNameMapper: {
    '^cdk8s-ccm-migration$': '<rootDir>/src/index.ts',
    '^(\\./(?:[a-z-]+/run(?:-[a-z-]+)?|html))\\.js$': '$1', // import() takes the names of compiled files
  },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.stryker-tmp/', '<rootDir>/.cache/'],
};
const SLOWEST_FILES = '<rootDir>/test/jest/slowest-files.mjs';
const REPORTERS = ['default', SLOWEST_FILES];
/** Loops of processor time (test/jest/processor-time.cjs) that no file of the tests in the process may go over: 10 s of a quiet machine. */
const LIMIT_OF_A_FILE = 180;
/** Transpiles and no more: ts-jest would check again what `tsc --noEmit` checks. */
const TRANSPILE = ['@swc/jest', {
  swcrc: false,
  jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
  module: { type: 'commonjs' },
  sourceMaps: 'inline',
}];
/** Tests that start other programs, and tests at full size, say so in their names (CONTRIBUTING.md has the tiers). */
const IN_PROCESS_ONLY = ['/node_modules/', '\\.(tools|deep)\\.test\\.ts$'];

const project = new cdk8s.ConstructLibraryCdk8s({
  name: 'cdk8s-ccm-migration',
  description: 'Moves the cloud controllers of a self-managed Kubernetes cluster from kube-controller-manager to cloud-controller-manager with '
    + 'Leader Migration: synthesizes every artifact of each phase and proves it safe.',
  keywords: ['cdk8s', 'kubernetes', 'aws', 'cloud-controller-manager', 'leader-migration', 'cloud-provider-aws', 'kubeadm'],
  author: 'cdk8s-ccm-migration authors',
  authorAddress: '', // the field is replaced below: no address is known
  authorOrganization: true,
  stability: 'experimental', // 0.x
  repositoryUrl: RELEASE.repository,
  license: 'Apache-2.0',
  copyrightOwner: 'The cdk8s-ccm-migration authors',
  defaultReleaseBranch: 'main',
  projenrcTs: true,
  runner: TypeScriptRunner.tsx(),
  typecheckTests: true,
  packageManager: javascript.NodePackageManager.NPM,

  jsiiVersion: JSII,
  typescriptVersion: TYPESCRIPT,
  minNodeVersion: '20.16.0',
  cdk8sVersion: '2.70.0',
  constructsVersion: '10.3.0',

  peerDeps: ['cdk8s-plus-27@^2.9.0'],
  bundledDeps: [
    're2js@^2.10.0', // Go's regular expressions, loaded where one is read
    'yaml@^2.8.0', // the one parser with source ranges, which the splices need
  ],
  devDeps: [
    ...OF_THE_COMMAND_LINE,
    '@jest/test-sequencer@^30.0.0',
    '@stryker-mutator/core@^9.0.0', // 10 needs Node 22
    '@swc/core@^1.16.0', // transpiles tests; types are checked once, by tsc
    '@swc/jest@^0.2.39',
    '@types/cli-progress',
    '@types/node@20.16.0', // the oldest supported Node
    'ajv@^8.0.0',
    'axe-core@^4.10.0', // whether the report can be read by everybody
    'aws-sdk-client-mock@^4.0.0',
    'cdk8s-cli@^2.200.0',
    'esbuild@^0.28.0', // of what it writes the package consists: one minor
    'eslint-plugin-regexp@2.10.0', // patterns that take long: another version finds others
    'fast-check@^4.0.0',
    'js-yaml@4.3.2', // a peer of the bench, as yaml-ast-parser is: another version would move figures that are compared
    'jsii-rosetta@~6.0.0',
    'oxlint@~1.94.0', // types and rules that need them, by TypeScript 7, which is many times faster than ESLint with TypeScript 6
    'oxlint-tsgolint@~7.0.2008',
    'publint@^0.3.0',
    'tsx@^4.19.0',
    'vitepress@^1.6.0', // the site of docs/; 2 is not released
    'yaml-ast-parser@0.0.43',
  ],

  sampleCode: false,
  github: false,
  release: false,
  depsUpgrade: false,
  integrationTestAutoDiscover: false,
  pullRequestTemplate: false,

  jestOptions: {
    updateSnapshot: javascript.UpdateSnapshot.NEVER,
    junitReporting: false,
    jestConfig: {
      collectCoverage: false,
      testTimeout: 60_000,
      ...JEST_BASE,
      maxWorkers: '100%', // the default leaves a core idle, and two cores run everything in one process
      testPathIgnorePatterns: IN_PROCESS_ONLY,
    },
  },
  tsconfigDev: {
    include: BESIDE_SRC.map(folder => `../${folder}/**/*.ts`),
    compilerOptions: {
      paths: { 'cdk8s-ccm-migration': ['../src/index.ts'] },
    },
  },
  eslintOptions: {
    dirs: ['src'],
    devdirs: ['test', ...BESIDE_SRC],
    commandOptions: { fix: false }, // a test run must not write
    ignorePatterns: ['*.js', '*.d.ts', 'node_modules/', '/coverage/'],
  },

  publishToPypi: { distName: 'cdk8s-ccm-migration', module: 'cdk8s_ccm_migration' },
});

// The types are checked by `tsc` once; the transform has no need of them.
project.jest!.config.transform = { '^.+\\.ts$': TRANSPILE };
project.jest!.config.reporters = ['default', [SLOWEST_FILES, { limit: LIMIT_OF_A_FILE }]];
project.deps.removeDependency('ts-jest');

/** A tier of tests of its own, with its configuration in a file. */
function jestTier(file: string, tests: readonly string[], ignored: readonly string[] = ['/node_modules/'], more: object = {}): string {
  const up = file.split('/').slice(1).map(() => '..').join('/') || '.';
  new JsonFile(project, file, {
    obj: {
      rootDir: up,
      ...JEST_BASE,
      reporters: REPORTERS,
      testMatch: tests.map(pattern => `<rootDir>/${pattern}`),
      testPathIgnorePatterns: ignored,
      testTimeout: 120_000,
      maxWorkers: '100%',
      transform: { '^.+\\.ts$': TRANSPILE },
      ...more,
    },
    marker: false,
  });
  return `jest --ci --config ${file}`;
}
const PLAYBOOKS = '<rootDir>/conformance/playbooks/';
/** The tiers in which Go programs are asked: how many of their answers are committed is said at the end. */
const WITH_READERS = { reporters: [...REPORTERS, '<rootDir>/test/answers-reporter.mjs'] };
const conformance = jestTier(
  'conformance/jest.config.json', ['conformance/**/*.test.ts', 'e2e/**/*.test.ts'], ['/node_modules/', PLAYBOOKS], WITH_READERS,
);
const tools = jestTier(
  'test/tools.jest.config.json', ['test/**/*.tools.test.ts', 'conformance/**/*.test.ts', 'e2e/**/*.test.ts'], ['/node_modules/', PLAYBOOKS],
  WITH_READERS,
);
const deep = jestTier(
  'test/deep.jest.config.json',
  [
    'test/**/*.deep.test.ts', 'test/lib/proof/agreement.test.ts', 'test/lib/read/{many,unknown,split-folders}.test.ts',
    'test/lib/verify/verdicts.test.ts',
    'test/lib/verify/odd-values.test.ts',
  ],
  undefined, { setupFiles: ['<rootDir>/test/jest/full-size.cjs'] },
);

// --- scripts, the same on every machine (CONTRIBUTING.md) ---
project.addTask('test:tools', {
  description: 'What real consumers say: Ansible and its linter, moto, kustomize, Helm, systemd, the Go readers and kubeadm',
  exec: tools,
  receiveArgs: true,
});
// Types and ESLint beside jest: one after the other, a core would be idle for half of the time.
project.testTask.reset('tsx scripts/test.ts', { receiveArgs: true });
const deepJest = project.addTask('test:deep:jest', {
  description: 'Bounds, fuzz and the oracle at full size; DEEP_SEED takes a sample of them',
  exec: deep,
  receiveArgs: true,
});
project.addTask('synth', { description: 'The main job: runs every example and shows what it wrote', exec: 'tsx scripts/synth.ts' });
project.package.addVersion(RELEASE.version);
project.addTask('check:package', {
  description: 'The tarball before a release: publint, npm publish --dry-run, jsii-diff, SBOM', exec: 'tsx scripts/check-package.ts',
});
project.tasks.removeTask('compat'); // it asks the registry for a package that is nowhere; check:package compares with the last tag
project.addTask('docs', {
  description: 'The site of docs/, with its search, to docs/.vitepress/dist; a dead link fails it',
  exec: 'vitepress build docs',
  receiveArgs: true,
});
project.addTask('bench', { description: 'Ratios against a peer or a lower bound', exec: 'tsx bench/main.ts', receiveArgs: true });
project.addTask('conformance', {
  description: 'What we write, read by its real consumers (Go)',
  exec: conformance,
  receiveArgs: true,
});
project.addTask('answers', {
  description: 'The committed answers of Go programs: adds what is missing; --all asks everything anew, --check compares only',
  exec: 'tsx scripts/answers.ts',
  receiveArgs: true,
});
const playbooks = project.addTask('playbooks', {
  description: 'The Ansible project of a plan, run against a simulated cluster: half an hour and more',
  exec: jestTier('conformance/playbooks/jest.config.json', ['conformance/playbooks/*.test.ts'], ['/node_modules/', 'plan-faults']),
  receiveArgs: true,
});
const faults = project.addTask('faults', {
  description: 'Each call of a playbook to the API and to a node fails once: three of them, or what FAULTS says (all, 21-40, 80-, a text)',
  exec: jestTier('conformance/playbooks/faults.jest.config.json', ['conformance/playbooks/plan-faults.test.ts']),
  receiveArgs: true,
});
project.addTask('e2e', {
  description: 'A real, replicated control plane migrated with what we synthesize (Go, Python, etcd)',
  exec: 'tsx e2e/main.ts --docs=docs',
  receiveArgs: true,
});
project.addTask('e2e:quick', { description: 'The rolling migration and the negative controls', exec: 'tsx e2e/main.ts --quick', receiveArgs: true });
project.addTask('e2e:hops', {
  description: 'One upgrade a minor of the cloud-controller-manager, the last four; the first run builds what they need for an hour or more',
  exec: "tsx e2e/main.ts --docs=docs 'ccm-hop-*'",
  receiveArgs: true,
});
project.addTask('facts', {
  description: 'Version knowledge, read in what was released (Go); --check compares only',
  exec: 'tsx scripts/facts/main.ts',
  receiveArgs: true,
});
const mutation = project.addTask('mutation', {
  description: 'Stryker on the safety model',
  exec: 'stryker run stryker.conf.json',
  receiveArgs: true,
});

const testDeep = project.addTask('test:deep', { description: 'All that takes long, one part after the other' });
for (const part of [deepJest, playbooks, faults, mutation]) testDeep.spawn(part);

// What the compiler does not copy.
project.compileTask.exec('tsx scripts/copy-generated-facts.ts');
// The files of which the package consists.
project.compileTask.exec('tsx scripts/bundle/main.ts');
// The names of options, from what was compiled: src/lib/options refuses a misspelt one.
project.postCompileTask.exec('tsx scripts/generate-option-names.ts');
// The rule table, from the rules.
project.postCompileTask.exec('tsx scripts/generate-rules-md.ts');
// The fact rows that the checker of certificates reads, from the tables.
project.postCompileTask.exec('tsx scripts/generate-checker-facts.ts');
// The pages of the command line and of the settings, from both.
project.postCompileTask.exec('tsx scripts/generate-docs.ts');
// The page of what fields and flags decide, from the tables.
project.postCompileTask.exec('tsx scripts/generate-what-verify-reads.ts');
// README and API examples compile.
project.postCompileTask.exec('jsii-rosetta extract --strict --fail', { name: 'snippets' });
// In the wheel they are Python, as the step above translated them: by default one that it did not see stays TypeScript.
project.tasks.tryFind('package:python')!.reset('jsii-pacmak -v --target python --rosetta-unknown-snippets fail');
project.tasks.addEnvironment('JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION', '20');

// The folders beside src that hold TypeScript: checked with the tests, and found by editors, ESLint and tsx.
for (const folder of BESIDE_SRC) {
  new JsonFile(project, `${folder}/tsconfig.json`, { obj: { extends: '../test/tsconfig.json', include: ['**/*.ts'] }, marker: false });
  if (folder !== 'examples') project.npmignore?.exclude(`/${folder}/`);
}
// Pages and the input of the examples are in the package, so that links work there too. What examples write is not.
project.npmignore?.exclude('/examples/tsconfig.json', '/examples/*/dist/', '/examples/*/nodes/', '/examples/*/bundles/');
// The same nodes as those of examples/kubeadm, with other files.
project.npmignore?.exclude('/examples/systemd/input/');

// Types, rules that need them, and circles. ESLint took two thirds of its time for two rules of types, and tsc reads everything once more.
const PROMISES = ['typescript/no-floating-promises', 'typescript/return-await'];
new JsonFile(project, '.oxlintrc.json', {
  obj: {
    plugins: ['typescript', 'import'],
    categories: { correctness: 'off' },
    rules: {
      ...Object.fromEntries(PROMISES.map(rule => [rule, 'error'])),
      'import/no-cycle': ['error', { ignoreTypes: false }],
      'import/no-duplicates': 'error',
      'curly': ['error', 'multi-line', 'consistent'],
      'no-bitwise': 'error',
      'no-shadow': 'error',
    },
    ignorePatterns: ['**/*.cjs', '**/*.mjs', '**/*.js'],
  },
  marker: false,
});
const LINTED = ['src', 'test', ...BESIDE_SRC].join(' ');
project.addTask('types', {
  description: 'Types, promises that are not awaited, circles between files',
  exec: `oxlint --type-aware --type-check ${LINTED}`,
});
// With its options, which `-D import/no-cycle` would reset: imports of types count.
project.addTask('cycles', { description: 'No circles between files, and what else oxlint sees without types', exec: `oxlint ${LINTED}` });
project.npmignore?.exclude('/.oxlintrc.json');

// Imports point down: between files, and between the rooms of src/lib, lowest first (CONTRIBUTING.md has a sentence on each).
const ROOMS = [
  'text', 'kubernetes', 'facts', 'options', 'edit', 'installers', 'cloud-config', 'leader-migration', 'model', 'proof', 'view', 'rules', 'rbac',
  'ecr', 'iam', 'tags', 'ccm', 'migration', 'read', 'verify', 'deliver', 'read-back', 'plan', 'report',
];
/** The rooms of src/lib/read, lowest first; build-model.ts is above them all. */
const ROOMS_OF_READ = [
  'input', 'documents', 'component', 'coverage', 'pods', 'scheduling', 'interference', 'nodes', 'cluster', 'workloads', 'sources', 'rollouts',
  'mixes', 'stages',
];
project.eslint?.addRules({
  '@stylistic/max-len': ['error', { code: 150 }], // comments, strings and templates too
  'import/no-restricted-paths': ['error', {
    zones: [
      ...ROOMS.slice(0, -1).map((room, index) => ({
        target: `./src/lib/${room}`, from: ROOMS.slice(index + 1).map(above => `./src/lib/${above}`), message: `it is above '${room}'`,
      })),
      {
        target: './src/lib/deliver',
        from: ['read', 'verify'].map(room => `./src/lib/${room}`),
        message: '`deliver` and `read`, which `verify` is made of, never meet: what both use is below, proofs above',
      },
      ...ROOMS_OF_READ.map((room, index) => ({
        target: `./src/lib/read/${room}`,
        from: [...ROOMS_OF_READ.slice(index + 1), 'build-model.ts'].map(above => `./src/lib/read/${above}`),
        message: `it is above '${room}'`,
      })),
      {
        target: './src/lib',
        from: ['constructs', 'files', 'aws', 'cli', 'library', 'plugin'].map(edge => `./src/${edge}`),
        message: 'src/lib is pure: effects are above it',
      },
    ],
  }],
});

// What .oxlintrc.json has; with types, each file would be checked by TypeScript once more.
project.tryFindObjectFile('.eslintrc.json')!.addDeletionOverride('parserOptions.projectService');
const OF_OXLINTRC = [
  '@typescript-eslint/no-floating-promises', '@typescript-eslint/return-await', '@typescript-eslint/no-shadow', 'import/no-duplicates',
  'import/no-unresolved', 'curly', 'no-bitwise', 'no-shadow', 'no-return-await',
];
for (const rule of OF_OXLINTRC) project.tryFindObjectFile('.eslintrc.json')!.addDeletionOverride(`rules.${rule}`);

/**
 * Functions that return components, doubts, and answers of rules, which the proof reads: where a condition on the input leaves nothing, a
 * constant says why (`NO_DOUBT` of src/lib/view/model.ts), also behind `??`, where a look-up finds nothing. Lists that are made on the way are not
 * those that are returned. Functions that return Maps and Sets, whatever is in them, make them of such a constant.
 */
const FUNCTIONS = ':matches(FunctionDeclaration, ArrowFunctionExpression, FunctionExpression)';
const OF_DOUBTS = `${FUNCTIONS}:matches(` + ['elementType.', 'typeAnnotation.elementType.', ''].map(path =>
  `[returnType.typeAnnotation.${path}typeName.name=/^(Doubt|Answer|ReadComponent|PassedOver|StopCheck)$/]`).join(', ') + ')';
const EMPTY = 'ArrayExpression[elements.length=0]';
const OF_ENTRIES = `${FUNCTIONS}[returnType.typeAnnotation.typeName.name=/^(Readonly)?(Map|Set)$/]`;
const NO_ENTRIES = 'NewExpression[callee.name=/^(Map|Set)$/][arguments.length=0]';
const MADE_ON_THE_WAY = ['VariableDeclarator', 'CallExpression[callee.property.name="set"]'];
const BEHIND_CONDITIONS = ['ConditionalExpression', 'ReturnStatement', 'LogicalExpression[operator="??"]'];
const unsaid = (scope: string, empty: string) => BEHIND_CONDITIONS.map(parent => ({
  selector: `${scope} ${parent} > ${empty}:not(${MADE_ON_THE_WAY.map(made => `${scope} ${made} ${empty}`).join(', ')})`,
  message: 'What is plainly empty does not say why there is no doubt; one of NO_DOUBT does.',
}));

// A value keeps its own results: what a module remembers is shared by everything that runs in the process.
const AT_THE_TOP = ['Program', 'Program > ExportNamedDeclaration'];
const KEEPS_STATE = AT_THE_TOP.flatMap(top => [
  { selector: `${top} > VariableDeclaration[kind=/let|var/]`, message: 'A module keeps no state; give it to the value that it is of.' },
  {
    selector: `${top} > VariableDeclaration > `
          + 'VariableDeclarator:not([id.typeAnnotation.typeAnnotation.typeName.name=/^(ReadonlySet|ReadonlyMap|LockSet)$/])'
          + ' > NewExpression[callee.name=/^(Map|Set|WeakMap|WeakSet)$/][arguments.length=0]',
    message: 'A module remembers nothing; give the memory to the value that it is of.',
  },
]);
const WITHOUT_REASON = [OF_DOUBTS, 'Property[key.name="stops"]'].flatMap(scope => unsaid(scope, EMPTY));
for (const [files, selectors] of [
  ['src/**/*.ts', [...KEEPS_STATE, ...WITHOUT_REASON]],
  // What the proof reads is made in src/lib alone.
  ['src/lib/**/*.ts', [...KEEPS_STATE, ...WITHOUT_REASON, ...unsaid(OF_ENTRIES, NO_ENTRIES)]],
] as const) project.eslint?.addOverride({ files: [files], rules: { 'no-restricted-syntax': ['error', ...selectors] } });

// What the command line is made of is no dependency of the package.
project.eslint?.addOverride({
  files: ['src/aws/**/*.ts', 'src/cli/**/*.ts'], rules: { 'import/no-extraneous-dependencies': ['error', { devDependencies: true }] },
});

// The same rules by oxlint, which runs plugins of ESLint in two fifths of its time: `npm test` asks it. Editors and `npx projen eslint --fix` have
// ESLint. Not asked is what only warns.
const OXLINT_NAMES: Readonly<Record<string, string>> = {
  '@typescript-eslint/no-require-imports': 'typescript/no-require-imports',
  '@typescript-eslint/member-ordering': 'eslint-js/member-ordering',
  'dot-notation': 'eslint-js/dot-notation',
  'no-restricted-syntax': 'eslint-js/no-restricted-syntax',
};
const styleRules = (rules: Readonly<Record<string, unknown>>) => Object.fromEntries(
  Object.entries(rules).filter(([rule, value]) => !OF_OXLINTRC.includes(rule) && [value].flat()[0] !== 'warn')
    .map(([rule, value]) => [OXLINT_NAMES[rule] ?? rule.replace(/^import\//, 'import-js/'), value]),
);
const OF_ESLINT = project.eslint!;
new JsonFile(project, '.oxlint-style.json', {
  obj: () => ({
    plugins: ['typescript'],
    jsPlugins: ['./scripts/style/eslint-rules.cjs', '@stylistic/eslint-plugin', { name: 'import-js', specifier: 'eslint-plugin-import' }],
    categories: { correctness: 'off' },
    settings: {
      'import/parsers': { '@typescript-eslint/parser': ['.ts'] },
      'import/resolver': { typescript: { project: './tsconfig.json', alwaysTryTypes: true } },
    },
    rules: styleRules((OF_ESLINT.config as { rules(): Readonly<Record<string, unknown>> }).rules()),
    overrides: OF_ESLINT.overrides.map(({ files, rules = {} }) => ({ files, rules: styleRules(rules) })),
    ignorePatterns: ['**/*.cjs', '**/*.mjs', '**/*.js'],
  }),
  marker: false,
});
project.addTask('style', {
  description: 'Style, and the order of the rooms: rules of ESLint, run by oxlint',
  exec: `oxlint --config .oxlint-style.json ${LINTED} .projenrc.ts`,
});
project.npmignore?.exclude('/.oxlint-style.json', '/.oxlint-patterns.json');

// A pattern takes time in proportion to the text, whatever that is; `move` is where a search begins again at each character. A task of its own, in
// .ci/run: beside the rules of style it would be a seventh of their time.
new JsonFile(project, '.oxlint-patterns.json', {
  obj: {
    jsPlugins: ['eslint-plugin-regexp'],
    categories: { correctness: 'off' },
    rules: { 'regexp/no-super-linear-backtracking': 'error', 'regexp/no-super-linear-move': 'error' },
  },
  marker: false,
});
project.addTask('patterns', { description: 'Whether patterns over texts are linear', exec: 'oxlint --config .oxlint-patterns.json src' });

// Packages for some platforms are missing from newer releases of this resolver (of jest and ESLint), and `npm ci` refuses a lock file without them.
project.package.addPackageResolutions('unrs-resolver@1.11.1');

// projen wants an address, and there is none that anybody looked up.
project.package.addField('author', { name: 'cdk8s-ccm-migration authors', organization: true });

// The lock file names no host, whoever runs npm install.
new TextFile(project, '.npmrc', { lines: ['omit-lockfile-registry-resolved=true', 'fund=false', 'audit=false', 'update-notifier=false'] });

// Source maps would be most of the package, and nobody steps through it.
project.tsconfig?.file.addOverride('compilerOptions.inlineSourceMap', false);
project.tsconfig?.file.addDeletionOverride('compilerOptions.inlineSources');

project.gitignore.removePatterns('coverage'); // src/lib/read has a room of that name
project.gitignore.exclude('/.scratch/', '/.cache/', '.DS_Store', '.jsii.tabl.json', '/reports/', '.stryker-tmp/', '__pycache__/');
// The site.
project.gitignore.exclude('/docs/.vitepress/cache/', '/docs/.vitepress/dist/');
// Written beside the plans of an example, the same as `collection/`.
project.gitignore.exclude('/examples/*/bundles/plan/collection/');
// The same as what examples/kubeadm writes.
project.gitignore.exclude('/examples/python/dist/', '/examples/python/nodes/', '/examples/python/bundles/');
project.npmignore?.exclude(
  '/.cache/', '/.scratch/', '/reports/', '/.stryker-tmp/', '/.ci/', '/docs/.vitepress/', '/docs/e2e-results.json',
  // A fifth of the pages, which the site has: every member (compilers have their declarations), every row, why it is so, how a report looks.
  '/API.md', '/docs/reference/what-verify-reads.md', '/docs/decisions/', '/docs/pictures/report*.png',
  '/rosetta/', '/stryker.conf.json', '/.jsii.tabl.json', '/.npmrc', '__pycache__/',
  '/lib/aws/', '/lib/{constructs,files,lib,plugin}/**/*.js', // lib/library and lib/cli have all of it that is run; what they declare is for compilers
  // Declarations that none of the public ones names: a sixth of the package. conformance/package.test.ts follows those that are named.
  '/lib/lib/{installers,read,read-back,report,text,upgrade}/', '/lib/lib/plan/*/', '/lib/lib/facts/decisions/', '/lib/lib/facts/inputs/',
  '/lib/lib/rules/*', '!/lib/lib/rules/rule.d.ts',
  '/lib/lib/deliver/{argocd,cluster-api,flux,helm,kkp,kops,kubeadm,kubeone,kustomize,rke2,user-data}/',
  '/lib/lib/edit/{kubelet,systemd}/', '/lib/lib/facts/endings/',
  '/lib/lib/kubernetes/{pod,workload}/', '/lib/lib/verify/{certificate,render}/',
  '/lib/*/cache/', // what is kept of earlier runs
);

project.synth();
