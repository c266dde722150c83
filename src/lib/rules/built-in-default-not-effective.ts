import { Rule } from './rule';
import { BUILT_IN_DEFAULT } from '../facts/built-in-default';
import { listed, managers, nameOf, placeOf } from '../view/ask';

export const builtInDefaultNotEffective: Rule = {
  id: 'built-in-default-not-effective',
  severity: 'error',
  title: 'The built-in default configuration does not protect the controllers',
  why: 'From 1.28 on it names controllers that no release has. Those it means run under the main lock on both sides at once, as real binaries '
    + 'confirmed.',
  fix: 'Write a configuration file with service-lb-controller, node-route-controller and cloud-node-lifecycle-controller, and pass it with '
    + '--leader-migration-config.',
  source: 'k8s.io/controller-manager@v0.28.15 pkg/leadermigration/config/default.go:29-32, not fixed in v0.37.2; run with the AWS CCM v1.28.1',
  check: model => managers(model).flatMap(view => {
    if (!view.process?.migration?.builtIn) return [];
    const builtIn = BUILT_IN_DEFAULT.at(view.process.version);
    return !builtIn || builtIn.effective ? [] : [{
      place: placeOf(view, 'enable-leader-migration'),
      message: `${nameOf(view)} uses the built-in default, which names ${listed(builtIn.unmatched)}: ${listed(builtIn.unprotected)} are not `
        + 'protected',
    }];
  }),
};
