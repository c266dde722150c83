import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { kopsRelease } from '../../../../src/lib/facts/kops';
import { readKops } from '../../../../src/lib/installers/kops/documents';
import { expectSameAsCompleted, expectSameAsKops, MODELLED_ADDONS } from '../../../kops-output';
import { describeUpstream, upstream } from '../../../upstream';

/** Some of kops' data is of a Kubernetes that is newer than the release supports. */
function isSupported(tag: string, name: string): boolean {
  const minor = /1\.(\d+)/.exec(name)?.[1];
  return minor === undefined || Number(minor) <= kopsRelease(tag).kubernetes.to;
}

/** Folders with a Cluster, and what was made of it. */
function cases(folder: string, tag: string, input: string): (readonly [string, string, string])[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter(name => existsSync(join(folder, name, input)) && !name.endsWith('-refused') && isSupported(tag, name)).map(
    name => [tag, name, join(folder, name)] as const,
  );
}

const read = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8');
const addonsIn = (folder: string) =>
  readdirSync(folder).filter(name => name.startsWith('addon-') && MODELLED_ADDONS.test(name)).map(name => read(folder, name));

describeUpstream('what kops makes of a Cluster, by its own code', () => {
  const states = ['1.22.6', '1.24.1', '1.25.4'].flatMap(tag => cases(upstream(`kops/rendered-by-${tag}`), tag, 'cluster.yaml'));

  it('is there for the states of the migration', () => {
    expect(states).toHaveLength(20);
  });

  it.each(states)('kops %s, %s: every modelled flag of static pods, kubelets and addons is the same', (tag, _, folder) => {
    const { cluster } = readKops({ 'cluster.yaml': read(folder, 'cluster.yaml') });
    expectSameAsKops(cluster, {
      tag,
      kcm: read(folder, 'kube-controller-manager.manifest.yaml'),
      apiServer: read(folder, 'kube-apiserver.manifest.yaml'),
      kubelets: read(folder, 'kubelet-flags.txt').split(/^# .*$/m).slice(1).map(part => part.split('\n')),
      addons: addonsIn(folder),
    });
  });

  const goldens = ['v1.24.1', 'v1.25.4', 'v1.28.0', 'v1.30.0'].flatMap(tag => cases(upstream(`kops/${tag}`), tag, 'in-v1alpha2.yaml'));

  it.each(goldens)('%s, %s: the completed Cluster and the addons of kops\' own test data are the same', (tag, _, folder) => {
    const { cluster } = readKops({ 'in.yaml': read(folder, 'in-v1alpha2.yaml') });
    expectSameAsKops(cluster, { tag, addons: addonsIn(folder) });
    expectSameAsCompleted(cluster, tag, read(folder, 'cluster-completed.spec.yaml'));
  });
});
