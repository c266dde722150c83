import { unknowns } from '../../../../src/lib/verify/result';
import { check, Files } from '../../rules/input';
import { BESIDE } from '../odd-shapes';

const KCM = { image: 'registry.k8s.io/kube-controller-manager:v1.27.16', args: ['--leader-elect-resource-name=other'] };
const WRAPPED = { image: 'corp.example/tools:1', command: ['/opt/bin/kube-controller-manager', '--cloud-provider=aws', '--leader-elect=false'] };
const DELETES = { image: 'corp.example/tools:1', command: ['kubectl', 'delete', 'lease', '-n', 'kube-system', 'kube-controller-manager'] };

const object = (apiVersion: string, kind: string, spec: object): Files => ({
  'x.yaml': `${JSON.stringify({ apiVersion, kind, metadata: { name: 'x', namespace: 'y' }, spec })}\n`,
});
const said = (files: Files) => {
  const result = check({ in: { ...BESIDE, ...files } });
  return { verdicts: [result.exclusivity.verdict, result.liveness.verdict], what: unknowns(result).map(({ what }) => what) };
};
const task = (step: object) => object('tekton.dev/v1', 'Task', { steps: [{ name: 's', ...step }] });

describe('a custom resource that holds a container', () => {
  it.each<[string, Files]>([
    ['a step of Tekton', task(KCM)],
    ['a step of Tekton, by its program', task(WRAPPED)],
    ['a step of Tekton, by its script', task({
      image: 'corp.example/tools:1', script: '#!/bin/sh\nexec kube-controller-manager --cloud-provider=aws\n',
    })],
    ['a sidecar of Tekton', object('tekton.dev/v1', 'Task', { sidecars: [KCM] })],
    ['the template of steps', object('tekton.dev/v1', 'Task', { stepTemplate: WRAPPED, steps: [] })],
    ['a run with its task', object('tekton.dev/v1', 'PipelineRun', { pipelineSpec: { tasks: [{ taskSpec: { steps: [WRAPPED] } }] } })],
    ['a template of Argo', object('argoproj.io/v1alpha1', 'WorkflowTemplate', { templates: [{ name: 't', container: WRAPPED }] })],
    ['a script of Argo', object('argoproj.io/v1alpha1', 'Workflow', { templates: [{ name: 't', script: { ...KCM, source: 'true' } }] })],
    ['a set of containers of Argo', object('argoproj.io/v1alpha1', 'CronWorkflow', {
      workflowSpec: { templates: [{ containerSet: { containers: [{ name: 'main', ...KCM }] } }] },
    })],
    ['a kind of a company', object('platform.corp.example/v1', 'Runner', { jobs: { nightly: { executor: WRAPPED } } })],
  ])('is named: %s', (_, files) => {
    const { verdicts, what } = said(files);
    expect(verdicts).toEqual(['unknown', 'unknown']);
    expect(what).toContainEqual(expect.stringMatching(/kube-controller-manager.*(?:is not read|counted as running)$/));
  });

  it.each<[string, Files]>([
    ['another program', task({ image: 'golang:1.24', command: ['go'], args: ['test', './...'] })],
    ['a program that looks', task({ image: 'corp.example/kubectl:1', command: ['kubectl', 'get', 'pods', '-n', 'kube-system'] })],
    ['a program of Tekton without words', task({ image: 'golang:1.24', env: [{ name: 'A', value: 'b' }] })],
  ])('says nothing of another: %s', (_, files) => expect(said(files)).toEqual({ verdicts: ['holds', 'holds'], what: [] }));

  it('is named where it deletes a lock', () => {
    const { verdicts, what } = said(task(DELETES));
    expect(verdicts).toEqual(['unknown', 'unknown']);
    expect(what).toContainEqual(expect.stringMatching(/Task x deletes or stops Lease kube-controller-manager where it runs/));
  });
});

describe('a pod that has the folder of static pods of its node', () => {
  const pod = (path: string, mount: object = {}, list = 'containers') => ({
    containers: [{ name: 'c', image: 'corp.example/agent:1' }],
    [list]: [{ name: 'w', image: 'corp.example/agent:1', volumeMounts: [{ name: 'v', mountPath: '/out', ...mount }] }],
    volumes: [{ name: 'other', emptyDir: {} }, { name: 'v', hostPath: { path } }],
  });
  const set = (spec: object) => object('apps/v1', 'DaemonSet', {
    selector: { matchLabels: { a: 'b' } }, template: { metadata: { labels: { a: 'b' } }, spec },
  });
  const FOLDER = '/etc/kubernetes/manifests';

  it.each<[string, Files]>([
    ['a DaemonSet', set(pod(FOLDER))],
    ['a DaemonSet, in what prepares it', set(pod(FOLDER, {}, 'initContainers'))],
    ['a Job', object('batch/v1', 'Job', { template: { spec: { restartPolicy: 'Never', ...pod(`${FOLDER}/`) } } })],
    ['a CronJob', object('batch/v1', 'CronJob', { schedule: '@daily', jobTemplate: { spec: { template: { spec: pod(FOLDER) } } } })],
    ['a Pod', object('v1', 'Pod', pod(FOLDER))],
    ['a file of it', set(pod(`${FOLDER}/kube-controller-manager.yaml`))],
    ['the folder of RKE2', set(pod('/var/lib/rancher/rke2/agent/pod-manifests'))],
    ['readOnly as it is without a word', set(pod(FOLDER, { readOnly: false }))],
  ])('may start anything: %s', (_, files) => {
    const { verdicts, what } = said(files);
    expect(verdicts).toEqual(['unknown', 'unknown']);
    expect(what).toContainEqual(expect.stringMatching(/^container 'w' of \w+ y\/x may write static pods: \/\S+ of its nodes is not readOnly$/));
  });

  it.each<[string, Files]>([
    ['it reads alone', set(pod(FOLDER, { readOnly: true }))],
    ['a folder beside it', set(pod('/etc/kubernetes/pki'))],
    ['a folder called alike', set(pod(`${FOLDER}-old`))],
    ['a volume that it does not mount', set({ ...pod(FOLDER), containers: [{ name: 'w', image: 'corp.example/agent:1' }] })],
  ])('says nothing: %s', (_, files) => expect(said(files)).toEqual({ verdicts: ['holds', 'holds'], what: [] }));
});
