import { DecisionTable } from './decision';

const of = (type: string, ...fields: readonly string[]) => fields.map(field => `${type}.${field}`);
const ofKubelet = (...fields: readonly string[]) => of('KubeletConfiguration', ...fields);

const NODE_HARDWARE = 'which processors and how much memory the node has, and what the kubelet noted of them before';

/**
 * Fields of KubeletConfiguration, and of what it holds. A value of another type than the field's ends the kubelet, whichever field it is. Which
 * values it takes of those that decide whether it starts is in `kubelet-values.ts`.
 */
export const KUBELET_CONFIGURATION_DECISIONS: DecisionTable = {
  title: 'Configuration of the kubelet',
  rows: [
    { names: ofKubelet('apiVersion', 'kind', 'featureGates'), decides: 'starts' },
    { names: ofKubelet('staticPodPath', 'staticPodURL'), decides: 'what' },
    {
      names: [
        ...ofKubelet('maxPods', 'podsPerCore', 'registerNode', 'registerWithTaints'), ...of('Taint', 'effect', 'key', 'timeAdded', 'value'),
      ],
      decides: 'where',
    },
    { names: ofKubelet('providerID'), decides: 'controllers' },
    {
      // Ports, bounds, words and amounts at which it ends, or may.
      names: [
        ...ofKubelet(
          'address', 'allowedUnsafeSysctls', 'authorization', 'cgroupDriver', 'cgroupsPerQOS', 'clusterDNS',
          'configMapAndSecretChangeDetectionStrategy', 'containerLogMaxFiles', 'containerLogMaxSize', 'containerLogMaxWorkers',
          'containerLogMonitorInterval', 'containerRuntimeEndpoint', 'contentType', 'cpuCFSQuotaPeriod', 'cpuManagerPolicy', 'crashLoopBackOff',
          'enableSystemLogHandler', 'enableSystemLogQuery', 'enforceNodeAllocatable', 'eventBurst', 'eventRecordQPS', 'evictionHard',
          'evictionMinimumReclaim', 'evictionSoft', 'evictionSoftGracePeriod', 'failCgroupV1', 'fileCheckFrequency', 'hairpinMode',
          'healthzBindAddress', 'healthzPort', 'imageGCHighThresholdPercent', 'imageGCLowThresholdPercent', 'imageMaximumGCAge',
          'imageMinimumGCAge', 'imagePullCredentialsVerificationPolicy', 'imageServiceEndpoint', 'iptablesDropBit', 'iptablesMasqueradeBit',
          'kubeAPIBurst', 'kubeAPIQPS', 'kubeReserved', 'logging', 'makeIPTablesUtilChains', 'maxOpenFiles', 'maxParallelImagePulls',
          'memoryManagerPolicy', 'memoryReservationPolicy', 'memorySwap', 'memoryThrottlingFactor', 'nodeLeaseDurationSeconds',
          'nodeStatusMaxImages', 'oomScoreAdj', 'podLogsDir', 'podPidsLimit', 'port', 'preloadedImagesVerificationAllowlist',
          'readOnlyPort', 'registryBurst', 'registryPullQPS', 'resolvConf', 'runOnce', 'runtimeRequestTimeout',
          'seccompDefault', 'serializeImagePulls', 'serverTLSBootstrap', 'shutdownGracePeriod', 'shutdownGracePeriodByPodPriority',
          'shutdownGracePeriodCriticalPods', 'singleProcessOOMKill', 'systemCgroups', 'systemReserved', 'tlsCertFile', 'tlsCipherSuites',
          'tlsMinVersion', 'tlsPrivateKeyFile', 'topologyManagerPolicy', 'topologyManagerScope', 'tracing', 'userNamespaces',
        ),
        ...of('CrashLoopBackOffConfig', 'maxContainerRestartPeriod'),
        ...of('KubeletAuthorization', 'mode'),
        ...of('LoggingConfiguration', 'format'),
        ...of('MemorySwapConfiguration', 'swapBehavior'),
        ...of('TracingConfiguration', 'samplingRatePerMillion'),
        ...of('UserNamespaces', 'idsPerPod'),
      ],
      decides: 'starts',
    },
    {
      names: [
        ...ofKubelet('authentication'), ...of('KubeletAnonymousAuthentication', 'enabled'),
        ...of('KubeletAuthentication', 'anonymous', 'webhook', 'x509'),
        ...of('KubeletAuthorization', 'webhook'), ...of('KubeletWebhookAuthentication', 'cacheTTL', 'enabled'),
        ...of('KubeletWebhookAuthorization', 'cacheAuthorizedTTL', 'cacheUnauthorizedTTL'),
      ],
      harmless: 'who may ask the kubelet itself, which starts static pods without being asked',
    },
    { names: of('KubeletX509Authentication', 'clientCAFile'), harmless: 'a certificate: those of nodes are not in an input, and taken to be there' },
    {
      names: ofKubelet('enableContentionProfiling', 'enableDebugFlagsHandler', 'enableDebuggingHandlers', 'enableProfilingHandler', 'enableServer',
        'streamingConnectionIdleTimeout'),
      harmless: 'what the kubelet serves',
    },
    {
      names: [
        ...of('LoggingConfiguration', 'flushFrequency', 'sanitization', 'verbosity'), ...of('TracingConfiguration', 'endpoint'),
        ...ofKubelet('volumeStatsAggPeriod'),
      ],
      harmless: 'what it tells of itself, and when',
    },
    {
      names: ofKubelet('nodeStatusReportFrequency', 'nodeStatusUpdateFrequency'),
      harmless: 'whether a node is alive is told by its Lease, of which nodeLeaseDurationSeconds says when',
    },
    { names: ofKubelet('httpCheckFrequency', 'staticPodURLHeader'), harmless: 'of staticPodURL alone, which decides' },
    { names: ofKubelet('syncFrequency', 'cpuManagerReconcilePeriod'), harmless: 'when it looks again at pods that run as they are' },
    { names: ofKubelet('clusterDomain'), harmless: 'the names of Services, which components of the control plane are not told by' },
    {
      names: ofKubelet('cpuCFSQuota', 'localStorageCapacityIsolation', 'kernelMemcgNotification'),
      harmless: 'limits that are not enforced, or later noticed',
    },
    {
      names: ofKubelet('evictionMaxPodGracePeriod', 'evictionPressureTransitionPeriod', 'mergeDefaultEvictionSettings'),
      harmless: 'how pods are evicted; at which thresholds, evictionHard and evictionSoft say',
    },
    {
      names: ofKubelet('enableControllerAttachDetach'),
      harmless: 'whether a kubelet attaches volumes to its own node; what migrates does not',
    },
    { names: ofKubelet('failSwapOn'), harmless: 'true is the default, and with false it starts with swap too' },
    { names: ofKubelet('protectKernelDefaults'), harmless: 'whether its node is set up for a kubelet, which is granted' },
    {
      names: ofKubelet('kubeReservedCgroup', 'systemReservedCgroup'),
      harmless: 'used as enforceNodeAllocatable says, which decides, or beside reservedSystemCPUs, which is not decided',
    },
    { names: ofKubelet('kubeletCgroups'), harmless: 'where the process of the kubelet itself is counted' },
    { names: ofKubelet('podCIDR'), harmless: 'for kubelets without an API server' },
    { names: ofKubelet('rotateCertificates'), harmless: 'how a kubelet gets a new certificate; that it has one is taken for granted' },
    { names: ofKubelet('volumePluginDir'), harmless: 'plugins of the kind FlexVolume, which decides where a pod has one' },
    { names: of('ShutdownGracePeriodByPodPriority', 'priority', 'shutdownGracePeriodSeconds'), harmless: 'when pods end as their node does' },
    { names: ofKubelet('cgroupRoot'), notDecided: 'which cgroups the node has' },
    {
      names: [
        ...ofKubelet('cpuManagerPolicyOptions', 'qosReserved', 'reservedMemory', 'reservedSystemCPUs', 'topologyManagerPolicyOptions'),
        ...of('MemoryReservation', 'limits', 'numaNode'),
      ],
      notDecided: NODE_HARDWARE,
    },
    { names: ofKubelet('defaultPodSysctls'), notDecided: 'which kernel settings its pods get, and whether the node has them' },
    { names: ofKubelet('showHiddenMetricsForVersion'), notDecided: 'whether that is the minor before its own, with any other it ends' },
    { names: ofKubelet('tlsCurvePreferences'), notDecided: 'which curves its build of Go has' },
    {
      names: [
        ...of('LoggingConfiguration', 'options', 'vmodule'), ...of('FormatOptions', 'json', 'text'),
        ...of('JSONOptions', 'infoBufferSize', 'splitStream'), ...of('TextOptions', 'infoBufferSize', 'splitStream'),
        ...of('VModuleItem', 'filePattern', 'verbosity'),
      ],
      notDecided: 'options of logs that some releases end with',
    },
  ],
};
