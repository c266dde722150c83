import { behaviourOf, Behaviours, distinct } from '../../../src/lib/model/behaviour';
import { Process } from '../../../src/lib/model/process';
import { ccm, file, kcm, LM, LM_FILE, OLD, ROUTES } from '../proof/processes';

const AWS = `--cloud-provider=aws ${ROUTES}`;
const BASE = kcm('1.26', `${AWS} ${LM}`);
const WITH_FILE = kcm('1.26', `${AWS} ${LM_FILE}`, file('v1', OLD));
const neverBids = (leaderName: string) =>
  kcm('1.29', `--cloud-provider=external ${LM_FILE} --controllers=*,-serviceaccount-token`, file('v1', OLD, { leaderName }));
const withKind = (resourceLock: string) => kcm('1.23', `${AWS} ${LM_FILE}`, file('v1beta1', OLD, { resourceLock }));
const ONCE = { replication: { kind: 'deployment', replicas: 1, strategy: 'Recreate' } } as const;

describe('a behaviour', () => {
  it.each<[string, Process, Process]>([
    ['its component', kcm('1.27', '--leader-elect=false'), ccm('1.27', '--leader-elect=false')],
    ['its release', kcm('1.25', AWS), kcm('1.26', AWS)],
    ['how often it runs', BASE, kcm('1.26', `${AWS} ${LM}`, ONCE)],
    ['its main lock', BASE, kcm('1.26', `${AWS} ${LM} --leader-elect-resource-name=x`)],
    ['its migration lock', kcm('1.26', AWS), BASE],
    ['the kind of its migration lock', withKind('leases'), withKind('endpoints')],
    ['the name of its migration lock', WITH_FILE, kcm('1.26', `${AWS} ${LM_FILE}`, file('v1', OLD, { leaderName: 'x' }))],
    ['what it migrates', WITH_FILE, kcm('1.26', `${AWS} ${LM_FILE}`, file('v1', OLD.slice(1)))],
    ['a name that it migrates, and that no component has', WITH_FILE, kcm('1.26', `${AWS} ${LM_FILE}`, file('v1', [...OLD, 'x']))],
    ['the name of a lock that it never bids for', neverBids('one'), neverBids('other')],
    ['its controllers', BASE, kcm('1.26', `${AWS} ${LM} --controllers=*,-ttl`)],
    ['its end', kcm('1.27', AWS), kcm('1.27', '--cloud-provider=gce')],
    ['its durations', BASE, kcm('1.26', `${AWS} ${LM} --leader-elect-lease-duration=60s`)],
    ['its cloud', ccm('1.27', ''), ccm('1.27', '--cloud-provider=gce')],
    ['whether it is external', kcm('1.27', ROUTES), kcm('1.27', `${ROUTES} --cloud-provider=external`)],
  ])('tells of %s', (_, one, other) => {
    expect(behaviourOf(one)).not.toBe(behaviourOf(other));
    expect(distinct([one, other])).toEqual([one, other]);
  });

  it('is one where only the place differs', () => {
    const copy = kcm('1.26', `${AWS} ${LM}`, { label: 'another', dir: 'elsewhere' });
    expect(behaviourOf(copy)).toBe(behaviourOf(BASE));
    expect(distinct([BASE, copy])).toEqual([BASE]);
  });

  it('without its release is one for releases that do the same, in whatever words they end', () => {
    const [one, other] = ['1.25', '1.26'].map(version => behaviourOf(kcm(version, AWS), false));
    expect(one).toBe(other);
    const ends = ['1.28', '1.30'].map(version => kcm(version, AWS));
    expect(ends.map(({ fate }) => fate.causes.length)).toEqual([1, 1]);
    expect(behaviourOf(ends[0], false)).toBe(behaviourOf(ends[1], false));
    expect(behaviourOf(ends[0], false)).not.toBe(behaviourOf(kcm('1.27', '--cloud-provider=external'), false));
  });

  it('is made once of each process', () => {
    let asked = 0;
    const counted = { ...BASE, get component() { asked++; return BASE.component; } };
    const behaviours = new Behaviours();
    expect([behaviours.of(counted), behaviours.of(counted), asked]).toEqual([behaviourOf(BASE), behaviourOf(BASE), 1]);
  });
});
