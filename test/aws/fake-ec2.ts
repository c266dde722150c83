import { AwsError } from '../../src/aws/client';
import { Ec2Filter, Ec2Port } from '../../src/aws/ec2-port';
import { RecordStore } from '../../src/aws/record-store';
import { ResourceTag, TagBatch } from '../../src/lib/tags/batches';
import { InstanceFacts, Inventory } from '../../src/lib/tags/inventory';
import { formatRecord, parseRecord, TagRecord } from '../../src/lib/tags/record';

/** The process is gone: nothing after this runs. */
export class Killed extends Error {}

/** An EC2 in memory: tags of instances change, the rest stands still. Everything that happens outside the process counts as a step. */
export class FakeEc2 implements Ec2Port {
  public readonly batches: TagBatch[] = [];
  /** How often each tag was written. */
  public readonly written = new Map<string, number>();
  /** Refuses a call; nothing = it passes. */
  public refuse: (batch: TagBatch) => AwsError | undefined;
  public step: () => void;
  private readonly current: Map<string, Map<string, string>>;

  public constructor(private readonly world: Inventory) {
    this.refuse = () => undefined;
    this.step = () => {};
    const resources = [...world.instances, ...world.securityGroups, ...world.subnets, ...world.routeTables, ...world.vpcs];
    this.current = new Map(resources.map(resource => [resource.id, new Map(resource.tags)]));
  }

  public tagsOf(id: string): Record<string, string> {
    return Object.fromEntries(this.current.get(id) ?? []);
  }

  public set(id: string, key: string, value: string): void {
    this.current.get(id)!.set(key, value);
  }

  public async region(): Promise<string> { return 'us-east-1'; }

  public async instances(filters: readonly Ec2Filter[]): Promise<readonly InstanceFacts[]> {
    return this.seen(this.world.instances).filter(instance => filters.every(({ name, values }) => {
      if (name === 'instance-id') return values.includes(instance.id);
      if (name === 'vpc-id') return values.includes(instance.vpcId);
      if (name === 'tag-key') return values.some(key => instance.tags.has(key));
      return values.includes(instance.tags.get(name.slice('tag:'.length)) ?? '');
    }));
  }

  public async subnets() { return this.seen(this.world.subnets); }
  public async securityGroups() { return this.seen(this.world.securityGroups); }
  public async routeTables() { return this.seen(this.world.routeTables); }
  public async vpcs() { return this.seen(this.world.vpcs); }

  public async tags(keys: readonly string[]): Promise<readonly ResourceTag[]> {
    const all = [...this.current].flatMap(([resourceId, tags]) => [...tags].map(([key, value]) => ({ resourceId, key, value })));
    return all.filter(tag => keys.includes(tag.key));
  }

  public async createTags(batch: TagBatch): Promise<void> {
    this.before(batch);
    for (const id of batch.ids) {
      for (const { key, value } of batch.tags) {
        this.set(id, key, value);
        this.written.set(`${id} ${key}`, (this.written.get(`${id} ${key}`) ?? 0) + 1);
      }
    }
    this.step();
  }

  public async deleteTags(batch: TagBatch): Promise<void> {
    this.before(batch);
    for (const id of batch.ids) {
      const tags = this.current.get(id)!;
      for (const { key, value } of batch.tags) if (tags.get(key) === value) tags.delete(key);
    }
    this.step();
  }

  private before(batch: TagBatch): void {
    this.step();
    this.batches.push(batch);
    const refusal = this.refuse(batch) ?? this.unknown(batch);
    if (refusal) throw refusal;
  }

  private unknown(batch: TagBatch): AwsError | undefined {
    const id = batch.ids.find(each => !this.current.has(each));
    return id === undefined ? undefined : new AwsError('InvalidInstanceID.NotFound', `The instance ID '${id}' does not exist`);
  }

  private seen<R extends { id: string; tags: ReadonlyMap<string, string> }>(resources: readonly R[]): R[] {
    return resources.map(resource => ({ ...resource, tags: new Map(this.current.get(resource.id)) }));
  }
}

/** A record in memory: the text is what would be on disk. */
export class MemoryStore implements RecordStore {
  public readonly name = 'record.json';
  public text: string | undefined;
  public step: () => void = () => {};
  public read(): TagRecord | undefined { return this.text === undefined ? undefined : parseRecord(this.text, this.name); }
  public write(record: TagRecord): void {
    this.step();
    this.text = formatRecord(record);
    this.step();
  }

  public lock(): void {}
  public unlock(): void {}
}
