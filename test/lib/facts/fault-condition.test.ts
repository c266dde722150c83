import { faultsOf, faultToAvoid } from '../../../src/lib/facts/ccm-faults';
import { awsCcmReleases } from '../../../src/lib/facts/ccm-releases';
import { ConditionMet, conditionMet, FaultyCluster } from '../../../src/lib/facts/fault-condition';

const PREFIX = 'service.beta.kubernetes.io/aws-load-balancer-';
const service = (annotations: Readonly<Record<string, string>>): FaultyCluster => ({ services: [{ annotations, protocols: ['TCP'] }] });

describe('whether a cluster meets the condition of a fault', () => {
  it.each<[Parameters<typeof conditionMet>[0], FaultyCluster, ConditionMet]>([
    ['always', {}, 'yes'],
    ['load-balancers', { services: [] }, 'yes'],
    ['cloud-routes', {}, 'not-given'],
    ['cloud-routes', { cloudRoutes: true }, 'yes'],
    ['cloud-routes', { cloudRoutes: false }, 'no'],
    ['classic-security-groups', {}, 'not-given'],
    ['classic-security-groups', service({ [`${PREFIX}security-groups`]: 'sg-1' }), 'yes'],
    ['classic-security-groups', service({ [`${PREFIX}security-groups`]: 'sg-1', [`${PREFIX}type`]: 'nlb' }), 'no'],
    ['classic-security-groups', service({}), 'no'],
    ['web-identity-without-region', {}, 'not-given'],
    ['web-identity-without-region', { webIdentityWithoutRegion: true }, 'yes'],
    ['assumed-role-of-web-identity', {}, 'not-shown'],
    ['assumed-role-of-web-identity', { webIdentityWithoutRegion: true }, 'not-given'],
    ['assumed-role-of-web-identity', { assumesRole: true }, 'not-given'],
    ['assumed-role-of-web-identity', { webIdentityWithoutRegion: true, assumesRole: true }, 'yes'],
    ['assumed-role-of-web-identity', { webIdentityWithoutRegion: false }, 'no'],
    ['assumed-role-of-web-identity', { assumesRole: false }, 'no'],
    ['terminated-instance', { services: [], cloudRoutes: true }, 'not-shown'],
    ['no-instance-identity', {}, 'not-shown'],
  ])('%s, of %j', (when, cluster, met) => expect(conditionMet(when, cluster)).toBe(met));

  it.each([false, true])('is why a release is no default, with cloud routes: %p', cloudRoutes => {
    for (const { tag } of awsCcmReleases()) {
      expect(faultsOf(tag).find(({ when }) => conditionMet(when, { cloudRoutes }) === 'yes')).toBe(faultToAvoid(tag, { cloudRoutes }));
    }
  });
});
