import { AuditEvent } from './audit';
import { Cluster } from './cluster';

/** Rights that a short migration does not use, each with what it is for. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^patch events/, 'an event that repeats within minutes is patched: client-go tools/record/event.go, recordEvent'],
  [/^create tokenreviews\.authentication/, 'who asks for /metrics with a bearer token: apiserver pkg/server/options/authentication.go'],
  [/^create subjectaccessreviews\.authorization/, 'whether that one may: apiserver pkg/server/options/authorization.go'],
  [/^create serviceaccounts$/, 'only where an account of a controller is missing: controller-manager pkg/clientbuilder, getOrCreateServiceAccount'],
  [/^create serviceaccounts\/token aws-cloud-provider$/, 'the account of the provider itself, which has no rights: a volume that is stuck, '
    + 'cloud-provider-aws@v1.27.0 pkg/providers/v1/aws.go:2289; the version of the API server from v1.33.4 on'],
  [/^(list|watch) configmaps extension-apiserver-authentication$/, 'Role of Kubernetes: extension-apiserver-authentication-reader'],
];

/** Whom no binding names: may do what every user may, or every ServiceAccount. */
const UNBOUND = 'user-without-bindings';
const ACCOUNT = 'system:serviceaccount:kube-system:';

/** A right by a rule: one verb of one resource, by name where it is given by name. */
interface Right {
  readonly verb: string;
  /** `leases.coordination.k8s.io`. */
  readonly resource: string;
  readonly name?: string;
}

/**
 * What the synthesized manifests give a user in kube-system, against what the audit logs of all API servers say it did there. What every user may do
 * is asked at the same time: a newer API server lets every user do more.
 *
 * @throws if a right was not used and has no reason, or something was used that the list does not have
 */
export async function checkRights(cluster: Cluster, user: string, log: (text: string) => void): Promise<void> {
  const listOf = (name: string): Promise<string> => cluster.kubectl('auth', 'can-i', '--list', '--namespace=kube-system', `--as=${name}`);
  const everyone = new Set(lines(await listOf(user.startsWith(ACCOUNT) ? `${ACCOUNT}${UNBOUND}` : UNBOUND)));
  const rights = lines(await listOf(user)).filter(line => !everyone.has(line)).flatMap(rightsIn);
  const used = cluster.audit().filter(({ user: { username } }) => username === user).flatMap(usedBy);
  const shown = ({ verb, resource, name }: Right): string => [verb, resource, name].filter(Boolean).join(' ');
  const isCovered = ({ verb, resource, name }: Right) => used.some(use =>
    use.verb === verb && use.resource === resource && (name === undefined || name === use.name));
  const unused = [...new Set(rights.filter(right => !isCovered(right)).map(shown))].sort();
  for (const text of unused) log(`right not used: ${text}: ${reasonOf(text) ?? 'NO REASON'}`);
  const uses = [...new Set(used.map(({ verb, resource }) => `${verb} ${resource}`))].sort().join(', ');
  log(`rights: ${rights.length} given to ${user} in kube-system, ${unused.length} of them not used; it used ${uses}`);
  const without = unused.filter(text => reasonOf(text) === undefined);
  if (rights.length === 0 || used.length === 0) {
    throw new Error(`${rights.length} rights of ${user} were read and ${used.length} uses: nothing is compared`);
  }
  if (without.length > 0) throw new Error(`${user} may do what it never does: ${without.join('; ')}`);
}

function reasonOf(right: string): string | undefined {
  return REASONS.find(([pattern]) => pattern.test(right))?.[1];
}

function lines(text: string): string[] {
  return text.split('\n').slice(1).map(line => line.trim().replace(/\s+/g, ' ')).filter(Boolean);
}

/** `leases.coordination.k8s.io [] [cloud-controller-manager] [get update]`; what is no resource has none. */
function rightsIn(line: string): Right[] {
  const [, resource, names, verbs] = /^(\S+) \[[^\]]*\] \[([^\]]*)\] \[([^\]]*)\]$/.exec(line) ?? [];
  if (resource === undefined) return [];
  return verbs.split(' ').flatMap(verb => (names === '' ? [undefined] : names.split(' ')).map(name => ({ verb, resource, name })));
}

/** Requests that were answered, however. */
function usedBy({ verb, objectRef }: AuditEvent): Right[] {
  if (!objectRef) return [];
  const { apiGroup, resource, subresource, name } = objectRef;
  return [{ verb, resource: `${resource}${subresource ? `/${subresource}` : ''}${apiGroup ? `.${apiGroup}` : ''}`, name }];
}
