import { Rule } from './rule';
import { logicalController } from '../facts/controllers';
import { isProvidersOwn } from '../leader-migration/controller-name';
import { configPlace, listed, managers, nameOf } from '../view/ask';
import { ComponentView } from '../view/model';

export const migratedControllersDiffer: Rule = {
  id: 'migrated-controllers-differ',
  severity: 'error',
  title: 'The two sides migrate different controllers',
  why: 'A controller that only one side lists runs under the main lock on the other, so both can run it. The set is immutable during a migration.',
  fix: 'List the same controllers on both sides, each under the key of the release that reads the file.',
  source: 'KEP-2436, "the set of controllers ... is immutable"; k8s.io/controller-manager@v0.26.1 pkg/leadermigration/migrator.go:39',
  check: model => {
    const sides = managers(model).flatMap(view => view.process?.migration && isEffective(view) ? [{ view, set: migrated(view) }] : []);
    const [first] = sides;
    return sides.flatMap(({ view, set }) => {
      const missing = [...first.set].filter(name => !set.has(name));
      const more = [...set].filter(name => !first.set.has(name));
      if (missing.length + more.length === 0) return [];
      const parts = [...missing.length > 0 ? [`not ${listed(missing)}`] : [], ...more.length > 0 ? [`also ${listed(more)}`] : []];
      return [{
        place: configPlace(view, /controllerLeaders/),
        message: `${nameOf(view)} migrates ${parts.join(' and ')}, unlike ${nameOf(first.view)}`,
      }];
    });
  },
};

/** The built-in default from 1.28 on names controllers that do not exist, and what is misspelt is not one either: hazards of their own. */
function isEffective({ process }: ComponentView): boolean {
  return [...process!.migration!.listed.keys()].every(name => logicalController(name) !== undefined || isProvidersOwn(name));
}

function migrated({ process }: ComponentView): ReadonlySet<string> {
  return new Set([...process!.migration!.listed.keys()].map(name => logicalController(name) ?? name));
}
