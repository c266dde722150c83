const { dirname, join } = require('node:path');
const { builtinRules } = require('eslint/use-at-your-own-risk');

/** Of a plugin that takes a second to load, the one rule that oxlint does not have. */
const ofTypescript = name => require(join(dirname(require.resolve('@typescript-eslint/eslint-plugin/package.json')), 'dist/rules', name)).default;

/** Rules of ESLint that oxlint does not have itself, for oxlint (.oxlint-style.json). */
module.exports = {
  meta: { name: 'eslint-js' },
  rules: {
    ...Object.fromEntries(['dot-notation', 'no-restricted-syntax'].map(name => [name, builtinRules.get(name)])),
    'member-ordering': ofTypescript('member-ordering'),
  },
};
