import { tableText } from './table-text';
import { UPSTREAM_AWS_RULES } from '../../src/lib/facts/aws-ccm-rules';
import { ASSESSED_TO, AWS_CCM_FAULTS, WITHDRAWN_FAULTS } from '../../src/lib/facts/ccm-faults';
import { CCM_RIGHTS } from '../../src/lib/facts/ccm-rights';
import { FEED_SCHEMA_VERSION, feedSum } from '../../src/lib/facts/feed';
import { FeedContent } from '../../src/lib/facts/feed-shape';
import { ownAwsCcm, ownAwsCcmReleases } from '../../src/lib/facts/generated';
import { IAM_ACTIONS } from '../../src/lib/facts/iam-actions';
import { VERSION_SKEW } from '../../src/lib/facts/version-skew';

/** What the tables of this clone say of the AWS cloud-controller-manager. */
export function feedContent(): FeedContent {
  const { day, rows: releases } = ownAwsCcmReleases();
  const { environment, tags: _tags, ...code } = ownAwsCcm();
  return {
    $schema: 'https://github.com/cdk8s-ccm-migration/facts.schema.json',
    schemaVersion: FEED_SCHEMA_VERSION,
    day,
    releases,
    assessedTo: ASSESSED_TO,
    faults: AWS_CCM_FAULTS,
    withdrawnFaults: WITHDRAWN_FAULTS,
    rights: { api: CCM_RIGHTS.rows, clusterRoles: UPSTREAM_AWS_RULES.rows, aws: IAM_ACTIONS },
    skew: VERSION_SKEW.rows,
    environment,
    code,
  };
}

/** The feed as a file: a row a line, with the sum by which a reader knows that none was changed. */
export function feedText(content: object): string {
  return tableText({ ...content, sum: feedSum(content) });
}
