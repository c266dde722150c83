import { Rule, undecidedIf } from './rule';
import { asksForLeaderMigration, managers, nameOf } from '../view/ask';

export const leaderMigrationConfigMissing: Rule = {
  id: 'leader-migration-config-missing',
  severity: 'error',
  title: 'The migration configuration is not where the pod mounts it from',
  why: 'A pod with a missing hostPath file or ConfigMap does not start; with an empty one the component ends at start.',
  fix: 'Add the file to the node, or the ConfigMap to the manifests; if it is made elsewhere, hand that folder in too.',
  source: 'Kubernetes documentation, hostPath type File and ConfigMap volumes',
  ends: ['configuration-missing'],
  check: model => managers(model).flatMap(view => {
    const file = view.migrationConfig;
    if (!file || !file.mounted || file.state === 'present' || !asksForLeaderMigration(view)) return [];
    const what = file.state === 'absent' ? `${file.from} does not exist` : `${file.from} is not part of the input, so ${nameOf(view)} is left out `
      + 'of the proof';
    return [undecidedIf(file.state !== 'absent', {
      place: file.flag, message: `${nameOf(view)} has --leader-migration-config=${file.path}, but ${what}`,
    })];
  }),
};
