import { Finding, Rule } from './rule';
import { SERVED_TO } from '../facts/endings/served-apis';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { apiServers, kcms } from '../view/ask';
import { behavesAs } from '../view/told-version';

export const apiGoneInLaterRelease: Rule = {
  id: 'api-gone-in-later-release',
  severity: 'note',
  title: 'An object of an API version that the next minor no longer serves, or that none serves now',
  why: 'Such an object cannot be applied there: kubectl says "no matches for kind", and what applies a folder stops.',
  fix: 'Write the object in the version that is served before the upgrade, or take it out where nothing serves its kind.',
  source: 'the lifecycle of each kind in k8s.io/api; src/lib/facts/endings/served-apis.ts names the file of each',
  check: model => {
    // A kube-controller-manager is as new as the API server that it talks to, or older.
    const minors = [...apiServers(model), ...kcms(model)].flatMap(view => behavesAs(view)?.minor ?? []);
    const [oldest, newest] = [Math.min(...minors), Math.max(...minors)];
    return model.objects.flatMap(({ apiVersion, kind, namespace, name, place }): readonly Finding[] => {
      const row = SERVED_TO.find(one => one.apiVersion === apiVersion && one.kinds.includes(kind));
      // What comes later than the next minor does not concern the next upgrade; where no release is known, everything does.
      if (row === undefined || KubernetesVersion.of(row.release).minor > newest + 1) return [];
      const isGone = KubernetesVersion.of(row.release).minor <= oldest;
      const object = `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
      return [{
        place,
        ...isGone && { severity: 'warning' as const },
        message: `${object} is of ${row.apiVersion}, which no kube-apiserver from ${row.release} on serves`,
        fix: row.instead === undefined ? 'Take the object out: nothing reads it any more.' : `Write it as ${row.instead}.`,
      }];
    });
  },
};
