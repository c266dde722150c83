/**
 * What Stryker leaves alone in src/lib/{model,proof,rules}, with the reason that its report shows. Other survivors that stay are marked where they are, with
 * `// Stryker disable next-line <mutator>: <reason>`.
 */
const REASONS = [
  [isProperty('source'), 'where a fact or rule was read: no program does'],
  [isProperty('title', 'why', 'fix', 'id', inRules), 'RULES.md is generated from it, and a test compares the whole page'],
  [isSubjectOfTable, 'a word in the error of a lookup outside the table'],
  [isFirstRelease, 'the first release that is known: a table that goes further back says the same about those that are'],
];

function isProperty(...names) {
  const where = names.filter(name => typeof name === 'function');
  return path => path.isObjectProperty() && names.includes(path.node.key.name) && where.every(test => test(path));
}

/** What a rule says of itself: findings have a fix too, which tests look at. */
function inRules(path) {
  const names = path.parentPath.node.properties.map(({ key }) => key?.name);
  return ['id', 'severity', 'title'].every(name => names.includes(name));
}

function isSubjectOfTable(path) {
  return path.isStringLiteral() && path.parentPath.isNewExpression() && path.parentPath.node.callee.name === 'FactTable' && path.listKey === 'arguments' && path.key === 0;
}

function isFirstRelease(path) {
  return isProperty('from')(path) && path.node.value.value === '1.20';
}

export const strykerPlugins = [{
  kind: 'Ignore',
  name: 'reasons',
  value: { shouldIgnore: path => REASONS.find(([applies]) => applies(path))?.[1] },
}];
