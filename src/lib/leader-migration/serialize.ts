import { LEADER_MIGRATION_KIND, LeaderMigrationConfiguration } from './configuration';

/**
 * The file, with `kind` first as the Kubernetes page writes it. The same value gives the same bytes.
 */
export function serializeLeaderMigrationConfiguration(configuration: LeaderMigrationConfiguration): string {
  const { apiVersion, leaderName, resourceLock, controllerLeaders } = configuration;
  return [
    `kind: ${LEADER_MIGRATION_KIND}`,
    `apiVersion: ${apiVersion}`,
    `leaderName: ${scalar(leaderName)}`,
    ...resourceLock === undefined ? [] : [`resourceLock: ${scalar(resourceLock)}`],
    ...controllerLeaders.length === 0 ? ['controllerLeaders: []'] : ['controllerLeaders:'],
    ...controllerLeaders.flatMap(({ name, component }) => [`- name: ${scalar(name)}`, `  component: ${scalar(component)}`]),
    '',
  ].join('\n');
}

/** Words that the YAML 1.1 reader of the components takes for a boolean or null. */
const NOT_STRINGS = new Set(['y', 'n', 'yes', 'no', 'on', 'off', 'true', 'false', 'null']);

/** Plain where every YAML reader takes it for a string, else quoted: a bare `*` is an alias, and `1e5` a number. */
function scalar(text: string): string {
  return /^[a-z][-.a-z0-9]*$/.test(text) && !NOT_STRINGS.has(text) ? text : JSON.stringify(text);
}
