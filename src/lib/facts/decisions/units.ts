import { DecisionTable } from './decision';

const of = (section: string) => (...keys: readonly string[]) => keys.map(key => `${section}.${key}`);
const [ofUnit, ofService, ofInstall] = ['Unit', 'Service', 'Install'].map(of);
/** Without an assertion that holds, a unit fails; without a condition that holds, it is passed over: either way it does not start. */
const conditions = (...names: readonly string[]) => ['Assert', 'Condition'].flatMap(kind => ofUnit(...names.map(name => `${kind}${name}`)));

const HARDENING = ofService(
  'LockPersonality', 'MemoryDenyWriteExecute', 'MountAPIVFS', 'MountFlags', 'NoNewPrivileges', 'PrivateBPF', 'PrivateDevices', 'PrivateIPC',
  'PrivateMounts', 'PrivatePIDs', 'PrivateTmp', 'ProtectClock', 'ProtectControlGroups', 'ProtectHostname', 'ProtectKernelLogs',
  'ProtectKernelModules', 'ProtectKernelTunables', 'RestrictNamespaces', 'RestrictRealtime', 'RestrictSUIDSGID',
);
const RIGHTS = ofService(
  'Capabilities', 'CapabilityBoundingSet', 'DeviceAllow', 'DevicePolicy', 'IPCNamespacePath', 'ProcSubset', 'ProtectProc', 'SecureBits',
);
const NETWORK = ofService('BPFProgram', 'IPAddressDeny', 'IPEgressFilterPath', 'IPIngressFilterPath', 'RestrictNetworkInterfaces', 'SocketBindDeny');

/** Settings that take something from a kubelet, and nothing from a process that only asks an API server and a cloud. */
export const OF_KUBELETS: ReadonlySet<string> = new Set([...HARDENING, ...RIGHTS]);

/** Settings with which a kubelet starts static pods all the same. */
export const OF_OTHERS: ReadonlySet<string> = new Set(NETWORK);

/**
 * Settings of services of systemd, from v219 to v262: of those that start a component of the control plane, a kubelet or an etcd. How they are read
 * is in `unit-settings.ts`.
 */
export const UNIT_DECISIONS: DecisionTable = {
  title: 'Units of systemd',
  rows: [
    { names: ofService('Environment', 'EnvironmentFile', 'ExecStart', 'PassEnvironment', 'UnsetEnvironment'), decides: 'what' },
    { names: conditions('DirectoryNotEmpty', 'FileIsExecutable', 'FileNotEmpty', 'PathExists', 'PathIsDirectory'), decides: 'starts' },
    {
      names: [
        ...conditions(
          'ACPower', 'Architecture', 'CPUFeature', 'CPUPressure', 'CPUs', 'Capability', 'ControlGroupController', 'Credential', 'Environment',
          'FirstBoot', 'Fraction', 'Group', 'Host', 'IOPressure', 'KernelCommandLine', 'KernelModuleLoaded', 'KernelVersion', 'MachineTag', 'Memory',
          'MemoryPressure', 'NeedsUpdate', 'Null', 'OSRelease', 'PathExistsGlob', 'PathIsEncrypted', 'PathIsMountPoint', 'PathIsReadWrite',
          'PathIsSocket', 'PathIsSymbolicLink', 'Security', 'User', 'Version', 'Virtualization',
        ),
        ...ofUnit('ConditionFirmware'),
      ],
      notDecided: 'whether its condition holds on the node',
    },
    {
      names: ofUnit('Conflicts', 'Requisite', 'RequisiteOverridable', 'StopPropagatedFrom'),
      notDecided: 'whether it goes on beside these units',
      usual: ['shutdown.target', 'umount.target'],
    },
    { names: ofUnit('StopWhenUnneeded'), notDecided: 'whether it goes on: something else has to be in want of it', usual: isNo },
    {
      names: [
        ...ofUnit('FailureAction', 'JobTimeoutAction', 'OnFailureIsolate', 'StartLimitAction', 'SuccessAction'),
        ...ofService('FailureAction', 'StartLimitAction'),
      ],
      notDecided: 'whether the node goes on when that happens',
      usual: value => value === 'none' || isNo(value),
    },
    {
      names: [
        ...ofUnit('StartLimitBurst'),
        ...ofService('StartLimitBurst'),
      ],
      notDecided: 'whether it is started again, however often it ended',
      usual: value => Number(value) > 2,
    },
    {
      names: [
        ...ofUnit('StartLimitInterval', 'StartLimitIntervalSec'),
        ...ofService('RestartMaxDelaySec', 'RestartRandomizedDelaySec', 'RestartSec', 'StartLimitInterval'),
      ],
      notDecided: 'whether it is started again, however often it ended',
      usual: isShort,
    },
    { names: ofService('Restart'), notDecided: 'whether it is started again once it ended', usual: ['always', 'on-failure'] },
    {
      names: ofService('RestartPreventExitStatus', 'SuccessExitStatus'),
      notDecided: 'whether it is started again once it ended',
      usual: value => String(value).split(/\s+/).every(one => one === '143' || one.startsWith('SIG')),
    },
    {
      names: [
        ...ofUnit('JobRunningTimeoutSec', 'JobTimeoutSec'),
        ...ofService('RuntimeMaxSec', 'WatchdogSec'),
      ],
      notDecided: 'whether it is ended after that time',
      usual: ['0', 'infinity'],
    },
    {
      names: ofService('TimeoutSec', 'TimeoutStartSec'),
      notDecided: 'whether it is up in that time',
      usual: isLong,
    },
    { names: ofService('RemainAfterExit'), notDecided: 'whether it ends all of it, or what ends it', usual: isNo },
    {
      names: ofService('ExecStartPost', 'ExecStartPre'),
      notDecided: 'whether what runs before it lets it start, and leaves its files as they are',
      usual: preparesOnly,
    },
    { names: ofService('ExecCondition'), notDecided: 'whether its condition holds on the node' },
    {
      names: ofService('Type'),
      notDecided: 'whether it is taken for started: a controller manager does not tell',
      usual: ['exec', 'idle', 'simple'],
    },
    { names: ofService('ExitType'), notDecided: 'whether it is taken for what it is', usual: ['main'] },
    { names: ofService('BusName', 'PAMName'), notDecided: 'whether it is let in, and found' },
    { names: ofService('Group', 'User'), notDecided: 'whether that user may read its files', usual: ['0', 'root'] },
    { names: ofService('DynamicUser', 'PrivateUsers'), notDecided: 'whether that user may read its files', usual: isNo },
    {
      names: ofService('WorkingDirectory'),
      notDecided: 'whether it finds its files',
      usual: value => /^(?:-.*|~|\/|\/var\/lib\/(?:etcd|kubelet)\/?)$/.test(String(value)),
    },
    {
      names: ofService('ProtectSystem'),
      notDecided: 'whether it may write what it has to',
      usual: value => isNo(value) || /^(?:1|yes|y|true|t|on|full)$/i.test(String(value)),
    },
    { names: ofService('ProtectHome'), notDecided: 'whether it finds its files', usual: value => isNo(value) || value === 'read-only' },
    {
      names: ofService(
        'BindPaths', 'BindReadOnlyPaths', 'ExecPaths', 'ExecSearchPath', 'ExtensionDirectories', 'ExtensionImagePolicy', 'ExtensionImages',
        'InaccessibleDirectories', 'InaccessiblePaths', 'LoadCredential', 'LoadCredentialEncrypted', 'MountImagePolicy', 'MountImages',
        'NoExecPaths', 'OpenFile', 'ReadOnlyDirectories', 'ReadOnlyPaths', 'RootDirectory', 'RootEphemeral', 'RootHash', 'RootHashSignature',
        'RootImage', 'RootImageOptions', 'RootImagePolicy', 'RootMStack', 'RootVerity', 'TemporaryFileSystem', 'UserNamespacePath',
      ),
      notDecided: 'whether it finds its files, and may read and write them',
    },
    { names: ofService('PrivateNetwork'), notDecided: 'whether it reaches the API server and serves its probes', usual: isNo },
    {
      names: ofService('BindNetworkInterface', 'NFTSet', 'NetworkNamespacePath', 'RestrictAddressFamilies'),
      notDecided: 'whether it reaches the API server and serves its probes',
    },
    {
      names: NETWORK,
      notDecided: 'whether it reaches the API server and serves its probes',
    },
    {
      names: ofService(
        'AppArmorProfile', 'Personality', 'RestrictFileSystems', 'SELinuxContext', 'SmackProcessLabel', 'SystemCallArchitectures',
        'SystemCallErrorNumber', 'SystemCallFilter',
      ),
      notDecided: 'whether the kernel lets it do what it does',
      usual: ['native'],
    },
    {
      names: HARDENING,
      notDecided: 'whether a kubelet may still do with its node what it does',
      usual: value => isNo(value) || value === 'shared',
    },
    {
      names: RIGHTS,
      notDecided: 'whether a kubelet may still do with its node what it does',
      usual: ['all', 'auto', 'default'],
    },
    {
      names: ofService('MemoryHigh', 'MemoryLimit', 'MemoryMax', 'StartupMemoryHigh', 'StartupMemoryMax'),
      notDecided: 'whether that is enough memory',
      usual: value => value === 'infinity' || bytes(value) >= 1024 ** 3,
    },
    {
      names: ofService('CPUQuota'),
      notDecided: 'whether that is enough processor time',
      usual: value => /%$/.test(String(value)) && parseFloat(String(value)) >= 50,
    },
    {
      names: ofService(
        'AllowedCPUs', 'AllowedMemoryNodes', 'CPUAffinity', 'CPUSetPartition', 'NUMAMask', 'NUMAPolicy', 'StartupAllowedCPUs',
        'StartupAllowedMemoryNodes',
      ),
      notDecided: 'which processors the node has',
    },
    {
      names: ofService('ManagedOOMMemoryPressure', 'ManagedOOMSwap', 'OOMRules'),
      notDecided: 'whether it is ended for want of memory',
      usual: ['auto'],
    },
    {
      names: ofService('LimitNOFILE', 'LimitNPROC', 'TasksMax'),
      notDecided: 'whether that is enough for it',
      usual: value => value === 'infinity' || Number(String(value).split(':')[0]) >= 512,
    },
    {
      names: ofService('LimitAS', 'LimitCPU', 'LimitDATA', 'LimitFSIZE', 'LimitRSS', 'LimitRTTIME', 'LimitSTACK'),
      notDecided: 'whether that is enough for it',
      usual: ['infinity'],
    },
    {
      names: ofInstall('Alias', 'Also', 'DefaultInstance', 'RequiredBy', 'UpheldBy', 'WantedBy'),
      harmless: 'links that have it started with its node are not in an input: that it is enabled is granted',
    },
    {
      names: ofUnit(
        'After', 'Before', 'BindTo', 'BindsTo', 'DefaultDependencies', 'JoinsNamespaceOf', 'OnFailure', 'OnFailureJobMode', 'OnSuccess',
        'OnSuccessJobMode', 'PartOf', 'PropagatesStopTo', 'Requires', 'RequiresMountsFor', 'RequiresOverridable', 'Upholds', 'Wants',
        'WantsMountsFor',
      ),
      harmless: 'which units come before it, beside it or when it ends: those that it needs are granted',
    },
    {
      names: [
        ...ofUnit(
          'AllowIsolate', 'CollectMode', 'Description', 'Documentation', 'IgnoreOnIsolate', 'IgnoreOnSnapshot', 'PropagateReloadFrom',
          'PropagateReloadTo', 'PropagatesReloadTo', 'RefuseManualStart', 'RefuseManualStop', 'ReloadPropagatedFrom', 'SourcePath',
          'SurviveFinalKillSignal',
        ),
        ...ofService(
          'ExecReload', 'ExecReloadPost', 'FileDescriptorStoreMax', 'FileDescriptorStorePreserve', 'LUOSession', 'RefreshOnReload', 'ReloadSignal',
          'RuntimeDirectoryPreserve',
        ),
      ],
      harmless: 'what is said of it, and how a person starts, stops and reloads it',
    },
    {
      names: ofService(
        'ExecStop', 'ExecStopPost', 'FinalKillSignal', 'IgnoreSIGPIPE', 'KillMode', 'KillSignal', 'RemoveIPC', 'RestartKillSignal', 'SendSIGHUP',
        'SendSIGKILL', 'TimeoutAbortSec', 'TimeoutCleanSec', 'TimeoutStartFailureMode', 'TimeoutStopFailureMode', 'TimeoutStopSec', 'WatchdogSignal',
      ),
      harmless: 'how it is ended, once something ends it',
    },
    {
      names: [
        ...ofUnit('FailureActionExitStatus', 'JobTimeoutRebootArgument', 'RebootArgument', 'SuccessActionExitStatus'),
        ...ofService(
          'BPFDelegateAttachments', 'BPFDelegateCommands', 'BPFDelegateMaps', 'BPFDelegatePrograms', 'CPUQuotaPeriodSec', 'DelegateNamespaces',
          'IPAddressAllow', 'ManagedOOMMemoryPressureDurationSec', 'ManagedOOMMemoryPressureLimit', 'ManagedOOMMemoryPressureLimitPercent',
          'ManagedOOMPreference', 'NetClass', 'PIDFile', 'RebootArgument', 'RestartForceExitStatus', 'RestartMode', 'RestartSteps',
          'RuntimeRandomizedExtraSec', 'SocketBindAllow',
        ),
      ],
      harmless: 'of settings that have rows of their own',
    },
    {
      names: ofService(
        'BindLogSockets', 'CoredumpFilter', 'CoredumpReceive', 'LimitCORE', 'LogExtraFields', 'LogFilterPatterns', 'LogLevelMax', 'LogNamespace',
        'LogRateLimitBurst', 'LogRateLimitIntervalSec', 'StandardError', 'StandardErrorFileDescriptor', 'StandardInput', 'StandardInputData',
        'StandardInputFileDescriptor', 'StandardInputText', 'StandardOutput', 'StandardOutputFileDescriptor', 'SyslogFacility', 'SyslogIdentifier',
        'SyslogLevel', 'SyslogLevelPrefix', 'SystemCallLog', 'TTYColumns', 'TTYPath', 'TTYReset', 'TTYRows', 'TTYVHangup', 'TTYVTDisallocate',
        'UtmpIdentifier', 'UtmpMode',
      ),
      harmless: 'what it logs, and where',
    },
    {
      names: ofService(
        'CacheDirectory', 'CacheDirectoryAccounting', 'CacheDirectoryMode', 'CacheDirectoryQuota', 'ConfigurationDirectory',
        'ConfigurationDirectoryMode', 'LogsDirectory', 'LogsDirectoryAccounting', 'LogsDirectoryMode', 'LogsDirectoryQuota', 'RuntimeDirectory',
        'RuntimeDirectoryMode', 'StateDirectory', 'StateDirectoryAccounting', 'StateDirectoryMode', 'StateDirectoryQuota',
      ),
      harmless: 'folders that are made for it, and what they may hold',
    },
    {
      names: ofService(
        'ImportCredential', 'KeyringMode', 'SetCredential', 'SetCredentialEncrypted', 'SetLoginEnvironment', 'Sockets', 'USBFunctionDescriptors',
        'USBFunctionStrings',
      ),
      harmless: 'handed to it beside its environment, where no component looks',
    },
    {
      names: ofService(
        'BlockIOAccounting', 'BlockIODeviceWeight', 'BlockIOReadBandwidth', 'BlockIOWeight', 'BlockIOWriteBandwidth', 'CPUAccounting',
        'CPUPressureThresholdSec', 'CPUPressureWatch', 'CPUSchedulingPolicy', 'CPUSchedulingPriority', 'CPUSchedulingResetOnFork', 'CPUShares',
        'CPUWeight', 'DefaultMemoryLow', 'DefaultMemoryMin', 'DefaultStartupMemoryLow', 'Delegate', 'DelegateSubgroup', 'DisableControllers',
        'IOAccounting', 'IODeviceLatencyTargetSec', 'IODeviceWeight', 'IOPressureThresholdSec', 'IOPressureWatch', 'IOReadBandwidthMax',
        'IOReadIOPSMax', 'IOSchedulingClass', 'IOSchedulingPriority', 'IOWeight', 'IOWriteBandwidthMax', 'IOWriteIOPSMax', 'IPAccounting',
        'LimitLOCKS', 'LimitMEMLOCK', 'LimitMSGQUEUE', 'LimitNICE', 'LimitRTPRIO', 'LimitSIGPENDING', 'MemoryAccounting', 'MemoryKSM', 'MemoryLow',
        'MemoryMin', 'MemoryPressureThresholdSec', 'MemoryPressureWatch', 'MemorySwapMax', 'MemoryTHP', 'MemoryZSwapMax', 'MemoryZSwapWriteback',
        'Nice', 'OOMPolicy', 'OOMScoreAdjust', 'Slice', 'StartupBlockIOWeight', 'StartupCPUShares', 'StartupCPUWeight', 'StartupIOWeight',
        'StartupMemoryLow', 'StartupMemorySwapMax', 'StartupMemoryZSwapMax', 'TasksAccounting', 'TimerSlackNSec',
      ),
      harmless: 'how much of the node it gets beside others, and what is counted',
    },
    {
      names: ofService(
        'AmbientCapabilities', 'GuessMainPID', 'NonBlocking', 'NotifyAccess', 'PermissionsStartOnly', 'ReadWriteDirectories', 'ReadWritePaths',
        'RootDirectoryStartOnly', 'SupplementaryGroups', 'UMask',
      ),
      harmless: 'what it may do besides',
    },
    { names: ofService('BusPolicy', 'SysVStartPriority'), harmless: 'read by no release that is still in use' },
  ],
};

/** As systemd reads a boolean: systemd v255 src/basic/parse-util.c parse_boolean. */
function isNo(value: unknown): boolean {
  return /^(?:0|no|n|false|f|off)$/i.test(String(value));
}

const UNITS: Readonly<Record<string, number>> = { '': 1, 'ms': 1e-3, 's': 1, 'sec': 1, 'm': 60, 'min': 60, 'h': 3600, 'hr': 3600 };

/** Of `1min 20s`; none of what is not understood here. */
function seconds(value: unknown): number {
  return String(value).split(/\s+/).reduce((sum, word) => {
    const [, amount, unit] = /^(\d+)([a-z]*)$/.exec(word) ?? [];
    return sum + Number(amount) * (UNITS[unit] ?? NaN);
  }, 0);
}

/** Ten minutes at most. */
function isShort(value: unknown): boolean {
  return seconds(value) <= 600;
}

/** `infinity` is no end of it. */
function isLong(value: unknown): boolean {
  const time = seconds(value);
  return value === 'infinity' || time === 0 || time >= 10;
}

const SUFFIXES = 'KMGT';

/** Of `4G`: systemd.resource-control(5). */
function bytes(value: unknown): number {
  const [, amount, suffix] = /^(\d+)([KMGT]?)$/.exec(String(value)) ?? [];
  return Number(amount) * 1024 ** (suffix === '' ? 0 : SUFFIXES.indexOf(suffix) + 1);
}

/** Programs that change no file of a component and end soon. */
const PREPARING = /^(?:chmod|chown|ebtables|echo|ip6?tables|install|ln|loginctl|mkdir|modprobe|mount|sleep|swapoff|sysctl|test|touch|true|umount)$/;
const OF_IMAGES = /^(?:crictl|ctr|docker|nerdctl|podman|rkt) (?:image |images )?(?:kill|pull|rm|stop)\b/;

function preparesOnly(value: unknown): boolean {
  const text = String(value).replace(/^[-@:+!|]*/, '').replace(/^\S*\//, '');
  return PREPARING.test(text.split(/\s/)[0]) || OF_IMAGES.test(text);
}
