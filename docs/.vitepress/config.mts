import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type DefaultTheme, type MarkdownOptions } from 'vitepress';

const DOCS = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const ROOT = resolve(DOCS, '..');

/** Pages of the repository's root that the site includes in a page of its own. */
const INCLUDED: Readonly<Record<string, string>> = { 'RULES.md': '/reference/rules.md', 'API.md': '/reference/api.md' };

/** Address of the repository, up to the path of a file. It is set where the site is published; without it such links are plain text. */
const SOURCE = process.env.DOCS_SOURCE_URL?.replace(/\/?$/, '/');

/** Links are written as they work in a clone. What they point to outside docs/ has another address on the site, or none. */
const linksOutside: NonNullable<MarkdownOptions['config']> = md => {
  md.core.ruler.push('links-outside-docs', ({ tokens, env }) => {
    for (const { children } of tokens) {
      const opened: string[] = [];
      for (const token of children ?? []) {
        if (token.type === 'code_inline') {
          token.attrSet('v-pre', ''); // templates of Ansible are none of the site
        } else if (token.type === 'link_close') {
          token.tag = opened.pop()!;
        } else if (token.type === 'link_open') {
          const [path, anchor] = String(token.attrGet('href')).split('#');
          const target = resolve(dirname(env.path), decodeURI(path));
          const isOutside = path !== '' && !/^([a-z]+:|\/)/.test(path) && relative(DOCS, target).startsWith('..');
          if (isOutside) {
            const inRepository = relative(ROOT, target);
            if (!existsSync(target)) throw new Error(`${env.relativePath} links to ${inRepository}, which does not exist`);
            const page = INCLUDED[inRepository];
            const address = page ?? (SOURCE && `${SOURCE}${inRepository}`);
            if (address) token.attrSet('href', anchor ? `${address}#${anchor}` : address);
            else Object.assign(token, { type: 'text_open', tag: 'span', attrs: [['title', `${inRepository} in the repository`]] });
          }
          opened.push(token.tag);
        }
      }
    }
  });
};

const page = (text: string, link: string): DefaultTheme.SidebarItem => ({ text, link });

const SIDEBAR: DefaultTheme.SidebarItem[] = [
  {
    text: 'Tutorial',
    items: [page('Your first migration', '/tutorial/first-migration'), page('Your first migration in Python', '/tutorial/first-migration-python'),
      page('Run and upgrade an AWS CCM', '/tutorial/run-and-upgrade')],
  },
  {
    text: 'How to',
    items: [
      page('Start an app', '/how-to/start-an-app'),
      page('Hand in the files of your nodes', '/how-to/node-files'),
      page('kubeadm', '/how-to/kubeadm'),
      page('Cluster API', '/how-to/cluster-api'),
      page('kops', '/how-to/kops'),
      page('KKP and KubeOne', '/how-to/kkp-and-kubeone'),
      page('RKE2 and Rancher', '/how-to/rke2'),
      page('Replaced nodes', '/how-to/replaced-nodes'),
      page('systemd units and Deployments', '/how-to/systemd-and-deployments'),
      page('Other clouds', '/how-to/other-clouds'),
      page('Configure the cloud-controller-manager', '/how-to/configure-the-ccm'),
      page('Cluster tags and IAM', '/how-to/tags-and-iam'),
      page('Run a plan', '/how-to/run-a-plan'),
      page('Migrate by hand', '/how-to/by-hand'),
      page('Turn back', '/how-to/turn-back'),
      page('Kustomize, Helm, Argo CD, Flux', '/how-to/gitops'),
      page('Several clusters', '/how-to/several-clusters'),
      page('Check in CI', '/how-to/ci'),
      page('Check a certificate', '/how-to/check-a-certificate'),
      page('After the migration', '/how-to/after-the-migration'),
      page('Troubleshooting', '/how-to/troubleshooting'),
    ],
  },
  {
    text: 'Reference',
    items: [
      page('Constructs', '/reference/constructs'),
      page('API', '/reference/api'),
      page('Command line', '/reference/command-line'),
      page('Rules', '/reference/rules'),
      page('What verify reads', '/reference/what-verify-reads'),
      page('Settings of the playbooks', '/reference/settings'),
      page('Files and schemas', '/reference/files'),
      page('Supported versions', '/reference/supported-versions'),
      page('What a release takes away', '/reference/what-ends'),
      page('Supported features', '/reference/features'),
      page('End-to-end results', '/e2e-results'),
      page('Benchmarks', '/benchmarks'),
    ],
  },
  {
    text: 'Explanation',
    items: [
      page('Phases and locks', '/explanation/phases-and-locks'),
      page('The proof and its limits', '/explanation/proof'),
      page('Gaps', '/explanation/gaps'),
      page('How a plan knows where it stands', '/explanation/plans'),
      page('From the Kubernetes page to this library', '/explanation/kubernetes-guide'),
      page('Why not the built-in default', '/explanation/built-in-default'),
      page('Glossary', '/explanation/glossary'),
    ],
  },
  {
    text: 'Decisions',
    collapsed: true,
    items: [
      page('All decisions', '/decisions/'),
      page('1. Version knowledge is data', '/decisions/0001-version-knowledge-is-data'),
      page('2. What was not read is unknown', '/decisions/0002-unknown-is-not-safe'),
      page('3. A proof over every mix of nodes', '/decisions/0003-proof-over-every-mix'),
      page('4. Unsafe output is refused', '/decisions/0004-unsafe-output-is-refused'),
      page('5. Manifests are edited in place', '/decisions/0005-edits-are-splices'),
      page('6. Node files lie beside the manifests', '/decisions/0006-node-files-beside-manifests'),
      page('7. Objects are built as values', '/decisions/0007-objects-are-values'),
      page('8. One migration is one value', '/decisions/0008-one-value'),
      page('9. A plan is data, and one collection carries it out', '/decisions/0009-a-plan-is-data'),
      page('10. Progress is read, not recorded', '/decisions/0010-progress-is-read'),
      page('11. Lease access is additive', '/decisions/0011-lease-access-is-additive'),
      page('12. A configuration file with wildcards', '/decisions/0012-a-file-with-wildcards'),
      page('13. The CCM runs beside API servers of its version', '/decisions/0013-ccm-beside-its-api-server'),
      page('14. What is shipped is bundled', '/decisions/0014-bundles'),
      page('15. One library for every language', '/decisions/0015-jsii'),
      page('16. Answers of Go programs are committed', '/decisions/0016-answers-are-committed'),
      page('17. Tests share their modules', '/decisions/0017-tests-share-modules'),
      page('18. What is applied is one phase', '/decisions/0018-one-phase-is-applied'),
      page('19. A reader of the usual notation of YAML', '/decisions/0019-a-reader-of-the-usual-notation'),
      page('20. Actions are rows', '/decisions/0020-actions-are-rows'),
      page('21. Settings of the cluster are rows', '/decisions/0021-settings-of-the-cluster-are-rows'),
      page('22. One interface for installers', '/decisions/0022-one-installer'),
      page('23. A Deployment of kube-controller-manager is two kinds of pods', '/decisions/0023-a-deployment-is-a-kind-of-pods'),
      page('24. Settings of RKE2 are layers', '/decisions/0024-settings-of-rke2-are-layers'),
      page('25. A transition is a sequence of rows', '/decisions/0025-transitions-are-sequences'),
      page('26. Installers share a method', '/decisions/0026-installers-share-a-method'),
    ],
  },
];

export default defineConfig({
  title: 'cdk8s-ccm-migration',
  description: 'Move the cloud controllers of a self-managed Kubernetes cluster on AWS to the cloud-controller-manager',
  base: process.env.DOCS_BASE ?? '/',
  cleanUrls: true,
  vite: { build: { chunkSizeWarningLimit: 1000 } }, // the API is one page
  // Types such as {[ key: string ]: any} are no attributes.
  markdown: { config: linksOutside, attrs: { disable: true } },
  themeConfig: {
    nav: SIDEBAR.map(({ text, items }) => ({ text: text!, link: items![0].link! })),
    sidebar: SIDEBAR,
    outline: [2, 3],
    search: {
      provider: 'local',
      // The whole API would be most of the index, and its names are on the page of the constructs.
      options: { _render: (source, env, md) => env.relativePath === 'reference/api.md' ? '' : md.render(source, env) },
    },
  },
});
