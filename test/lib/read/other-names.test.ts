import { BESIDE } from './odd-shapes';
import { check, Files } from '../rules/input';

/** What a controller manager is called here is neither its upstream name nor nothing: each input lies beside a cluster that is safe. */
const verdictsOf = (files: Files) => {
  const { exclusivity, liveness } = check({ in: { ...BESIDE, ...files } });
  return [exclusivity.verdict, liveness.verdict];
};
const deployment = (container: object, name = 'other') => ({
  'x.yaml': `${JSON.stringify({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: 'kube-system' },
    spec: { selector: {}, template: { metadata: {}, spec: { hostNetwork: true, containers: [{ name: 'c', ...container }] } } },
  })}\n`,
});
const program = (path: string, ...flags: string[]) => deployment({ image: 'r.example.com/base:1.26', command: [path, ...flags] });
const image = (name: string, ...args: string[]) => deployment({ image: `r.example.com/${name}`, args });
const unit = (name: string, start: string): Files => ({ [`nodes/old/etc/systemd/system/${name}`]: `[Service]\nExecStart=${start}\n` });
const script = (text: string): Files => ({ 'nodes/old/etc/rc.local': `#!/bin/sh\n${text}\n` });
const CLOUD = ['--cloud-provider=aws', '--kubeconfig=/k/conf'];

describe('a controller manager by another name', () => {
  it.each<[string, Files]>([
    ['a binary of a release', program('/opt/bin/kube-controller-manager-v1.26.15', ...CLOUD)],
    ['a binary of a release without a flag', program('/opt/bin/kube-controller-manager_1.26')],
    ['a wrapper around it', program('/opt/kube-controller-manager-wrapper')],
    ['a binary of a cloud-controller-manager', program('/opt/aws-cloud-controller-manager.v1.27')],
    ['a short name', program('/opt/kcm', ...CLOUD)],
    ['a program that only its flags tell', program('/opt/run', '--configure-cloud-routes=false', '--cloud-provider=aws')],
    ['a program with the flag of a cloud', program('/opt/run', '--cloud-provider', 'aws', '--v=2')],
    ['an image of a release', image('kube-controller-manager-v1.26.15:prod', ...CLOUD)],
    ['an image of a repository', image('mirror/cloud-provider-aws:v1.26.3')],
    ['an image that only its flags tell', image('controllers:v1.26.15', '--cloud-provider=aws', '--leader-elect=false')],
    ['the unit of a snap', unit('snap.kube-controller-manager.daemon.service', '/usr/bin/snap run kube-controller-manager.daemon')],
    ['a program of a snap', unit('kcm.service', '/snap/bin/kube-controller-manager.daemon')],
    ['the folder of a snap', unit('kcm.service', '/snap/kube-controller-manager/current/kube-controller-manager --cloud-provider=aws')],
    ['arguments of a snap', { 'nodes/old/var/snap/kube-controller-manager/current/args': '--kubeconfig="/root/cdk/kubeconfig"\n' }],
    ['a unit with a binary of a release', unit('old.service', '/opt/bin/kube-controller-manager-v1.26.15 --cloud-provider=aws')],
    ['a unit that only its flags tell', unit('old.service', '/opt/bin/controllers --cloud-provider=aws --use-service-account-credentials')],
    ['a script with a binary of a release', script('/opt/bin/kube-controller-manager-v1.26.15 --v=2 &')],
    ['a script with a name that a variable may have', script('"${KCM:-kube-controller-manager-v1.26}" --v=2 &')],
    ['a script that only its flags tell', script('exec /opt/kcm --cloud-provider=aws \\\n  --kubeconfig=/k "$@"')],
    ['a script that sets the flags', script('set -- --cloud-provider=aws --kubeconfig=/k\nexec "$PROGRAM" "$@"')],
    ['a script in a ConfigMap', {
      'x.yaml': `${JSON.stringify({
        apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, data: { run: 'exec /opt/bin/kube-controller-manager-v1.26.15 "$@"\n' },
      })}\n`,
    }],
  ])('is not known: %s', (_, files) => expect(verdictsOf(files)).toEqual(['unknown', 'unknown']));

  it.each<[string, Files]>([
    ['kcm', image('k8s/kcm:v1.26.15', ...CLOUD, '--controllers=service,route')],
    ['aws-ccm', image('aws-ccm:v1.26.3', '--cloud-provider=aws', '--v=2')],
    ['cloud-provider-aws', image('k8s/cloud-provider-aws:v1.26.3', '--cloud-provider=aws')],
  ])('is one where its flags agree, with the release of its tag: %s', (_, files) => expect(verdictsOf(files)).toContain('broken'));

  it.each<[string, Files]>([
    ['an operator of one', image('kube-controller-manager-operator:v1.2', '--leader-elect')],
    ['an exporter of its metrics', image('kcm-exporter:v1.2.3', '--port=80')],
    ['a proxy for its metrics', program('/bin/kube-controller-manager-proxy', '--port=80')],
    ['a shop of that short name', image('shop/ccm:1.2.3', '--port=80')],
    ['a controller of another kind', image('team/controller-manager:v1.2.3', '--leader-elect', '--metrics-bind-address=:8080')],
    ['an autoscaler', image('autoscaler-fork:v1.26.1', '--cloud-provider=aws', '--nodes=1:3:asg')],
    ['a cluster-autoscaler', program('./cluster-autoscaler', '--cloud-provider=aws', '--v=4')],
    ['a kubelet in a pod', program('/usr/bin/kubelet', '--cloud-provider=aws', '--kubeconfig=/k')],
    ['a credential provider', unit('p.service', '/usr/bin/ecr-credential-provider --v=2')],
    ['a snap of a client', unit('snap.kubectl.service', '/usr/bin/snap run kubectl.proxy')],
    ['a script that starts a kubelet', script('exec /usr/bin/kubelet --cloud-provider=external --v=2')],
    ['a script that reads logs of a snap', script('journalctl -u snap.kube-controller-manager.daemon')],
  ])('leaves it safe: %s', (_, files) => expect(verdictsOf(files)).toEqual(['holds', 'holds']));
});
