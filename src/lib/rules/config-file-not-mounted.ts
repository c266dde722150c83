import { reachedWithCloudConfig } from './cloud-config-findings';
import { FoundStop, Rule, stopFindings } from './rule';
import { isCcm, nameOf } from '../view/ask';
import { ComponentView } from '../view/model';

export const configFileNotMounted: Rule = {
  id: 'config-file-not-mounted',
  severity: 'error',
  title: 'A file that a flag points to is not mounted into the container',
  why: 'The component does not find the file and ends at start.',
  fix: 'Mount the file at that path: a hostPath of type File, or a ConfigMap.',
  source: 'k8s.io/controller-manager@v0.26.1 pkg/leadermigration/config/config.go ReadLeaderMigrationConfiguration; k8s.io/cloud-provider@v0.26.15 '
    + 'plugins.go:160; src/lib/facts/start-files.ts names the place of each other flag',
  check: model => stopFindings(model, 'config-file-not-mounted'),
  stops: notMounted,
};

function notMounted(view: ComponentView): readonly FoundStop[] {
  const files = [['leader-migration-config', view.migrationConfig], ['cloud-config', view.cloudConfig]] as const;
  const others = view.missingFiles?.filter(({ flag }) => !isSaidElsewhere(view, flag)) ?? [];
  return [...files.flatMap(([flag, file]) => file && !file.mounted
    ? [{
      place: file.flag,
      // Without its migration configuration it ends before, by its command line alone.
      reaches: reachedWithCloudConfig(view),
      what: `${nameOf(view)} has --${flag}=${file.path}, but no volume is mounted there`,
    }] : []), ...others.map(({ flag: _, what, ...rest }): FoundStop => ({ ...rest, what: `${nameOf(view)} has ${what}` }))];
}

/** `static-pod-kubeconfig-missing` knows where it comes from. */
function isSaidElsewhere(view: ComponentView, flag: string): boolean {
  return flag === 'kubeconfig' && isCcm(view) && view.origin === 'static-pod';
}
