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

const HANDLER = {
  httpGet: {
    fields: { host: 'string', path: 'string', port: 'integer-or-string', scheme: 'string', httpHeaders: { list: texts('name', 'value') } },
  },
  tcpSocket: { fields: { host: 'string', port: 'integer-or-string' } },
  exec: { fields: { command: STRINGS } },
} as const;

const HOOK: Shape = { fields: { ...HANDLER, sleep: { fields: { seconds: 'integer' } } } };

const PROBE: Shape = {
  fields: {
    ...HANDLER,
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

const SECURITY = {
  seccompProfile: { fields: { type: 'string', localhostProfile: 'string' } },
  runAsUser: 'integer',
  runAsGroup: 'integer',
  runAsNonRoot: 'boolean',
  seLinuxOptions: texts('user', 'role', 'type', 'level'),
  windowsOptions: 'object',
  ...any('appArmorProfile'),
} as const;

const SECURITY_OF_CONTAINER: Shape = {
  fields: {
    ...SECURITY,
    privileged: 'boolean',
    readOnlyRootFilesystem: 'boolean',
    allowPrivilegeEscalation: 'boolean',
    capabilities: { fields: { add: STRINGS, drop: STRINGS } },
    procMount: 'string',
  },
};

const SECURITY_OF_POD: Shape = {
  fields: {
    ...SECURITY,
    fsGroup: 'integer',
    fsGroupChangePolicy: 'string',
    supplementalGroups: { list: 'integer' },
    sysctls: { list: texts('name', 'value') },
    ...any('supplementalGroupsPolicy', 'seLinuxChangePolicy'),
  },
};

/** k8s.io/apimachinery@v0.26.15 pkg/apis/meta/v1/types.go LabelSelector. */
export const SELECTOR: Shape = {
  fields: { matchLabels: TEXTS, matchExpressions: { list: { fields: { key: 'string', operator: 'string', values: STRINGS } } } },
};

const NODE_TERM: Shape = {
  fields: {
    matchExpressions: { list: { fields: { key: 'string', operator: 'string', values: STRINGS } } },
    matchFields: { list: { fields: { key: 'string', operator: 'string', values: STRINGS } } },
  },
};

const POD_TERM: Shape = {
  fields: {
    labelSelector: SELECTOR,
    namespaceSelector: SELECTOR,
    namespaces: STRINGS,
    topologyKey: 'string',
    matchLabelKeys: STRINGS,
    mismatchLabelKeys: STRINGS,
  },
};

const POD_AFFINITY: Shape = {
  fields: {
    requiredDuringSchedulingIgnoredDuringExecution: { list: POD_TERM },
    preferredDuringSchedulingIgnoredDuringExecution: { list: { fields: { weight: 'integer', podAffinityTerm: POD_TERM } } },
  },
};

const AFFINITY: Shape = {
  fields: {
    nodeAffinity: {
      fields: {
        requiredDuringSchedulingIgnoredDuringExecution: { fields: { nodeSelectorTerms: { list: NODE_TERM } } },
        preferredDuringSchedulingIgnoredDuringExecution: { list: { fields: { weight: 'integer', preference: NODE_TERM } } },
      },
    },
    podAffinity: POD_AFFINITY,
    podAntiAffinity: POD_AFFINITY,
  },
};

const SPREAD: Shape = {
  fields: {
    maxSkew: 'integer',
    topologyKey: 'string',
    whenUnsatisfiable: 'string',
    labelSelector: SELECTOR,
    minDomains: 'integer',
    nodeAffinityPolicy: 'string',
    nodeTaintsPolicy: 'string',
    matchLabelKeys: STRINGS,
  },
};

const ITEMS: Shape = { list: { fields: { key: 'string', path: 'string', mode: 'integer' } } };
const FIELD_ITEMS: Shape = {
  list: { fields: { path: 'string', mode: 'integer', fieldRef: texts('apiVersion', 'fieldPath'), resourceFieldRef: 'object' } },
};

const PROJECTED: Shape = {
  fields: {
    defaultMode: 'integer',
    sources: {
      list: {
        fields: {
          configMap: { fields: { name: 'string', items: ITEMS, optional: 'boolean' } },
          secret: { fields: { name: 'string', items: ITEMS, optional: 'boolean' } },
          downwardAPI: { fields: { items: FIELD_ITEMS } },
          serviceAccountToken: { fields: { audience: 'string', expirationSeconds: 'integer', path: 'string' } },
          ...any('clusterTrustBundle', 'podCertificate'),
        },
      },
    },
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
    securityContext: SECURITY_OF_CONTAINER,
    lifecycle: { fields: { postStart: HOOK, preStop: HOOK, ...any('stopSignal') } },
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
              configMap: { fields: { name: 'string', items: ITEMS, optional: 'boolean', defaultMode: 'integer' } },
              secret: { fields: { secretName: 'string', items: ITEMS, optional: 'boolean', defaultMode: 'integer' } },
              projected: PROJECTED,
              downwardAPI: { fields: { items: FIELD_ITEMS, defaultMode: 'integer' } },
              csi: 'object',
              persistentVolumeClaim: { fields: { claimName: 'string', readOnly: 'boolean' } },
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
        securityContext: SECURITY_OF_POD,
        affinity: AFFINITY,
        imagePullSecrets: { list: texts('name') },
        dnsConfig: { fields: { nameservers: STRINGS, searches: STRINGS, options: { list: texts('name', 'value') } } },
        hostAliases: { list: { fields: { ip: 'string', hostnames: STRINGS } } },
        topologySpreadConstraints: { list: SPREAD },
        readinessGates: { list: texts('conditionType') },
        runtimeClassName: 'string',
        overhead: { map: 'quantity' },
        os: texts('name'),
        setHostnameAsFQDN: 'boolean',
        ephemeralContainers: OBJECTS,
        hostUsers: 'boolean',
        ...any('schedulingGates', 'resourceClaims', 'resources'),
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
