import { BESIDE } from './odd-shapes';
import { check, Files, KCM_26, node } from '../rules/input';

/**
 * What a kind or a program is called excuses nothing that it does. Each input lies beside a cluster that is safe, and must leave it so, or be unknown
 * or broken.
 */
const OLD_POD = node({ kcm: KCM_26, mounts: [] })['etc/kubernetes/manifests/kube-controller-manager.yaml'];
const KCM_IMAGE = 'registry.k8s.io/kube-controller-manager:v1.26.15';
const CONTAINER = { name: 'c', image: KCM_IMAGE, command: ['/run', '--cloud-provider=aws'] };

const object = (apiVersion: string, kind: string, rest: object): Files =>
  ({ 'x.yaml': `${JSON.stringify({ apiVersion, kind, metadata: { name: 'x', namespace: 'x' }, ...rest })}\n` });
const pod = (container: object, list = 'containers') => ({
  spec: { containers: [{ name: 'main', image: 'example.com/x:1' }].slice(list === 'containers' ? 1 : 0), [list]: [{ name: 'c', ...container }] },
});
const job = (container: object, list?: string) => object('batch/v1', 'Job', { spec: { template: pod(container, list) } });
const cronJob = (container: object) =>
  object('batch/v1', 'CronJob', { spec: { schedule: '0 0 * * *', jobTemplate: { spec: { template: pod(container) } } } });
const workload = (kind: string, container: object) => object('apps/v1', kind, { spec: { template: pod(container) } });
const kubectl = (...args: string[]) => cronJob({ image: 'bitnami/kubectl:1.27', args });
const shell = (script: string) => job({ image: 'alpine/k8s:1.27.3', command: ['/bin/sh', '-ec', script] });
const unit = (name: string, service: string, files: Files = {}): Files => ({
  [`nodes/old/etc/systemd/system/${name}`]: `[Service]\n${service}\n`,
  ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`nodes/old/${path}`, text])),
});

const verdictsOf = (files: Files) => {
  const { exclusivity, liveness } = check({ in: { ...BESIDE, ...files } });
  return [exclusivity.verdict, liveness.verdict];
};

describe('kinds of the name of an inert one, in other groups', () => {
  it.each<[string, Files]>([
    ['a Policy of Open Cluster Management', object('policy.open-cluster-management.io/v1', 'Policy', {
      spec: { 'policy-templates': [{ objectDefinition: { kind: 'ConfigurationPolicy', spec: { template: { containers: [CONTAINER] } } } }] },
    })],
    ['a Config with containers', object('samples.example.com/v1', 'Config', { spec: { containers: [CONTAINER] } })],
    ['a Service of Knative', object('serving.knative.dev/v1', 'Service', { spec: { template: { spec: { containers: [CONTAINER] } } } })],
    ['a Node with a script',
      object('infra.example.com/v1', 'Node', { spec: { userData: '#!/bin/sh\nkube-controller-manager --cloud-provider=aws\n' } })],
    ['a Role of an installer', object('deploy.example.com/v1', 'Role', { spec: { run: `docker run ${KCM_IMAGE} --x` } })],
  ])('%s may run one', (_, files) => expect(verdictsOf(files)).not.toContain('holds'));

  it.each<[string, Files]>([
    ['a Policy of audits', object('audit.k8s.io/v1', 'Policy', { rules: [{ level: 'None', users: ['kube-controller-manager --x'] }] })],
    ['a ServiceMonitor', object('monitoring.coreos.com/v1', 'ServiceMonitor', { spec: { jobLabel: 'kube-controller-manager' } })],
    ['a report about images',
      object('aquasecurity.github.io/v1alpha1', 'VulnerabilityReport', { report: { artifact: { tag: `run ${KCM_IMAGE}` } } })],
  ])('%s runs none', (_, files) => expect(verdictsOf(files)).toEqual(['holds', 'holds']));
});

describe('tools that are told to start or change one', () => {
  it.each<[string, Files]>([
    ['kubectl run in a Job', shell(`kubectl run kcm --image=${KCM_IMAGE} -- --cloud-provider=aws`)],
    ['kubectl apply of a whole manifest', shell(`kubectl apply -f - <<E\n${OLD_POD}E\n`)],
    ['kubectl apply in an init container', job({ image: 'alpine/k8s:1', command: ['sh', '-c', `cat <<E | kubectl apply -f -\n${OLD_POD}E\n`] },
      'initContainers')],
    ['kubectl patch of a flag', shell('kubectl -n kube-system patch ds aws-cloud-controller-manager --type=json -p '
      + '\'[{"op":"add","path":"/spec/template/spec/containers/0/args/-","value":"--leader-elect=false"}]\'')],
    ['kubectl patch of a flag of what a variable names', shell('kubectl patch $TARGET -p "{... --leader-elect=false ...}"')],
    ['kubectl set image', kubectl('-n', 'kube-system', 'set', 'image', 'ds/aws-cloud-controller-manager', '*=example.com/x:v1')],
    ['kubectl set env over several lines', shell('kubectl -n kube-system \\\n  set env \\\n  ds/aws-cloud-controller-manager A=b')],
    ['kubectl delete by a CronJob', kubectl('-n', 'kube-system', 'delete', 'ds', 'aws-cloud-controller-manager')],
    ['kubectl scale by a CronJob', kubectl('scale', 'deploy/openstack-cloud-controller-manager', '--replicas=0')],
    ['kubectl rollout undo', shell('kubectl get pods; kubectl -n kube-system rollout undo ds/aws-cloud-controller-manager')],
    ['kubectl apply behind a command that looks', shell('kubectl get ds aws-cloud-controller-manager || kubectl apply -f /m/aws-ccm.yaml')],
    ['oc delete', shell('oc delete daemonset/aws-cloud-controller-manager')],
    ['helm upgrade of the chart', shell('helm upgrade --install ccm aws-ccm/aws-cloud-controller-manager -n kube-system')],
    ['helm by the image of that name', job({ image: 'docker.io/alpine/helm:3.14', args: ['upgrade', '--install', 'aws-ccm', '/charts/x'] })],
    ['helm uninstall', shell('helm uninstall -n kube-system aws-cloud-controller-manager')],
    ['a program that another one prints', shell('exec $(echo kube-controller-manager) --cloud-provider=aws')],
    ['a program that another one finds', shell('"$(command -v kcm)" --cloud-provider=aws --kubeconfig=/x')],
    ['a program that another one prints, in old words', shell('`echo kcm` --cloud-provider=aws --kubeconfig=/x')],
    ['a program behind one that looks', shell('kubectl -n kube-system logs x; exec kube-controller-manager --cloud-provider=aws')],
    ['a script on a node that stops it', {
      'nodes/old/usr/local/bin/x.sh': '#!/bin/sh\nsystemctl disable --now kube-controller-manager\n',
      'nodes/old/etc/hosts': '',
    }],
    ['user data that edits a static pod', {
      'user-data': '#cloud-config\nruncmd:\n'
      + '- sed -i s/a/b/ /etc/kubernetes/manifests/kube-controller-manager.yaml\n',
    }],
    ['user data that fetches a static pod', { 'user-data': '#!/bin/sh\ncurl -fsSL https://example.com/p -o /etc/kubernetes/manifests/p.yaml\n' }],
    ['a Job that moves a static pod away', shell('mv /host/etc/kubernetes/manifests/kube-controller-manager.yaml /tmp')],
  ])('%s may change what runs', (_, files) => expect(verdictsOf(files)).not.toEqual(['holds', 'holds']));

  it.each<[string, Files]>([
    ['kubectl logs', shell('kubectl -n kube-system logs -l k8s-app=aws-cloud-controller-manager --tail 5')],
    ['kubectl logs of the kube-controller-manager', shell('kubectl -n kube-system logs kube-controller-manager --tail 5')],
    ['kubectl get by the image of that name', kubectl('get', 'ds', 'aws-cloud-controller-manager', '-o', 'yaml')],
    ['kubectl rollout status and restart', shell('kubectl rollout restart ds/aws-cloud-controller-manager\n'
      + 'kubectl rollout status ds/aws-cloud-controller-manager --timeout=5m')],
    ['kubectl delete of its pods', shell('kubectl delete pods -l k8s-app=aws-cloud-controller-manager')],
    ['kubectl create of its account', shell('kubectl create serviceaccount cloud-controller-manager -n kube-system')],
    ['kubectl scale of something else', kubectl('scale', 'deploy/capa-controller-manager', '--replicas=0')],
    ['helm upgrade of something else', shell('helm upgrade --install ingress ingress-nginx/ingress-nginx')],
    ['a cluster-autoscaler', job({
      image: 'registry.k8s.io/autoscaling/cluster-autoscaler:v1.27.3',
      command: ['./cluster-autoscaler', '--cloud-provider=aws', '--leader-elect=true'],
    })],
    ['a script that reads static pods', { 'check.sh': '#!/bin/sh\nif grep -q x /etc/kubernetes/manifests/kube-apiserver.yaml; then ls; fi\n' }],
    ['a script that writes the pod of kube-vip', {
      'vip.sh': 'ctr run --rm ghcr.io/kube-vip/kube-vip:v0.6 vip /kube-vip manifest pod | '
      + 'tee /etc/kubernetes/manifests/kube-vip.yaml\n',
    }],
    ['a setting that names the folder', { 'settings.yaml': 'staticPodPath: /etc/kubernetes/manifests\n' }],
  ])('%s changes none', (_, files) => expect(verdictsOf(files)).toEqual(['holds', 'holds']));
});

describe('distributions by their image, and units whose program is not spelled out', () => {
  it.each<[string, Files]>([
    ['the image of k3s with args', workload('StatefulSet', { image: 'rancher/k3s:v1.27.3-k3s1', args: ['server'] })],
    ['the image of k0s with nothing', workload('StatefulSet', { image: 'docker.io/k0sproject/k0s:v1.27.3-k0s.0' })],
    ['the image of k3s in Docker Compose', { 'docker-compose.yml': 'services:\n  s:\n    image: rancher/k3s:v1.27.3-k3s1\n    command: server\n' }],
    ['k3s with a role by a variable', unit('k3s.service', 'EnvironmentFile=/etc/k3s.env\nExecStart=/usr/local/bin/k3s $ROLE')],
    ['k3s with a role by a variable that says server', unit('n.service', 'Environment=ROLE=server\nExecStart=/usr/local/bin/k3s ${ROLE}')],
    ['rke2 with a role by a variable', unit('node.service', 'EnvironmentFile=/etc/x\nExecStart=rke2 ${ROLE}')],
    ['a template of units', unit('kube@.service', 'ExecStart=/usr/local/bin/%i --config=/etc/kube/%i.yaml')],
    ['a template of units that has a part of the name', unit('kube@.service', 'ExecStart=/usr/local/bin/kube-%i $ARGS')],
    ['a shell that starts it', unit('cp.service', 'ExecStart=/bin/sh -c "exec /opt/bin/kube-controller-manager $ARGS"')],
    ['a shell that starts what a variable names',
      unit('cp.service', 'EnvironmentFile=/etc/cp.env\nExecStart=/bin/sh -c "exec /opt/bin/${COMPONENT} x"')],
  ])('%s may run one', (_, files) => expect(verdictsOf(files)).not.toContain('holds'));

  it.each<[string, Files]>([
    ['the image of k3s as an agent', workload('DaemonSet', { image: 'rancher/k3s:v1.27.3-k3s1', args: ['agent'] })],
    ['an agent of k3s in Docker Compose', {
      'docker-compose.yml': 'services:\n  a:\n    image: rancher/k3s:v1.27.3-k3s1\n    '
      + 'command: agent --server https://server:6443\n',
    }],
    ['k3s with a role by a variable that says agent', unit('k3s.service', 'Environment=ROLE=agent\nExecStart=/usr/local/bin/k3s $ROLE')],
    ['k3s with a role of a file that says agent', unit('k3s.service', 'EnvironmentFile=/etc/k3s.env\nExecStart=/usr/local/bin/k3s $ROLE',
      { 'etc/k3s.env': 'ROLE=agent\n' })],
    ['a template of units of something else', unit('getty@.service', 'ExecStart=-/sbin/agetty --noclear %I $TERM')],
    ['a template of units with another prefix', unit('mount@.service', 'ExecStart=/usr/lib/mounts/mount-%i.sh')],
    ['a shell that does something else', unit('x.service', 'ExecStart=/bin/sh -c "sysctl -w vm.max_map_count=262144"')],
  ])('%s runs none', (_, files) => expect(verdictsOf(files)).toEqual(['holds', 'holds']));
});

describe('custom resources that name a chart', () => {
  it.each<[string, Files]>([
    ['a ClusterProfile of Sveltos', object('config.projectsveltos.io/v1beta1', 'ClusterProfile', {
      spec: { helmCharts: [{ chartName: 'aws-ccm/aws-cloud-controller-manager', chartVersion: '0.0.8' }] },
    })],
    ['an Application of KubeVela', object('core.oam.dev/v1beta1', 'Application', {
      spec: { components: [{ type: 'helm', properties: { chart: 'vsphere-cpi', repoType: 'helm' } }] },
    })],
    ['an address of OCI with a version', object('deploy.example.com/v1', 'Stack', {
      spec: { sources: ['oci://registry.example.com/charts/aws-cloud-controller-manager:0.0.8'] },
    })],
    ['an image with a digest', object('apps.example.com/v1', 'Thing', {
      image: `registry.k8s.io/provider-aws/cloud-controller-manager@sha256:${'a'.repeat(64)}`,
    })],
    ['an address of a repository',
      object('deploy.example.com/v1', 'Stack', { spec: { repo: 'https://github.com/kubernetes/cloud-provider-aws.git' } })],
    ['a name alone', { 'x.yaml': 'apiVersion: addons.example.com/v1\nkind: Addon\nmetadata: {name: aws-ccm}\n' }],
    ['a kind of that name', object('platform.example.com/v1', 'CloudControllerManager', { spec: { provider: 'aws' } })],
    ['a Cluster of k0sctl', object('k0sctl.k0sproject.io/v1beta1', 'Cluster', { spec: { hosts: [{ role: 'controller' }] } })],
    ['a Cluster of EKS Anywhere', object('anywhere.eks.amazonaws.com/v1alpha1', 'Cluster', { spec: { kubernetesVersion: '1.26' } })],
    ['a Config of KubeKey', object('kubekey.kubesphere.io/v1', 'Config', { spec: { kubernetes: { kube_version: 'v1.28.15' } } })],
    ['an Inventory of KubeKey', object('kubekey.kubesphere.io/v1', 'Inventory', { spec: { hosts: {} } })],
    ['a ClusterOperation of Kubean', object('kubean.io/v1alpha1', 'ClusterOperation', { spec: { cluster: 'a', action: 'upgrade-cluster.yml' } })],
    ['a cluster of KubeClipper', object('core.kubeclipper.io/v1', 'cluster', { masters: [] })],
    ['a Cluster of sealos', object('apps.sealos.io/v1beta1', 'Cluster', { spec: { hosts: [] } })],
    ['a Cluster of sealer', object('sealer.io/v2', 'Cluster', { spec: { image: 'kubernetes:v1.26' } })],
    ['a Cluster of KubeKey', object('kubekey.kubesphere.io/v1alpha2', 'Cluster', { spec: { roleGroups: { 'control-plane': ['cp2'] } } })],
  ])('%s may install one', (_, files) => expect(verdictsOf(files)).not.toContain('holds'));

  it.each<[string, Files]>([
    ['a ClusterProfile of Sveltos for something else', object('config.projectsveltos.io/v1beta1', 'ClusterProfile', {
      spec: { helmCharts: [{ chartName: 'kyverno/kyverno', releaseName: 'capi-controller-manager' }] },
    })],
    ['a policy that leaves it alone', object('kyverno.io/v1', 'PolicyException', { spec: { match: { names: ['aws-cloud-controller-manager'] } } })],
    ['a role in the cloud', object('iam.services.k8s.aws/v1alpha1', 'Role', { spec: { name: 'aws-cloud-controller-manager' } })],
    ['an autoscaler of its pods', object('autoscaling.k8s.io/v1', 'VerticalPodAutoscaler', {
      spec: { targetRef: { kind: 'DaemonSet', name: 'aws-cloud-controller-manager' } },
    })],
    ['a status that names it', object('pkg.crossplane.io/v1', 'Provider', { spec: {}, status: { chart: 'aws-cloud-controller-manager' } })],
  ])('%s installs none', (_, files) => expect(verdictsOf(files)).toEqual(['holds', 'holds']));
});
