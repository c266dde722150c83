import { setTimeout as sleep } from 'node:timers/promises';
import { ec2ThroughSdk } from '../../src/aws/ec2-sdk';
import { RecordFile } from '../../src/aws/record-store';
import { TagOutcome, Tagger } from '../../src/aws/tagger';
import { taggerOptions } from '../../src/aws/tagger-options';
import { TaggerProps } from '../../src/aws/tagger-props';
import { ClusterTagAction, ClusterTagFinding, ClusterTagPlan } from '../../src/lib/tags/cluster-tag-plan';

/** The tagger as `ccm-migration tag` puts it together, without questions and progress. */
export class ClusterTagger {
  public constructor(private readonly props: TaggerProps & { readonly recordFile: string }) {}

  public async plan(): Promise<ClusterTagPlan> {
    return (await this.tagger()).plan();
  }

  public async apply(skipConflicts: boolean = false): Promise<TagOutcome> {
    const tagger = await this.tagger();
    const plan = await tagger.plan();
    const conflict = plan.changes.find(({ action }) => action === ClusterTagAction.CONFLICT);
    if (conflict && !skipConflicts) throw new Error(`nothing was changed: ${conflict.resourceId}: ${conflict.reason}`);
    return tagger.apply(plan);
  }

  public async verify(): Promise<readonly ClusterTagFinding[]> {
    return (await this.tagger()).verify();
  }

  public async remove(): Promise<TagOutcome & { readonly left: number }> {
    const tagger = await this.tagger();
    const plan = await tagger.planRemoval();
    return { ...await tagger.remove(plan), left: plan.gone.length + plan.uncertain.length + plan.changed.length };
  }

  private async tagger(): Promise<Tagger> {
    const { endpoint, region, profile } = this.props;
    return new Tagger(taggerOptions(this.props), {
      ec2: ec2ThroughSdk({ endpoint, region, profile }), store: new RecordFile(this.props.recordFile), sleep, progress: () => {},
    });
  }
}
