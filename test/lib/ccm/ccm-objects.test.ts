import { ccmObjects } from '../../../src/lib/ccm/ccm-objects';
import { CcmOptions } from '../../../src/lib/ccm/ccm-options';
import { CcmVolume } from '../../../src/lib/ccm/volume';
import { CcmWorkload } from '../../../src/lib/ccm/workload-options';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';

const CLOUD = { name: 'my-ccm', image: 'registry.example/ccm:v1', cloudProvider: 'gce', rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['*'] }], rulesGrantLeases: false };

type Json = { [key: string]: any };

function objects(options: Partial<CcmOptions> = {}, cloud = CLOUD) {
  const rendered = ccmObjects({ kubernetesVersion: KubernetesVersion.V1_27, ...options }, cloud);
  return { ...rendered, byId: Object.fromEntries(rendered.objects.map(({ id, manifest }) => [id, manifest as Json])) };
}

function spec(options: Partial<CcmOptions> = {}): Json {
  return objects(options).byId.Resource.spec.template.spec;
}

describe('the workload', () => {
  it('is a DaemonSet on control-plane nodes that starts before the network does', () => {
    const healthz = { path: '/healthz', port: 10258, scheme: 'HTTPS' };
    expect(objects().byId.Resource).toEqual({
      apiVersion: 'apps/v1',
      kind: 'DaemonSet',
      metadata: { name: 'my-ccm', namespace: 'kube-system', labels: { 'k8s-app': 'my-ccm' } },
      spec: {
        selector: { matchLabels: { 'k8s-app': 'my-ccm' } },
        updateStrategy: { type: 'RollingUpdate' },
        template: {
          metadata: { labels: { 'k8s-app': 'my-ccm' } },
          spec: {
            containers: [{
              name: 'my-ccm',
              image: 'registry.example/ccm:v1',
              args: ['--v=2', '--cloud-provider=gce', '--use-service-account-credentials=true', '--configure-cloud-routes=false'],
              livenessProbe: { httpGet: healthz, initialDelaySeconds: 10, periodSeconds: 10, timeoutSeconds: 15, failureThreshold: 8 },
              readinessProbe: { httpGet: healthz, periodSeconds: 10, timeoutSeconds: 15 },
              resources: { requests: { cpu: '200m' } },
            }],
            dnsPolicy: 'Default',
            hostNetwork: true,
            nodeSelector: { 'node-role.kubernetes.io/control-plane': '' },
            priorityClassName: 'system-node-critical',
            serviceAccountName: 'cloud-controller-manager',
            tolerations: [
              { key: 'node.cloudprovider.kubernetes.io/uninitialized', value: 'true', effect: 'NoSchedule' },
              { key: 'node-role.kubernetes.io/control-plane', operator: 'Exists', effect: 'NoSchedule' },
              { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoSchedule' },
            ],
          },
        },
      },
    });
  });

  it.each([
    ['1.23', ['node-role.kubernetes.io/master']],
    ['1.24', ['node-role.kubernetes.io/master', 'node-role.kubernetes.io/control-plane']],
    ['1.25', ['node-role.kubernetes.io/control-plane']],
  ])('tolerates the taints of %s', (version, taints) => {
    const { tolerations } = spec({ kubernetesVersion: KubernetesVersion.of(version) });
    expect(tolerations.map(({ key }: Json) => key).slice(1, -1)).toEqual(taints);
  });

  it('takes either label where nodes can have one of two', () => {
    const { affinity, nodeSelector } = spec({ kubernetesVersion: KubernetesVersion.V1_22, placementLabels: { side: 'new' } });
    expect(nodeSelector).toEqual({ side: 'new' });
    expect(affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms).toEqual([
      { matchExpressions: [{ key: 'node-role.kubernetes.io/master', operator: 'Exists' }] },
      { matchExpressions: [{ key: 'node-role.kubernetes.io/control-plane', operator: 'Exists' }] },
    ]);
    expect(spec({ kubernetesVersion: KubernetesVersion.V1_22, nodeSelector: { mine: '' } })).toMatchObject({ nodeSelector: { mine: '' } });
    expect(spec({ kubernetesVersion: KubernetesVersion.V1_22, nodeSelector: { mine: '' } }).affinity).toBeUndefined();
  });

  it('can be a Deployment whose pods never share a node and make room before they are replaced', () => {
    const { kind, spec: { replicas, strategy, template } } = objects({ workload: CcmWorkload.DEPLOYMENT, replicas: 3 }).byId.Resource;
    expect({ kind, replicas, strategy }).toEqual({ kind: 'Deployment', replicas: 3, strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } } });
    expect(template.spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution).toEqual([
      { labelSelector: { matchLabels: { 'k8s-app': 'my-ccm' } }, topologyKey: 'kubernetes.io/hostname' },
    ]);
  });

  it('has nothing that only the recommended defaults say, without them', () => {
    expect(Object.keys(spec({ recommendedDefaults: false })).sort()).toEqual(['containers', 'nodeSelector', 'serviceAccountName']);
  });

  it('has labels, annotations, environment, volumes, resources, command and pull secrets of the user, but its own selector', () => {
    const { metadata, spec: { selector, template } } = objects({
      labels: { 'team': 'x', 'k8s-app': 'mine' },
      podAnnotations: { note: 'y' },
      env: [{ name: 'A', value: '1' }, { name: 'B', fieldPath: 'spec.nodeName' }, { name: 'C', secretName: 's' }, { name: 'D', secretName: 's', secretKey: 'k' }, { name: 'E' }],
      volumes: [CcmVolume.secret('creds', 's', { mountPath: '/creds' })],
      memoryRequest: '64Mi',
      memoryLimit: '128Mi',
      cpuRequest: '50m',
      command: ['/ccm'],
      containerName: 'main',
      imagePullSecrets: ['pull'],
    }).byId.Resource;
    expect(metadata.labels).toEqual({ 'team': 'x', 'k8s-app': 'my-ccm' });
    expect(selector).toEqual({ matchLabels: { 'k8s-app': 'my-ccm' } });
    expect(template.metadata).toEqual({ labels: metadata.labels, annotations: { note: 'y' } });
    expect(template.spec).toMatchObject({ volumes: [{ name: 'creds', secret: { secretName: 's' } }], imagePullSecrets: [{ name: 'pull' }] });
    expect(template.spec.containers[0]).toMatchObject({
      name: 'main',
      command: ['/ccm'],
      resources: { limits: { memory: '128Mi' }, requests: { cpu: '50m', memory: '64Mi' } },
      volumeMounts: [{ name: 'creds', mountPath: '/creds', readOnly: true }],
      env: [
        { name: 'A', value: '1' },
        { name: 'B', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } },
        { name: 'C', valueFrom: { secretKeyRef: { name: 's', key: 'C' } } },
        { name: 'D', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } },
        { name: 'E', value: '' },
      ],
    });
  });

  it('fails for a volume name that is taken', () => {
    expect(() => objects({ cloudConfigPath: '/etc/cloud.conf', volumes: [CcmVolume.secret('cloud-config', 's', { mountPath: '/x' })] })).toThrow(new Error(
      "volume name 'cloud-config' is used twice on the cloud-controller-manager; give the volume in `volumes` another name",
    ));
  });
});

describe('the files it reads', () => {
  const config = { configMapName: 'cm', key: 'k', contentHash: 'abc' };

  it('are a key of a ConfigMap, hashed on the pod, and the cloud config of the node', () => {
    const { spec: { template } } = objects({ leaderMigrationConfig: config, cloudConfigPath: '/etc/kubernetes/cloud.conf' }).byId.Resource;
    expect(template.metadata.annotations).toEqual({ 'ccm-migration/leader-migration-config-sha256': 'abc' });
    expect(template.spec.volumes).toEqual([
      { name: 'cloud-config', hostPath: { path: '/etc/kubernetes/cloud.conf', type: 'File' } },
      { name: 'leader-migration-config', configMap: { name: 'cm' } },
    ]);
    expect(template.spec.containers[0].volumeMounts).toEqual([
      { name: 'cloud-config', mountPath: '/etc/kubernetes/cloud.conf', readOnly: true },
      { name: 'leader-migration-config', mountPath: '/etc/leadermigration.conf', readOnly: true, subPath: 'k' },
    ]);
  });

  it('are not there when Leader Migration is off', () => {
    const { args, byId: { Resource } } = objects({ leaderMigrationConfig: config, leaderMigration: false });
    expect(args.join(' ')).not.toContain('leader-migration');
    expect(Resource.spec.template.spec.volumes).toBeUndefined();
    expect(Resource.spec.template.metadata.annotations).toBeUndefined();
  });
});

describe('a static pod', () => {
  const { staticPod, objects: written } = objects({ workload: CcmWorkload.STATIC_POD, leaderMigrationConfig: { configMapName: 'cm', key: 'k', contentHash: 'abc' } });
  const pod = staticPod as Json;

  it('has no service account, scheduling or ConfigMap: the API server is not there yet', () => {
    expect(pod.kind).toBe('Pod');
    expect(pod.metadata.annotations).toEqual({ 'ccm-migration/leader-migration-config-sha256': 'abc' });
    expect(Object.keys(pod.spec).sort()).toEqual(['containers', 'dnsPolicy', 'hostNetwork', 'priorityClassName', 'volumes']);
    expect(pod.spec.volumes).toEqual([
      { name: 'kubeconfig', hostPath: { path: '/etc/kubernetes/cloud-controller-manager.conf', type: 'File' } },
      { name: 'leader-migration-config', hostPath: { path: '/etc/leadermigration.conf', type: 'File' } },
    ]);
    expect(pod.spec.containers[0].env).toBeUndefined();
  });

  it('leaves only roles and bindings to the API server', () => {
    expect(written.map(({ id }) => id)).toEqual(['ClusterRole', 'AuthReader', 'ClusterRoleBinding', 'LeaderElectionRole', 'LeaderElectionRoleBinding']);
  });
});

describe('what it may do', () => {
  it('is its rules, a Role for its main Lease by name, and delegated authentication', () => {
    const { byId } = objects({ namespace: 'ccm', serviceAccountName: 'me', flags: { 'leader-elect-resource-name': 'lock', 'leader-elect-resource-namespace': 'locks' } });
    expect(byId.ServiceAccount.metadata).toEqual({ name: 'me', namespace: 'ccm' });
    expect(byId.ClusterRole.rules).toEqual(CLOUD.rules);
    expect(byId.AuthReader.metadata.namespace).toBe('kube-system');
    expect(byId.LeaderElectionRole).toMatchObject({
      metadata: { namespace: 'locks' },
      rules: [
        { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['create'] },
        { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['get', 'update'], resourceNames: ['lock'] },
      ],
    });
    for (const id of ['AuthReader', 'ClusterRoleBinding', 'LeaderElectionRoleBinding']) {
      expect(byId[id].subjects).toEqual([{ apiGroup: '', kind: 'ServiceAccount', name: 'me', namespace: 'ccm' }]);
    }
  });

  it('needs no Role where the rules already allow Leases, and nothing where somebody else writes it', () => {
    expect(objects({}, { ...CLOUD, rulesGrantLeases: true }).objects.map(({ id }) => id)).toEqual(['ServiceAccount', 'ClusterRole', 'AuthReader', 'ClusterRoleBinding', 'Resource']);
    expect(objects({ rbac: false }).objects.map(({ id }) => id)).toEqual(['Resource']);
  });
});
