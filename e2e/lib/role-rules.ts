/** A rule of a role. */
export interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

/** The rules without some verbs of one resource; a rule that has none left goes. */
export function rulesWithout(rules: readonly Rule[], resource: string, verbs: readonly string[]): readonly Rule[] {
  return rules.map(rule => rule.resources.includes(resource) ? { ...rule, verbs: rule.verbs.filter(verb => !verbs.includes(verb)) } : rule)
    .filter(rule => rule.verbs.length > 0);
}
