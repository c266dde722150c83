import { Testing } from 'cdk8s';
import { k8s, ServiceAccount } from 'cdk8s-plus-27';
import { ccmObjects, CcmSituation } from '../../../src/lib/ccm/ccm-objects';
import { CloudProvider } from '../../../src/lib/ccm/cloud-provider';
import { CustomCcm, CustomCcmProps } from '../../../src/lib/ccm/custom-ccm';
import { CcmLeaderMigration } from '../../../src/lib/ccm/leader-migration-config';
import { CcmRunOptions } from '../../../src/lib/ccm/run-options';
import { CcmWorkload } from '../../../src/lib/ccm/workload-kind';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';

const CLOUD: CustomCcmProps = {
  cloud: CloudProvider.GCE,
  image: 'registry.example/ccm:v1',
  rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['*'] }],
};

type Json = { [key: string]: any };

function objects(run: CcmRunOptions = {}, changes: Partial<CcmSituation> = {}, rulesGrantLeases?: boolean) {
  const situation: CcmSituation = {
    kubernetesVersion: KubernetesVersion.of('1.27'),
    namespace: 'kube-system',
    network: {},
    placementLabels: {},
    defaultFlags: {},
    controllersOff: [],
    requiredFlags: {},
    ...changes,
  };
  const ccm = CustomCcm.of({ ...CLOUD, rulesGrantLeases, run: { ...run, metadata: { name: 'my-ccm', ...run.metadata } } });
  const release = ccm._release({ kubernetesVersion: situation.kubernetesVersion, leaderMigration: situation.leaderMigration !== undefined });
  const rendered = ccmObjects(ccm, release, situation);
  return { ...rendered, byId: Object.fromEntries(rendered.objects.map(({ id, manifest }) => [id, manifest as Json])) };
}

function spec(run: CcmRunOptions = {}, situation: Partial<CcmSituation> = {}): Json {
  return objects(run, situation).byId.Resource.spec.template.spec;
}

function serviceAccount(name: string, namespaceName: string) {
  return ServiceAccount.fromServiceAccountName(Testing.chart(), name, name, { namespaceName });
}

/** On every pod: the tag of the image does not say it. */
const SAYS_ITS_RELEASE = { 'ccm-migration/image-version': 'registry.example/ccm:v1=1.27' };

const V1_22 = KubernetesVersion.of('1.22');

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
          metadata: { labels: { 'k8s-app': 'my-ccm' }, annotations: SAYS_ITS_RELEASE },
          spec: {
            containers: [{
              name: 'my-ccm',
              image: 'registry.example/ccm:v1',
              args: ['--v=2', '--cloud-provider=gce', '--use-service-account-credentials=true', '--configure-cloud-routes=false'],
              livenessProbe: { httpGet: healthz, initialDelaySeconds: 10, periodSeconds: 10, timeoutSeconds: 15, failureThreshold: 8 },
              readinessProbe: { httpGet: healthz, periodSeconds: 10, timeoutSeconds: 15 },
              resources: { requests: { cpu: '200m' } },
              securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] }, readOnlyRootFilesystem: true },
            }],
            dnsPolicy: 'Default',
            hostNetwork: true,
            nodeSelector: { 'node-role.kubernetes.io/control-plane': '' },
            priorityClassName: 'system-node-critical',
            securityContext: { runAsNonRoot: true, runAsUser: 65532, seccompProfile: { type: 'RuntimeDefault' } },
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
    const { tolerations } = spec({}, { kubernetesVersion: KubernetesVersion.of(version) });
    expect(tolerations.map(({ key }: Json) => key).slice(1, -1)).toEqual(taints);
  });

  // A DaemonSet does without being told (pkg/controller/daemon/util/daemonset_util.go); in `mixed` the node that is drained may be the only one.
  it.each([[CcmWorkload.daemonSet(), 0], [CcmWorkload.deployment(), 1]])('tolerates cordoned nodes where it must, workload %#', (workload, count) => {
    const toleration = { key: 'node.kubernetes.io/unschedulable', operator: 'Exists', effect: 'NoSchedule' };
    expect(spec({ workload }).tolerations.filter(({ key }: Json) => key === toleration.key)).toEqual(Array(count).fill(toleration));
  });

  it('has the security contexts that are given in place of the defaults, and none where nothing has a default', () => {
    const given = spec({ security: { pod: { runAsUser: 1 }, container: { privileged: false } } });
    expect([given.securityContext, given.containers[0].securityContext]).toEqual([{ runAsUser: 1 }, { privileged: false }]);
    const bare = spec({ recommendedDefaults: false });
    expect([bare.securityContext, bare.containers[0].securityContext]).toEqual([undefined, undefined]);
    const withFile = spec({ pod: { volumes: [{ name: 'a', hostPath: { path: '/a' } }] } });
    expect(withFile.securityContext).toEqual({ seccompProfile: { type: 'RuntimeDefault' } });
  });

  it('takes either label where nodes can have one of two', () => {
    const { affinity, nodeSelector } = spec({}, { kubernetesVersion: V1_22, placementLabels: { side: 'new' } });
    expect(nodeSelector).toEqual({ side: 'new' });
    expect(affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms).toEqual([
      { matchExpressions: [{ key: 'node-role.kubernetes.io/master', operator: 'Exists' }] },
      { matchExpressions: [{ key: 'node-role.kubernetes.io/control-plane', operator: 'Exists' }] },
    ]);
    const bySelector = spec({ pod: { nodeSelector: { mine: '' } } }, { kubernetesVersion: V1_22 });
    expect(bySelector).toMatchObject({ nodeSelector: { mine: '' } });
    expect(bySelector.affinity).toBeUndefined();
  });

  it('can be a Deployment whose pods never share a node and make room before they are replaced', () => {
    const { kind, spec: { replicas, strategy, template } } = objects({ workload: CcmWorkload.deployment({ replicas: 3 }) }).byId.Resource;
    expect({ kind, replicas, strategy })
      .toEqual({ kind: 'Deployment', replicas: 3, strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } } });
    expect(template.spec.affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution).toEqual([
      { labelSelector: { matchLabels: { 'k8s-app': 'my-ccm' } }, topologyKey: 'kubernetes.io/hostname' },
    ]);
  });

  it('has nothing that only the recommended defaults say, without them', () => {
    expect(Object.keys(spec({ recommendedDefaults: false })).sort()).toEqual(['containers', 'nodeSelector', 'serviceAccountName']);
  });

  it('has labels, annotations, environment, volumes, resources, command and pull secrets of the user, but its own selector', () => {
    const { metadata, spec: { selector, template } } = objects({
      metadata: { labels: { 'team': 'x', 'k8s-app': 'mine' }, podAnnotations: { note: 'y' } },
      pod: {
        env: [
          { name: 'A', value: '1' },
          { name: 'B', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } },
          { name: 'D', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } },
          { name: 'E', value: '' },
        ],
        volumes: [{ name: 'creds', secret: { secretName: 's' } }],
        volumeMounts: [{ name: 'creds', mountPath: '/creds', readOnly: true }],
        resources: {
          requests: { cpu: k8s.Quantity.fromString('50m'), memory: k8s.Quantity.fromString('64Mi') },
          limits: { memory: k8s.Quantity.fromString('128Mi') },
        },
        command: ['/ccm'],
        containerName: 'main',
        imagePullSecrets: [{ name: 'pull' }],
      },
    }).byId.Resource;
    expect(metadata.labels).toEqual({ 'team': 'x', 'k8s-app': 'my-ccm' });
    expect(selector).toEqual({ matchLabels: { 'k8s-app': 'my-ccm' } });
    expect(template.metadata).toEqual({ labels: metadata.labels, annotations: { note: 'y', ...SAYS_ITS_RELEASE } });
    expect(template.spec).toMatchObject({ volumes: [{ name: 'creds', secret: { secretName: 's' } }], imagePullSecrets: [{ name: 'pull' }] });
    expect(template.spec.containers[0]).toMatchObject({
      name: 'main',
      command: ['/ccm'],
      resources: { limits: { memory: '128Mi' }, requests: { cpu: '50m', memory: '64Mi' } },
      volumeMounts: [{ name: 'creds', mountPath: '/creds', readOnly: true }],
      env: [
        { name: 'A', value: '1' },
        { name: 'B', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } },
        { name: 'D', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } },
        { name: 'E', value: '' },
      ],
    });
  });

  it('fails for a volume name that is taken', () => {
    const pod = { volumes: [{ name: 'cloud-config', secret: { secretName: 's' } }] };
    expect(() => objects({ pod }, { cloudConfigPath: '/etc/cloud.conf' })).toThrow(new Error(
      "volume name 'cloud-config' is used twice on the cloud-controller-manager; give the volume in `pod.volumes` another name",
    ));
  });

  it('fails for a mount of a volume that is not there', () => {
    const pod = { volumes: [{ name: 'a', emptyDir: {} }], volumeMounts: [{ name: 'b', mountPath: '/b' }] };
    expect(() => objects({ pod })).toThrow(new Error(
      "pod.volumeMounts has 'b' at '/b', but pod.volumes has no volume of that name, and the API server refuses such a pod; add the volume",
    ));
  });

  it('has the affinity of the user instead of the control-plane labels, and a Deployment still keeps its pods apart', () => {
    const terms = { nodeSelectorTerms: [{ matchExpressions: [{ key: 'mine', operator: 'Exists' }] }] };
    const nodeAffinity = { requiredDuringSchedulingIgnoredDuringExecution: terms };
    const { affinity, nodeSelector } = spec(
      { workload: CcmWorkload.deployment(), pod: { affinity: { nodeAffinity } } }, { placementLabels: { side: 'new' } },
    );
    expect(nodeSelector).toEqual({ side: 'new' });
    expect(affinity.nodeAffinity).toEqual(nodeAffinity);
    expect(affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution).toHaveLength(1);
    const podAntiAffinity = { preferredDuringSchedulingIgnoredDuringExecution: [] };
    const own = spec({ workload: CcmWorkload.deployment(), pod: { affinity: { podAntiAffinity } } });
    expect(own.affinity).toEqual({ podAntiAffinity });
    expect(own.nodeSelector).toEqual({ 'node-role.kubernetes.io/control-plane': '' });
  });

  it("has Kubernetes' own values as they stand in a manifest, and fields that are newer than the types", () => {
    const strategy = {
      type: 'RollingUpdate', rollingUpdate: { maxSurge: k8s.IntOrString.fromString('25%'), maxUnavailable: k8s.IntOrString.fromNumber(1) },
    };
    const newer = { name: 'image', image: { reference: 'registry.example/x:v1' } } as k8s.Volume;
    const { spec: written } = objects({
      workload: CcmWorkload.deployment({ strategy, minReadySeconds: 5 }),
      pod: { volumes: [newer] },
      security: {
        pod: { runAsNonRoot: true, supplementalGroupsPolicy: 'Strict' } as k8s.PodSecurityContext,
        container: {
          capabilities: { drop: ['ALL'] },
        },
      },
    }).byId.Resource;
    expect(written.strategy).toEqual({ type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: 1 } });
    expect(written.minReadySeconds).toBe(5);
    expect(written.template.spec.volumes).toEqual([{ name: 'image', image: { reference: 'registry.example/x:v1' } }]);
    expect(written.template.spec.securityContext).toEqual({ runAsNonRoot: true, supplementalGroupsPolicy: 'Strict' });
    expect(written.template.spec.containers[0].securityContext).toEqual({ capabilities: { drop: ['ALL'] } });
    const updateStrategy = { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: k8s.IntOrString.fromString('50%') } };
    expect(objects({ workload: CcmWorkload.daemonSet({ updateStrategy }) }).byId.Resource.spec.updateStrategy)
      .toEqual({ type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '50%' } });
  });
});

describe('the files it reads', () => {
  const leaderMigration = CcmLeaderMigration._withConfiguration({ configMapName: 'cm', key: 'k', contentHash: 'abc' });

  it('are a key of a ConfigMap, hashed on the pod, and the cloud config of the node', () => {
    const { spec: { template } } = objects({}, { leaderMigration, cloudConfigPath: '/etc/kubernetes/cloud.conf' }).byId.Resource;
    expect(template.metadata.annotations).toEqual({ ...SAYS_ITS_RELEASE, 'ccm-migration/leader-migration-config-sha256': 'abc' });
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
    const { args, byId: { Resource } } = objects();
    expect(args.join(' ')).not.toContain('leader-migration');
    expect(Resource.spec.template.spec.volumes).toBeUndefined();
    expect(Resource.spec.template.metadata.annotations).toEqual(SAYS_ITS_RELEASE);
  });

  it('are none with the default that is built in', () => {
    const { args, byId: { Resource } } = objects({}, { leaderMigration: CcmLeaderMigration.builtInDefault() });
    expect(args.filter(arg => arg.includes('leader-migration'))).toEqual(['--enable-leader-migration=true']);
    expect(Resource.spec.template.spec.volumes).toBeUndefined();
  });

  it('have no hash on the pod where the content is not known', () => {
    const unknown = CcmLeaderMigration._withConfiguration({ configMapName: 'cm', key: 'k' });
    expect(objects({}, { leaderMigration: unknown }).byId.Resource.spec.template.metadata.annotations).toEqual(SAYS_ITS_RELEASE);
  });
});

describe('a static pod', () => {
  const workload = CcmWorkload.staticPod();
  const leaderMigration = CcmLeaderMigration._withConfiguration({ configMapName: 'cm', key: 'k', contentHash: 'abc' });
  const { staticPod, objects: written } = objects({ workload }, { leaderMigration });
  const pod = staticPod as Json;

  it('has no service account, scheduling or ConfigMap: the API server is not there yet', () => {
    expect(pod.kind).toBe('Pod');
    expect(pod.metadata.annotations).toEqual({ ...SAYS_ITS_RELEASE, 'ccm-migration/leader-migration-config-sha256': 'abc' });
    expect(Object.keys(pod.spec).sort()).toEqual(['containers', 'dnsPolicy', 'hostNetwork', 'priorityClassName', 'securityContext', 'volumes']);
    expect(pod.spec.volumes).toEqual([
      { name: 'kubeconfig', hostPath: { path: '/etc/kubernetes/cloud-controller-manager.conf', type: 'File' } },
      { name: 'leader-migration-config', hostPath: { path: '/etc/leadermigration.conf', type: 'File' } },
    ]);
    expect(pod.spec.containers[0].env).toBeUndefined();
  });

  it('keeps the user of its image: the kubeconfig of its node is for root only', () => {
    expect(pod.spec.securityContext).toEqual({ seccompProfile: { type: 'RuntimeDefault' } });
    expect(pod.spec.containers[0].securityContext).toMatchObject({ readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } });
  });

  it('leaves only roles and bindings to the API server', () => {
    expect(written.map(({ id }) => id))
      .toEqual(['ClusterRole', 'AuthReader', 'ClusterRoleBinding', 'LeaderElectionRole', 'LeaderElectionRoleBinding']);
  });

  it('reads the kubeconfig that the user names, and can use paths of its node', () => {
    const volumes = [{ name: 'a', hostPath: { path: '/a' } }, { name: 'b', emptyDir: {} }];
    const given = objects({ workload: CcmWorkload.staticPod('/etc/ccm.conf'), pod: { volumes } });
    expect(given.args).toEqual(expect.arrayContaining(['--kubeconfig=/etc/ccm.conf', '--authentication-kubeconfig=/etc/ccm.conf']));
    expect((given.staticPod as Json).spec.volumes).toEqual([{ name: 'kubeconfig', hostPath: { path: '/etc/ccm.conf', type: 'File' } }, ...volumes]);
  });

  it.each<[string, CcmRunOptions['pod'], string]>([
    ['a Secret as a volume', { volumes: [{ name: 's', secret: { secretName: 's' } }] }, "volume 's' is an object of the API, which a static pod "
      + 'cannot use'],
    ['a Secret in the environment', { env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } }] },
      "env 'A' is taken from a Secret or ConfigMap, which a static pod cannot use"],
    ['a ConfigMap in the environment', { env: [{ name: 'A', valueFrom: { configMapKeyRef: { name: 's', key: 'k' } } }] },
      "env 'A' is taken from a Secret or ConfigMap, which a static pod cannot use"],
  ])('fails with %s', (_, options, message) => {
    expect(() => objects({ workload, pod: options })).toThrow(message);
  });
});

describe('what it may do', () => {
  it('is its rules, a Role for its main Lease by name, and delegated authentication', () => {
    const { byId } = objects(
      { access: { serviceAccountName: 'me' }, flags: { 'leader-elect-resource-name': 'lock', 'leader-elect-resource-namespace': 'locks' } },
      { namespace: 'ccm' });
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

  it('needs no Role where the rules already allow Leases, and nothing where it is written elsewhere', () => {
    expect(objects({}, {}, true).objects.map(({ id }) => id))
      .toEqual(['ServiceAccount', 'ClusterRole', 'AuthReader', 'ClusterRoleBinding', 'Resource']);
    expect(objects({ access: { rbac: false } }).objects.map(({ id }) => id)).toEqual(['Resource']);
  });

  it('is bound to a ServiceAccount that exists, which is then not written', () => {
    const { byId, subject, objects: all } = objects({ access: { serviceAccount: serviceAccount('theirs', 'kube-system') } });
    expect(all.map(({ id }) => id)).not.toContain('ServiceAccount');
    expect(subject).toEqual({ kind: 'ServiceAccount', name: 'theirs', namespace: 'kube-system' });
    expect(byId.Resource.spec.template.spec.serviceAccountName).toBe('theirs');
    expect(byId.ClusterRoleBinding.subjects).toEqual([{ apiGroup: '', kind: 'ServiceAccount', name: 'theirs', namespace: 'kube-system' }]);
  });

  it.each<[string, () => CcmRunOptions['access'], string]>([
    ['of another namespace', () => ({ serviceAccount: serviceAccount('theirs', 'other') }),
      "access.serviceAccount 'theirs' is in namespace 'other', but the cloud-controller-manager runs in 'kube-system', and a pod can only use one "
        + 'of its own namespace'],
    ['with another name', () => ({ serviceAccount: serviceAccount('theirs', 'kube-system'), serviceAccountName: 'mine' }),
      "access.serviceAccount 'theirs' exists already, so a name or annotations for another one mean nothing; leave one of them out"],
    ['with annotations', () => ({ serviceAccount: serviceAccount('theirs', 'kube-system'), serviceAccountAnnotations: { a: 'b' } }),
      "access.serviceAccount 'theirs' exists already, so a name or annotations for another one mean nothing; leave one of them out"],
  ])('fails for a ServiceAccount %s', (_, access, message) => {
    const given = access();
    expect(() => objects({ access: given })).toThrow(new Error(message));
  });
});
