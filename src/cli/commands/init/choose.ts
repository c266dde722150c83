import { Findings, Found } from './findings';
import { inTreeClouds } from '../../../lib/facts/in-tree-clouds';
import { knownMinors, newestRead } from '../../../lib/facts/kubernetes-releases';
import { KubernetesVersion } from '../../../lib/kubernetes/kubernetes-version';
import { Migration } from '../../../lib/migration/migration';
import { verifyPhase } from '../../../lib/migration/phase-proof';
import { InputError } from '../../io';
import type { InitFlags, Language } from '../init';

/** What the app is written for. */
export interface Choice {
  readonly language: Language;
  readonly clusterId: string;
  /** Version N; none: the steady state. */
  readonly from?: string;
  readonly to: string;
  readonly installer: 'kubeadm' | 'none';
}

/**
 * Proposes a value for what neither the flags nor the input say.
 *
 * @returns what the user answers; without a terminal, the proposal
 */
export type Propose = (about: Proposal) => Promise<string>;

export interface Proposal {
  /** Flag that says the same. */
  readonly flag: string;
  readonly question: string;
  /** None: there is nothing to propose. */
  readonly value?: string;
  /** Why this value. */
  readonly why?: string;
  /** Whether it may be wrong, so that it is only taken where the user has said so. */
  readonly isGuess?: boolean;
  /** @throws if an answer is not accepted */
  check(answer: string): void;
}

/** @throws `InputError` if something is missing, is no value, or contradicts what was found */
export async function choose(flags: InitFlags, found: Findings, propose: Propose): Promise<Choice> {
  const releases = await chooseReleases(flags, found, propose);
  const installer = chooseInstaller(flags, found, releases);
  const clusterId = await chooseClusterId(flags, found, propose);
  const language = flags.language ?? await propose({
    flag: '--language', question: 'language of the app, typescript or python', value: 'typescript', check: checkLanguage,
  }) as Language;
  const choice = { language, clusterId, ...releases, installer };
  checkMigration(choice, found);
  return choice;
}

function checkLanguage(answer: string): void {
  if (answer !== 'typescript' && answer !== 'python') throw new InputError(`'${answer}' is no language of an app; accepted: typescript, python`);
}

async function chooseClusterId({ clusterId }: InitFlags, found: Findings, propose: Propose): Promise<string> {
  if (found.clusterId !== undefined) {
    if (clusterId !== undefined && clusterId !== found.clusterId.value) throw otherThanFound('--cluster-id', clusterId, found.clusterId);
    return found.clusterId.value;
  }
  // What kubeadm calls a cluster without a name of its own.
  const { clusterName: name } = found;
  const guess = name?.value === 'kubernetes' ? undefined : name;
  return clusterId ?? propose({
    flag: '--cluster-id',
    question: 'id of the cluster, in the tag kubernetes.io/cluster/<id> of its instances',
    value: guess?.value,
    why: guess && `the name of the cluster at ${guess.place}; the tag may have another`,
    isGuess: true,
    check: () => undefined,
  });
}

/** Without a terminal it is the end of an error, which has to say how a cluster without the in-tree provider is named. */
const FROM = 'release of kube-controller-manager today, like 1.26.15 (of a cluster that has a cloud-controller-manager already, give --to alone)';

async function chooseReleases({ from, to }: InitFlags, found: Findings, propose: Propose): Promise<Pick<Choice, 'from' | 'to'>> {
  const cloud = found.cloud;
  if (cloud !== undefined && !['', 'aws', 'external'].includes(cloud.value)) {
    throw new InputError(`kube-controller-manager has --cloud-provider=${cloud.value} at ${cloud.place}; init writes apps for aws: `
      + 'docs/how-to/other-clouds.md of the package has the others');
  }
  if (cloud !== undefined && cloud.value !== 'aws') return steady({ ...cloud, release: found.release?.value }, { from, to }, propose);
  if (from !== undefined && found.release !== undefined && !agrees(from, found.release.value)) throw otherThanFound('--from', from, found.release);
  const given = { from: found.release?.value ?? release('--from', from), to: release('--to', to) };
  if (given.from === undefined && given.to === undefined) {
    const answer = await propose({
      flag: '--from', question: FROM, check: text => { release('--from', text); },
    });
    return chooseReleases({ from: answer }, found, propose);
  }
  if (given.from === undefined) return before(given.to!);
  if (!hasAws(given.from)) return { to: (given.to ?? given.from).toString() };
  return { from: given.from.toString(), to: (given.to ?? await proposeNext(given.from, propose)).toString() };
}

/** Version N of an upgrade to a release, if it has the in-tree provider. */
function before(to: KubernetesVersion): Pick<Choice, 'from' | 'to'> {
  const from = newestRead(`1.${to.minor - 1}`);
  return { ...from !== undefined && hasAws(KubernetesVersion.of(from)) && { from }, to: to.toString() };
}

/** No kube-controller-manager of the input runs the cloud controllers any more. */
async function steady(
  { value, place, release: running }: Found<string> & { readonly release?: KubernetesVersion }, { from, to }: Pick<InitFlags, 'from' | 'to'>,
  propose: Propose,
): Promise<Pick<Choice, 'from' | 'to'>> {
  if (from !== undefined) {
    const has = value === '' ? 'no --cloud-provider' : `--cloud-provider=${value}`;
    throw new InputError(`--from is '${from}', but kube-controller-manager has ${has} at ${place}, so nothing is migrated; leave it out for an app `
      + 'of the steady state');
  }
  const answer = to ?? running?.toString() ?? await propose({
    flag: '--to', question: 'release of kube-controller-manager, like 1.31.14', check: text => { release('--to', text); },
  });
  return { to: release('--to', answer)!.toString() };
}

async function proposeNext(from: KubernetesVersion, propose: Propose): Promise<KubernetesVersion> {
  const next = newestRead(`1.${from.minor + 1}`);
  const answer = await propose({
    flag: '--to',
    question: `release after the migration from ${from}`,
    value: next,
    why: 'the newest known release of the next minor',
    check: text => { release('--to', text); },
  });
  return release('--to', answer)!;
}

function hasAws(version: KubernetesVersion): boolean {
  return inTreeClouds(version).includes('aws');
}

/** A whole release: of a minor, the newest one. */
function release(flag: string, text: string | undefined): KubernetesVersion | undefined {
  if (text === undefined) return undefined;
  const version = saying(() => KubernetesVersion.of(text), { [`'${text}'`]: `${flag} '${text}'` });
  const newest = newestRead(version.minorVersion);
  if (newest === undefined) {
    const minors = knownMinors();
    throw new InputError(`${flag} is Kubernetes ${version}, which is not known; known: ${minors[0]} to ${minors.at(-1)}`);
  }
  return version.patch === undefined ? KubernetesVersion.of(newest) : version;
}

/** A minor agrees with each of its releases. */
function agrees(given: string, found: KubernetesVersion): boolean {
  return [found.toString(), found.minorVersion].includes(given.trim().replace(/^v/, ''));
}

function otherThanFound(flag: string, given: string, { value, place }: Found<{ toString(): string }>): InputError {
  return new InputError(`${flag} is '${given}', but '${value.toString()}' is at ${place}; leave ${flag} out, or correct the input`);
}

function chooseInstaller(
  { installer, input = 'input' }: InitFlags, { kubeadm, kubeadmBelow, besideKubeadm: other }: Findings, { from }: Pick<Choice, 'from'>,
): Choice['installer'] {
  if (from === undefined) {
    if (installer === 'kubeadm') throw new InputError('--installer is kubeadm, but the steady state changes nothing of kubeadm\'s; leave it out');
    return 'none';
  }
  if (installer !== 'none' && kubeadm === undefined && kubeadmBelow !== undefined) {
    throw new InputError(`${kubeadmBelow.place} is a ${kubeadmBelow.value}, and not directly in '${input}', where synthesis reads kubeadm's `
      + 'configuration; copy it there, or leave it out with --installer none');
  }
  const chosen = installer ?? (kubeadm ? 'kubeadm' : 'none');
  if (chosen === 'none') return chosen;
  if (kubeadm === undefined) {
    throw new InputError(`--installer is kubeadm, but no file directly in '${input}' has a ClusterConfiguration; save it with: kubectl -n `
      + `kube-system get configmap kubeadm-config -o jsonpath='{.data.ClusterConfiguration}' > ${input}/kubeadm-config.yaml`);
  }
  if (other !== undefined) {
    throw new InputError(`${other.place} is a ${other.value}, beside kubeadm's configuration (${kubeadm.place}); move it to a folder of its `
      + `own, because each YAML file directly in '${input}' is read as kubeadm's`);
  }
  return chosen;
}

/** What synthesis would refuse is refused here, before there is an app that does not synthesize. */
function checkMigration({ clusterId, from, to }: Choice, { nodes }: Findings): void {
  saying(() => {
    const { _model: model, phases } = new Migration({
      clusterId,
      fromVersion: from === undefined ? undefined : KubernetesVersion.of(from),
      toVersion: KubernetesVersion.of(to),
      nodes: from === undefined || nodes.length === 0 ? undefined : [...nodes],
    });
    for (const phase of phases.map(one => model.phase(one))) {
      verifyPhase(phase);
      phase.nodeFiles; // made when they are asked for
    }
  }, { clusterId: '--cluster-id', fromVersion: '--from', toVersion: '--to' });
}

/** What the library says of its properties, said of the flags. */
function saying<T>(make: () => T, names: Readonly<Record<string, string>>): T {
  try {
    return make();
  } catch (error) {
    throw new InputError(Object.entries(names).reduce((text, [prop, flag]) => text.replaceAll(prop, flag), (error as Error).message));
  }
}
