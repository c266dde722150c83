import { BUILT_IN_DEFAULT } from '../../../src/lib/facts/built-in-default';
import { AWS_CCM_MINORS } from '../../../src/lib/facts/ccm-release-list';
import { CONFIG_API } from '../../../src/lib/facts/config-api';
import { CONTROL_PLANE_NODE } from '../../../src/lib/facts/control-plane-node';
import { CONTROLLER_TABLES } from '../../../src/lib/facts/controllers';
import { FEATURE_GATES } from '../../../src/lib/facts/feature-gates';
import { CLOUD_PROVIDER_CHECKS } from '../../../src/lib/facts/flags';
import { generatedAwsCcm } from '../../../src/lib/facts/generated';
import { IN_TREE_CLOUDS, WITH_IN_TREE_AWS } from '../../../src/lib/facts/in-tree-clouds';
import { ROUTE_CONTROLLER_GATES, UNDER_EXTERNAL } from '../../../src/lib/facts/kcm-cloud-controllers';
import { NODE_IP_NEEDED } from '../../../src/lib/facts/kubelet-node-address';
import { LEASE_GRANTS } from '../../../src/lib/facts/lease-grants';
import { HONOURED_LEASE_DURATION, LOCK_LOSS, MAIN_LOCK_KINDS, MIGRATION_LOCK_KINDS } from '../../../src/lib/facts/locks';
import { FactTable } from '../../../src/lib/facts/table';
import { EBS_VOLUMES, EXTERNAL_CLOUD_VOLUME_PLUGIN } from '../../../src/lib/facts/volumes';
import { KubernetesVersion } from '../../../src/lib/kubernetes/kubernetes-version';

const TABLES: readonly FactTable<unknown>[] = [
  ...CONTROLLER_TABLES, CONFIG_API, BUILT_IN_DEFAULT, ...FEATURE_GATES.values(),
  ...CLOUD_PROVIDER_CHECKS.values(), IN_TREE_CLOUDS, ...Object.values(WITH_IN_TREE_AWS), UNDER_EXTERNAL,
  ...Object.values(ROUTE_CONTROLLER_GATES), LEASE_GRANTS, MAIN_LOCK_KINDS, MIGRATION_LOCK_KINDS, HONOURED_LEASE_DURATION, LOCK_LOSS,
  CONTROL_PLANE_NODE, NODE_IP_NEEDED,
  EXTERNAL_CLOUD_VOLUME_PLUGIN, EBS_VOLUMES,
];

describe.each(TABLES.map(table => [table.subject, table] as const))('table of %s', (subject, table) => {
  it('covers each minor from 1.20 to 1.37 exactly once, in order', () => {
    const minors = table.rows.flatMap(({ from, to }) => {
      const [first, last] = [from, to].map(minor => KubernetesVersion.of(minor).minor);
      return Array.from({ length: last - first + 1 }, (_, i) => first + i);
    });
    expect(minors).toEqual(Array.from({ length: 18 }, (_, i) => 20 + i));
  });

  it('names a source for each row', () => {
    for (const { source } of table.rows) expect(source).toMatch(/\S{8}/);
  });

  it.each(['1.19', '1.38'])('fails for %s and names the known range', minor => {
    expect(() => table.at(KubernetesVersion.of(minor))).toThrow(`Kubernetes ${minor} is not in the table of ${subject}; known: 1.20 to 1.37`);
  });
});

describe('table of AWS cloud-controller-manager releases', () => {
  it('has each minor from 1.20 to 1.37 once, tags in order, and a source for each', () => {
    expect(AWS_CCM_MINORS.map(({ minor }) => minor)).toEqual(Array.from({ length: 18 }, (_, i) => `1.${20 + i}`));
    for (const { releases } of AWS_CCM_MINORS) {
      const patches = releases.map(({ tag }) => Number(tag.split('.')[2]));
      expect(patches).toEqual([...new Set(patches)].sort((a, b) => a - b));
      for (const { tag, source } of releases) expect(source).toBe(`k8s.io/cloud-provider-aws@${tag} go.mod`);
    }
  });

  it('has digests of promoted images only', () => {
    for (const { digest, promoted } of AWS_CCM_MINORS.flatMap(({ releases }) => releases)) {
      if (digest !== undefined) expect([digest.startsWith('sha256:'), promoted]).toEqual([true, true]);
    }
  });

  it('covers only tags that exist, in order, with a source in every range', () => {
    const { tags, calls, cloudConfigKeys, taggingFlags, ecr } = generatedAwsCcm();
    expect(tags).toEqual(AWS_CCM_MINORS.flatMap(({ releases }) => releases.map(({ tag }) => tag)));
    for (const [name, rows] of [
      ...Object.entries(byName(calls, 'call')), ...Object.entries(byName(cloudConfigKeys, 'key')), ...Object.entries(byName(taggingFlags, 'flag')), ['ecr', ecr] as const,
    ]) {
      const places = rows.flatMap(({ from, to }) => [tags.indexOf(from), tags.indexOf(to)]);
      expect([name, ...places]).toEqual([name, ...[...places].sort((a, b) => a - b)]);
      expect([name, places.includes(-1)]).toEqual([name, false]);
      for (const { source, from } of rows) expect(source).toMatch(new RegExp(`^k8s\\.io/cloud-provider-aws@${from} \\S+\\.go`));
    }
    // The patterns leave no tag out.
    expect(ecr.flatMap(({ from, to }) => tags.slice(tags.indexOf(from), tags.indexOf(to) + 1))).toEqual(tags);
  });
});

function byName<R extends object>(rows: readonly R[], name: keyof R): Record<string, R[]> {
  const groups: Record<string, R[]> = {};
  for (const row of rows) (groups[String(row[name])] ??= []).push(row);
  return groups;
}
