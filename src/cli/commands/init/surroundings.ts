import { AppModel, verifyArguments, verifyCommand, writtenFolders } from './app';
import { readme } from './readme';
import { FolderFile } from '../../../files/exchange-folder';
import type { Language } from '../init';

/** How the program is run. */
const PROGRAM: Readonly<Record<Language, string>> = { typescript: 'npx tsx main.ts', python: 'python3 main.py' };

/** `tsx` strips types: a property of another type, or of no interface, would be found by this alone. */
const TYPE_CHECK = 'tsc --noEmit';

/** What an app has in every language. */
export function surroundingFiles(app: AppModel): readonly FolderFile[] {
  return [
    { path: 'README.md', content: readme(app) },
    { path: 'cdk8s.yaml', content: cdk8sYaml(app) },
    { path: 'package.json', content: packageJson(app) },
    { path: '.gitignore', content: `node_modules/\n${app.language === 'python' ? '.venv/\n__pycache__/\n' : ''}verify.sarif\n` },
    { path: '.github/workflows/ccm-migration.yaml', content: workflow(app) },
  ];
}

function cdk8sYaml({ language, beside, versions }: AppModel): string {
  const [[property, value]] = Object.entries(beside);
  return `language: ${language}
app: ${PROGRAM[language]}
# The proof and the rules of \`ccm-migration verify\`, in each \`cdk8s synth\`.
validations:
  - package: ./node_modules/cdk8s-ccm-migration
    version: ${versions['cdk8s-ccm-migration']} # the installed version
    class: LeaderMigrationValidation
    properties:
      ${property}: ${value}
`;
}

/** In every language cdk8s-cli, the plugin and `ccm-migration` are packages of npm. */
function packageJson(app: AppModel): string {
  const { language, versions } = app;
  const named = (...names: readonly string[]) => Object.fromEntries(names.map(name => [name, versions[name]]));
  const needs = language === 'typescript'
    ? {
      dependencies: named('cdk8s', 'cdk8s-ccm-migration', 'cdk8s-plus-27', 'constructs'),
      devDependencies: named('@types/node', 'cdk8s-cli', 'tsx', 'typescript'),
    }
    : { devDependencies: named('cdk8s', 'cdk8s-ccm-migration', 'cdk8s-cli', 'cdk8s-plus-27', 'constructs') };
  const checks = language === 'typescript' ? { check: TYPE_CHECK } : {};
  const scripts = { ...checks, synth: 'cdk8s synth', verify: `ccm-migration verify ${verifyArguments(app)}` };
  return `${JSON.stringify({ private: true, scripts, ...needs }, undefined, 2)}\n`;
}

/** Which commit of an action is trusted, the user has to say. */
function workflow(app: AppModel): string {
  const folders = writtenFolders(app).join(' ');
  return `# Replace each COMMIT_SHA by the commit of the action that you have reviewed: README.md.
name: ccm-migration
on:
  pull_request:
  push:
    branches: [main]
permissions:
  contents: read
  security-events: write # uploads verify.sarif
jobs:
  verify:
    runs-on: ubuntu-latest
    env:
      CDK8S_CHECK_UPGRADE: "false"
    steps:
      - uses: actions/checkout@COMMIT_SHA
      - uses: actions/setup-node@COMMIT_SHA
        with:
          node-version: lts/*
${app.language === 'python' ? `      - uses: actions/setup-python@COMMIT_SHA
        with:
          python-version: "3.12"
      - run: pip install -r requirements.txt
` : ''}\
      - run: npm ci
${app.language === 'typescript' ? `      - run: npx ${TYPE_CHECK}
` : ''}\
      - run: npx cdk8s synth
      - name: What is committed is what synthesis writes
        run: |
          git add --intent-to-add -- ${folders}
          git diff --exit-code -- ${folders}
      - run: ${verifyCommand(app)} --format sarif > verify.sarif
      - uses: github/codeql-action/upload-sarif@COMMIT_SHA
        if: \${{ !cancelled() && hashFiles('verify.sarif') != '' }}
        with:
          sarif_file: verify.sarif
`;
}
