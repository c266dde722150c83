import { ApiServerSettings, namespacesByName, pluginDoubts } from './api-server-admission';
import { DataMap, isMap, listOf, mapOf, SourcePath, stringOf } from '../../edit/yaml/data';
import { ALLOWED_CAPABILITIES, SAFE_SYSCTLS, ENFORCE_LABEL, STANDARDS } from '../../facts/inputs/pod-security';
import { grouped, onceFor } from '../../kubernetes/once-for';
import { hostPortsOf } from '../../kubernetes/pod/host-ports';
import { annotatedProfiles, profilesOf } from '../../kubernetes/pod/security';
import { Doubt, NO_DOUBT } from '../../view/model';
import { ObjectAt, placeAt } from '../documents/documents';
import { mountsToken } from '../pods/pod-token';

/**
 * Why the API server may refuse the pods of a workload, so that it runs nowhere: the Pod Security Standard that its namespace enforces
 * (kubernetes.io/docs/concepts/security/pod-security-standards), what its plugins do, a quota of no pods, and a namespace that is being deleted.
 * Static pods are not asked.
 */
export function admissionDoubts(
  object: ObjectAt, template: SourcePath, objects: readonly ObjectAt[], apiServers: ApiServerSettings,
): readonly Doubt[] {
  const { kind, name, namespace = 'default', document, file } = object;
  const path = [...template, 'spec'];
  const place = placeAt(file, document, path);
  const spec = mapOf(document.value(path));
  const quota = quotas(objects).get(namespace)?.[0];
  const isEnding = (namespacesByName(objects).get(namespace) ?? []).some(({ data }) =>
    stringOf(mapOf(data.metadata).deletionTimestamp) !== undefined || mapOf(data.status).phase === 'Terminating');
  return [
    ...podSecurity(object, template, objects, apiServers),
    ...quota ? [{ place, what: `ResourceQuota ${quota.name} allows no pods in namespace ${namespace}`, fix: 'Remove the quota.' }] : NO_DOUBT.isRight,
    // k8s.io/apiserver@v0.27.16 pkg/admission/plugin/namespace/lifecycle/admission.go.
    ...isEnding ? [{
      place, what: `namespace ${namespace} of ${kind} ${name} is being deleted: no pods are made in it`, fix: 'Use a namespace that stays.',
    }] : NO_DOUBT.isRight,
    ...pluginDoubts(apiServers, namespace, mapOf(spec.nodeSelector), objects).map(what => ({
      place, what: `${what}: it may refuse the pods of ${kind} ${name}, or send them to other nodes`, fix: 'Leave the namespace out of it.',
    })),
    ...limitedDoubts(object, spec, objects, apiServers),
    ...apiServers.unread.map(({ place: at, what }) => ({
      place: at,
      what: `${what}, which is not in the input: it may refuse the pods of ${kind} ${name}`,
      fix: 'Put the file into the folder of the node.',
    })),
    // Plugin/pkg/admission/serviceaccount gives pods their token; one that they mount themselves they have all the same.
    ...apiServers.disabled.includes('ServiceAccount') && !listOf(spec.containers).map(mapOf).every(one => mountsToken(one) || hasKubeconfig(one)) ? [{
      place, what: `the admission plugin ServiceAccount is off, so that pods of ${kind} ${name} get no token`, fix: 'Do not switch the plugin off.',
    }] : NO_DOUBT.isRight,
  ];
}

/** Namespaces that have a quota, whatever it is of. */
const withQuota = onceFor((objects: readonly ObjectAt[]): ReadonlySet<string> =>
  new Set(objects.filter(({ kind }) => kind === 'ResourceQuota').map(({ namespace = 'default' }) => namespace)));

/**
 * What a namespace has only by a quota that says so: k8s.io/apiserver@v0.27.16 pkg/admission/plugin/resourcequota/controller.go CheckRequest,
 * limitedByDefault.
 */
function limitedDoubts({ kind, name, namespace = 'default', file, document }: ObjectAt, spec: DataMap, objects: readonly ObjectAt[],
  { limited }: ApiServerSettings): readonly Doubt[] {
  const priority = stringOf(spec.priorityClassName);
  const isOfPods = limited.find(({ resource, matchScopes }) => resource === 'pods' && listOf(matchScopes).map(mapOf).every(scope =>
    scope.scopeName !== 'PriorityClass' || (priority !== undefined && (scope.operator === 'Exists' || listOf(scope.values).includes(priority)))));
  return isOfPods === undefined || withQuota(objects).has(namespace) ? NO_DOUBT.isRight : [{
    place: placeAt(file, document, ['spec']),
    what: `the plugin ResourceQuota of an API server limits pods${priority === undefined ? '' : ` of ${priority}`}, and namespace ${namespace} has `
      + `no quota for those of ${kind} ${name}`,
    fix: 'Add a ResourceQuota for them to the namespace.',
  }];
}

function podSecurity(
  object: ObjectAt, template: SourcePath, objects: readonly ObjectAt[], { podSecurity: defaults }: ApiServerSettings,
): readonly Doubt[] {
  const { kind, name, namespace = 'default', document } = object;
  const path = [...template, 'spec'];
  const own = (namespacesByName(objects).get(namespace) ?? []).map(({ data }) => mapOf(mapOf(data.metadata).labels)[ENFORCE_LABEL])
    .find(value => value !== undefined);
  const isExempt = defaults.some(({ exempt }) => exempt.includes(namespace));
  const byDefault = defaults.map(({ enforce, where }) => ({ level: enforce, by: `${where}, for namespace ${namespace},` }));
  const levels = isExempt ? [] : own === undefined ? byDefault : [{ level: String(own), by: `namespace ${namespace}` }];
  const annotations = mapOf(mapOf(document.value([...template, 'metadata'])).annotations);
  return levels.filter(({ level }) => level === 'baseline' ? mayBreakBaseline(mapOf(document.value(path)), annotations) : level !== 'privileged')
    .map(({ level, by }) => ({
      place: placeAt(object.file, document, path),
      // One that there is not counts as restricted: k8s.io/pod-security-admission@v0.27.11 api/helpers.go ParseLevel.
      what: `${by} enforces the Pod Security Standard ${level}${STANDARDS.includes(level) ? '' : ', which there is not'}, which may refuse the pods `
        + `of ${kind} ${name}`,
      fix: `Let the namespace enforce privileged: kubectl label namespace ${namespace} ${ENFORCE_LABEL}=privileged --overwrite`,
    }));
}

function hasKubeconfig({ command, args }: ReturnType<typeof mapOf>): boolean {
  return [...listOf(command), ...listOf(args)].some(word => /^--?(?:kubeconfig|master)\b/.test(String(word)));
}

const quotas = onceFor((objects: readonly ObjectAt[]) =>
  grouped(objects.filter(one => one.kind === 'ResourceQuota' && hasNoPods(one)), one => one.namespace ?? 'default'));

function hasNoPods({ data }: ObjectAt): boolean {
  const hard = mapOf(mapOf(data.spec).hard);
  return [hard.pods, hard['count/pods']].some(value => String(value) === '0');
}

/**
 * Whether a pod has anything that the Pod Security Standard `baseline` may forbid: kubernetes.io/docs/concepts/security/pod-security-standards. What
 * only some releases allow counts as forbidden.
 */
function mayBreakBaseline(spec: DataMap, annotations: DataMap): boolean {
  const containers = ['initContainers', 'containers', 'ephemeralContainers'].flatMap(list => listOf(spec[list]).filter(isMap));
  const contexts = [mapOf(spec.securityContext), ...containers.map(({ securityContext }) => mapOf(securityContext))];
  return ['hostNetwork', 'hostPID', 'hostIPC'].some(key => spec[key] === true)
    || listOf(spec.volumes).some(volume => isMap(mapOf(volume).hostPath))
    || containers.some(container => hostPortsOf(container, false).length > 0)
    || containers.some(hasOtherHost)
    || contexts.some(breaksIt)
    || annotatedProfiles(annotations).some(({ of, type }) => of === 'AppArmor' && type === 'Unconfined');
}

function breaksIt(context: DataMap): boolean {
  const { privileged, capabilities, procMount, seLinuxOptions, windowsOptions, sysctls } = context;
  return privileged === true
    || listOf(mapOf(capabilities).add).some(one => !ALLOWED_CAPABILITIES.includes(String(one)))
    || ![undefined, null, 'Default'].includes(procMount as undefined | null | string)
    || isMap(seLinuxOptions)
    || profilesOf(context).some(({ type }) => type === 'Unconfined')
    || mapOf(windowsOptions).hostProcess === true
    || listOf(sysctls).some(one => !SAFE_SYSCTLS.includes(String(mapOf(one).name)));
}

/** Probes and hooks that ask another host than the pod: releases from 1.34 on forbid them. */
function hasOtherHost({ livenessProbe, readinessProbe, startupProbe, lifecycle }: DataMap): boolean {
  const handlers = [livenessProbe, readinessProbe, startupProbe, mapOf(lifecycle).postStart, mapOf(lifecycle).preStop].map(mapOf);
  return handlers.flatMap(({ httpGet, tcpSocket }) => [mapOf(httpGet), mapOf(tcpSocket)]).some(({ host }) => host !== undefined && host !== '');
}
