import { AuditEvent, denied, forbidden, readAudit, withoutWarmUp } from './audit';

const update = (second: number, code: number, name = 'a', resource = 'leases'): AuditEvent => ({
  requestReceivedTimestamp: `2026-11-21T01:00:0${second}.000000Z`,
  verb: 'update',
  requestURI: `/apis/coordination.k8s.io/v1/namespaces/kube-system/${resource}/${name}`,
  user: { username: 'kcm' },
  objectRef: { apiGroup: 'coordination.k8s.io', resource, namespace: 'kube-system', name },
  responseStatus: { code },
});

describe('denied', () => {
  it('names who may not do what', () => {
    expect(denied([update(1, 403)])).toEqual(['kcm update leases.coordination.k8s.io kube-system/a']);
  });

  it('takes the last answer, in whichever log it is', () => {
    expect(denied([update(1, 403), update(2, 200)])).toEqual([]);
    expect(denied([update(2, 200), update(1, 403)])).toEqual([]);
    expect(denied([update(2, 403), update(1, 200)])).toHaveLength(1);
  });

  it('keeps Leases apart by name, and other objects together', () => {
    expect(denied([update(1, 403, 'a'), update(2, 200, 'b')])).toHaveLength(1);
    expect(denied([update(1, 403, 'a', 'services'), update(2, 200, 'b', 'services')])).toEqual([]);
  });

  it('takes no other error for a denial', () => {
    expect(denied([update(1, 404), update(2, 409), update(3, 500)])).toEqual([]);
  });
});

describe('readAudit', () => {
  it('leaves out a line that is still being written', () => {
    expect(readAudit('{"verb":"get"}\n{"verb":"up')).toEqual([{ verb: 'get' }]);
  });
});

describe('withoutWarmUp', () => {
  it('leaves out what an API server denied just after its start, and nothing else', () => {
    const start = Date.parse('2026-11-21T01:00:01Z');
    expect(withoutWarmUp([update(2, 403), update(2, 200)], [start])).toEqual([update(2, 200)]);
    expect(withoutWarmUp([update(2, 403)], [start - 60_000, start + 5_000])).toEqual([update(2, 403)]);
  });
});

describe('forbidden', () => {
  const by = { user: 'kcm', resource: 'services', since: Date.parse('2026-11-21T01:00:03Z') };

  it('names the verbs of one resource that were refused to one user from an instant on', () => {
    expect(forbidden([update(3, 403, 'a', 'services'), update(4, 403, 'b', 'services')], by)).toEqual(['update']);
  });

  it.each([
    ['before it', update(2, 403, 'a', 'services')],
    ['of another resource', update(4, 403, 'a')],
    ['that was allowed', update(4, 200, 'a', 'services')],
    ['of another user', { ...update(4, 403, 'a', 'services'), user: { username: 'ccm' } }],
  ])('leaves out one %s', (_, event) => {
    expect(forbidden([event], by)).toEqual([]);
  });
});
