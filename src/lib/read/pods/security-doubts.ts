import { Data, DataMap, isMap, listOf, mapOf, shownOf, SourcePath } from '../../edit/yaml/data';
import { SAFE_SYSCTLS } from '../../facts/inputs/pod-security';
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
  const annotations = Object.entries(mapOf(mapOf(document.value([...template, 'metadata'])).annotations));
  const isLocal = (profile: Data | undefined) => isMap(profile) && profile.type === 'Localhost';
  const of = `${kind} ${name}`;
  const local = (profile: string, given: Data | undefined, path: SourcePath): Doubt => ({
    place: placeAt(file, document, path),
    what: `pods of ${of} start with the ${profile} profile ${shownOf(given)} of their node, which is not evaluated`,
    fix: 'Use RuntimeDefault, or leave the profile out.',
  });
  return [
    ...listOf(own.sysctls).map(one => shownOf(mapOf(one).name)).filter(sysctl => !isAllowed(sysctl.replaceAll('/', '.'), spec)).map(sysctl => ({
      place: placeAt(file, document, at('securityContext', 'sysctls')),
      what: `pods of ${of} set the sysctl ${sysctl}, which a kubelet refuses unless it is told to allow it (SysctlForbidden)`,
      fix: 'Take the sysctl out.',
    })),
    ...contexts.flatMap(([context, path]) => [
      ...isLocal(context.seccompProfile) ? [local('seccomp', mapOf(context.seccompProfile).localhostProfile, path)] : NO_DOUBT.isRight,
      ...isLocal(context.appArmorProfile) ? [local('AppArmor', mapOf(context.appArmorProfile).localhostProfile, path)] : NO_DOUBT.isRight,
    ]),
    ...annotations.filter(([key, value]) => /(?:apparmor\.security\.beta|^(?:container\.)?seccomp\.security\.alpha)\.kubernetes\.io\//.test(key)
      && String(value).startsWith('localhost/')).map(([key, value]) =>
      local(key.includes('apparmor') ? 'AppArmor' : 'seccomp', value, [...template, 'metadata', 'annotations', key])),
  ];
}

/** Of the node's own namespaces a pod sets nothing: k8s.io/kubernetes@v1.26.15 pkg/kubelet/sysctl/allowlist.go validateSysctl. */
function isAllowed(sysctl: string, { hostNetwork, hostIPC }: DataMap): boolean {
  if (!SAFE_SYSCTLS.includes(sysctl)) return false;
  return sysctl.startsWith('net.') ? hostNetwork !== true : hostIPC !== true;
}
