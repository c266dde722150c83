import { FakeEc2, Killed, MemoryStore } from './fake-ec2';
import { AwsError } from '../../src/aws/client';
import { Tagger } from '../../src/aws/tagger';
import { taggerOptions } from '../../src/aws/tagger-options';
import { instance, inventory, KEY } from '../lib/tags/fixtures';

const ids = (count: number) => [...Array(count).keys()].map(n => `i-${n.toString(16).padStart(8, '0')}`);
const fleet = (count: number) => inventory({ instances: ids(count).map(id => instance(id)) });

function setUp(count: number, props = {}) {
  const ec2 = new FakeEc2(fleet(count));
  const store = new MemoryStore();
  const slept: number[] = [];
  const options = taggerOptions({ clusterId: 'prod', vpcId: 'vpc-1', ...props });
  const tagger = new Tagger(options, { ec2, store, sleep: async ms => { slept.push(ms); }, progress: () => {} });
  return { ec2, store, slept, tagger };
}

const states = (store: MemoryStore) => store.read()!.entries.map(entry => entry.state);

describe('Tagger', () => {
  it('applies the plan in ceil(n / 1000) calls per distinct tag set, and a second time in none', async () => {
    const { ec2, store, tagger } = setUp(2_500);
    expect(await tagger.apply(await tagger.plan())).toEqual({ changed: 2_500 + 1 + 2 + 1, failures: [] });
    // 2,500 instances with their security group; one subnet with its role; the route table.
    expect(ec2.batches.map(batch => batch.ids.length)).toEqual([1_000, 1_000, 501, 1, 1]);
    expect(new Set(states(store))).toEqual(new Set(['added']));
    expect(await tagger.apply(await tagger.plan())).toEqual({ changed: 0, failures: [] });
    expect(ec2.batches).toHaveLength(5);
    expect(await tagger.verify()).toEqual([expect.objectContaining({ severity: 'warning', ccmText: expect.stringContaining('suitable subnets') })]);
  });

  it('records every tag before the call that adds it', async () => {
    const { ec2, store, tagger } = setUp(3);
    ec2.refuse = batch => {
      const known = new Set(store.read()!.entries.map(entry => `${entry.resourceId} ${entry.key}`));
      for (const id of batch.ids) for (const { key } of batch.tags) expect(known).toContain(`${id} ${key}`);
      return undefined;
    };
    expect((await tagger.apply(await tagger.plan())).failures).toEqual([]);
  });

  it.each([[false, 12], [true, 2]])('isolates one bad id and applies the rest (message names it: %s)', async (named, extraCalls) => {
    const { ec2, store, tagger } = setUp(1_000, { cloudRoutes: false });
    const bad = ids(1_000)[617];
    ec2.refuse = batch =>
      (batch.ids.includes(bad) ? new AwsError('TagLimitExceeded', named ? `too many tags on ${bad}` : 'too many tags') : undefined);
    const { changed, failures } = await tagger.apply(await tagger.plan());
    expect(failures).toEqual([{ code: 'TagLimitExceeded', message: expect.any(String), tags: [{ resourceId: bad, key: KEY, value: 'owned' }] }]);
    // 999 instances, the security group, two tags on the subnet.
    expect(changed).toBe(999 + 1 + 2);
    expect(ec2.tagsOf(ids(1_000)[616])).toEqual({ [KEY]: 'owned' });
    expect(store.read()!.entries.some(entry => entry.resourceId === bad)).toBe(false);
    // Two calls for 1,001 resources and one for the subnet are the bound without a fault.
    expect(ec2.batches.length).toBeLessThanOrEqual(3 + extraCalls * 2);
  });

  it('waits for ids that are not known yet, all together, and gives up on those that never are', async () => {
    const { ec2, slept, tagger } = setUp(10, { cloudRoutes: false });
    const [fresh, never] = ids(10);
    ec2.refuse = batch => {
      const id = batch.ids.find(each => each === never || (each === fresh && slept.length < 2));
      return id === undefined ? undefined : new AwsError('InvalidInstanceID.NotFound', `The instance ID '${id}' does not exist`);
    };
    const { failures } = await tagger.apply(await tagger.plan());
    expect(failures.map(failure => failure.tags[0].resourceId)).toEqual([never]);
    expect(ec2.tagsOf(fresh)).toEqual({ [KEY]: 'owned' });
    expect(slept).toEqual([1_000, 2_000, 4_000, 8_000]);
  });

  it('stops at once where nothing can succeed, and goes on from there', async () => {
    const { ec2, store, tagger } = setUp(5_000, { concurrency: 1 });
    ec2.refuse = () => (ec2.batches.length > 2 ? new AwsError('UnauthorizedOperation', 'You are not authorized') : undefined);
    await expect(tagger.apply(await tagger.plan())).rejects.toThrow('You are not authorized');
    expect(ec2.batches).toHaveLength(3);
    expect(states(store).filter(state => state === 'added')).toHaveLength(2_000);
    ec2.refuse = () => undefined;
    await tagger.apply(await tagger.plan());
    expect([...ec2.written.values()].every(times => times === 1)).toBe(true);
    expect(new Set(states(store))).toEqual(new Set(['added']));
  });

  it('claims nothing that a call did not add: what another client set after calls were refused stays', async () => {
    const { ec2, store, tagger } = setUp(5, { cloudRoutes: false });
    ec2.refuse = () => new AwsError('UnauthorizedOperation', 'You are not authorized');
    await expect(tagger.apply(await tagger.plan())).rejects.toThrow('You are not authorized');
    expect(store.read()!.entries).toEqual([]);
    ec2.refuse = () => undefined;
    for (const id of ids(5)) ec2.set(id, KEY, 'owned');
    expect(await tagger.planRemoval()).toMatchObject({ remove: [], uncertain: [] });
    await tagger.remove(await tagger.planRemoval());
    expect(ids(5).filter(id => KEY in ec2.tagsOf(id))).toHaveLength(5);
  });

  it('leaves alone what a call without an answer may have added, until another apply has looked', async () => {
    const { ec2, store, tagger } = setUp(2, { cloudRoutes: false });
    ec2.refuse = batch => {
      for (const id of batch.ids) for (const { key, value } of batch.tags) ec2.set(id, key, value);
      return new AwsError('ECONNRESET', 'socket hang up', false);
    };
    await expect(tagger.apply(await tagger.plan())).rejects.toThrow('socket hang up');
    expect(new Set(states(store))).toEqual(new Set(['calling']));
    const plan = await tagger.planRemoval();
    expect([plan.remove, plan.uncertain.length > 0]).toEqual([[], true]);
    ec2.refuse = () => undefined;
    await tagger.apply(await tagger.plan());
    expect(new Set(states(store))).toEqual(new Set(['added']));
    await tagger.remove(await tagger.planRemoval());
    expect(ids(2).filter(id => KEY in ec2.tagsOf(id))).toEqual([]);
  });

  it('removes nothing that went from the record after the plan was made', async () => {
    const { ec2, tagger } = setUp(2, { cloudRoutes: false });
    await tagger.apply(await tagger.plan());
    const plan = await tagger.planRemoval();
    await tagger.remove(plan);
    for (const id of ids(2)) ec2.set(id, KEY, 'owned');
    expect(await tagger.remove(plan)).toEqual({ changed: 0, failures: [] });
    expect(ids(2).filter(id => KEY in ec2.tagsOf(id))).toHaveLength(2);
  });

  it('removes only what it added and what still has the same value', async () => {
    const { ec2, store, tagger } = setUp(4, { cloudRoutes: false });
    const [mine, changed, theirs] = ids(4);
    ec2.set(theirs, KEY, 'owned');
    await tagger.apply(await tagger.plan());
    ec2.set(changed, KEY, 'shared');
    const plan = await tagger.planRemoval();
    expect(plan.changed).toEqual([{ resourceId: changed, key: KEY, value: 'owned', now: 'shared' }]);
    await tagger.remove(plan);
    expect([mine, changed, theirs].map(id => ec2.tagsOf(id))).toEqual([{}, { [KEY]: 'shared' }, { [KEY]: 'owned' }]);
    expect(store.read()!.entries).toEqual([]);
  });

  it('fails on the record of another cluster, and on removing without a record', async () => {
    const { store, tagger, ec2 } = setUp(1);
    await expect(tagger.planRemoval()).rejects.toThrow(/there is no record/);
    await tagger.apply(await tagger.plan());
    const other = new Tagger(taggerOptions({ clusterId: 'other', vpcId: 'vpc-1' }), { ec2, store, sleep: async () => {}, progress: () => {} });
    await expect(other.planRemoval()).rejects.toThrow(/is the record of cluster 'prod' in us-east-1, not of 'other'/);
  });
});

/** Runs work until it has passed the given number of outside steps, then the process is gone. */
function killAfter(steps: number): () => void {
  let left = steps;
  return () => { if (left-- === 0) throw new Killed(); };
}

describe('a kill at every point', () => {
  it.each([1, 3])('of apply loses nothing and tags nothing twice (%d calls at a time)', async concurrency => {
    let points = 0;
    for (let killed = true; killed; points++) {
      const { ec2, store, tagger } = setUp(1_010, { concurrency });
      // A process that is gone takes no further step: with several workers each of them would go on otherwise.
      const kill = killAfter(points);
      let dead = false;
      ec2.step = store.step = () => {
        if (dead) throw new Killed();
        try { kill(); } catch (error) { dead = true; throw error; }
      };
      killed = await tagger.apply(await tagger.plan()).then(() => false, error => {
        if (!(error instanceof Killed)) throw error;
        return true;
      });
      ec2.step = store.step = () => {};
      const atKill = new Set((store.read()?.entries ?? []).map(entry => `${entry.resourceId} ${entry.key}`));
      expect([...ec2.written.keys()].filter(tag => !atKill.has(tag))).toEqual([]);
      await tagger.apply(await tagger.plan());
      expect([...ec2.written.values()].every(times => times === 1)).toBe(true);
      expect(ec2.written.size).toBe(1_010 + 1 + 2 + 1);
      expect(store.read()!.entries.map(entry => `${entry.resourceId} ${entry.key} ${entry.state}`))
        .toEqual([...ec2.written.keys()].map(tag => `${tag} added`).sort());
    }
    expect(points).toBeGreaterThan(12);
  });

  it('of remove leaves no tag that the record has forgotten', async () => {
    for (let points = 0, killed = true; killed; points++) {
      const { ec2, store, tagger } = setUp(1_010, { concurrency: 1 });
      await tagger.apply(await tagger.plan());
      ec2.step = store.step = killAfter(points);
      killed = await tagger.remove(await tagger.planRemoval()).then(() => false, () => true);
      ec2.step = store.step = () => {};
      const known = new Set(store.read()!.entries.map(entry => entry.resourceId));
      expect(ids(1_010).filter(id => KEY in ec2.tagsOf(id) && !known.has(id))).toEqual([]);
      await tagger.remove(await tagger.planRemoval());
      expect(ids(1_010).filter(id => KEY in ec2.tagsOf(id))).toEqual([]);
      expect(store.read()!.entries).toEqual([]);
    }
  });
});
