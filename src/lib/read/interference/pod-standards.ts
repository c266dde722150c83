import { DataMap, isMap, listOf, mapOf } from '../../edit/yaml/data';
import { hostPortsOf } from '../../kubernetes/pod/host-ports';

/** k8s.io/pod-security-admission@v0.27.11 policy/check_capabilities_baseline.go. */
const ALLOWED_CAPABILITIES = ['AUDIT_WRITE', 'CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'KILL', 'MKNOD', 'NET_BIND_SERVICE', 'SETFCAP', 'SETGID',
  'SETPCAP', 'SETUID', 'SYS_CHROOT'];

/** The same, check_sysctls.go, of all releases. */
const ALLOWED_SYSCTLS = ['kernel.shm_rmid_forced', 'net.ipv4.ip_local_port_range', 'net.ipv4.ip_unprivileged_port_start', 'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range'];

const APP_ARMOR = 'container.apparmor.security.beta.kubernetes.io/';

/**
 * Whether a pod has anything that the Pod Security Standard `baseline` may forbid: kubernetes.io/docs/concepts/security/pod-security-standards. What
 * only some releases allow counts as forbidden.
 */
export function mayBreakBaseline(spec: DataMap, annotations: DataMap): boolean {
  const containers = ['initContainers', 'containers', 'ephemeralContainers'].flatMap(list => listOf(spec[list]).filter(isMap));
  const contexts = [mapOf(spec.securityContext), ...containers.map(({ securityContext }) => mapOf(securityContext))];
  return ['hostNetwork', 'hostPID', 'hostIPC'].some(key => spec[key] === true)
    || listOf(spec.volumes).some(volume => isMap(mapOf(volume).hostPath))
    || containers.some(container => hostPortsOf(container, false).length > 0)
    || containers.some(hasOtherHost)
    || contexts.some(breaksIt)
    || Object.entries(annotations).some(([key, value]) => key.startsWith(APP_ARMOR) && value === 'unconfined');
}

function breaksIt(context: DataMap): boolean {
  const { privileged, capabilities, procMount, seLinuxOptions, seccompProfile, appArmorProfile, windowsOptions, sysctls } = context;
  return privileged === true
    || listOf(mapOf(capabilities).add).some(one => !ALLOWED_CAPABILITIES.includes(String(one)))
    || ![undefined, null, 'Default'].includes(procMount as undefined | null | string)
    || isMap(seLinuxOptions)
    || [seccompProfile, appArmorProfile].some(profile => mapOf(profile).type === 'Unconfined')
    || mapOf(windowsOptions).hostProcess === true
    || listOf(sysctls).some(one => !ALLOWED_SYSCTLS.includes(String(mapOf(one).name)));
}

/** Probes and hooks that ask another host than the pod: releases from 1.34 on forbid them. */
function hasOtherHost({ livenessProbe, readinessProbe, startupProbe, lifecycle }: DataMap): boolean {
  const handlers = [livenessProbe, readinessProbe, startupProbe, mapOf(lifecycle).postStart, mapOf(lifecycle).preStop].map(mapOf);
  return handlers.flatMap(({ httpGet, tcpSocket }) => [mapOf(httpGet), mapOf(tcpSocket)]).some(({ host }) => host !== undefined && host !== '');
}
