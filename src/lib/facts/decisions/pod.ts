import { DecisionTable } from './decision';
import { familyOfIp } from '../../kubernetes/ip-address';
import { itemOf, itemsOf } from '../../kubernetes/pod/looks';

const of = (type: string, ...fields: readonly string[]) => fields.map(field => `${type}.${field}`);

/** Values that a row which is not decided says nothing of. */
type Usual = (value: unknown) => boolean;

const isAbsolutePath: Usual = value => /^\/(?!\/)/.test(String(value));
/** Where images have nothing that a component needs. */
const isScratchPath: Usual = value => /^\/(?:dev|tmp|var\/log)\/[^/]+$/.test(String(value));
/** Of Linux 5.9, which every container runtime knows. */
const CAPABILITIES = new Set(['ALL', 'AUDIT_CONTROL', 'AUDIT_READ', 'AUDIT_WRITE', 'BLOCK_SUSPEND', 'BPF', 'CHECKPOINT_RESTORE', 'CHOWN',
  'DAC_OVERRIDE', 'DAC_READ_SEARCH', 'FOWNER', 'FSETID', 'IPC_LOCK', 'IPC_OWNER', 'KILL', 'LEASE', 'LINUX_IMMUTABLE', 'MAC_ADMIN', 'MAC_OVERRIDE',
  'MKNOD', 'NET_ADMIN', 'NET_BIND_SERVICE', 'NET_BROADCAST', 'NET_RAW', 'PERFMON', 'SETFCAP', 'SETGID', 'SETPCAP', 'SETUID', 'SYSLOG', 'SYS_ADMIN',
  'SYS_BOOT', 'SYS_CHROOT', 'SYS_MODULE', 'SYS_NICE', 'SYS_PACCT', 'SYS_PTRACE', 'SYS_RAWIO', 'SYS_RESOURCE', 'SYS_TIME', 'SYS_TTY_CONFIG',
  'WAKE_ALARM']);
const areCapabilities: Usual = value => itemsOf(value).every(one => CAPABILITIES.has(String(one).replace(/^CAP_/, '')));
const areResizePolicies: Usual = value => itemsOf(value).map(itemOf).every(({ resourceName, restartPolicy }) =>
  ['cpu', 'memory'].includes(String(resourceName)) && ['NotRequired', 'RestartContainer'].includes(String(restartPolicy)));
const isOfRuntime: Usual = value => {
  const { type, localhostProfile } = itemOf(value);
  return ['RuntimeDefault', 'Unconfined'].includes(String(type)) && localhostProfile === undefined;
};
/** Types that keep nothing from a process, as control planes have them. */
const isUnconfined: Usual = value => {
  const { type, ...others } = itemOf(value);
  return ['spc_t', 'rke2_service_t', 'unconfined_t'].includes(String(type)) && Object.keys(others).length === 0;
};
const isFieldOfPod: Usual = value => /^metadata\.(?:name|namespace|uid|labels|annotations)\b/.test(String(itemOf(value).fieldPath));
const isNumbers: Usual = value => /^\d+(?:\s+\d+)*$/.test(String(value));
const isAddress: Usual = value => familyOfIp(String(value)) !== undefined;

/**
 * Fields of a Pod and of what it holds, as they stand in a template or in the file of a static pod. Of a static pod more is not decided:
 * kubernetes/pod/pod-check.ts. `object-shapes.ts` leaves out what is not decided here.
 */
export const POD_DECISIONS: DecisionTable = {
  title: 'Pods',
  rows: [
    {
      names: [
        ...of('ContainerExtendedResourceRequest', 'containerName', 'requestName', 'resourceName'),
        ...of('ContainerState', 'running', 'terminated', 'waiting'), ...of('ContainerStateRunning', 'startedAt'),
        ...of('ContainerStateTerminated', 'containerID', 'exitCode', 'finishedAt', 'message', 'reason', 'signal', 'startedAt'),
        ...of('ContainerStateWaiting', 'message', 'reason'),
        ...of('ContainerStatus',
          'allocatedResources', 'allocatedResourcesStatus', 'containerID', 'image', 'imageID', 'lastState', 'name', 'ready', 'resources',
          'restartCount', 'started', 'state', 'stopSignal', 'user', 'volumeMounts'),
        ...of('ContainerUser', 'linux'), ...of('HostIP', 'ip'), ...of('ImageVolumeStatus', 'imageRef'),
        ...of('LinuxContainerUser', 'gid', 'supplementalGroups', 'uid'), ...of('NodeAllocatableMappedResources', 'name', 'quantity'),
        ...of('NodeAllocatableOverheadResources', 'name', 'perContainer', 'perPod'),
        ...of('NodeAllocatableResourceClaimStatus', 'containers', 'mapping', 'overhead', 'resourceClaimName', 'resources'), ...of('Pod', 'status'),
        ...of('PodCondition', 'lastProbeTime', 'lastTransitionTime', 'message', 'observedGeneration', 'reason', 'status', 'type'),
        ...of('PodExtendedResourceClaimStatus', 'requestMappings', 'resourceClaimName'), ...of('PodIP', 'ip'),
        ...of('PodResourceClaimStatus', 'name', 'resourceClaimName'),
        ...of('PodStatus',
          'allocatedResources', 'conditions', 'containerStatuses', 'ephemeralContainerStatuses', 'extendedResourceClaimStatus', 'hostIP',
          'hostIPs', 'initContainerStatuses', 'message', 'nodeAllocatableResourceClaimStatuses', 'nominatedNodeName', 'observedGeneration',
          'podIP', 'podIPs', 'qosClass', 'reason', 'resize', 'resourceClaimStatuses', 'resources', 'startTime', 'volumeHealth'),
        ...of('PodVolumeHealth', 'healthConditions', 'lastTransitionTime', 'name'), ...of('ResourceHealth', 'health', 'message', 'resourceID'),
        ...of('ResourceStatus', 'name', 'resources'), ...of('VolumeHealthCondition', 'message', 'reason', 'status'),
        ...of('VolumeMountStatus', 'mountPath', 'name', 'readOnly', 'recursiveReadOnly', 'volumeStatus'), ...of('VolumeStatus', 'image'),
      ],
      harmless: 'what the cluster says of a pod: a manifest is not read for it, and a pod of a live cluster for its phase alone',
    },
    { names: [...of('EmptyDirVolumeSource', 'sizeLimit'), ...of('PodStatus', 'phase')], decides: 'starts' },
    {
      names: [
        ...of('ConfigMapKeySelector', 'key', 'name', 'optional'), ...of('Container', 'args', 'command', 'env', 'envFrom', 'image', 'volumeMounts'),
        ...of('EnvFromSource', 'configMapRef', 'prefix', 'secretRef'), ...of('EnvVar', 'name', 'value', 'valueFrom'),
        ...of('EnvVarSource', 'configMapKeyRef', 'fieldRef', 'secretKeyRef'), ...of('ObjectFieldSelector', 'fieldPath'),
        ...of('ObjectMeta', 'annotations', 'labels', 'name', 'namespace'), ...of('Pod', 'apiVersion', 'kind', 'metadata', 'spec'),
        ...of('PodSpec', 'containers', 'volumes'), ...of('SecretKeySelector', 'key', 'name', 'optional'),
        ...of('Volume', 'configMap', 'downwardAPI', 'emptyDir', 'hostPath', 'name', 'projected', 'secret'),
        ...of('VolumeMount', 'mountPath', 'name', 'subPath'),
      ],
      decides: 'what',
    },
    {
      names: [
        ...of('Affinity', 'nodeAffinity', 'podAffinity', 'podAntiAffinity'), ...of('Container', 'resources'),
        ...of('LabelSelector', 'matchExpressions', 'matchLabels'), ...of('LabelSelectorRequirement', 'key', 'operator', 'values'),
        ...of('NodeAffinity', 'preferredDuringSchedulingIgnoredDuringExecution', 'requiredDuringSchedulingIgnoredDuringExecution'),
        ...of('NodeSelector', 'nodeSelectorTerms'), ...of('NodeSelectorRequirement', 'key', 'operator', 'values'),
        ...of('NodeSelectorTerm', 'matchExpressions', 'matchFields'),
        ...of('PodAffinity', 'preferredDuringSchedulingIgnoredDuringExecution', 'requiredDuringSchedulingIgnoredDuringExecution'),
        ...of('PodAffinityTerm', 'labelSelector', 'namespaces', 'topologyKey'),
        ...of('PodAntiAffinity', 'preferredDuringSchedulingIgnoredDuringExecution', 'requiredDuringSchedulingIgnoredDuringExecution'),
        ...of('PodOS', 'name'),
        ...of('PodSpec',
          'affinity', 'nodeName', 'nodeSelector', 'os', 'preemptionPolicy', 'priority', 'priorityClassName', 'runtimeClassName', 'schedulerName',
          'tolerations', 'topologySpreadConstraints'),
        ...of('PreferredSchedulingTerm', 'preference', 'weight'), ...of('ResourceRequirements', 'limits', 'requests'),
        ...of('Toleration', 'effect', 'key', 'operator', 'tolerationSeconds', 'value'),
        ...of('TopologySpreadConstraint',
          'labelSelector', 'maxSkew', 'minDomains', 'nodeAffinityPolicy', 'nodeTaintsPolicy', 'topologyKey', 'whenUnsatisfiable'),
        ...of('WeightedPodAffinityTerm', 'podAffinityTerm', 'weight'),
      ],
      decides: 'where',
    },
    {
      names: [
        ...of('PodSpec', 'automountServiceAccountToken', 'serviceAccount', 'serviceAccountName'),
        ...of('ServiceAccountTokenProjection', 'audience', 'expirationSeconds', 'path'), ...of('VolumeProjection', 'serviceAccountToken'),
      ],
      decides: 'rights',
    },
    {
      names: [
        ...of('HostAlias', 'hostnames', 'ip'), ...of('PodDNSConfig', 'nameservers'),
        ...of('PodSpec', 'dnsConfig', 'dnsPolicy', 'hostAliases', 'hostNetwork'),
      ],
      decides: 'reach',
    },
    {
      names: [
        ...of('ClaimSource', 'resourceClaimName', 'resourceClaimTemplateName'), ...of('ConfigMapEnvSource', 'name', 'optional'),
        ...of('ConfigMapProjection', 'items', 'name', 'optional'), ...of('ConfigMapVolumeSource', 'defaultMode', 'items', 'name', 'optional'),
        ...of('Container',
          'imagePullPolicy', 'lifecycle', 'livenessProbe', 'name', 'ports', 'readinessProbe', 'restartPolicy', 'securityContext', 'startupProbe',
          'terminationMessagePolicy'),
        ...of('ContainerPort', 'containerPort', 'hostPort', 'name', 'protocol'), ...of('DownwardAPIProjection', 'items'),
        ...of('DownwardAPIVolumeFile', 'mode', 'path', 'resourceFieldRef'), ...of('DownwardAPIVolumeSource', 'defaultMode', 'items'),
        ...of('EphemeralContainer',
          'args', 'command', 'env', 'envFrom', 'image', 'imagePullPolicy', 'lifecycle', 'livenessProbe', 'name', 'ports', 'readinessProbe',
          'resizePolicy', 'resources', 'restartPolicy', 'restartPolicyRules', 'securityContext', 'startupProbe', 'stdin', 'stdinOnce',
          'targetContainerName', 'terminationMessagePath', 'terminationMessagePolicy', 'tty', 'volumeDevices', 'volumeMounts', 'workingDir'),
        ...of('ExecAction', 'command'), ...of('GRPCAction', 'port', 'service'),
        ...of('HTTPGetAction', 'host', 'httpHeaders', 'path', 'port', 'scheme'), ...of('HTTPHeader', 'name'),
        ...of('Handler', 'exec', 'httpGet', 'tcpSocket'), ...of('HostPathVolumeSource', 'type'), ...of('KeyToPath', 'key', 'mode', 'path'),
        ...of('Lifecycle', 'postStart', 'preStop'), ...of('LifecycleHandler', 'exec', 'httpGet', 'tcpSocket'),
        ...of('PodReadinessGate', 'conditionType'), ...of('PodResourceClaim', 'name', 'resourceClaimName', 'resourceClaimTemplateName', 'source'),
        ...of('PodSchedulingGate', 'name'),
        ...of('PodSecurityContext',
          'fsGroup', 'fsGroupChangePolicy', 'runAsGroup', 'runAsNonRoot', 'runAsUser', 'seccompProfile', 'supplementalGroups', 'sysctls'),
        ...of('PodSpec',
          'activeDeadlineSeconds', 'ephemeralContainers', 'hostname', 'initContainers', 'readinessGates', 'resourceClaims', 'restartPolicy',
          'schedulingGates', 'securityContext', 'subdomain', 'terminationGracePeriodSeconds'),
        ...of('Probe',
          'exec', 'failureThreshold', 'grpc', 'httpGet', 'initialDelaySeconds', 'periodSeconds', 'successThreshold', 'tcpSocket',
          'terminationGracePeriodSeconds', 'timeoutSeconds'),
        ...of('ProjectedVolumeSource', 'defaultMode', 'sources'), ...of('SeccompProfile', 'localhostProfile', 'type'),
        ...of('SecretEnvSource', 'name', 'optional'), ...of('SecretProjection', 'items', 'name', 'optional'),
        ...of('SecretVolumeSource', 'defaultMode', 'items', 'optional', 'secretName'),
        ...of('SecurityContext', 'allowPrivilegeEscalation', 'capabilities', 'runAsGroup', 'runAsNonRoot', 'runAsUser', 'seccompProfile'),
        ...of('Sysctl', 'name'),
        ...of('TCPSocketAction', 'host', 'port'), ...of('VolumeProjection', 'configMap', 'downwardAPI', 'secret'),
      ],
      decides: 'starts',
    },
    { names: of('HostPathVolumeSource', 'path'), decides: 'what' },
    {
      names: [
        ...of('ManagedFieldsEntry', 'apiVersion', 'fieldsType', 'fieldsV1', 'manager', 'operation', 'subresource', 'time'),
        ...of('ObjectMeta', 'creationTimestamp', 'finalizers', 'generateName', 'ownerReferences', 'uid'),
        ...of('OwnerReference', 'apiVersion', 'blockOwnerDeletion', 'controller', 'kind', 'name', 'uid'),
      ],
      harmless: 'of the object that a template makes, the API server says them itself',
    },
    { names: of('Container', 'stdin', 'stdinOnce', 'tty'), harmless: 'an input that no component reads' },
    {
      names: [
        ...of('PodSpec', 'hostIPC', 'hostPID', 'shareProcessNamespace'), ...of('SecurityContext', 'privileged', 'readOnlyRootFilesystem'),
      ],
      harmless: 'it takes what a component does not need, or gives it more',
    },
    {
      names: [
        ...of('PodSpec', 'enableServiceLinks'),
      ],
      harmless: 'variables with the addresses of Services, which no component reads but that of the API server',
    },
    { names: of('Lifecycle', 'stopSignal'), harmless: 'how a container ends once it is told to' },
    {
      names: [
        ...of('LocalObjectReference', 'name'), ...of('PodSpec', 'imagePullSecrets'),
      ],
      harmless: 'credentials for an image, which is taken to be there',
    },
    { names: of('HTTPHeader', 'value'), harmless: 'what a probe says besides' },
    {
      names: [
        ...of('PodDNSConfig', 'options', 'searches'), ...of('PodDNSConfigOption', 'name', 'value'), ...of('PodSpec', 'setHostnameAsFQDN'),
      ],
      harmless: 'how names are completed and asked for',
    },
    { names: of('VolumeMount', 'readOnly'), harmless: 'mounted for reading alone: no component writes there' },
    {
      names: [
        ...of('ResourceClaim', 'name', 'request'), ...of('ResourceRequirements', 'claims'),
      ],
      harmless: 'of a claim, which is decided as a whole',
    },
    {
      names: [
        ...of('ObjectMeta',
          'clusterName', 'deletionGracePeriodSeconds', 'deletionTimestamp', 'generation', 'managedFields', 'resourceVersion', 'selfLink'),
      ],
      notDecided: 'fields of pods that are there already',
    },
    {
      names: [
        ...of('Container', 'workingDir'),
      ],
      notDecided: 'relative paths of its command line begin there, which are read from /',
      usual: isAbsolutePath,
    },
    {
      names: [
        ...of('Container', 'terminationMessagePath'),
      ],
      notDecided: 'the kubelet mounts a file there, over what the container has',
      usual: isScratchPath,
    },
    {
      names: [
        ...of('Capabilities', 'add', 'drop'),
      ],
      notDecided: 'names of capabilities that the container runtime of the node knows',
      usual: areCapabilities,
    },
    {
      names: [
        ...of('Container', 'restartPolicyRules'), ...of('ContainerRestartRule', 'action', 'exitCodes'),
        ...of('ContainerRestartRuleOnExitCodes', 'operator', 'values'),
      ],
      notDecided: 'how a container that has ended is started again',
    },
    {
      names: [
        ...of('Container', 'resizePolicy'), ...of('ContainerResizePolicy', 'resourceName', 'restartPolicy'),
      ],
      notDecided: 'what the container runtime makes of it',
      usual: areResizePolicies,
    },
    {
      names: [
        ...of('Container', 'volumeDevices'), ...of('VolumeDevice', 'devicePath', 'name'),
      ],
      notDecided: 'devices, and what is on them',
    },
    {
      names: [
        ...of('AppArmorProfile', 'localhostProfile', 'type'), ...of('PodSecurityContext', 'appArmorProfile'),
        ...of('SecurityContext', 'appArmorProfile'),
      ],
      notDecided: 'the profile that the node has',
      usual: isOfRuntime,
    },
    { names: of('SecurityContext', 'procMount'), notDecided: 'whether the node allows it', usual: ['Default'] },
    {
      names: [
        ...of('PodSecurityContext', 'seLinuxOptions'), ...of('SELinuxOptions', 'level', 'role', 'type', 'user'),
        ...of('SecurityContext', 'seLinuxOptions'),
      ],
      notDecided: 'what SELinux of the node lets a process with that label do',
      usual: isUnconfined,
    },
    {
      names: [
        ...of('PodSecurityContext', 'seLinuxChangePolicy', 'supplementalGroupsPolicy'),
      ],
      notDecided: 'whether the node has it',
      usual: ['Merge', 'MountOption', 'Recursive'],
    },
    { names: of('Sysctl', 'value'), notDecided: 'whether the kernel of the node takes the value', usual: isNumbers },
    {
      names: [
        ...of('PodSecurityContext', 'windowsOptions'), ...of('SecurityContext', 'windowsOptions'),
        ...of('WindowsSecurityContextOptions', 'gmsaCredentialSpec', 'gmsaCredentialSpecName', 'hostProcess', 'runAsUserName'),
      ],
      notDecided: 'another system',
    },
    { names: of('PodSpec', 'hostUsers'), notDecided: 'whether the node has namespaces of users', usual: [true] },
    { names: of('PodSpec', 'overhead'), notDecided: 'the RuntimeClass that says as much' },
    { names: of('PodSpec', 'resources'), notDecided: 'whether the release has resources of pods' },
    {
      names: [
        ...of('PodAffinityTerm', 'matchLabelKeys', 'mismatchLabelKeys', 'namespaceSelector'), ...of('TopologySpreadConstraint', 'matchLabelKeys'),
      ],
      notDecided: 'which pods it may stand beside',
    },
    { names: of('ContainerPort', 'hostIP'), notDecided: 'whether that is an address', usual: isAddress },
    { names: of('ObjectFieldSelector', 'apiVersion'), notDecided: 'version by which the field is read', usual: ['v1'] },
    {
      names: [
        ...of('EnvVarSource', 'resourceFieldRef'), ...of('ResourceFieldSelector', 'containerName', 'divisor', 'resource'),
      ],
      notDecided: 'its amount',
    },
    {
      names: [
        ...of('EnvVarSource', 'fileKeyRef'), ...of('FileKeySelector', 'key', 'optional', 'path', 'volumeName'),
      ],
      notDecided: 'what is in a file of the pod',
    },
    {
      names: [
        ...of('ConfigMapVolumeSource', 'defaultUser'), ...of('DownwardAPIVolumeFile', 'user'), ...of('DownwardAPIVolumeSource', 'defaultUser'),
        ...of('EmptyDirVolumeSource', 'mode'), ...of('EvictionResponder', 'name', 'priority'), ...of('GRPCAction', 'mode'),
        ...of('HTTPGetAction', 'protocol'), ...of('KeyToPath', 'user'), ...of('LifecycleHandler', 'sleep'),
        ...of('PodSchedulingGroup', 'podGroupName'), ...of('PodSpec', 'evictionResponders', 'hostnameOverride', 'schedulingGroup', 'workloadRef'),
        ...of('ProjectedVolumeSource', 'defaultUser'), ...of('SecretVolumeSource', 'defaultUser'), ...of('ServiceAccountTokenProjection', 'user'),
        ...of('SleepAction', 'seconds'), ...of('VolumeMount', 'bindMountOptions', 'mountPropagation', 'recursiveReadOnly', 'subPathExpr'),
        ...of('WorkloadReference', 'name', 'podGroup', 'podGroupReplicaKey'),
      ],
      notDecided: 'what the release makes of it',
    },
    { names: of('DownwardAPIVolumeFile', 'fieldRef'), notDecided: 'whether a pod has such a field', usual: isFieldOfPod },
    { names: of('EmptyDirVolumeSource', 'medium'), notDecided: 'the medium of the node', usual: ['Memory'] },
    {
      names: [
        ...of('AWSElasticBlockStoreVolumeSource', 'fsType', 'partition', 'readOnly', 'volumeID'),
        ...of('AzureDiskVolumeSource', 'cachingMode', 'diskName', 'diskURI', 'fsType', 'kind', 'readOnly'),
        ...of('AzureFileVolumeSource', 'readOnly', 'secretName', 'shareName'),
        ...of('CSIVolumeSource', 'driver', 'fsType', 'nodePublishSecretRef', 'readOnly', 'volumeAttributes'),
        ...of('CephFSVolumeSource', 'monitors', 'path', 'readOnly', 'secretFile', 'secretRef', 'user'),
        ...of('CinderVolumeSource', 'fsType', 'readOnly', 'secretRef', 'volumeID'),
        ...of('EphemeralVolumeSource', 'readOnly', 'volumeClaimTemplate'),
        ...of('FCVolumeSource', 'fsType', 'lun', 'readOnly', 'targetWWNs', 'wwids'),
        ...of('FlexVolumeSource', 'driver', 'fsType', 'options', 'readOnly', 'secretRef'),
        ...of('FlockerVolumeSource', 'datasetName', 'datasetUUID'),
        ...of('GCEPersistentDiskVolumeSource', 'fsType', 'partition', 'pdName', 'readOnly'),
        ...of('GitRepoVolumeSource', 'directory', 'repository', 'revision'), ...of('GlusterfsVolumeSource', 'endpoints', 'path', 'readOnly'),
        ...of('ISCSIVolumeSource',
          'chapAuthDiscovery', 'chapAuthSession', 'fsType', 'initiatorName', 'iqn', 'iscsiInterface', 'lun', 'portals', 'readOnly', 'secretRef',
          'targetPortal'),
        ...of('ImageVolumeSource', 'pullPolicy', 'reference'), ...of('NFSVolumeSource', 'path', 'readOnly', 'server'),
        ...of('PersistentVolumeClaimSpec',
          'accessModes', 'dataSource', 'dataSourceRef', 'resources', 'selector', 'storageClassName', 'volumeAttributesClassName', 'volumeMode',
          'volumeName'),
        ...of('PersistentVolumeClaimTemplate', 'metadata', 'spec'), ...of('PersistentVolumeClaimVolumeSource', 'claimName', 'readOnly'),
        ...of('PhotonPersistentDiskVolumeSource', 'fsType', 'pdID'), ...of('PortworxVolumeSource', 'fsType', 'readOnly', 'volumeID'),
        ...of('QuobyteVolumeSource', 'group', 'readOnly', 'registry', 'tenant', 'user', 'volume'),
        ...of('RBDVolumeSource', 'fsType', 'image', 'keyring', 'monitors', 'pool', 'readOnly', 'secretRef', 'user'),
        ...of('ScaleIOVolumeSource',
          'fsType', 'gateway', 'protectionDomain', 'readOnly', 'secretRef', 'sslEnabled', 'storageMode', 'storagePool', 'system', 'volumeName'),
        ...of('StorageOSVolumeSource', 'fsType', 'readOnly', 'secretRef', 'volumeName', 'volumeNamespace'),
        ...of('TypedLocalObjectReference', 'apiGroup', 'kind', 'name'), ...of('TypedObjectReference', 'apiGroup', 'kind', 'name', 'namespace'),
        ...of('Volume',
          'awsElasticBlockStore', 'azureDisk', 'azureFile', 'cephfs', 'cinder', 'csi', 'ephemeral', 'fc', 'flexVolume', 'flocker',
          'gcePersistentDisk', 'gitRepo', 'glusterfs', 'image', 'iscsi', 'nfs', 'persistentVolumeClaim', 'photonPersistentDisk', 'portworxVolume',
          'quobyte', 'rbd', 'scaleIO', 'storageos', 'vsphereVolume'),
        ...of('VolumeResourceRequirements', 'limits', 'requests'),
        ...of('VsphereVirtualDiskVolumeSource', 'fsType', 'storagePolicyID', 'storagePolicyName', 'volumePath'),
      ],
      notDecided: 'whether the volume is there, and what is in it',
    },
    {
      names: [
        ...of('ClusterTrustBundleProjection', 'labelSelector', 'name', 'optional', 'path', 'signerName', 'user'),
        ...of('PodCertificateProjection',
          'certificateChainPath', 'credentialBundlePath', 'keyPath', 'keyType', 'maxExpirationSeconds', 'signerName', 'user', 'userAnnotations'),
        ...of('VolumeProjection', 'clusterTrustBundle', 'podCertificate'),
      ],
      notDecided: 'what the cluster signs and trusts',
    },
  ],
};
