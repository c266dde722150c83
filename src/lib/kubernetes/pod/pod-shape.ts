import { Shape } from './shape';

const STRINGS: Shape = { list: 'string' };
const TEXTS: Shape = { map: 'string' };
const OBJECTS: Shape = { list: 'object' };

function all(shape: Shape, ...names: readonly string[]): { [name: string]: Shape } {
  return Object.fromEntries(names.map(name => [name, shape]));
}

function any(...names: readonly string[]): { [name: string]: Shape } {
  return all('any', ...names);
}

function texts(...names: readonly string[]): Shape {
  return { fields: all('string', ...names) };
}

const PROBE: Shape = {
  fields: {
    httpGet: {
      fields: { host: 'string', path: 'string', port: 'integer-or-string', scheme: 'string', httpHeaders: { list: texts('name', 'value') } },
    },
    tcpSocket: { fields: { host: 'string', port: 'integer-or-string' } },
    exec: { fields: { command: STRINGS } },
    grpc: { fields: { port: 'integer', service: 'string' } },
    initialDelaySeconds: 'integer',
    periodSeconds: 'integer',
    timeoutSeconds: 'integer',
    successThreshold: 'integer',
    failureThreshold: 'integer',
    terminationGracePeriodSeconds: 'integer',
  },
};

const KEY: Shape = { fields: { name: 'string', key: 'string', optional: 'boolean' } };

const ENV: Shape = {
  fields: {
    name: 'string',
    value: 'string',
    valueFrom: {
      fields: {
        fieldRef: { fields: { apiVersion: 'string', fieldPath: 'string' } },
        configMapKeyRef: KEY,
        secretKeyRef: KEY,
        resourceFieldRef: 'object',
        ...any('fileKeyRef'),
      },
    },
  },
};

const SOURCE: Shape = { fields: { name: 'string', optional: 'boolean' } };

const SECURITY: Shape = {
  fields: {
    seccompProfile: { fields: { type: 'string', localhostProfile: 'string' } },
    runAsUser: 'integer',
    runAsGroup: 'integer',
    runAsNonRoot: 'boolean',
    privileged: 'boolean',
    readOnlyRootFilesystem: 'boolean',
    allowPrivilegeEscalation: 'boolean',
    capabilities: { fields: { add: STRINGS, drop: STRINGS } },
    seLinuxOptions: texts('user', 'role', 'type', 'level'),
    procMount: 'string',
    fsGroup: 'integer',
    fsGroupChangePolicy: 'string',
    supplementalGroups: { list: 'integer' },
    sysctls: { list: texts('name', 'value') },
    ...any('supplementalGroupsPolicy', 'appArmorProfile'),
  },
};

const CONTAINER: Shape = {
  fields: {
    name: 'string',
    image: 'string',
    imagePullPolicy: 'string',
    command: STRINGS,
    args: STRINGS,
    workingDir: 'string',
    env: { list: ENV },
    envFrom: { list: { fields: { prefix: 'string', configMapRef: SOURCE, secretRef: SOURCE } } },
    ports: { list: { fields: { name: 'string', containerPort: 'integer', hostPort: 'integer', hostIP: 'string', protocol: 'string' } } },
    volumeMounts: {
      list: {
        fields: {
          name: 'string',
          mountPath: 'string',
          subPath: 'string',
          subPathExpr: 'string',
          readOnly: 'boolean',
          mountPropagation: 'string',
          ...any('recursiveReadOnly'),
        },
      },
    },
    resources: { fields: { limits: { map: 'quantity' }, requests: { map: 'quantity' }, ...any('claims') } },
    livenessProbe: PROBE,
    readinessProbe: PROBE,
    startupProbe: PROBE,
    restartPolicy: 'string',
    stdin: 'boolean',
    stdinOnce: 'boolean',
    tty: 'boolean',
    terminationMessagePath: 'string',
    terminationMessagePolicy: 'string',
    securityContext: SECURITY,
    lifecycle: 'object',
    volumeDevices: { list: texts('name', 'devicePath') },
    ...any('resizePolicy', 'restartPolicyRules'),
  },
};

/**
 * A v1 Pod as far as it decides whether a kubelet takes it: k8s.io/api@v0.26.15 core/v1/types.go. The shape of fields that no manifest of a control
 * plane gets wrong is not looked at.
 */
export const POD: Shape = {
  fields: {
    apiVersion: 'string',
    kind: 'string',
    metadata: {
      fields: {
        name: 'string',
        namespace: 'string',
        labels: TEXTS,
        annotations: TEXTS,
        uid: 'string',
        generateName: 'string',
        creationTimestamp: 'time',
        finalizers: STRINGS,
        ownerReferences: OBJECTS,
      },
    },
    spec: {
      fields: {
        containers: { list: CONTAINER },
        initContainers: { list: CONTAINER },
        volumes: {
          list: {
            fields: {
              name: 'string',
              hostPath: { fields: { path: 'string', type: 'string' } },
              emptyDir: { fields: { medium: 'string', sizeLimit: 'quantity' } },
              configMap: 'object',
              secret: 'object',
              projected: 'object',
              downwardAPI: 'object',
              csi: 'object',
              persistentVolumeClaim: 'object',
              nfs: 'object',
            },
          },
        },
        hostNetwork: 'boolean',
        hostPID: 'boolean',
        hostIPC: 'boolean',
        hostname: 'string',
        subdomain: 'string',
        nodeName: 'string',
        nodeSelector: TEXTS,
        dnsPolicy: 'string',
        restartPolicy: 'string',
        priority: 'integer',
        priorityClassName: 'string',
        preemptionPolicy: 'string',
        schedulerName: 'string',
        serviceAccountName: 'string',
        serviceAccount: 'string',
        automountServiceAccountToken: 'boolean',
        enableServiceLinks: 'boolean',
        shareProcessNamespace: 'boolean',
        terminationGracePeriodSeconds: 'integer',
        activeDeadlineSeconds: 'integer',
        tolerations: { list: { fields: { key: 'string', operator: 'string', value: 'string', effect: 'string', tolerationSeconds: 'integer' } } },
        securityContext: SECURITY,
        affinity: 'object',
        imagePullSecrets: { list: texts('name') },
        dnsConfig: 'object',
        hostAliases: OBJECTS,
        topologySpreadConstraints: OBJECTS,
        readinessGates: { list: texts('conditionType') },
        runtimeClassName: 'string',
        overhead: { map: 'quantity' },
        os: texts('name'),
        setHostnameAsFQDN: 'boolean',
        ephemeralContainers: OBJECTS,
        ...any('schedulingGates', 'hostUsers', 'resourceClaims', 'resources'),
      },
    },
    status: {
      fields: {
        ...all('string', 'phase', 'message', 'reason', 'nominatedNodeName', 'hostIP', 'podIP', 'qosClass'),
        ...all(OBJECTS, 'conditions', 'podIPs', 'initContainerStatuses', 'containerStatuses'),
        startTime: 'time',
        ...any('observedGeneration', 'hostIPs', 'resize', 'ephemeralContainerStatuses', 'resourceClaimStatuses'),
      },
    },
  },
};
