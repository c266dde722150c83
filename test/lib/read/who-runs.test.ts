import { CCM_FLAGS, ccm, check, Files, KCM_27, node } from '../rules/input';

const KCM_FILE = 'etc/kubernetes/manifests/kube-controller-manager.yaml';
const NEW = node({ version: '1.27.16', kcm: KCM_27 });
const CCM = ccm({});

/** The file of a folder that has the text, with the text replaced. */
function edited(files: Files, from: string | RegExp, to: string): Files {
  const found = Object.entries(files).find(([, text]) => text.search(from) !== -1);
  if (!found) throw new Error(`no file has ${String(from)}`);
  return { ...files, [found[0]]: found[1].replace(from, to) };
}

const verdicts = (folders: Record<string, Files>) => {
  const { exclusivity, liveness } = check(folders);
  return [exclusivity.verdict, liveness.verdict];
};

it('is safe as it is', () => expect(verdicts({ new: NEW, dist: CCM })).toEqual(['holds', 'holds']));

/** Of each, somebody who reads locks only would say that it is safe. */
it.each<[string, Record<string, Files>]>([
  ['a boolean with its value behind it', { new: NEW, dist: ccm({ flags: [...CCM_FLAGS, '--profiling', 'false'] }) }],
  ['a dash of a word processor', { new: NEW, dist: ccm({ flags: [...CCM_FLAGS, '–v=2'] }) }],
  ['three dashes', { new: NEW, dist: ccm({ flags: [...CCM_FLAGS, '---v=2'] }) }],
  ['a word behind two dashes', { new: NEW, dist: ccm({ flags: [...CCM_FLAGS, '--', 'x'] }) }],
  ['one dash', { new: NEW, dist: ccm({ flags: [...CCM_FLAGS, '-leader-elect=true'] }) }],
  ['a duration without a unit', { new: NEW, dist: ccm({ flags: [...CCM_FLAGS, '--node-monitor-period=10'] }) }],
  ['a number that is none', { new: NEW, dist: ccm({ flags: [...CCM_FLAGS, '--concurrent-service-syncs=1k'] }) }],
  ['--help', { new: NEW, dist: ccm({ flags: [...CCM_FLAGS, '--help'] }) }],
  ['--version', { new: NEW, dist: ccm({ flags: [...CCM_FLAGS, '--version'] }) }],
  ['a flag that swallows the next', { new: NEW, dist: ccm({ flags: ['--cluster-name', ...CCM_FLAGS] }) }],
  ['a list in broken quotes', { new: NEW, dist: ccm({ flags: [...CCM_FLAGS, '--controllers="*'] }) }],
  ['an unknown controller', { new: NEW, dist: ccm({ flags: [...CCM_FLAGS, '--controllers=*,-srevice'] }) }],
  ['underscores, which the AWS program does not take', { new: NEW, dist: ccm({ flags: [...CCM_FLAGS, '--leader_elect=true'] }) }],
  ['gates that somebody must remove', { new: NEW, dist: edited(CCM, /^( +)containers:/m, '$1schedulingGates: [{name: wait}]\n$1containers:') }],
  ['another scheduler', { new: NEW, dist: edited(CCM, /^( +)containers:/m, '$1schedulerName: mine\n$1containers:') }],
  ['another operating system', { new: NEW, dist: edited(CCM, /^( +)containers:/m, '$1os: {name: windows}\n$1containers:') }],
  ['a node that is not there', { new: NEW, dist: edited(CCM, /^( +)containers:/m, '$1nodeName: gone\n$1containers:') }],
  ['a Deployment of one replica without a lock', { new: NEW, dist: ccm({ kind: 'Deployment', spec: '  replicas: 1\n  strategy: {type: Recreate}\n', flags: [...CCM_FLAGS, '--leader-elect=false'] }) }],
  ['a paused Deployment', { new: NEW, dist: ccm({ kind: 'Deployment', spec: '  replicas: 1\n  paused: true\n' }) }],
  ['a static pod that the kubelet refuses', { new: edited(NEW, /^ {4}image: .*\n/m, ''), dist: CCM }],
  ['a static pod in a List', { new: { ...NEW, [KCM_FILE]: `apiVersion: v1\nkind: List\nitems:\n${NEW[KCM_FILE].replace(/^/gm, '  ').replace(/^ {2}/, '- ')}` }, dist: CCM }],
  ['a static pod without a name', { new: edited(NEW, /^ {2}name: .*\n/m, ''), dist: CCM }],
])('%s is never said to be safe', (_, folders) => {
  expect(verdicts(folders)).not.toEqual(['holds', 'holds']);
});

it('two workloads that do the same, and never exist twice by themselves, are two', () => {
  const lockless = (name: string) => `apiVersion: apps/v1
kind: StatefulSet
metadata: {name: ${name}, namespace: kube-system}
spec:
  replicas: 1
  template:
    spec:
      containers:
      - name: kcm
        image: registry.k8s.io/kube-controller-manager:v1.28.0
        command: [kube-controller-manager, --cloud-provider=external, --leader-elect=false]
`;
  expect(verdicts({ dist: { 'one.yaml': lockless('one') } })[0]).toBe('holds');
  expect(verdicts({ dist: { 'one.yaml': lockless('one'), 'two.yaml': lockless('two') } })[0]).toBe('broken');
});
