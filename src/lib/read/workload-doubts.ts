import { notAppliedByName } from './applied-names';
import { isMap, listOf, mapOf, shownOf, stringOf } from './data';
import { ObjectAt } from './documents';
import { RunDoubt } from './running';
import { Data, SourcePath } from '../edit/yaml/source-document';
import { groupOf } from '../facts/inert-kinds';
import { SIDECARS_SINCE } from '../facts/sidecars';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { grouped, onceFor } from '../kubernetes/once-for';

type DataMap = { readonly [key: string]: Data };

/**
 * What the input has that may keep the pods of a workload from being made or from starting, and that is not evaluated: annotations at which what
 * applies it stops, autoscalers that may go to none, quotas and ranges, accounts that are not there, and parts of the pod that wait for something.
 */
export function workloadDoubts(
  object: ObjectAt,
  template: SourcePath,
  { objects, releases }: { readonly objects: readonly ObjectAt[]; readonly releases: readonly KubernetesVersion[] },
): readonly RunDoubt[] {
  return [...annotated(object), ...scaledToNone(object, objects), ...limited(object, template, objects), ...withoutAccount(object, template, objects),
    ...switchedOff(object, objects), ...podDoubts(object, template, releases), ...notAppliedByName(object)];
}

/** Annotations that keep an object from being applied, or leave it to another moment; each with where it is described. */
const NOT_APPLIED: Readonly<Record<string, { readonly value?: RegExp; readonly what: string }>> = {
  // https://fluxcd.io/flux/components/kustomize/kustomizations/#controlling-the-apply-behavior-of-resources
  'kustomize.toolkit.fluxcd.io/reconcile': { value: /^disabled$/i, what: 'Flux does not apply it' },
  'kustomize.toolkit.fluxcd.io/ssa': { value: /^ignore$/i, what: 'Flux does not apply it' },
  // https://argo-cd.readthedocs.io/en/stable/user-guide/sync-waves/
  'argocd.argoproj.io/hook': { what: 'Argo CD applies it in a phase of its own' },
  'argocd.argoproj.io/skip-reconcile': { value: /^true$/i, what: 'Argo CD does not apply it' },
  // https://helm.sh/docs/topics/charts_hooks/
  'helm.sh/hook': { what: 'Helm applies it in a phase of its own' },
  // https://kubectl.docs.kubernetes.io/references/kustomize/glossary/
  'config.kubernetes.io/local-config': { value: /^true$/i, what: 'kustomize and kpt leave it out' },
};

function annotated({ kind, name, data, base }: ObjectAt): readonly RunDoubt[] {
  return Object.entries(mapOf(mapOf(data.metadata).annotations)).flatMap(([key, value]) => {
    const known = Object.hasOwn(NOT_APPLIED, key) ? NOT_APPLIED[key] : undefined;
    return known === undefined || known.value?.test(String(value)) === false ? [] : [{
      path: [...base, 'metadata', 'annotations', key],
      what: `${kind} ${name} has the annotation ${key}: ${String(value)}, and so ${known.what}`,
      fix: 'Take the annotation out, or leave the object out of the input.',
    }];
  });
}

function namespaceOf({ namespace = 'default' }: ObjectAt): string {
  return namespace;
}

// Indexes: each workload asks, of which there may be thousands.
const scalers = onceFor((objects: readonly ObjectAt[]) =>
  grouped(objects.filter(({ data }) => isMap(mapOf(data.spec).scaleTargetRef)), one => `${namespaceOf(one)}/${targetOf(one)}`));
const limiting = onceFor((objects: readonly ObjectAt[]) => grouped(objects.filter(limitsPods), namespaceOf));
const accounts = onceFor((objects: readonly ObjectAt[]) => grouped(objects.filter(({ kind }) => kind === 'ServiceAccount'), namespaceOf));

/**
 * KEDA goes to none where nothing says otherwise, https://keda.sh/docs/latest/reference/scaledobject-spec/; a HorizontalPodAutoscaler with
 * `minReplicas: 0`.
 */
function scaledToNone(object: ObjectAt, objects: readonly ObjectAt[]): readonly RunDoubt[] {
  const { kind, name, base } = object;
  return (scalers(objects).get(`${namespaceOf(object)}/${kind}/${name}`) ?? []).flatMap(({ kind: scaler, name: own, apiVersion, data }) => {
    const spec = mapOf(data.spec);
    const least = groupOf(apiVersion) === 'keda.sh' ? spec.idleReplicaCount ?? spec.minReplicaCount ?? 0 : spec.minReplicas ?? 1;
    const isPaused = mapOf(mapOf(data.metadata).annotations)['autoscaling.keda.sh/paused-replicas'] !== undefined;
    return least !== 0 && !isPaused ? [] : [{
      path: base, what: `${scaler} ${own} may scale ${kind} ${name} to no pods`, fix: 'Give it a minimum of one, or leave the autoscaler out.',
    }];
  });
}

function targetOf({ data }: ObjectAt): string {
  const target = mapOf(mapOf(data.spec).scaleTargetRef);
  return `${shownOf(target.kind ?? 'Deployment')}/${shownOf(target.name)}`;
}

const OF_PODS = /^(pods|count\/|cpu$|memory$|requests\.|limits\.)/;
const LIMITING = ['max', 'min', 'maxLimitRequestRatio'];

/** Quotas of pods or of what they ask for, and ranges of it: whether there is room is not computed. */
function limited(object: ObjectAt, template: SourcePath, objects: readonly ObjectAt[]): readonly RunDoubt[] {
  const [first] = limiting(objects).get(namespaceOf(object)) ?? [];
  return first === undefined ? [] : [{
    path: [...template, 'spec'],
    what: `${first.kind} ${first.name} may refuse the pods of ${object.kind} ${object.name}`,
    fix: `Take ${first.kind} ${first.name} away from that namespace.`,
  }];
}

function limitsPods({ kind, data }: ObjectAt): boolean {
  const spec = mapOf(data.spec);
  return (kind === 'ResourceQuota' && Object.keys(mapOf(spec.hard)).some(key => OF_PODS.test(key)))
    || (kind === 'LimitRange' && listOf(spec.limits).some(limit => LIMITING.some(key => isMap(mapOf(limit)[key]))));
}

/** Pods of an account that is not there are not made; the input has others of that namespace: plugin/pkg/admission/serviceaccount/admission.go. */
function withoutAccount(object: ObjectAt, template: SourcePath, objects: readonly ObjectAt[]): readonly RunDoubt[] {
  const spec = mapOf(object.document.value([...template, 'spec']));
  const account = stringOf(spec.serviceAccountName) ?? stringOf(spec.serviceAccount) ?? 'default';
  const known = accounts(objects).get(namespaceOf(object)) ?? [];
  if (account === 'default' || known.length === 0 || known.some(({ name }) => name === account)) return [];
  return [{
    path: [...template, 'spec', 'serviceAccountName'],
    what: `${object.kind} ${object.name} runs as the service account ${account}, which is not among those of its namespace in the input`,
    fix: 'Add the ServiceAccount, or correct its name.',
  }];
}

const kustomizations = onceFor((objects: readonly ObjectAt[]) =>
  objects.filter(({ kind, apiVersion }) => kind === 'Kustomization' && groupOf(apiVersion) === 'kustomize.toolkit.fluxcd.io'));

function isOff({ data }: ObjectAt): boolean {
  return mapOf(data.spec).suspend === true;
}

/** A Kustomization of Flux that is suspended, or whose source is, applies nothing of its path. */
function switchedOff(object: ObjectAt, objects: readonly ObjectAt[]): readonly RunDoubt[] {
  return kustomizations(objects).flatMap(one => {
    const spec = mapOf(one.data.spec);
    const path = (stringOf(spec.path) ?? '').replace(/^(\.?\/)+|\/+$|^\.$/g, '');
    const source = mapOf(spec.sourceRef);
    const isSourceOff = objects.some(other => other.kind === source.kind && other.name === source.name && isOff(other));
    const covers = path === '' || `/${object.file}`.includes(`/${path}/`);
    return !covers || (!isOff(one) && !isSourceOff) ? [] : [{
      path: object.base,
      what: `Kustomization ${one.name} of Flux, which applies ${object.kind} ${object.name}, is suspended`,
      fix: 'Resume it, or leave it out of the input.',
    }];
  });
}

/** Parts of a pod that make it wait for what nothing in the input says. */
function podDoubts({ kind, name, document }: ObjectAt, template: SourcePath, releases: readonly KubernetesVersion[]): readonly RunDoubt[] {
  const spec = mapOf(document.value([...template, 'spec']));
  const labels = mapOf(mapOf(document.value([...template, 'metadata'])).labels);
  const at = (...path: SourcePath) => [...template, 'spec', ...path];
  const { podAffinity, podAntiAffinity } = mapOf(spec.affinity);
  const required = (from: Data | undefined) => listOf(mapOf(from).requiredDuringSchedulingIgnoredDuringExecution);
  const isOfItself = (term: Data) => {
    const wanted = Object.entries(mapOf(mapOf(mapOf(term).labelSelector).matchLabels));
    return wanted.length > 0 && wanted.every(([key, value]) => labels[key] === value);
  };
  const containers = [...listOf(spec.containers).entries()].filter((entry): entry is [number, DataMap] => isMap(entry[1]));
  // Any init container that is not left running, also one that a release does not know how to.
  const hasSidecars = releases.length > 0 && releases.every(({ minor }) => minor >= SIDECARS_SINCE.minor);
  const waits = listOf(spec.initContainers).findIndex(one => !hasSidecars || mapOf(one).restartPolicy !== 'Always');
  return [
    ...required(podAffinity).length > 0
      ? [{ path: at('affinity'), what: `pods of ${kind} ${name} are scheduled beside others only`, fix: 'Take podAffinity out.' }] : [],
    ...required(podAntiAffinity).some(term => !isOfItself(term))
      ? [{ path: at('affinity'), what: `pods of ${kind} ${name} are not scheduled beside others`, fix: 'Take podAntiAffinity out.' }] : [],
    ...waits === -1 ? [] : [{
      path: at('initContainers', waits),
      what: `pods of ${kind} ${name} start once the init container '${shownOf(mapOf(listOf(spec.initContainers)[waits]).name)}' has ended, which is `
        + `not run here${mapOf(listOf(spec.initContainers)[waits]).restartPolicy === 'Always'
          ? ` (restartPolicy: Always is for clusters of 1.${SIDECARS_SINCE.minor} and later, and ${oldestOf(releases)})` : ''}`,
      fix: 'Do without the init container.',
    }],
    ...containers.flatMap(([index, { imagePullPolicy, lifecycle }]) => [
      ...imagePullPolicy === 'Never' ? [{
        path: at('containers', index, 'imagePullPolicy'),
        what: `the image of ${kind} ${name} is never pulled, and may not be on the node`,
        fix: 'Pull it: imagePullPolicy IfNotPresent.',
      }] : [],
      ...isMap(mapOf(lifecycle).postStart)
        ? [{ path: at('containers', index), what: `a container of ${kind} ${name} ends where its postStart fails`, fix: 'Take postStart out.' }] : [],
    ]),
  ];
}

function oldestOf(releases: readonly KubernetesVersion[]): string {
  const minors = releases.map(({ minor }) => minor);
  return minors.length === 0 ? 'nothing says of which release this one is' : `this one is of 1.${Math.min(...minors)}`;
}
