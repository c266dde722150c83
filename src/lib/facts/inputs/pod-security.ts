
export const STANDARDS = ['baseline', 'restricted'];

/** k8s.io/pod-security-admission@v0.27.11 policy/check_capabilities_baseline.go. */
export const ALLOWED_CAPABILITIES = [
  'AUDIT_WRITE', 'CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'KILL', 'MKNOD', 'NET_BIND_SERVICE', 'SETFCAP', 'SETGID', 'SETPCAP', 'SETUID',
  'SYS_CHROOT',
];

/**
 * The same, check_sysctls.go, of all releases; and what each kubelet lets a pod set, of any release that runs here: k8s.io/kubernetes@v1.22.17
 * pkg/kubelet/sysctl/allowlist.go SafeSysctlAllowlist. Later releases have more, as their kernels allow.
 */
export const SAFE_SYSCTLS = [
  'kernel.shm_rmid_forced', 'net.ipv4.ip_local_port_range', 'net.ipv4.ip_unprivileged_port_start', 'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
];

export const ENFORCE_LABEL = 'pod-security.kubernetes.io/enforce';
