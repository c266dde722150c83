import { DataMap, listOf, mapOf, shownOf, SourcePath } from '../../edit/yaml/data';
import { SAFE_SYSCTLS } from '../../facts/inputs/pod-security';
import { annotatedProfiles, Profile, profilesOf } from '../../kubernetes/pod/security';
import { Doubt, NO_DOUBT } from '../../view/model';
import { ObjectAt, placeAt } from '../documents/documents';

/** Kernel settings and profiles at which the kubelet or the kernel may refuse a pod: those of the node are not read. */
export function securityDoubts({ kind, name, document, file }: ObjectAt, template: SourcePath): readonly Doubt[] {
  const spec = mapOf(document.value([...template, 'spec']));
  const at = (...path: SourcePath) => [...template, 'spec', ...path];
  const own = mapOf(spec.securityContext);
  const contexts: readonly (readonly [DataMap, SourcePath])[] = [
    [own, at('securityContext')],
    ...['initContainers', 'containers'].flatMap(list => listOf(spec[list]).map((container, index) =>
      [mapOf(mapOf(container).securityContext), at(list, index, 'securityContext')] as const)),
  ];
  const annotations = mapOf(mapOf(document.value([...template, 'metadata'])).annotations);
  const of = `${kind} ${name}`;
  const local = (pathOf: (key: string) => SourcePath) => ({ of: kernel, type, name: given, key }: Profile): readonly Doubt[] =>
    type !== 'Localhost' ? NO_DOUBT.isRight : [{
      place: placeAt(file, document, pathOf(key)),
      what: `pods of ${of} start with the ${kernel} profile ${String(given ?? '')} of their node, which is not evaluated`,
      fix: 'Use RuntimeDefault, or leave the profile out.',
    }];
  return [
    ...listOf(own.sysctls).map(one => shownOf(mapOf(one).name)).filter(sysctl => !isAllowed(sysctl.replaceAll('/', '.'), spec)).map(sysctl => ({
      place: placeAt(file, document, at('securityContext', 'sysctls')),
      what: `pods of ${of} set the sysctl ${sysctl}, which a kubelet refuses unless it is told to allow it (SysctlForbidden)`,
      fix: 'Take the sysctl out.',
    })),
    ...contexts.flatMap(([context, path]) => profilesOf(context).flatMap(local(() => path))),
    ...annotatedProfiles(annotations).flatMap(local(key => [...template, 'metadata', 'annotations', key])),
  ];
}

/** Of the node's own namespaces a pod sets nothing: k8s.io/kubernetes@v1.26.15 pkg/kubelet/sysctl/allowlist.go validateSysctl. */
function isAllowed(sysctl: string, { hostNetwork, hostIPC }: DataMap): boolean {
  if (!SAFE_SYSCTLS.includes(sysctl)) return false;
  return sysctl.startsWith('net.') ? hostNetwork !== true : hostIPC !== true;
}
