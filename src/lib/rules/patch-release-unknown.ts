import { Rule } from './rule';
import { unknownPatch } from '../facts/kubernetes-releases';
import { CCM } from '../kubernetes/component';
import { nameOf } from '../view/ask';

export const patchReleaseUnknown: Rule = {
  id: 'patch-release-unknown',
  severity: 'error',
  title: 'A patch release that is not known',
  why: 'A minor that has ended gets no more patch releases, so there is no such image. On one that goes on the release may be newer than what was read.',
  fix: 'Use a release that exists, or a newer version of this tool.',
  source: 'https://kubernetes.io/releases/patch-releases/; src/lib/facts/generated/kubernetes-releases.json',
  check: model => model.components.flatMap(view => {
    // A cloud-controller-manager has patch releases of its own project.
    const unknown = view.component === CCM || !view.version ? undefined : unknownPatch(view.version);
    if (!unknown) return [];
    const { newest, ended } = unknown;
    return [{
      place: view.place,
      severity: ended ? undefined : 'note' as const,
      message: `${nameOf(view)} is ${view.version}, ${ended ? `but Kubernetes ${view.version!.minorVersion} ended with ${newest}` : `newer than ${newest}, the newest that was read`}`,
    }];
  }),
};
