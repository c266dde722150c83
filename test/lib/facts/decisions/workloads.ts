import { parse } from 'yaml';
import { BY_SHAPE, FIELDS, reachable } from './pod';
import { Schema } from './schema';
import { WORKLOAD_DECISIONS } from '../../../../src/lib/facts/decisions/workloads';
import { ccm, Files, KCM_26, KCM_27, node } from '../../rules/input';

type Data = Record<string, any>;

/** Kinds as the CCM; others as a kube-controller-manager that is not started, or as another program. */
const OF_CCM = ['DaemonSet', 'Deployment', 'StatefulSet', 'ReplicaSet'];

const KCM = parse(node({ kcm: KCM_26, mounts: [] })['etc/kubernetes/manifests/kube-controller-manager.yaml']) as Data;
const TEMPLATE = { metadata: { labels: { app: 'kcm' } }, spec: KCM.spec as Data };
const JOB = { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'own', image: 'nginx:1.25' }] } } };
const OF_KCM = { template: { ...TEMPLATE, spec: { ...TEMPLATE.spec, restartPolicy: 'Never' } } };
const IDLE: Readonly<Record<string, Data>> = {
  ReplicationController: { apiVersion: 'v1', spec: { replicas: 0, selector: { app: 'kcm' }, template: TEMPLATE } },
  Job: { apiVersion: 'batch/v1', spec: JOB },
  CronJob: { apiVersion: 'batch/v1', spec: { schedule: '* * * * *', jobTemplate: { spec: JOB } } },
};

/** The kind that a type is of, and where it stands in it. */
function placeOf(type: string): { readonly kind: string; readonly at: readonly (string | number)[] } {
  const kind = [...OF_CCM, ...Object.keys(IDLE)].find(one => type === one || type === `${one}Spec`) ?? OTHERS[type]?.kind ?? 'DaemonSet';
  return { kind, at: OTHERS[type]?.at ?? (type === kind ? [] : type === `${kind}Spec` ? ['spec'] : ['status']) };
}

const OTHERS: Readonly<Record<string, { readonly kind: string; readonly at: readonly (string | number)[] }>> = {
  PodTemplateSpec: { kind: 'DaemonSet', at: ['spec', 'template'] },
  DaemonSetUpdateStrategy: { kind: 'DaemonSet', at: ['spec', 'updateStrategy'] },
  RollingUpdateDaemonSet: { kind: 'DaemonSet', at: ['spec', 'updateStrategy', 'rollingUpdate'] },
  DeploymentStrategy: { kind: 'Deployment', at: ['spec', 'strategy'] },
  RollingUpdateDeployment: { kind: 'Deployment', at: ['spec', 'strategy', 'rollingUpdate'] },
  StatefulSetUpdateStrategy: { kind: 'StatefulSet', at: ['spec', 'updateStrategy'] },
  RollingUpdateStatefulSetStrategy: { kind: 'StatefulSet', at: ['spec', 'updateStrategy', 'rollingUpdate'] },
  StatefulSetOrdinals: { kind: 'StatefulSet', at: ['spec', 'ordinals'] },
  StatefulSetPersistentVolumeClaimRetentionPolicy: { kind: 'StatefulSet', at: ['spec', 'persistentVolumeClaimRetentionPolicy'] },
  PersistentVolumeClaim: { kind: 'StatefulSet', at: ['spec', 'volumeClaimTemplates', 0] },
  JobTemplateSpec: { kind: 'CronJob', at: ['spec', 'jobTemplate'] },
};

function withField(name: string, value: unknown): Record<string, Files> {
  const [type, field] = name.split('.');
  const { kind, at } = placeOf(type);
  const isOfCcm = OF_CCM.includes(kind);
  const text = ccm({ kind: kind === 'ReplicaSet' ? 'Deployment' : kind as 'Deployment' })['ccm.yaml'];
  const metadata = { name: 'kcm', namespace: 'kube-system' };
  const object = isOfCcm ? { ...parse(text) as Data, kind } : { kind, metadata, ...structuredClone(IDLE[kind]) };
  if (value !== undefined) {
    let held: Data = object;
    at.forEach((step, index) => {
      held[step] ??= typeof at[index + 1] === 'number' ? [] : {};
      held = held[step] as Data;
    });
    held[field] = structuredClone(value);
  }
  return { new: node({ version: '1.27.16', kcm: KCM_27, mounts: [] }), dist: { ...isOfCcm ? {} : ccm({}), 'object.yaml': JSON.stringify(object) } };
}

const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  'CronJob.apiVersion': ['own.example/v1'],
  'CronJob.kind': ['Own'],
  'CronJob.spec': [{ schedule: '* * * * *', jobTemplate: { spec: OF_KCM } }],
  'CronJobSpec.jobTemplate': [{ spec: OF_KCM }],
  'DaemonSetSpec.updateStrategy': [{ type: 'own' }],
  'DaemonSetUpdateStrategy.rollingUpdate': [{ maxSurge: 1 }],
  'DeploymentSpec.strategy': [{ type: 'own' }],
  'DeploymentStrategy.rollingUpdate': [{ maxSurge: 'a b' }],
  'Job.apiVersion': ['own.example/v1'],
  'Job.kind': ['Own'],
  'Job.spec': [OF_KCM],
  'JobSpec.template': [OF_KCM.template],
  'JobTemplateSpec.spec': [OF_KCM],
  'StatefulSetSpec.ordinals': [{ start: -1 }],
  'StatefulSetSpec.persistentVolumeClaimRetentionPolicy': [{ whenDeleted: 'own' }],
  'StatefulSetSpec.updateStrategy': [{ type: 'own' }],
  'StatefulSetUpdateStrategy.rollingUpdate': [{ partition: 5 }],
};

/** Fields of workloads. */
export const WORKLOADS: Schema = {
  table: WORKLOAD_DECISIONS,
  released: () => {
    const [all, ofPods] = [reachable([...OF_CCM, ...Object.keys(IDLE)]), reachable(['Pod'])];
    return [...FIELDS().keys()].filter(name => all.has(name.split('.')[0]) && !ofPods.has(name.split('.')[0]));
  },
  input: withField,
  values: name => VALUES[name] ?? BY_SHAPE[FIELDS().get(name)!] ?? (FIELDS().get(name)!.startsWith('[]') ? [[{}]] : [{}]),
};
