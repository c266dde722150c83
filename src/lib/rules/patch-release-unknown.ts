import { Rule } from './rule';
import { lastReadBefore, unknownPatch } from '../facts/kubernetes-releases';
import { CCM } from '../kubernetes/component';
import { nameOf } from '../view/ask';

export const patchReleaseUnknown: Rule = {
  id: 'patch-release-unknown',
  severity: 'error',
  title: 'A patch release that is not known',
  why: 'A minor that has ended gets no more patch releases, so there is no such image. On a supported one the release may be newer than what is '
    + 'known. The sources of '
    + 'some releases could not be read: they are checked as the last one before them, and so are younger minors with --unread-release.',
  fix: 'Use a release that exists, or a newer version of this tool.',
  source: 'https://kubernetes.io/releases/patch-releases/; src/lib/facts/generated/kubernetes-releases.json',
  check: model => model.components.flatMap(view => {
    const { component, version, place } = view;
    // A cloud-controller-manager has patch releases of its own project.
    if (component === CCM || !version) return [];
    if (version._facts !== version) {
      return [{
        place,
        severity: 'warning' as const,
        message: `${nameOf(view)} is ${version}, which was not read; what is known of ${version._facts} is taken `
        + 'for it',
      }];
    }
    const unknown = unknownPatch(version);
    const lastRead = lastReadBefore(version);
    const is = `${nameOf(view)} is ${version}`;
    if (unknown?.ended) return [{ place, message: `${is}, but Kubernetes ${version.minorVersion} ended with ${unknown.newest}` }];
    if (unknown) return [{ place, severity: 'note' as const, message: `${is}, newer than ${unknown.newest}, the newest that is known` }];
    if (lastRead === undefined) return [];
    return [{
      place,
      severity: 'note' as const,
      message: `${is}, whose sources could not be read; it is checked as ${lastRead}, the last of its `
      + 'minor that was',
    }];
  }),
};
