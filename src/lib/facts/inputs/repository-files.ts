/** Files of a repository that are for one purpose, and which a reader does one thing about. */
interface RepositoryFiles {
  readonly path: RegExp;
  /** What they are, of several. */
  readonly what: string;
  readonly fix: string;
}

/** A new sort goes here. What none of these is is told with those that have the same in them. */
export const REPOSITORY_FILES: readonly RepositoryFiles[] = [
  {
    path: new RegExp('(^|/)\\.(github|gitlab|circleci|buildkite|semaphore|azure-pipelines)/|(^|/)(\\.gitlab-ci|\\.travis|\\.drone|\\.goreleaser'
      + '|cloudbuild|skaffold|azure-pipelines|bitbucket-pipelines|Taskfile)[\\w.-]*\\.ya?ml$'
      + '|(^|/)(Makefile|GNUmakefile|Tiltfile|Jenkinsfile|Dockerfile|Containerfile)[\\w.-]*$|\\.(mk|make|dockerfile)$', 'i'),
    what: 'files that build and test',
    fix: 'Leave them out of the input, if they reach no cluster; else give what they apply to it.',
  },
  {
    path: /(^|\/)(roles\/[^/]+\/(tasks|handlers|defaults|vars|meta|templates)|group_vars|host_vars|playbooks?|inventor(y|ies)|tasks|handlers)\//,
    what: 'files of Ansible',
    fix: 'Give the folders of the nodes that they set up, and what they apply to the cluster.',
  },
  {
    path: /\.(tf|tfvars|hcl)$/,
    what: 'files of Terraform',
    fix: 'Give the user data that they make, and the folders of the nodes: terraform show.',
  },
  {
    path: /\.(sh|bash|py|pl|rb|ps1)$|(^|\/)(hack|scripts?|bin)\//,
    what: 'scripts',
    fix: 'Give what they make as manifests, units or folders of nodes; leave those out of the input that reach no cluster.',
  },
];

/** Installers, distributions and what they start, by the words that a text has of them. A hostPath below the folder of a kubelet starts none. */
export const TELLING_WORD = new RegExp('(?:kube|cloud)-controller-manager|(?:kube|cloud|externalCloud)_?controller_?manager'
  + '|cloud-provider|kubeadm|hyperkube|(?<!/var/lib/)\\bkubelet\\b|/var/lib/kubelet/(?:config|kubeadm)|\\b(?:ccm|cpi)\\b'
  + '|\\b(?:k3s|rke2?|k0s|microk8s|talos|kops|kubespray|kubeone|kubermatic|kubekey|sealos|sealer|eksctl|k3d|minikube|gardener|bootkube|typhoon'
  + '|kubeclipper)\\b', 'i');

/** A line that starts nothing: a comment, and what is for people. */
export const ONLY_SAYS = /^\s*(?:#|\{\{-?\s*\/\*|["']?(?:description|home|icon|title|summary)["']?\s*:)/;

/** Files of a chart that render to nothing that starts a program. */
export const STARTS_NONE = /(^|\/)(crds?\/|(README|LICENSE|NOTES|CHANGELOG)[\w.]*$|\.helmignore$|values\.schema\.json$)/;

/** Values that lie in a chart for one cluster or another, by their paths in it; its own are in `values.yaml`. */
export const CHART_VALUES = /^(?:ci\/|values\/|environments?\/)?[\w.-]*values[\w.-]*\.ya?ml$|^values\/[\w.-]+\.ya?ml$/;
