import { lazy } from './lazy';

/** A feed of facts, as it is asked: what it puts in place of tables of this package. */
export interface FeedInForce {
  /** Day of its facts, `2026-11-30`. */
  readonly day: string;
  /** Of its text. */
  readonly sha256: string;
  /** By the table of this package. */
  readonly tables: ReadonlyMap<object, object>;
}

/**
 * What holds the feed. Tables are asked from everywhere, also by values that know nothing of a cluster, so it is of the program: of one call of the
 * command line, or of one synthesis.
 */
class Holder {
  public feed?: FeedInForce;
}

const HOLDER = new Holder();

/** The feed whose facts are taken; undefined: those of this package are. */
export function feedInForce(): FeedInForce | undefined {
  return HOLDER.feed;
}

/** As plans and certificates that are made with a feed record it. */
export function recordedFeed(): { readonly feed?: { readonly day: string; readonly sha256: string } } {
  const { feed } = HOLDER;
  return feed === undefined ? {} : { feed: { day: feed.day, sha256: feed.sha256 } };
}

/** A table of this package, or what the feed has in its place. */
export function inForce<T extends object>(own: T): T {
  return HOLDER.feed?.tables.get(own) as T | undefined ?? own;
}

/** Takes a feed from here on; undefined: the tables of this package. */
export function takeFeed(feed: FeedInForce | undefined): void {
  HOLDER.feed = feed;
}

/** @throws if the program has another one: what was made before would follow from other facts than what comes */
export function takeFeedOfProgram(feed: FeedInForce): void {
  const { feed: other } = HOLDER;
  if (other !== undefined && other.sha256 !== feed.sha256) {
    throw new Error(`facts: the program has two feeds of facts, of ${other.day} (SHA-256 ${other.sha256}) and of ${feed.day} (${feed.sha256}), and `
      + 'what it makes follows from one; give the same FactsFeed to each AwsCcm');
  }
  HOLDER.feed = other ?? feed;
}

/** What is made of tables: once of those of this package, and once of each feed. */
export function perFeed<T>(make: () => T): () => T {
  const own = lazy(make);
  const made = new WeakMap<FeedInForce, () => T>();
  return () => {
    const { feed } = HOLDER;
    if (feed === undefined) return own();
    const known = made.get(feed) ?? lazy(make);
    made.set(feed, known);
    return known();
  };
}
