import { AskedPod, placeIn } from './asked-pod';
import { DataMap, isMap, listOf, mapOf, SourcePath, stringOf } from '../../edit/yaml/data';
import { CCM } from '../../kubernetes/component';
import { grouped, onceFor } from '../../kubernetes/once-for';
import { flagOf, isUnknown } from '../../view/ask';
import { ComponentView, Doubt, NO_DOUBT } from '../../view/model';
import { FoundContainer } from '../component/container';
import { ObjectAt } from '../documents/documents';
import { accountIn } from '../documents/pod-references';

const TOKEN_PATH = '/var/run/secrets/kubernetes.io/serviceaccount';

/** Whether a container mounts something where the token of its pod is. */
export function mountsToken({ volumeMounts }: DataMap): boolean {
  return listOf(volumeMounts).some(mount => covers(stringOf(mapOf(mount).mountPath) ?? ''));
}

function covers(path: string): boolean {
  return path !== '' && `${TOKEN_PATH}/`.startsWith(`${path.replace(/(?<!\/)\/+$/, '')}/`);
}

const accounts = onceFor((objects: readonly ObjectAt[]) => grouped(objects.filter(({ kind }) => kind === 'ServiceAccount'),
  ({ namespace = 'default', name }) => `${namespace}/${name}`));

/**
 * Without a kubeconfig a component takes the token of its pod and the CA beside it: k8s.io/client-go@v0.26.15 rest/config.go InClusterConfig. What
 * the pod mounts there itself stands in the place of that; otherwise the pod says whether it gets one, then its account:
 * k8s.io/kubernetes@v1.26.15 plugin/pkg/admission/serviceaccount/admission.go.
 */
export function withoutToken(asked: AskedPod, container: FoundContainer, view: ComponentView): readonly Doubt[] {
  if (['kubeconfig', 'master'].some(name => (flagOf(view, name)?.value ?? '') !== '' || isUnknown(view, name))) return NO_DOUBT.notAsked;
  const { object, template, objects } = asked;
  const spec = mapOf(object.document.value([...template, 'spec']));
  const stop = (path: SourcePath, why: string, fix: string, isDoubtful?: boolean): Doubt => ({
    rule: 'pod-does-not-start',
    place: placeIn(asked, path),
    what: `${view.component} of ${object.kind} ${object.name} has no kubeconfig, and ${why}: it ends at start`,
    fix,
    ...isDoubtful === true && { isDoubtful },
  });
  const mounts = listOf(object.document.value([...container.path, 'volumeMounts'])).filter(isMap);
  const mount = mounts.findIndex(({ mountPath }) => covers(stringOf(mountPath) ?? ''));
  if (mount !== -1) {
    const problem = problemOf(listOf(spec.volumes).map(mapOf).find(({ name }) => name === mounts[mount].name) ?? {}, mounts[mount]);
    return problem === undefined ? NO_DOUBT.isRight : [stop(
      [...container.path, 'volumeMounts', mount], `what it mounts in the place of its token ${problem}`,
      'Leave the mount out, or give it what a pod gets by itself: a token without an audience, and ca.crt of the ConfigMap kube-root-ca.crt.', true)];
  }
  if (view.origin === 'static-pod') {
    // A file of a node; a Pod among the objects of a cluster may have been applied.
    return view.component !== CCM || asked.stored !== undefined ? NO_DOUBT.isGranted : [{
      rule: 'pod-does-not-start',
      place: placeIn(asked, container.path),
      what: `${view.component} of static pod ${object.name} has no kubeconfig, and a static pod gets no token of a service account: it ends at start`,
      fix: 'Give it --kubeconfig, and mount that file.',
    }];
  }
  const gets = 'its pods get no token (automountServiceAccountToken: false';
  if (spec.automountServiceAccountToken === false) {
    return [stop([...template, 'spec', 'automountServiceAccountToken'], `${gets})`,
      'Take automountServiceAccountToken: false out, or give it a kubeconfig.')];
  }
  const name = accountIn(spec) ?? 'default';
  const own = accounts(objects).get(`${object.namespace ?? 'default'}/${name}`) ?? [];
  const refusing = own.filter(({ data }) => data.automountServiceAccountToken === false);
  if (refusing.length === 0 || spec.automountServiceAccountToken === true) return NO_DOUBT.isRight;
  const isOpen = refusing.length < own.length;
  return [stop([...template, 'spec'], `${gets} of ServiceAccount ${name}${isOpen ? ', where the one of two that says so is applied last' : ''})`,
    'Set automountServiceAccountToken: true in the pod or in the account, or give it a kubeconfig.', isOpen)];
}

/** What is not known of a volume is taken to be right: a Secret, a file of the node, a driver. */
function problemOf({ projected, emptyDir, configMap, downwardAPI }: DataMap, { subPath, subPathExpr, mountPath }: DataMap): string | undefined {
  if ([emptyDir, configMap, downwardAPI].some(one => one !== undefined)) return 'has no token';
  const isExact = (stringOf(mountPath) ?? '').replace(/(?<!\/)\/+$/, '') === TOKEN_PATH;
  if (!isMap(projected) || subPath !== undefined || subPathExpr !== undefined || !isExact) return undefined;
  const sources = listOf(projected.sources).map(mapOf);
  const token = sources.map(one => mapOf(one.serviceAccountToken)).find(({ path }) => path === 'token');
  const others = sources.filter(one => isMap(one.secret) || isMap(one.configMap) || isMap(one.clusterTrustBundle)).map(files);
  if (token === undefined && !others.some(paths => paths === undefined || paths.includes('token'))) return 'has no file token';
  const audience = stringOf(token?.audience) ?? '';
  if (audience !== '' && !/kubernetes|\.svc\b/.test(audience)) return `is a token for ${audience}, which the API server does not take`;
  return others.some(paths => paths === undefined || paths.includes('ca.crt')) ? undefined : 'has no ca.crt';
}

/** Paths of the files of a source; undefined: all keys of its object. */
function files({ secret, configMap, clusterTrustBundle }: DataMap): readonly string[] | undefined {
  if (isMap(clusterTrustBundle)) return [String(clusterTrustBundle.path)];
  const { items } = mapOf(secret ?? configMap);
  return items === undefined ? undefined : listOf(items).map(item => String(mapOf(item).path));
}
