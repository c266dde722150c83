import { byVersion } from './aws-ccm-tags';
import { rangesByMinor } from './ranges';
import { ReadClusterApi } from './reader';
import { distinct, KubernetesReading, Tables } from './tables';

/** Versions of kubeadm's API, and the oldest control plane that a kubeadm deploys. */
export function kubeadmTables({ read, at }: KubernetesReading): Tables {
  const releases = Object.values(read).flat();
  const apis = distinct(releases.flatMap(release => at(release).kubeadm.apis.map(({ version }) => version)));
  return new Map([['kubeadm.json', {
    read,
    apis: apis.flatMap(api => rangesByMinor(read, release => {
      const found = at(release).kubeadm.apis.find(({ version }) => version === api);
      if (!found) return undefined;
      const { version, ...rest } = found;
      return rest;
    }).map(row => ({ api, ...row }))),
    oldestControlPlane: Object.keys(read).flatMap(minor => rangesByMinor({ [minor]: read[minor] }, release => {
      const { oldest, source } = at(release).kubeadm;
      return { oldest, source };
    })),
  }]]);
}

/** What each minor of Cluster API supports, as the newest release says that was read, and the first minor that has each version of its API. */
export function clusterApiTables(read: ReadonlyMap<string, ReadClusterApi>): Tables {
  const tags = [...read.keys()].sort(byVersion);
  const minorOf = (tag: string) => tag.slice(1, tag.lastIndexOf('.'));
  const oldest = minorOf(tags[0]);
  const named = distinct(tags.flatMap(tag => read.get(tag)!.supports.map(({ release }) => release)));
  const releases = named.filter(release => byVersion(oldest, release) <= 0).sort(byVersion);
  const apis = distinct(tags.flatMap(tag => read.get(tag)!.apis.map(({ version }) => version)));
  return new Map([['cluster-api.json', {
    read: tags,
    releases: releases.map(release => {
      const tag = tags.filter(one => read.get(one)!.supports.some(support => support.release === release)).at(-1)!;
      const { minors } = read.get(tag)!.supports.find(support => support.release === release)!;
      const holes = minors.filter((minor, index) => index > 0 && Number(minor.slice(2)) !== Number(minors[index - 1].slice(2)) + 1);
      if (holes.length > 0) {
        throw new Error(`${tag}: Cluster API ${release} supports no minor before ${holes.join(', ')}; the facts have ranges without holes`);
      }
      return { release, from: minors[0], to: minors.at(-1)!, source: read.get(tag)!.source };
    }),
    apis: apis.map(api => {
      const having = tags.filter(tag => read.get(tag)!.apis.some(({ version }) => version === api));
      const { form, source } = read.get(having.at(-1)!)!.apis.find(({ version }) => version === api)!;
      return { api, since: minorOf(having[0]), form, source };
    }),
  }]]);
}
