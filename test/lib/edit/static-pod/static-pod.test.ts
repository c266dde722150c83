import { parseStaticPod, StaticPodComponent } from '../../../../src/lib/edit/static-pod/static-pod';
import { parseImage } from '../../../../src/lib/kubernetes/image';
import { CONTROL_PLANE_NODES, manifest, OLD } from '../../../fixtures/kubeadm';

const file = 'pod.yaml';
const KCM = 'kube-controller-manager';
const NODE = CONTROL_PLANE_NODES[0];
const read = (text: string, component: StaticPodComponent = KCM) => parseStaticPod(text, { file, component });
const pod = (container: string) => `kind: Pod\nspec:\n  containers:\n  - ${container.replace(/\n/g, '\n    ')}\n`;

describe('parseStaticPod', () => {
  it('reads what kubeadm writes', () => {
    const kcm = read(manifest(OLD, NODE, KCM));
    expect(kcm.flags).toHaveLength(20);
    expect(kcm.flag('cloud-provider')).toMatchObject({ value: 'aws', form: 'equals', line: 20 });
    expect(kcm.flagValue('leader-migration-config')).toBeUndefined();
    expect(kcm.image).toEqual({ repository: 'registry.k8s.io/kube-controller-manager', tag: 'v1.26.15' });
    expect(kcm.mountOf('/etc/kubernetes/cloud.conf/')).toMatchObject({ name: 'cloud-config', mountPath: '/etc/kubernetes/cloud.conf' });
    expect(kcm.volume('cloud-config')).toMatchObject({ hostPath: '/etc/kubernetes/cloud.conf' });
  });

  it('finds the path on the node by the innermost mount', () => {
    const text = pod('name: kube-scheduler\nimage: a/b:c\nvolumeMounts: [{name: a, mountPath: /etc/}, {name: b, mountPath: /etc/x}, {name: c, '
      + 'mountPath: /cm}]')
      + '  volumes: [{name: a, hostPath: {path: /host}}, {name: b, hostPath: {path: /opt/x.conf}}, {name: c, configMap: {name: c}}]\n';
    const scheduler = read(text, 'kube-scheduler');
    expect(['/etc/y/z', '/etc/x', '/cm/a', '/var'].map((path) => scheduler.hostPathOf(path)))
      .toEqual(['/host/y/z', '/opt/x.conf', undefined, undefined]);
  });

  it.each<[string, string, StaticPodComponent]>([
    ['a program with a path', 'name: any\nimage: a/b\ncommand: [/usr/local/bin/kube-controller-manager, --v=2]', KCM],
    ['a program behind a runner', 'name: any\nimage: a/b\ncommand: [/go-runner, --log-file=/x, /usr/local/bin/kube-controller-manager, --v=2]', KCM],
    ['the name, where only the image knows the program', 'name: kube-scheduler\nimage: a/b\nargs: [--v=2]', 'kube-scheduler'],
    ['the AWS cloud-controller-manager', 'name: any\nimage: a/b\nargs: [/bin/aws-cloud-controller-manager, --v=2]', 'cloud-controller-manager'],
    ['an anchored flag', 'image: &f --v=2\nname: any\ncommand: [kube-controller-manager, *f]', KCM],
  ])('finds the container by %s', (_, container, component) => {
    expect(read(pod(container), component).flags.map(({ name, value }) => [name, value])).toEqual([['v', '2']]);
  });

  it('reads flags as pflag does', () => {
    const flags = read(pod('image: a/b\ncommand: [kube-controller-manager, --leader-elect, --controllers, "-service,*", --cloud_provider=aws, -v, '
      + '"2", --x=a=b, --y=]')).flags;
    expect(flags.map(({ name, value, form }) => [name, value, form])).toEqual([
      ['leader-elect', 'true', 'bare'], ['controllers', '-service,*', 'separate'], ['cloud-provider', 'aws', 'equals'], ['v', '2', 'separate'],
      ['x', 'a=b', 'equals'], ['y', '', 'equals'],
    ]);
  });

  it('accepts flags that may be repeated', () => {
    const text = pod('image: a/b\ncommand: [kube-apiserver, --service-account-issuer=a, --service-account-issuer=b]');
    expect(read(text, 'kube-apiserver').flags).toHaveLength(2);
  });

  it.each<[string, string, string]>([
    ['another component', manifest(OLD, NODE, 'kube-apiserver'), 'pod.yaml:14:5: expected kube-controller-manager, got kube-apiserver; hand it in '
      + 'as kube-apiserver'],
    ['a container that is none of them', pod('name: etcd\nimage: a/b\ncommand: [etcd]'),
      "pod.yaml:4:5: expected kube-controller-manager, got container 'etcd'; hand in the manifest of kube-controller-manager"],
    ['a Pod without containers', 'kind: Pod\nspec: {}\n',
      'pod.yaml:2:7: expected kube-controller-manager, got no container; hand in the manifest of kube-controller-manager'],
    ['another kind', 'apiVersion: v1\nkind: Deployment\n', 'pod.yaml:2:7: expected a Pod, got kind "Deployment"; hand in the static pod manifest of '
      + 'kube-controller-manager'],
    ['a duplicated flag', pod('image: a/b\ncommand:\n- kube-controller-manager\n- --v=1\nargs:\n- --v=2'), "pod.yaml:9:7: flag '--v' is given "
      + 'twice, on lines 7 and 9; keep one'],
    ['a flag duplicated by an underscore', pod('image: a/b\ncommand: [kube-controller-manager, --a-b=1, --a_b=2]'),
      "pod.yaml:5:49: flag '--a-b' is given twice, on lines 5 and 5; keep one"],
    ['a shell', pod('name: kube-controller-manager\nimage: a/b\ncommand: [/bin/sh, -c, exec kube-controller-manager --v=2]'),
      "pod.yaml:6:15: kube-controller-manager is started by a shell ('/bin/sh'), whose command line is not understood; give the flags as items of "
        + 'command or args'],
    ['a number among the flags', pod('image: a/b\ncommand: [kube-controller-manager, --v, 2]'), 'pod.yaml:5:45: command[2] is 2, expected a string; '
      + 'put it in quotes'],
    ['no image', pod('command: [kube-controller-manager]'), 'pod.yaml:4:5: image is null, expected a string'],
    ['a list that is none', pod('image: a/b\ncommand: kube-controller-manager'),
      'pod.yaml:5:14: spec.containers.0.command is "kube-controller-manager", expected a list; write [] for an empty one, or leave its key out'],
    ['text that is not YAML', 'kind: Pod\nspec:\n  a: b: c\n', 'pod.yaml:3:6: not valid YAML: nested mappings are not allowed in compact mappings; '
      + 'correct the text at this place'],
    ['a key given twice', 'kind: Pod\nspec: {}\nkind: Pod\n', 'pod.yaml:3:1: key kind is given twice; keep one of the two'],
    ['two documents', 'kind: Pod\n---\nkind: Pod\n', 'pod.yaml:3:1: expected one YAML document, got 2; hand in one file per document'],
    ['an empty file', '# nothing\n', 'pod.yaml:1:1: the file is empty; expected a YAML document'],
  ])('fails for %s', (_, text, message) => {
    expect(() => read(text)).toThrow(new Error(message));
  });
});

describe('parseImage', () => {
  it.each([
    ['a/b:v1', { repository: 'a/b', tag: 'v1' }],
    ['localhost:5000/b', { repository: 'localhost:5000/b' }],
    ['localhost:5000/b:v1@sha256:00', { repository: 'localhost:5000/b', tag: 'v1', digest: 'sha256:00' }],
  ])('reads %s', (reference, image) => {
    expect(parseImage(reference)).toEqual(image);
  });
});
