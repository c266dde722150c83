import { Rule, rulesWithout } from './role-rules';

const RULES: readonly Rule[] = [
  { apiGroups: [''], resources: ['nodes'], verbs: ['list', 'watch'] },
  { apiGroups: [''], resources: ['services'], verbs: ['list', 'watch'] },
];

describe('a role that lacks verbs of one resource', () => {
  it('keeps the others, and all of other resources', () => {
    expect(rulesWithout(RULES, 'services', ['list'])).toEqual([RULES[0], { ...RULES[1], verbs: ['watch'] }]);
  });

  it('loses a rule that has no verb left', () => {
    expect(rulesWithout(RULES, 'services', ['list', 'watch'])).toEqual([RULES[0]]);
  });
});
