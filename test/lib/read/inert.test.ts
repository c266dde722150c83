import { BESIDE } from './odd-shapes';
import { check, Files } from '../rules/input';

/** What names a controller manager beside a cluster that is safe: it starts none, or it may. */
const verdictsOf = (files: Files) => {
  const { exclusivity, liveness } = check({ in: { ...BESIDE, ...files } });
  return [exclusivity.verdict, liveness.verdict];
};
const object = (apiVersion: string, kind: string, spec: object, name = 'aws-cloud-controller-manager'): Files =>
  ({ 'x.yaml': `${JSON.stringify({ apiVersion, kind, metadata: { name, namespace: 'x' }, spec })}\n` });
const onNode = (path: string, text: string): Files => ({ [`nodes/new/${path}`]: text });
const script = (...lines: readonly string[]): Files => onNode('usr/local/bin/x.sh', `#!/bin/sh\n${lines.join('\n')}\n`);
const KCM = 'kube-controller-manager';
const MANIFESTS = '/etc/kubernetes/manifests';

describe('objects that name one', () => {
  it.each<[string, Files]>([
    ['a GitRepository', object('source.toolkit.fluxcd.io/v1', 'GitRepository', { url: 'https://github.com/kubernetes/cloud-provider-aws' })],
    ['an OCIRepository', object('source.toolkit.fluxcd.io/v1beta2', 'OCIRepository', { url: 'oci://registry.corp/charts/aws-ccm' })],
    ['an ImagePolicy', object('image.toolkit.fluxcd.io/v1', 'ImagePolicy', { imageRepositoryRef: { name: 'aws-ccm' } })],
    ['a Receiver', object('notification.toolkit.fluxcd.io/v1', 'Receiver', { resources: [{ kind: 'HelmRepository', name: 'aws-ccm' }] })],
    ['a Backup', object('velero.io/v1', 'Backup', { labelSelector: { matchLabels: { app: 'aws-cloud-controller-manager' } } })],
    ['a Component of a catalogue', object('backstage.io/v1alpha1', 'Component', { type: 'service', owner: 'platform' })],
    ['a SealedSecret', object('bitnami.com/v1alpha1', 'SealedSecret', { encryptedData: { token: 'AgBy' } })],
    ['an ImageTagMirrorSet', object('config.openshift.io/v1', 'ImageTagMirrorSet', { imageTagMirrors: [{ mirrors: ['x/aws-ccm'], source: 'y' }] })],
    ['an ImagePullJob', object('apps.kruise.io/v1alpha1', 'ImagePullJob', { image: 'x/aws-cloud-controller-manager:v1' })],
    ['a repository of images', object('ecr.aws.upbound.io/v1beta1', 'Repository', { forProvider: { region: 'eu-west-1' } })],
    ['a PodIdentityAssociation', object('eks.services.k8s.aws/v1alpha1', 'PodIdentityAssociation', { serviceAccount: 'cloud-controller-manager' })],
  ])('%s starts none', (_, files) => expect(verdictsOf(files)).toEqual(['holds', 'holds']));

  it.each<[string, Files]>([
    ['a HelmRelease', object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', { chart: { spec: { chart: 'aws-cloud-controller-manager' } } })],
    ['an ImageUpdateAutomation', object('image.toolkit.fluxcd.io/v1', 'ImageUpdateAutomation', { update: { path: './apps/aws-ccm' } }, 'x')],
    ['an Application', object('argoproj.io/v1alpha1', 'Application', { source: { path: 'apps/aws-ccm' } }, 'x')],
    ['a Restore', object('velero.io/v1', 'Restore', { includedResources: ['daemonsets'], backupName: 'aws-ccm' }, 'x')],
    ['a Backup that runs a command', object('velero.io/v1', 'Backup', {
      hooks: { resources: [{ name: 'x', pre: [{ exec: { command: ['sh', '-c', 'kubectl delete ds aws-cloud-controller-manager'] } }] }] },
    })],
    ['a Component of another group', object('core.example.com/v1', 'Component', { type: 'service' })],
    ['a Template of the catalogue', object('scaffolder.backstage.io/v1beta3', 'Template', { steps: [] })],
    ['a SidecarSet beside images that are pulled', object('apps.kruise.io/v1alpha1', 'BroadcastJob', { name: 'aws-ccm' })],
  ])('%s may start or change one', (_, files) => expect(verdictsOf(files)).not.toEqual(['holds', 'holds']));
});

describe('files of a node that name one', () => {
  it.each<[string, Files]>([
    ['a profile of AppArmor', onNode(`etc/apparmor.d/usr.local.bin.${KCM}`, `/usr/local/bin/${KCM} flags=(complain) {\n  /etc/** r,\n}\n`)],
    ['contexts of SELinux', onNode('etc/selinux/targeted/contexts/files/file_contexts.local', `/usr/bin/${KCM} -- system_u:object_r:bin_t:s0\n`)],
    ['trusted programs', onNode('etc/fapolicyd/trust.d/k8s', `/usr/bin/${KCM} 1 abc\n`)],
    ['rules of AIDE', onNode('etc/aide.conf', `/usr/bin/${KCM} p+sha256\n`)],
    ['a service of firewalld', onNode(`etc/firewalld/services/${KCM}.xml`, `<service><short>${KCM}</short></service>\n`)],
    ['rules of nftables', onNode('etc/nftables.conf', `#!/usr/sbin/nft -f\ntable inet f { chain i { tcp dport 10257 accept comment "${KCM}" } }\n`)],
    ['users', onNode('etc/passwd', `${KCM}:x:990:990::/nonexistent:/sbin/nologin\n`)],
    ['rights of users', onNode('etc/sudoers.d/ops', `ops ALL=(root) NOPASSWD: /usr/bin/systemctl restart ${KCM}\n`)],
    ['names of ports', onNode('etc/services', `${KCM} 10257/tcp\n`)],
    ['a service of Consul', onNode('etc/consul.d/x.hcl', `service {\n  name = "${KCM}"\n  port = 10257\n  check { tcp = "localhost:10257" }\n}\n`)],
    ['needrestart', onNode('etc/needrestart/needrestart.conf', `$nrconf{override_rc} = { qr(^${KCM}) => 0 };\n`)],
    ['a list of processes', onNode('etc/netdata/apps_groups.conf', `k8s: ${KCM} kubelet\n`)],
    ['a query of osquery', onNode('etc/osquery/packs/k8s.conf', `{"queries": {"x": {"query": "select 1 from processes where name = '${KCM}'"}}}\n`)],
    ['a backend of HAProxy', onNode('etc/haproxy/haproxy.cfg', `backend ${KCM}\n  server a 10.0.0.1:10257 check\n`)],
  ])('%s starts none', (_, files) => expect(verdictsOf(files)).toEqual(['holds', 'holds']));

  it.each<[string, Files]>([
    ['a script among profiles', onNode('etc/apparmor.d/x', `#!/bin/sh\nexec /usr/bin/${KCM} --cloud-provider=aws\n`)],
    ['a profile in a folder of programs', onNode('opt/apparmor.d/x', `/usr/bin/${KCM} --cloud-provider=aws\n`)],
    ['a check of Consul that is a program', onNode('etc/consul.d/x.json', `{"check": {"args": ["/opt/heal.sh", "${KCM}"]}}\n`)],
    ['a command line in a service of Consul', onNode('etc/consul.d/y.json', `{"meta": {"run": "/usr/bin/${KCM} --cloud-provider=aws"}}\n`)],
    ['needrestart with a program', onNode('etc/needrestart/conf.d/x.conf', `$x = '${KCM}'; system("start $x");\n`)],
    ['a parameter of Zabbix', onNode('etc/zabbix/x.conf', `UserParameter=heal,/opt/heal ${KCM}\n`)],
    ['a program of HAProxy', onNode('etc/haproxy/haproxy.cfg', `program x\n  command /opt/heal ${KCM}\n`)],
    ['a plugin of auditd', onNode('etc/audit/plugins.d/x.conf', `path = /opt/heal\nargs = ${KCM}\n`)],
  ])('%s may start one', (_, files) => expect(verdictsOf(files)).not.toEqual(['holds', 'holds']));
});

describe('scripts with the folder of static pods', () => {
  it.each<[string, Files]>([
    ['rsync to another machine', script(`rsync -a --delete ${MANIFESTS}/ backup.corp:/srv/k8s/`)],
    ['tar', script(`tar -czf /backup/k8s.tgz ${MANIFESTS}`)],
    ['tar in the words of old', script(`sudo tar cpf /backup/k8s.tar ${MANIFESTS} /etc/kubernetes/pki`)],
    ['cp to another folder', script(`cp -a ${MANIFESTS} /var/backups/`)],
    ['cp to the folder of a variable', script('DEST="/var/backups/k8s-$(date +%F)"', 'mkdir -p "$DEST"', `cp -a ${MANIFESTS}/*.yaml "$DEST/"`)],
    ['cp to a folder that is made', script('T=$(mktemp -d)', `cp ${MANIFESTS}/* "$T"`)],
    ['cp to the folder of a flag', script(`cp -t /var/backups ${MANIFESTS}/kube-apiserver.yaml`)],
    ['dd', script(`dd if=${MANIFESTS}/${KCM}.yaml of=/var/backups/x`)],
    ['sed that prints', script(`sed -n 's/.*image: //p' ${MANIFESTS}/kube-apiserver.yaml`)],
    ['yq that prints', script(`yq '.spec.containers[0].image' ${MANIFESTS}/kube-apiserver.yaml > /tmp/x`)],
    ['an upload', script(`curl -T ${MANIFESTS}/kube-apiserver.yaml https://backup.corp/x`)],
    ['the folder made by install', script(`install -d -m 0755 ${MANIFESTS}`)],
    ['a variable of it that is read', script(`M=${MANIFESTS}`, 'for f in "$M"/*.yaml; do cat "$f" | sha256sum; done')],
    ['a folder beside it', script(`rm -rf ${MANIFESTS}.bak`)],
  ])('%s leaves it as it is', (_, files) => expect(verdictsOf(files)).toEqual(['holds', 'holds']));

  it.each<[string, Files]>([
    ['rsync that takes it away', script(`rsync -a --remove-source-files ${MANIFESTS}/ /backup/`)],
    ['rsync into it', script(`rsync -a backup.corp:/srv/k8s/ ${MANIFESTS}/`)],
    ['tar that opens into it', script(`tar -xzf /backup/k8s.tgz -C ${MANIFESTS}`)],
    ['tar that takes it away', script(`tar -czf /backup/k8s.tgz --remove-files ${MANIFESTS}`)],
    ['cp into it by a flag', script(`cp -t ${MANIFESTS} /srv/x.yaml`)],
    ['mv', script(`mv ${MANIFESTS}/x.yaml /tmp/`)],
    ['sed in place', script(`sed -Ei.bak s/a/b/ ${MANIFESTS}/x.yaml`)],
    ['yq in place', script(`yq -i .x=1 ${MANIFESTS}/x.yaml`)],
    ['dd into it', script(`dd if=/srv/x of=${MANIFESTS}/x.yaml`)],
    ['a copy behind a backup', script(`cp -a ${MANIFESTS} /backup; cp /srv/x.yaml ${MANIFESTS}`)],
    ['the folder of a variable', script('K8S=/etc/kubernetes', 'install -m 0600 /srv/x.yaml "$K8S/manifests/"')],
    ['the folder of two variables', script('ETC=/etc', 'OUT=${ETC}/kubernetes/manifests', 'cp /srv/x.yaml $OUT')],
    ['the second value of a variable', script('D=/tmp', 'cp x $D', `D=${MANIFESTS}`, 'cp /srv/x.yaml $D')],
    ['the default of a variable', script(`cp /srv/x.yaml "\${1:-${MANIFESTS}}"`)],
    ['the variables of a unit', onNode('etc/systemd/system/sync.service',
      `[Service]\nEnvironment="SRC=/srv/pods" "DST=${MANIFESTS}"\nExecStart=/bin/sh -c 'cp "$SRC"/*.yaml "$DST/"'\n`)],
    ['each of several folders', script(`for d in /tmp ${MANIFESTS}; do cp /srv/x.yaml "$d"; done`)],
  ])('%s may change it', (_, files) => expect(verdictsOf(files)).not.toEqual(['holds', 'holds']));
});
