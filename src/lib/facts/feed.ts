import { UPSTREAM_AWS_RULES } from './aws-ccm-rules';
import { ASSESSED_TO, AWS_CCM_FAULTS, AwsCcmFault } from './ccm-faults';
import { CCM_RIGHTS } from './ccm-rights';
import { FEED_SHAPE, FeedContent } from './feed-shape';
import { AwsCcmReleaseRow, ownAwsCcm, ownAwsCcmReleases } from './generated';
import { IAM_ACTIONS } from './iam-actions';
import { FeedInForce } from './in-force';
import { knownMinors } from './kubernetes-releases';
import { compareReleases } from './since';
import { FactRow, FactTable } from './table';
import { VERSION_SKEW } from './version-skew';
import { contentHash } from '../text/content-hash';
import { sortedJson } from '../text/sorted-json';

/** Version of `schemas/facts.schema.json`. */
export const FEED_SCHEMA_VERSION = 1;

/**
 * Facts about the AWS cloud-controller-manager that are newer than this package: its releases, their faults, the rights that they need, the supported
 * version skew, and the environment that they read. `npm run facts -- --feed <file>` in a clone of this library writes them, and
 * `AwsCcm.of({ facts })` takes them.
 */
export class FactsFeed {
  /**
   * @param text of the file, with every byte
   * @throws if it was cut or edited, is of another schema, or not newer than the tables of this package
   */
  public static of(text: string): FactsFeed {
    const { sum, ...content } = parsed(text);
    const { schemaVersion } = content;
    if (schemaVersion !== FEED_SCHEMA_VERSION) {
      throw refused(`is of schema ${JSON.stringify(schemaVersion)}, and this release reads ${FEED_SCHEMA_VERSION}; install the release of this `
        + 'package that it was made for, or a newer one');
    }
    if (sum !== feedSum(content)) throw refused('was edited after it was written: its sum is not that of what it holds; take it as it was written');
    try {
      FEED_SHAPE()(content, '');
      return new FactsFeed(content as unknown as FeedContent, contentHash(text));
    } catch (error) {
      throw refused((error as Error).message);
    }
  }

  /** Day of its facts. */
  public readonly day: string;
  /** SHA-256 of its text, in hex, as plans and certificates that are made with it record it. */
  public readonly sha256: string;
  /** @internal */
  public readonly _inForce: FeedInForce;

  private constructor(content: FeedContent, sha256: string) {
    this.day = content.day;
    this.sha256 = sha256;
    const own = ownAwsCcmReleases();
    if (this.day <= own.day) {
      throw new Error(`is of ${this.day}, and not newer than the tables of this package, which are of ${own.day}; leave it out`);
    }
    this._inForce = { day: this.day, sha256, tables: tablesOf(content) };
  }
}

/** What a feed has as `sum`. */
export function feedSum(content: object): string {
  return contentHash(sortedJson(content));
}

function refused(why: string): Error {
  return new Error(`the feed of facts ${why}`);
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw refused(`is no JSON, as one that was cut is not: ${(error as Error).message}; take it as it was written`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refused('is no object; take it as it was written');
  return value as Readonly<Record<string, unknown>>;
}

function tablesOf(content: FeedContent): ReadonlyMap<object, object> {
  const { releases, assessedTo, rights, skew, environment, code, day } = content;
  const tags = releases.map(({ tag }) => tag);
  refuseOtherList(tags, ownAwsCcmReleases().rows.map(({ tag }) => tag));
  refuseUnlisted(content, tags);
  return new Map<object, object>([
    [ownAwsCcmReleases(), { day, rows: releases.filter(isOfKnownMinor) }],
    [ownAwsCcm(), { tags, environment, ...code }],
    // What was assessed once stays so.
    [ASSESSED_TO, [...ASSESSED_TO, ...assessedTo]],
    [AWS_CCM_FAULTS, faultsOf(content)],
    [IAM_ACTIONS, rights.aws],
    [CCM_RIGHTS, inPlaceOf(CCM_RIGHTS, rights.api)],
    [UPSTREAM_AWS_RULES, inPlaceOf(UPSTREAM_AWS_RULES, rights.clusterRoles)],
    [VERSION_SKEW, inPlaceOf(VERSION_SKEW, skew)],
  ]);
}

/** Flags and gates of a minor of Kubernetes come with a release of this package, so that what links a younger one stays unread. */
function isOfKnownMinor({ cloudProvider }: AwsCcmReleaseRow): boolean {
  return knownMinors().includes(`1.${cloudProvider.split('.')[1]}`);
}

/** A feed only adds: what this package knows of its releases stays known. Ranges are of their order. */
function refuseOtherList(tags: readonly string[], own: readonly string[]): void {
  const misplaced = tags.find((tag, index) => index > 0 && compareReleases(tags[index - 1], tag) >= 0);
  if (misplaced !== undefined) throw new Error(`has ${misplaced} out of its order, oldest first; take it as it was written`);
  const missing = own.find(tag => !tags.includes(tag));
  if (missing !== undefined) throw new Error(`leaves out ${missing}, which this package knows; take it as it was written`);
}

function refuseUnlisted({ assessedTo, environment, code, withdrawnFaults, faults }: FeedContent, tags: readonly string[]): void {
  const ranges = [environment, ...Object.values(code)].flat();
  const unlisted = [...assessedTo, ...ranges.flatMap(({ from, to }) => [from, to])].find(tag => !tags.includes(tag));
  if (unlisted !== undefined) throw new Error(`says something of ${unlisted}, which is not among its releases; take it as it was written`);
  const ids = [...AWS_CCM_FAULTS, ...faults].map(({ id }) => id);
  const strange = withdrawnFaults.find(({ fault }) => !ids.includes(fault));
  if (strange !== undefined) throw new Error(`withdraws '${strange.fault}', which is no fault that this package knows; take it as it was written`);
}

/**
 * Its faults, and ours: one that it does not name stays, and so do tags of one that it names, for a fault goes only by a row that withdraws it.
 */
function faultsOf({ faults, withdrawnFaults }: FeedContent): readonly AwsCcmFault[] {
  const kept = AWS_CCM_FAULTS.filter(({ id }) => !withdrawnFaults.some(({ fault }) => fault === id));
  const tagsOf = (id: string) => kept.find(own => own.id === id)?.tags ?? [];
  return [
    ...faults.map(fault => ({ ...fault, tags: [...fault.tags, ...tagsOf(fault.id)] })),
    ...kept.filter(({ id }) => !faults.some(fault => fault.id === id)),
  ];
}

/** @throws if it is about fewer minors than ours */
function inPlaceOf<V>(own: FactTable<V>, rows: readonly FactRow<V>[]): FactTable<V> {
  const table = rows.length === 0 ? undefined : own.withRows(rows);
  const minor = (text: string) => Number(text.split('.')[1]);
  if (table !== undefined && minor(table.first) <= minor(own.first) && minor(table.last) >= minor(own.last)) return table;
  throw new Error(`has fewer minors of the ${own.subject} than this package, which knows ${own.first} to ${own.last}; take it as it was written`);
}
