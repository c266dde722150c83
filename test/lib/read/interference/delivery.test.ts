import { ccm, check, Files, KCM_27, node } from '../../rules/input';

/** What is not known where an object of Flux or Argo CD is beside the only cloud-controller-manager, in apps/cloud/ccm.yaml of folder dist. */
function unknownOf(delivery: string, more: Files = {}): readonly string[] {
  const files: Files = { 'apps/cloud/ccm.yaml': ccm()['ccm.yaml'], 'flux/x.yaml': delivery, ...more };
  const { exclusivity, liveness } = check({ new: node({ version: '1.27.16', kcm: KCM_27, mounts: [] }), dist: files });
  return [exclusivity, liveness].map(({ verdict, unknown }) => verdict === 'unknown' ? unknown.map(({ what }) => what).join('; ') : verdict);
}

const object = (apiVersion: string, kind: string, spec: string, metadata = '') =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: x, namespace: ops${metadata}}\nspec: {${spec}}\n`;
const flux = (spec: string, more = '') => object('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', spec) + more;
const argo = (source: string, metadata = '') => object('argoproj.io/v1alpha1', 'Application', `source: {${source}}`, metadata);
const repository = (ignore: string) =>
  `---\n${object('source.toolkit.fluxcd.io/v1', 'GitRepository', `ignore: ${JSON.stringify(ignore)}`)}`;
const memory = (limit: string) =>
  'path: dist, patches: [{target: {kind: DaemonSet}, patch: "- {op: add, path: /spec/template/spec/containers/0/resources, '
  + `value: {limits: {memory: ${limit}}}}"}]`;
const FROM = 'path: ./dist, sourceRef: {kind: GitRepository, name: x}';
const CCM_IS = 'DaemonSet aws-cloud-controller-manager';
const ACCOUNT: Files = {
  'apps/rights/account.yaml': 'apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: cloud-controller-manager, namespace: kube-system}\n',
};

it.each<[string, string, string]>([
  ['is patched by its kind', flux('path: dist/apps, patches: [{target: {kind: DaemonSet}, patch: "$patch: delete"}]'), 'has patches'],
  ['is patched by a part of its name', flux('path: dist, patches: [{target: {name: "aws-.*"}, patch: "- {op: remove, path: /s}"}]'), 'has patches'],
  ['is patched by what the patch names', flux('path: dist, patchesStrategicMerge: [{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: '
    + 'aws-cloud-controller-manager}, spec: {replicas: 0}}]'), 'has patches'],
  ['gets too little memory', flux(memory('4Mi')), 'has patches'],
  ['gets another image', flux('path: dist, images: [{name: registry.k8s.io/provider-aws/cloud-controller-manager, newTag: v1}]'), 'changes an image'],
  ['gets another namespace', flux('path: dist, targetNamespace: ops'), 'changes the namespace (ops)'],
  ['gets another name', flux('path: dist, namePrefix: a-'), 'changes the namePrefix'],
])('a workload that %s by Flux is not known', (_, delivery, what) => {
  const text = `Kustomization x of Flux ${what} of ${CCM_IS}`;
  expect(unknownOf(delivery)).toEqual([expect.stringContaining(text), expect.stringContaining(text)]);
});

it.each<[string, string, Files?]>([
  ['a patch of another kind', flux('path: dist, patches: [{target: {kind: Deployment}, patch: "[{op: remove, path: /s}]"}]')],
  ['a patch of a name that its own ends with', flux('path: dist, patches: [{target: {name: manager}, patch: "- {op: remove, path: /s}"}]')],
  ['a patch of other labels', flux('path: dist, patches: [{target: {labelSelector: "a=b"}, patch: "- {op: remove, path: /s}"}]')],
  ['a patch of labels alone', flux('path: dist, patches: [{target: {kind: DaemonSet}, patch: "- {op: add, path: /metadata/labels/a, value: b}"}]')],
  ['a patch of resources', flux(memory('1Gi'))],
  ['another folder', flux('path: dist/other, patches: [{target: {kind: DaemonSet}, patch: "$patch: delete"}]'),
    { 'other/x.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n' }],
  ['another image', flux('path: dist, images: [{name: nginx, newTag: v1}]')],
  ['its own namespace', flux('path: dist, targetNamespace: kube-system')],
  ['variables that it does not have', flux('path: dist, postBuild: {substitute: {a: b}}')],
  ['a repository of its own that is suspended', flux('path: ./, suspend: true, targetNamespace: web')],
  ['one of two that is suspended', `${flux('path: ./, suspend: true')}---\n${flux('path: ./dist')}`],
  ['a source that leaves other files out', flux(FROM, repository('*.md\n/docs/\n'))],
  ['a source that takes it back', flux(FROM, repository('/*\n!/dist\n'))],
  ['Argo CD and its folders', argo('path: dist, directory: {recurse: true, exclude: "*.md"}')],
  ['Argo CD and a glob of its file', argo('path: dist/apps/cloud, directory: {include: "{c*,x}.yaml"}')],
  ['Argo CD and all of a repository', argo('path: .')],
  ['Argo CD and another image', argo('path: dist/apps/cloud, kustomize: {images: ["nginx=nginx:v1"]}')],
])('a workload is as it is beside %s', (_, ...given) => expect(unknownOf(...given)).toEqual(['holds', 'holds']));

it.each<[string, string, string, Files?]>([
  ['is left out by its source', flux(FROM, repository('cloud/\n')), `Kustomization x of Flux leaves ${CCM_IS} out`],
  ['is not taken back', flux(FROM, repository('/*\n!/docs\n')), `Kustomization x of Flux leaves ${CCM_IS} out`],
  ['is not among the files of Argo CD', argo('path: dist/apps, directory: {recurse: true, include: "rights/*"}'), `leaves ${CCM_IS} out`],
  ['is excluded by Argo CD', argo('path: dist/apps, directory: {recurse: true, exclude: "{cloud/*,x}"}'), `leaves ${CCM_IS} out`],
  ['is in a folder below', argo('path: dist/apps'), `leaves ${CCM_IS} out`],
  ['is not reconciled', argo('path: dist/apps/cloud', ', annotations: {argocd.argoproj.io/skip-reconcile: "true"}'), 'is not reconciled'],
  ['has an account that is left out', argo('path: dist/apps, directory: {recurse: true, exclude: "rights/*"}'),
    'leaves ServiceAccount cloud-controller-manager out', ACCOUNT],
])('a workload that %s may not run', (_, delivery, what, ...more) =>
  expect(unknownOf(delivery, ...more)).toEqual(['holds', expect.stringContaining(what)]));
