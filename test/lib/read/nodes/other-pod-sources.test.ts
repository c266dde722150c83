import { ccm, check, Files, KCM_26, KCM_27, node } from '../../rules/input';

const KCM_FILE = 'etc/kubernetes/manifests/kube-controller-manager.yaml';
const MANIFESTS = '/etc/kubernetes/manifests';
const UNIT = 'etc/systemd/system/kubelet.service';
const DROP_IN = 'etc/systemd/system/kubelet.service.d/50.conf';
/** A kubelet with the flags of kubeadm, whose static pods are those of the usual folder. */
const NODE = {
  ...node({ version: '1.27.16', kcm: KCM_27 }),
  [UNIT]: '[Service]\nExecStart=/usr/bin/kubelet --cloud-provider=external --config=/var/lib/kubelet/config.yaml $KUBELET_EXTRA_ARGS\n',
  'var/lib/kubelet/config.yaml': `apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nstaticPodPath: ${MANIFESTS}\n`,
};
const POD = { 'srv/pods/kcm.yaml': node({ kcm: KCM_26 })[KCM_FILE] };
const WEB = 'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: web, image: nginx:1}]}\n';
const kubelet = (folder: string) => `apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nstaticPodPath: ${folder}\n`;

function exclusivityWith(files: Files, more: Record<string, Files> = {}): string {
  return check({ cp: { ...NODE, ...files }, ...more, dist: ccm({}) }).exclusivity.verdict;
}

/** In each of them a kubelet may take the pods of another folder, or others from the usual one. The pods of that folder may not be in the input. */
describe.each<[string, Files]>([['with the pod', POD], ['without it', {}]])('what may give a kubelet other static pods, %s', (_, pod) => {
  it.each<[string, Files]>([
    ['the environment of all services', {
      'etc/systemd/system.conf.d/1.conf':
      '[Manager]\nDefaultEnvironment="KUBELET_EXTRA_ARGS=--pod-manifest-path=/srv/pods"\n',
      'srv/pods/kcm.yaml': POD['srv/pods/kcm.yaml'],
    }],
    ['a folder bound on it', { [DROP_IN]: `[Service]\nBindPaths=/srv/pods:${MANIFESTS}\n` }],
    ['a folder bound above it', { [DROP_IN]: '[Service]\nBindReadOnlyPaths=-/srv/k8s:/etc/kubernetes:rbind\n' }],
    ['another root', { [DROP_IN]: '[Service]\nRootDirectory=/srv/root\n' }],
    ['nothing in it', { [DROP_IN]: `[Service]\nTemporaryFileSystem=${MANIFESTS}\n` }],
    ['a mount of fstab with tabs', { 'etc/fstab': `/srv/pods\t${MANIFESTS}\tnone\tbind\t0 0\n` }],
    ['a mount of fstab on one file', { 'etc/fstab': `/srv/pods/kcm.yaml ${MANIFESTS}/x.yaml none bind 0 0\n` }],
    ['an overlay', {
      'etc/systemd/system/etc-kubernetes-manifests.mount':
      `[Mount]\nWhat=overlay\nWhere=${MANIFESTS}\nType=overlay\nOptions=lowerdir=/srv/pods:/srv/base\n`,
    }],
    ['a share', { 'etc/systemd/system/etc-kubernetes.mount': '[Mount]\nWhat=nfs.corp:/pods\nWhere=/etc/kubernetes\nType=nfs\n' }],
    ['OpenRC', { 'etc/conf.d/kubelet': 'KUBELET_ARGS="--pod-manifest-path=\'/srv/pods\'"\n' }],
    ['OpenRC with a configuration that is not there', { 'etc/conf.d/kubelet': 'command_args="--config=/opt/own.yaml"\n' }],
    ['runit', { 'etc/sv/kubelet/run': '#!/bin/sh\nexec kubelet --pod-manifest-path /srv/pods\n' }],
    ['another start', {
      'etc/node/kubelet.yaml': kubelet('"/srv/pods"'),
      'etc/systemd/system/agent.service':
      '[Service]\nExecStart=/usr/local/bin/start-node --kubelet-config /etc/node/kubelet.yaml\n',
    }],
    ['an address of another start', { 'opt/start.sh': '#!/bin/sh\nexec /opt/kubelet --manifest-url=http://boot.corp/pods\n' }],
    ['mount in a script', { 'opt/start.sh': `#!/bin/sh\nmount --bind /srv/pods ${MANIFESTS}\n` }],
    ['a command before it', { [DROP_IN]: `[Service]\nExecStartPre=/bin/sh -c 'cp /srv/pods/*.yaml ${MANIFESTS}/'\n` }],
    ['a list of folders', { 'opt/x.sh': `#!/bin/bash\nDIRS=(${MANIFESTS} /tmp)\nfor d in "\${DIRS[@]}"; do cp /srv/x.yaml "$d"; done\n` }],
    ['a function', { 'opt/x.sh': `#!/bin/sh\nput() {\n  cp $1/*.yaml $2\n}\nput /srv/pods ${MANIFESTS}\n` }],
  ])('%s', (__, files) => expect(exclusivityWith({ ...pod, ...files })).not.toBe('holds'));
});

it.each<[string, string]>([
  ['quotes', 'install "$f" "/srv/pods"'], ['a colon', 'x:/srv/pods:y'], ['a tab', 'a\t/srv/pods\tb'], ['a comma', 'a,/srv/pods,b'],
  ['an equals sign', 'DIR=/srv/pods'], ['a bracket', '["/srv/pods"]'], ['the end', 'x /srv/pods'], ['a variable', 'S=/srv\nls $S/pods'],
])('a folder of a pod is named between %s', (_, text) => expect(exclusivityWith({ ...POD, 'opt/x.conf': text })).toBe('unknown'));

it.each<[string, Files]>([
  ['names that it is a part of', { ...POD, 'opt/x.conf': 'a /mnt/srv/pods /srv/pods-old /srv/pods.d\n' }],
  ['the default environment of a setting that decides nothing', { 'etc/systemd/system.conf': '[Manager]\nDefaultEnvironment=LANG=C\n' }],
  ['a default environment that is emptied', {
    'etc/systemd/system.conf': '[Manager]\nDefaultEnvironment=KUBELET_EXTRA_ARGS=--pod-manifest-path=/x\n',
    'etc/systemd/system.conf.d/1.conf': '[Manager]\nDefaultEnvironment=\n',
  }],
  ['a mount of another folder', { 'etc/fstab': '/dev/sda1 / ext4 defaults 0 1\n/srv/a /srv/b none bind 0 0\n' }],
  ['a device', { 'etc/fstab': 'UUID=1 /etc/kubernetes ext4 defaults 0 2\n' }],
  ['a bound folder of its own', { [DROP_IN]: '[Service]\nBindPaths=/srv/kubelet:/var/lib/kubelet/plugins\n' }],
  ['OpenRC with the usual folders', {
    'etc/conf.d/kubelet': `command_args="--config=/var/lib/kubelet/config.yaml --pod-manifest-path=${MANIFESTS}"\n`,
  }],
  ['a folder in a comment', { 'opt/start.sh': '#!/bin/sh\n# kubelet --pod-manifest-path=/srv/pods\ntrue\n' }],
  ['a copy of its configuration', { 'var/lib/kubelet/config.yaml.bak': kubelet('/srv/pods') }],
  ['a script that copies the kubeconfig', { 'opt/x.sh': '#!/bin/sh\nmkdir -p $HOME/.kube\ncp /etc/kubernetes/admin.conf "$HOME/.kube/config"\n' }],
  ['a script that writes a report', { 'opt/x.sh': `#!/bin/sh\nls ${MANIFESTS}\ndate > "$REPORT"\n` }],
  ['another pod', { 'srv/pods/web.yaml': WEB, 'etc/conf.d/x': 'DIR="/srv/pods"\n' }],
])('leaves its static pods as they are: %s', (_, files) => expect(exclusivityWith(files)).toBe('holds'));

it.each<[string, string, string]>([
  ['an address', `staticPodPath: ${MANIFESTS}\nstaticPodURL: http://boot.corp/pods\n`, 'unknown'],
  ['no folder', '', 'holds'],
])('takes pods on a worker from %s', (_, text, expected) => expect(exclusivityWith({}, {
  'nodes/worker/w1': {
    [UNIT]: '[Service]\nExecStart=/usr/bin/kubelet --cloud-provider=external --config=/var/lib/kubelet/config.yaml\n',
    'var/lib/kubelet/config.yaml': `apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n${text}`,
  },
})).toBe(expected));
