import { reachedWithCloudConfig } from './cloud-config-findings';
import { Answer, Rule, stopFindings, undecidedIf } from './rule';
import { isCcm, nameOf } from '../view/ask';
import { ComponentView, NO_DOUBT } from '../view/model';

export const configFileNotMounted: Rule = {
  id: 'config-file-not-mounted',
  severity: 'error',
  title: 'A file that a flag points to is not mounted into the container, or cannot be used',
  why: 'The component does not find the file, or cannot use it, and ends at start or gets no answer.',
  fix: 'Mount the file at that path: a hostPath of type File, or a ConfigMap; or correct what it says.',
  source: 'k8s.io/controller-manager@v0.26.1 pkg/leadermigration/config/config.go ReadLeaderMigrationConfiguration; k8s.io/cloud-provider@v0.26.15 '
    + 'plugins.go:160; src/lib/facts/start-files.ts names the place of each other flag',
  check: model => stopFindings(model, 'config-file-not-mounted'),
  stops: notMounted,
};

function notMounted(view: ComponentView): Answer {
  const files = [['leader-migration-config', view.migrationConfig], ['cloud-config', view.cloudConfig]] as const;
  // `static-pod-kubeconfig-missing` knows where that one comes from.
  const isSaidElsewhere = isCcm(view) && view.origin === 'static-pod';
  const others = view.missingFiles?.filter(({ part }) => !isSaidElsewhere || part !== '--kubeconfig') ?? [];
  return [...files.flatMap(([flag, file]) => file && !file.mounted
    ? [{
      place: file.flag,
      // Without its migration configuration it ends before, by its command line alone.
      reaches: reachedWithCloudConfig(view),
      what: `${nameOf(view)} has --${flag}=${file.path}, but no volume is mounted there`,
    }] : NO_DOUBT.isRight), ...others.map(({ isDoubtful, ...other }) =>
    undecidedIf(isDoubtful === true, { ...other, what: `${nameOf(view)} has ${other.what}` }))];
}
