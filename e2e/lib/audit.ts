/** A request in the audit log of an API server, as far as its metadata says. */
export interface AuditEvent {
  readonly requestReceivedTimestamp: string;
  readonly verb: string;
  readonly requestURI: string;
  readonly user: { readonly username: string };
  readonly objectRef?: {
    readonly apiGroup?: string;
    readonly resource: string;
    readonly subresource?: string;
    readonly namespace?: string;
    readonly name?: string;
  };
  readonly responseStatus?: { readonly code: number };
}

const FORBIDDEN = 403;

/**
 * What a component tries without needing it. Before the client builder makes a service account it would make the namespace, and goes on when it may
 * not look: k8s.io/controller-manager@v0.27.1 pkg/clientbuilder/client_builder_dynamic.go:257.
 */
const NOT_NEEDED = [/ get namespaces kube-system$/];

/** The audit log of one API server. */
export function readAudit(text: string): AuditEvent[] {
  return text.split('\n').filter(line => line.endsWith('}')).map(line => JSON.parse(line) as AuditEvent); // the last line may be half written
}

/** Longest time from the start of an API server until it has read the roles, on a busy machine. */
const WARM_UP_MS = 30_000;

/** The events of one API server without what it denied while it started. */
export function withoutWarmUp(events: readonly AuditEvent[], starts: readonly number[]): AuditEvent[] {
  return events.filter(({ requestReceivedTimestamp, responseStatus }) => {
    const at = Date.parse(requestReceivedTimestamp);
    return responseStatus?.code !== FORBIDDEN || !starts.some(start => at >= start && at < start + WARM_UP_MS);
  });
}

/**
 * What a user asked for and may not do, of the logs of all API servers: the last answer counts, because an API server that has just started denies
 * until it has read the roles.
 */
export function denied(events: readonly AuditEvent[]): string[] {
  const last = new Map<string, AuditEvent>();
  for (const event of events) {
    if (event.responseStatus === undefined) continue;
    const right = rightOf(event);
    const known = last.get(right);
    if (!known || known.requestReceivedTimestamp < event.requestReceivedTimestamp) last.set(right, event);
  }
  return [...last].filter(([, { responseStatus }]) => responseStatus?.code === FORBIDDEN).map(([right]) => right)
    .filter(right => !NOT_NEEDED.some(known => known.test(right))).sort();
}

/** Verbs of one resource that were refused to a user, from an instant on. */
export function forbidden(events: readonly AuditEvent[], by: { readonly user: string; readonly resource: string; readonly since: number }): string[] {
  const found = events.filter(({ user: { username }, objectRef, responseStatus, requestReceivedTimestamp }) =>
    username === by.user && objectRef?.resource === by.resource && responseStatus?.code === FORBIDDEN
    && Date.parse(requestReceivedTimestamp) >= by.since);
  return [...new Set(found.map(({ verb }) => verb))].sort();
}

/** `system:kube-controller-manager update leases.coordination.k8s.io kube-system/x`: by name only where rights are given by name. */
function rightOf({ user: { username }, verb, requestURI, objectRef }: AuditEvent): string {
  if (!objectRef) return `${username} ${verb} ${requestURI.split('?')[0]}`;
  const { apiGroup, resource, subresource, namespace, name } = objectRef;
  const type = `${resource}${subresource ? `/${subresource}` : ''}${apiGroup ? `.${apiGroup}` : ''}`;
  const place = [namespace, resource === 'leases' ? name : undefined].filter(Boolean).join('/');
  return [username, verb, type, place].filter(Boolean).join(' ');
}
