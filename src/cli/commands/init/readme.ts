import { AppModel, isMigration, verifyCommand, writtenFolders } from './app';

/** Pages of the package, where npm puts it. */
const DOCS = 'node_modules/cdk8s-ccm-migration/docs';

/** What to run, in which order, and where to read on. */
export function readme(app: AppModel): string {
  return [title(app), run(app), written(app), ...isMigration(app) ? [phases(app)] : [], ...release(app), next(app), pipeline()].join('\n');
}

function title({ clusterId, from, to }: AppModel): string {
  const what = from === undefined ? `writes the AWS cloud-controller-manager for Kubernetes ${to}`
    : `moves the cloud controllers from kube-controller-manager ${from} to the AWS cloud-controller-manager of ${to}`;
  return `# ${clusterId}: the AWS cloud-controller-manager

A [cdk8s](https://cdk8s.io) app that ${what}.
\`ccm-migration init\` wrote it once. Edit every file as you like.
`;
}

function run(app: AppModel): string {
  const python = app.language === 'python' ? 'python3 -m venv .venv && . .venv/bin/activate && pip install -r requirements.txt\n' : '';
  const needs = app.language === 'python' ? `
cdk8s-cli, the validation plugin and \`ccm-migration\` are packages of npm, so Node.js 20.16 or newer is needed.
` : '';
  return `## Run it

\`\`\`sh
${python}npm install        # commit package-lock.json
npx cdk8s synth    # fails with a counter-example where a controller could run twice or nowhere
${verifyCommand(app).replace(/ --$/, '')}
\`\`\`
${needs}`;
}

function written(app: AppModel): string {
  const { hasNodes, installer } = app;
  const one = isMigration(app) ? ' in the phase that the cluster is in, and nothing else' : '';
  const rows = [
    ['dist/', `manifests for \`kubectl apply\`${one}`],
    ...hasNodes ? [
      ['phases/', 'the manifests of every phase, for the plan and for reports: they are not applied'],
      ['nodes/', 'the files of each node, a folder per phase, with only the migration\'s changes'],
    ] : [],
    ...!hasNodes && !isMigration(app) ? [['nodes/', 'what synthesis knows, for `ccm-migration plan . --upgrade-from`']] : [],
    ...installer === 'kubeadm' ? [['bundles/kubeadm/', 'kubeadm\'s own configuration for both versions']] : [],
    ...hasNodes ? [['bundles/plan/', 'the steps from phase to phase, each proven: start with `runbook.md`'],
      ['bundles/collection/', 'the Ansible collection that carries plans out']] : [],
  ];
  return `## What it writes

Commit ${listed(writtenFolders(app).map(folder => `\`${folder}/\``))}, so that a pull request shows what changes.

| folder | content |
| --- | --- |
${rows.map(([folder, content]) => `| \`${folder}\` | ${content} |\n`).join('')}`;
}

function next(app: AppModel): string {
  const pages = [
    ...isMigration(app) && !app.hasNodes ? [
      `[Hand in the files of your nodes](${DOCS}/how-to/node-files.md) in \`input/\` of a new folder, and run \`npx ccm-migration init\` there: that `
      + 'app writes the files of the nodes and the plan too.',
    ] : [],
    `Add the [cluster tags and the IAM permissions](${DOCS}/how-to/tags-and-iam.md): without a tag the cloud-controller-manager exits.`,
    `[Configure the cloud-controller-manager](${DOCS}/how-to/configure-the-ccm.md): IRSA, registry mirror, digest, cloud config.`,
    ...app.hasNodes ? [
      `[Run the plan](${DOCS}/how-to/run-a-plan.md) in a test cluster, there and [back](${DOCS}/how-to/turn-back.md), before production.`,
    ] : [],
    ...isMigration(app) ? [] : [`[After the migration](${DOCS}/how-to/after-the-migration.md): upgrade the cloud-controller-manager.`],
  ];
  return `## Next

${pages.map((page, index) => `${index + 1}. ${page}\n`).join('')}`;
}

/** Which line says the phase, and what a pull request that changes it shows. */
function phases(app: AppModel): string {
  const { language, hasNodes } = app;
  const when = hasNodes ? 'Change it before the step of `bundles/plan/runbook.md` that leads there' : 'Change it when the cluster is to go there';
  const line = `\`current\` in \`main.${language === 'typescript' ? 'ts' : 'py'}\``;
  return `## The phase

The line ${line} says which phase the cluster is in: \`N\`, \`MIXED\`, \`N_PLUS_1\` or \`DISABLED\`.
${when}, run \`npx cdk8s synth\`, and commit both.
The pull request shows that line and, in \`dist/\`, what will be applied. From \`MIXED\` to \`N_PLUS_1\` only nodes change: \`dist/\` stays.
${hasNodes ? 'What is in `phases/`, `nodes/` and `bundles/` does not depend on that line. `npx ccm-migration diff n mixed` explains a move.\n'
  : assumptions(app)}`;
}

/** Without the files of nodes, the user says what runs on them. */
function assumptions({ from, to }: AppModel): string {
  return `
Without the files of your nodes you say what runs on them: set \`assume\` in \`cdk8s.yaml\` and \`package.json\`, too.

| phase | apply its manifests | \`assume\` |
| --- | --- | --- |
| \`N\` | before the first node is upgraded | \`kcm=in-tree:aws:${from}\` |
| \`MIXED\` | after \`N\`, before the first node is upgraded | \`kcm=external:${to}\` |
| \`N_PLUS_1\` | when every node is upgraded | \`kcm=external:${to}\` |
| \`DISABLED\` | when no way back is needed | \`kcm=external:${to}\` |
`;
}

/** What changes with the release of the cluster, where more than the program says it. */
function release(app: AppModel): readonly string[] {
  if (isMigration(app) || !('assume' in app.beside)) return [];
  return [`## The next release

Before the cluster goes to another release, ask \`npx ccm-migration upgrade dist --to <release>\`. Then change it in three lines: in the program,
and in \`cdk8s.yaml\` and \`package.json\` what is assumed of kube-controller-manager, which is not in \`dist/\`: \`${app.beside.assume}\`.
`];
}

function pipeline(): string {
  return `## In CI

\`.github/workflows/ccm-migration.yaml\` synthesizes, compares with what is committed, and uploads \`verify.sarif\` to code scanning. Each action is
pinned by the placeholder \`COMMIT_SHA\`: replace it by the full commit hash of a release of that action which you have reviewed. Until then GitHub
cannot resolve the action, and the job fails. [Check in CI](${DOCS}/how-to/ci.md) has the same steps for other pipelines.
`;
}

function listed(names: readonly string[]): string {
  return names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
