import { setTimeout as sleep } from 'node:timers/promises';
import { ClusterTaggerProps } from './cluster-tagger-props';
import { ec2ThroughSdk } from './ec2-sdk';
import { RecordFile } from './record-store';
import { TagOutcome, Tagger, TaggerOptions } from './tagger';
import { defaultRecordFile, taggerOptions } from './tagger-options';
import { ClusterTagAction, ClusterTagFinding, ClusterTagPlan } from '../lib/tags/cluster-tag-plan';

/** A tag that EC2 refused to add or remove. */
export interface ClusterTagFailure {
  /** Id of the resource. */
  readonly resourceId: string;
  /** Key of the tag. */
  readonly key: string;
  /** Error code of EC2, for example `InvalidInstanceID.NotFound`. */
  readonly code: string;
  /** Message of EC2. */
  readonly message: string;
}

/** What `ClusterTagger.apply` or `ClusterTagger.remove` did. */
export interface ClusterTagResult {
  /** How many tags were added or removed. */
  readonly changed: number;
  /** How many recorded tags were left alone because somebody changed or removed them; 0 for `apply`. */
  readonly left: number;
  /** What could not be done. The rest was. */
  readonly failures: ClusterTagFailure[];
}

/**
 * Plans, applies, verifies and takes back the cluster tags of EC2 resources that exist. The same as `ccm-migration tag`. The AWS SDK is loaded in
 * the first call. Tags must be there before the cloud-controller-manager starts, so before phase `mixed`.
 *
 * @example
 * const tagger = new ClusterTagger({ clusterId: 'prod', vpcId: 'vpc-0a1b2c3d4e5f60718', cloudRoutes: false });
 */
export class ClusterTagger {
  private readonly options: TaggerOptions;

  /**
   * @param props which resources, which tags, and where
   * @throws if the props contradict each other, or nothing says which instances are meant
   */
  public constructor(private readonly props: ClusterTaggerProps) {
    this.options = taggerOptions(props);
  }

  /** Looks at the resources and says what would be added, what stays and what is in conflict. Changes nothing. */
  public async plan(): Promise<ClusterTagPlan> {
    return (await this.tagger()).plan();
  }

  /**
   * Adds what is missing, and records it first. Run again after a kill at any point, it goes on where it stopped.
   *
   * @param skipConflicts whether to go on without the resources in conflict; false if left out
   * @throws if there is a conflict and `skipConflicts` is not set; nothing is changed then
   */
  public async apply(skipConflicts: boolean = false): Promise<ClusterTagResult> {
    const tagger = await this.tagger();
    const plan = await tagger.plan();
    const conflicts = plan.changes.filter(change => change.action === ClusterTagAction.CONFLICT);
    if (conflicts.length > 0 && !skipConflicts) {
      throw new Error(`nothing was changed: ${conflicts.length} conflicts, the first one ${conflicts[0].resourceId}: ${conflicts[0].reason}`);
    }
    return toResult(await tagger.apply(plan), 0);
  }

  /** What a cloud-controller-manager of the cluster would stumble over, in its own words. Empty = nothing. */
  public async verify(): Promise<ClusterTagFinding[]> {
    return [...await (await this.tagger()).verify()];
  }

  /**
   * Removes what `apply` added and nobody changed since, by the record. While a cloud-controller-manager runs, a node that loses its tag can be deleted.
   *
   * @throws if there is no record
   */
  public async remove(): Promise<ClusterTagResult> {
    const tagger = await this.tagger();
    const plan = await tagger.planRemoval();
    return toResult(await tagger.remove(plan), plan.gone.length + plan.uncertain.length + plan.changed.length);
  }

  private async tagger(): Promise<Tagger> {
    const store = new RecordFile(this.props.recordFile ?? defaultRecordFile(this.props.clusterId));
    return new Tagger(this.options, { ec2: await ec2ThroughSdk(this.props), store, sleep, progress: () => {} });
  }
}

function toResult(outcome: TagOutcome, left: number): ClusterTagResult {
  const failures = outcome.failures.flatMap(({ tags, code, message }) => tags.map(({ resourceId, key }) => ({ resourceId, key, code, message })));
  return { changed: outcome.changed, left, failures };
}
