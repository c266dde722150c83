import { existsSync, readdirSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { AppModel, Beside } from './app';
import { Choice, choose, Proposal } from './choose';
import { Findings, NOTHING_FOUND, readFindings } from './findings';
import { isOfProject, whatToAdd } from './kept';
import { pythonFiles } from './python';
import { surroundingFiles } from './surroundings';
import { tryOut } from './trial';
import { typescriptFiles } from './typescript';
import { FolderFile } from '../../../files/exchange-folder';
import { newFiles, writeNewFiles } from '../../../files/new-files';
import { NodeRole } from '../../../lib/kubernetes/node';
import { printable } from '../../../lib/text/printable';
import { pathProblem } from '../../../lib/text/safe-path';
import { ExitCode, InputError, Io } from '../../io';
import { packageVersions } from '../../version';
import type { InitFlags } from '../init';

const PROGRAM_FILES = { typescript: typescriptFiles, python: pythonFiles };

/** Writes the app, or says what it would write. */
export async function run(name: string, flags: InitFlags, io: Io): Promise<ExitCode> {
  const folder = resolve(io.cwd, name);
  const input = inputOf(name, flags, io);
  const found = input === undefined ? NOTHING_FOUND : readFindings(input, io.cwd);
  io.out(lines(input === undefined ? notRead(name, folder) : report(input, found)));
  const choice = await choose(flags, found, proposal => propose(proposal, flags, io));
  if (flags.from !== undefined && choice.from === undefined) io.out(lines([unusedFrom(flags.from, choice.to)]));
  const inputFolder = resolve(io.cwd, input ?? join(name, 'input'));
  const app = modelOf(choice, found, relative(folder, inputFolder));
  const files = filesOf(app);
  const { missing, inTheWay } = writing(name, () => newFiles(folder, files));
  const kept = inTheWay.filter(isOfProject);
  const others = inTheWay.filter(path => !isOfProject(path));
  if (others.length > 0) {
    throw new InputError(`'${name}' has other files where those of the app would be: ${others.join(', ')}; nothing was written: move them away, or `
      + 'give another folder');
  }
  const toAdd = writing(name, () => whatToAdd(folder, kept, files));
  const untried = missing.length > 0 ? tryOut(app, inputFolder) : undefined;
  if (untried !== undefined) io.out(`synthesis of the app was not tried: ${untried}\n`);
  const paths = missing.map(({ path }) => path).join(', ');
  if (missing.length === 0) {
    io.out(lines([`${name} has all files of the app already`, ...keptLines(kept, toAdd)]));
  } else if (flags.dryRun) {
    io.out(lines([`would be written to ${name}: ${paths}`, ...keptLines(kept, toAdd)]));
  } else {
    writing(name, () => writeNewFiles(folder, missing));
    const first = choice.language === 'python' ? 'pip install -r requirements.txt && ' : '';
    const readme = kept.includes('README.md') ? 'docs/how-to/start-an-app.md of the package' : 'README.md';
    io.out(lines([
      `written to ${name}: ${paths}`, ...keptLines(kept, toAdd), ...isPinned(kept, toAdd) ? unreleased(app) : [],
      `next, in ${name}: ${first}npm install && npx cdk8s synth (${readme} has the rest)`,
    ]));
  }
  return ExitCode.OK;
}

/** No release that is given has the in-tree provider. */
function unusedFrom(from: string, to: string): string {
  return `nothing is migrated: kube-controller-manager ${from} has no AWS provider of its own, so the app writes the steady state of ${to}, and `
    + '--from is not used; \'ccm-migration upgrade --from <release> --to <release>\' says what differs between cloud-controller-managers';
}

function keptLines(kept: readonly string[], toAdd: readonly string[]): readonly string[] {
  return kept.length === 0 ? [] : [`kept as they are: ${kept.join(', ')}`, ...toAdd];
}

/** Whether the version of this package is written, or said to be: a project may have it from elsewhere. */
function isPinned(kept: readonly string[], toAdd: readonly string[]): boolean {
  return !kept.includes('package.json') || toAdd.some(line => line.includes('cdk8s-ccm-migration@'));
}

/** A build that no registry has. */
function unreleased({ language, versions: { 'cdk8s-ccm-migration': version } }: AppModel): readonly string[] {
  if (version !== '0.0.0') return [];
  const wheel = language === 'python' ? ', and of requirements.txt by that of its wheel' : '';
  return [`cdk8s-ccm-migration ${version} is a build that no registry has: replace that version in package.json by the path of its tarball, as `
    + `"file:../cdk8s-ccm-migration-${version}.tgz"${wheel}`];
}

/** Where the files of the nodes are, as it is given: synthesis reads them there, so it must not write there too. */
function inputOf(name: string, { input }: InitFlags, { cwd }: Io): string | undefined {
  const standard = join(name, 'input');
  const chosen = input ?? (existsSync(resolve(cwd, standard)) ? standard : undefined);
  if (chosen === undefined) return undefined;
  const fromApp = relative(resolve(cwd, name), resolve(cwd, chosen)).split(sep).join('/');
  if (/^(\.\.(\/|$))*$/.test(fromApp)) {
    throw new InputError(`--input is '${chosen}', which holds the folder of the app, so that synthesis would read what it wrote; move the files to `
      + `'${standard}'`);
  }
  const problem = pathProblem(fromApp.replace(/^(\.\.\/)+/, ''));
  if (problem !== undefined) throw new InputError(`--input: ${problem}`);
  return chosen;
}

/** What lies in the folder of the app itself, where synthesis will write beside it. */
function notRead(name: string, folder: string): readonly string[] {
  const entries = existsSync(folder) ? readdirSync(folder).sort() : [];
  const beside = entries.filter(entry => /^(control-plane|worker)$|\.ya?ml$/.test(entry) && entry !== 'cdk8s.yaml');
  return [
    `nothing was read: no '${join(name, 'input')}', and no --input`,
    ...beside.length === 0 ? [] : [`not read in '${name}': ${beside.join(', ')}; move what is of the cluster to '${join(name, 'input')}'`],
  ];
}

/** What was found, each with its place, and what was not. */
function report(input: string, found: Findings): readonly string[] {
  const { release, cloud, clusterId, clusterName, clusterCidr, kubeadm, hasCcm } = found;
  const said = [
    ['kube-controller-manager', release],
    ['--cloud-provider', cloud?.value === '' ? undefined : cloud],
    ['cluster id', clusterId],
    ['--cluster-name', clusterName],
    ['--cluster-cidr', clusterCidr],
    ['kubeadm', kubeadm],
  ] as const;
  const nodes = Object.values(NodeRole).flatMap(role => {
    const { length } = found.nodes.filter(node => node.role === role);
    return length === 0 ? [] : [`found ${length} ${role} ${length === 1 ? 'node' : 'nodes'}: ${join(input, role)}`];
  });
  const missing = [...said.flatMap(([what, value]) => value === undefined ? [what] : []), ...nodes.length === 0 ? ['nodes'] : []];
  return [
    ...said.flatMap(([what, value]) => value === undefined ? [] : [`found ${what} ${value.value.toString()}: ${value.place}`]),
    ...nodes,
    ...missing.length === 0 ? [] : [`not found in ${input}: ${missing.join(', ')}`],
    ...cloud?.value !== 'external' || hasCcm ? [] : [`not found in ${input}: a cloud-controller-manager, which runs the cloud controllers where `
      + '--cloud-provider is external; the app has none of its settings, and no cloud routes (kubectl get daemonsets,deployments -n kube-system -o '
      + 'yaml prints it)'],
  ];
}

/** Asks until there is an answer that is accepted; where there is no terminal, takes what is proposed. */
async function propose({ flag, question, value, why, isGuess, check }: Proposal, { yes }: InitFlags, io: Io): Promise<string> {
  const reason = why === undefined ? '' : ` (${why})`;
  if (yes || io.ask === undefined) {
    if (value !== undefined && (yes || !isGuess)) {
      io.out(lines([`default ${flag} ${value}${reason}`]));
      return value;
    }
    const remedy = value === undefined ? '' : `; --yes takes '${value}'${reason}`;
    throw new InputError(`${flag} is missing: ${question}${remedy}`);
  }
  for (;;) {
    const answer = (await io.ask(printable(`${question}${value === undefined ? '' : ` [${value}${reason}]`}: `))).trim() || value;
    try {
      if (answer === undefined) continue;
      check(answer);
      return answer;
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      io.err(`${printable(error.message)}\n`);
    }
  }
}

function modelOf(choice: Choice, found: Findings, input: string): AppModel {
  const { clusterName, clusterCidr, cloudRoutes, nodes, release, hasCcm } = found;
  const hasNodes = choice.from !== undefined && nodes.length > 0;
  const path = input.split(sep).join('/');
  // Of the steady state, the nodes as they are can be checked too, unless another release or another cloud-controller-manager runs on them.
  const isSteadyInput = choice.from === undefined && nodes.length > 0 && release?.value.toString() === choice.to && !hasCcm;
  const beside: Beside = hasNodes ? { nodes: 'nodes' } : isSteadyInput ? { nodes: path } : { assume: `kcm=external:${choice.to}` };
  return {
    ...choice,
    clusterName,
    clusterCidr,
    cloudRoutes,
    hasNodes,
    nodesSayRelease: release !== undefined,
    input: path,
    beside,
    versions: packageVersions(),
  };
}

function filesOf(app: AppModel): readonly FolderFile[] {
  return [...PROGRAM_FILES[app.language](app), ...surroundingFiles(app)].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function writing<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new InputError(`'${name}' cannot be written: ${(error as Error).message}`);
  }
}

function lines(texts: readonly string[]): string {
  return texts.map(text => `${printable(text)}\n`).join('');
}
