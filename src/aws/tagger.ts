import { AwsError } from './client';
import { discover, TagScope } from './discover';
import { Ec2Port } from './ec2-port';
import { RecordStore } from './record-store';
import { changeTags, TagFailure, tagsOf } from './tag-calls';
import { ResourceTag } from '../lib/tags/batches';
import { ccmFindings } from '../lib/tags/ccm-view';
import { ClusterTagAction, ClusterTagFinding, ClusterTagPlan } from '../lib/tags/cluster-tag-plan';
import { planTags } from '../lib/tags/plan';
import { calling, confirm, emptyRecord, forget, intend, settle, TagRecord } from '../lib/tags/record';
import { planRemoval, RemovalPlan } from '../lib/tags/removal';
import { PlanSettings } from '../lib/tags/settings';

/** What a tagger is told. */
export interface TaggerOptions {
  readonly settings: PlanSettings;
  readonly scope: TagScope;
  /** Whether the cloud config names the route table. */
  readonly routeTableInCloudConfig: boolean;
  /** CreateTags and DeleteTags calls at a time. */
  readonly concurrency: number;
}

/** What a tagger needs of its surroundings. */
export interface TaggerEnvironment {
  readonly ec2: Ec2Port;
  readonly store: RecordStore;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Told after every call. */
  readonly progress: (done: number, total: number) => void;
}

/** What a change did. */
export interface TagOutcome {
  /** Tags added or removed. */
  readonly changed: number;
  readonly failures: readonly TagFailure[];
}

/** A fresh id can be unknown to CreateTags for some seconds after a Describe has shown it: 1 s doubled, as the CCM itself waits (aws.go:263). */
const WAITS = [1_000, 2_000, 4_000, 8_000];

/** The effects around the pure plan: discover, apply with a record written ahead, verify, remove. */
export class Tagger {
  public constructor(private readonly options: TaggerOptions, private readonly environment: TaggerEnvironment) {}

  public async plan(): Promise<ClusterTagPlan> {
    return planTags(await discover(this.environment.ec2, this.options.scope), this.options.settings);
  }

  public async verify(): Promise<readonly ClusterTagFinding[]> {
    const { clusterId, cloudRoutes } = this.options.settings;
    const inventory = await discover(this.environment.ec2, this.options.scope);
    return ccmFindings(inventory, { clusterId, cloudRoutes, routeTableInCloudConfig: this.options.routeTableInCloudConfig });
  }

  /**
   * Adds what a plan adds. All additions are on disk as intended before the first call, so that a kill at any point leaves either no tag or a tag
   * that the record knows; a new plan and apply after it then finds what is left to do.
   */
  public async apply(plan: ClusterTagPlan): Promise<TagOutcome> {
    const { ec2, store } = this.environment;
    return this.locked(async () => {
      const before = await this.record();
      const kept = plan.changes.filter(change => change.action === ClusterTagAction.KEEP);
      const added = plan.changes.filter(change => change.action === ClusterTagAction.ADD);
      let record = before && settle(before, kept);
      if (added.length === 0) {
        if (record && record !== before) store.write(record);
        return { changed: 0, failures: [] };
      }
      const extraKeys = this.options.settings.extraTags.map(({ key }) => key);
      const begun = record ?? emptyRecord(this.options.settings.clusterId, await ec2.region());
      const note = (change: (known: TagRecord) => TagRecord): void => {
        record = change(record!);
        store.write(record);
      };
      record = begun;
      note(known => intend({ ...known, extraKeys: [...new Set([...known.extraKeys, ...extraKeys])].sort() }, added));
      try {
        const outcome = await this.change(added, async batch => {
          note(known => calling(known, tagsOf(batch)));
          try {
            await ec2.createTags(batch);
          } catch (error) {
            if (error instanceof AwsError && error.isRefusal) note(known => intend(known, tagsOf(batch)));
            throw error;
          }
        }, WAITS, tags => note(known => confirm(known, tags)));
        return outcome;
      } finally {
        // Calls that were refused, or never made, added nothing: such a tag, if it appears later, was added by another client.
        const open = record!.entries.filter(({ state }) => state === 'intended');
        if (open.length > 0) note(known => forget(known, open));
      }
    });
  }

  /** What `remove` would do. */
  public async planRemoval(): Promise<RemovalPlan> {
    const record = await this.record();
    if (!record) throw new Error(`there is no record ${this.environment.store.name}; only what 'tag apply' recorded is removed`);
    const keys = [...new Set(record.entries.map(entry => entry.key))];
    return planRemoval(record, keys.length === 0 ? [] : await this.environment.ec2.tags(keys));
  }

  /** Removes what a removal plan removes. The record forgets a tag only after the call, so that a kill leaves nothing behind unknown. */
  public async remove(plan: RemovalPlan): Promise<TagOutcome> {
    const { ec2, store } = this.environment;
    return this.locked(async () => {
      let record = await this.record();
      if (!record) return { changed: 0, failures: [] };
      // A tag whose value another client changed belongs to that client, one that is gone is done, and one that was only intended was never ours.
      const intended = record.entries.filter(({ state }) => state === 'intended');
      record = forget(record, [...plan.gone, ...plan.changed, ...intended]);
      const added = new Set(
        record.entries.filter(({ state }) => state === 'added').map(entry => JSON.stringify([entry.resourceId, entry.key, entry.value])),
      );
      // The plan was made before the lock: another process may have removed the tag since, and a user may have set it again.
      const ours = plan.remove.filter(({ resourceId, key, value }) => added.has(JSON.stringify([resourceId, key, value])));
      const outcome = await this.change(ours, batch => ec2.deleteTags(batch), [], tags => {
        record = forget(record!, tags);
        store.write(record);
      });
      store.write(record);
      return outcome;
    });
  }

  private async change(
    tags: readonly ResourceTag[], call: Ec2Port['createTags'], waits: readonly number[], record: (tags: readonly ResourceTag[]) => void,
  ): Promise<TagOutcome> {
    const { sleep, progress } = this.environment;
    let changed = 0;
    progress(0, tags.length);
    const failures = await changeTags(tags, call, {
      concurrency: this.options.concurrency,
      waits,
      sleep,
      done: async done => {
        changed += done.length;
        record(done);
        progress(changed, tags.length);
      },
    });
    return { changed, failures };
  }

  private async record(): Promise<TagRecord | undefined> {
    const record = this.environment.store.read();
    if (!record) return undefined;
    const { clusterId } = this.options.settings;
    const region = await this.environment.ec2.region();
    if (record.clusterId !== clusterId || record.region !== region) {
      throw new Error(`${this.environment.store.name} is the record of cluster '${record.clusterId}' in ${record.region}, not of '${clusterId}' in `
        + `${region}; `
        + 'name another file');
    }
    return record;
  }

  private async locked<R>(work: () => Promise<R>): Promise<R> {
    this.environment.store.lock();
    try {
      return await work();
    } finally {
      this.environment.store.unlock();
    }
  }
}
