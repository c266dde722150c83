import { resolve } from 'node:path';
import { writeWholeFile } from '../../../files/whole-file';
import { Data } from '../../../lib/edit/yaml/data';
import { policyAnswers } from '../../../lib/iam/policy-answer';
import { ccmOfKops, whyNothingToMigrate } from '../../../lib/installers/kops/nothing-to-migrate';
import { renderYaml } from '../../../lib/installers/render-yaml';
import { CCM } from '../../../lib/kubernetes/component';
import { KubernetesVersion } from '../../../lib/kubernetes/kubernetes-version';
import { buildModel } from '../../../lib/read/build-model';
import { VerifyInput } from '../../../lib/read/input/input';
import { printable } from '../../../lib/text/printable';
import { CarriedOut } from '../../../lib/upgrade/carried-out';
import { ccmUpgrade } from '../../../lib/upgrade/ccm-upgrade';
import { helmUpgrade } from '../../../lib/upgrade/helm';
import { nextCommands } from '../../../lib/upgrade/next-commands';
import { provenBy } from '../../../lib/upgrade/proven';
import { isMinor, releaseToGoTo } from '../../../lib/upgrade/release-as-read';
import { renderUpgradeJson } from '../../../lib/upgrade/render/json';
import { renderUpgradeMarkdown } from '../../../lib/upgrade/render/markdown';
import { renderUpgradeSarif } from '../../../lib/upgrade/render/sarif';
import { renderUpgradeText } from '../../../lib/upgrade/render/text';
import { UNKNOWN_CLUSTER, UpgradedCluster, upgradedCluster } from '../../../lib/upgrade/upgraded-cluster';
import { migratedKopsClusters, namesIn } from '../../../lib/upgrade/words-of-input';
import { awsTagOf, ccms, isInTree, kcms, placeOf } from '../../../lib/view/ask';
import { Model } from '../../../lib/view/model';
import { ExitCode, InputError, Io } from '../../io';
import { readNamedFile } from '../../read-file';
import type { UpgradeFlags } from '../upgrade';
import { readInputs, sayingInput } from '../verify/read-inputs';

const RENDERERS = { text: renderUpgradeText, json: renderUpgradeJson, markdown: renderUpgradeMarkdown, sarif: renderUpgradeSarif };

/** Exit code 1 where something stands in the way, or may. */
export async function run(inputs: readonly string[], flags: UpgradeFlags, io: Io): Promise<ExitCode> {
  const options = { unreadRelease: flags.unreadRelease, mayHoldNone: flags.from !== undefined };
  const allows = flags.iamPolicy.length === 0 ? {} : { allows: usage(() => policyAnswers(flags.iamPolicy.map(file => policyIn(file, io)))) };
  const input: VerifyInput | undefined = inputs.length === 0 ? undefined
    : await sayingInput(async () => ({ ...(await readInputs(inputs, io)).built, ...options }));
  const model = input && await sayingInput(async () => buildModel(input));
  const runs = flags.from === undefined ? undefined : usage(() => saidToRun(flags.from!, model));
  const from = runs ?? runningIn(model);
  const given = model && input ? givenCluster(input, model, runs) : UNKNOWN_CLUSTER;
  const ofKops = input ? migratedKopsClusters(input) : [];
  const picked = ofKops.length > 0 && isMinor(flags.to) ? usage(() => ccmOfKops(KubernetesVersion.of(flags.to.replace(/^v/, '')))) : undefined;
  const said = usage(() => ccmUpgrade(from, picked?.tag ?? releaseToGoTo(flags.to, given), { ...given, ...allows }, flags.unreadRelease));
  for (const place of ofKops) {
    const which = picked ? `kops ${picked.kops} has ${picked.tag} for ${flags.to}`
      : 'which image it has then is not known here: give it as --to, where this is another one';
    io.err(`${printable(`note: ${place} is a Cluster of kops: ${whyNothingToMigrate()}, and exchanges it together with the API servers when `
      + `spec.kubernetesVersion goes to the next minor; ${which}`)}\n`);
  }
  const helm = input && helmUpgrade(input, said, flags.helmValues);
  const next = model === undefined || helm ? [] : nextCommands(said, given);
  const upgrade: CarriedOut = { ...said, ...helm && { helm }, ...next.length > 0 && { next } };
  if (flags.helmValues !== undefined) writeValues(upgrade, io);
  io.out(RENDERERS[flags.format](upgrade, flags.all === true || model === undefined));
  return upgrade.answer === 'may-go' ? ExitCode.OK : ExitCode.FINDING;
}

function givenCluster(input: VerifyInput, model: Model, from: string | undefined): UpgradedCluster {
  return { ...upgradedCluster(model, from), names: namesIn(input), proven: provenBy(input, model) };
}

/** A file for each hop; none from there on where something stands in the way, which the answer names. */
function writeValues({ helm, answer }: CarriedOut, io: Io): void {
  if (helm === undefined) throw new InputError('--helm-values: Helm owns no cloud-controller-manager of the input; nothing is written');
  const { release, namespace, newest: { version }, hops } = helm;
  const open = hops.find(({ refused }) => refused !== undefined);
  if (open) {
    const refused = `--helm-values: ${open.refused!}; ${open === hops[0] ? 'nothing is written' : `'${open.file}' is not written`}`;
    if (answer === 'may-go') throw new InputError(refused);
    io.err(`${printable(`note: ${refused}`)}\n`);
  }
  for (const { to, file, values } of hops) {
    if (values === undefined) continue;
    const about = `All values of release ${release} (${namespace}) for ${to}, chart ${version}; give them with --reset-values.`;
    try {
      writeWholeFile(resolve(io.cwd, file), renderYaml(values, about));
    } catch (error) {
      throw new InputError(`--helm-values cannot be written: ${(error as Error).message}`);
    }
  }
}

/** JSON of one policy, as AWS prints it. */
function policyIn(file: string, io: Io): Data {
  const text = readNamedFile('--iam-policy', file, io);
  try {
    return JSON.parse(text) as Data;
  } catch (error) {
    throw new Error(`'${file}' is no JSON: ${(error as Error).message}`);
  }
}

/** Of a minor, that of the input, else as for --to. */
function saidToRun(from: string, model: Model | undefined): string {
  const running = tagsIn(model).filter(tag => tag.startsWith(`v${from.replace(/^v/, '')}.`));
  return running.length === 1 ? running[0] : releaseToGoTo(from, {});
}

function tagsIn(model: Model | undefined): readonly string[] {
  return model ? [...new Set(ccms(model).flatMap(view => awsTagOf(view) ?? []))] : [];
}

/** The release of the input. */
function runningIn(model: Model | undefined): string {
  if (model === undefined) throw new InputError('--from is missing: give the release that runs now, or the cluster as input');
  const found = tagsIn(model);
  if (found.length === 1) return found[0];
  const inTree = ccms(model).length === 0 ? kcms(model).find(isInTree) : undefined;
  if (inTree) {
    const { file, line } = model.realPlace(placeOf(inTree, 'cloud-provider'));
    throw new InputError(`kube-controller-manager runs the in-tree cloud provider at ${file}:${line}, so the input has no `
      + 'cloud-controller-manager to upgrade; migrate first: \'ccm-migration init\' writes the app, docs/tutorial/first-migration.md shows it');
  }
  throw new InputError(found.length === 0 ? noneOf(model)
    : `the input has AWS cloud-controller-managers of ${[...found].sort().join(', ')}; give the one that is upgraded as --from`);
}

/** What the input has in place of a cloud-controller-manager whose release is known. */
function noneOf(model: Model): string {
  const [unknown] = ccms(model);
  if (unknown === undefined) {
    const none = 'the input has no cloud-controller-manager';
    const unread = model.unread.find(({ mayRun = [] }) => mayRun.includes(CCM));
    if (unread === undefined) return `${none}: give its workload, or the folder of its nodes`;
    const { file, line } = model.realPlace(unread.place);
    return `${none} that is read, and ${unread.what} at ${file}:${line}; give what it makes in the cluster: kubectl get `
      + 'daemonsets,deployments,pods,services -A -o json | ccm-migration upgrade - --to <release>';
  }
  const { file, line } = model.realPlace(unknown.image?.place ?? unknown.place);
  return `the release of the cloud-controller-manager at ${file}:${line} is not known by its image; give it as --from`;
}

function usage<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new InputError((error as Error).message);
  }
}
