import { Rule } from './rule';
import { cloudProviderValues } from '../facts/flags';
import { withInTreeAws } from '../facts/in-tree-clouds';
import { flagOf, nameOf, textOf } from '../view/ask';

export const inTreeProviderGone: Rule = {
  id: 'in-tree-provider-gone',
  severity: 'error',
  title: 'An in-tree cloud provider that the release no longer has',
  why: 'In-tree AWS was removed in 1.27. A kube-controller-manager 1.27 to 1.31 fails only after it has won its main lock, so standbys look healthy '
    + 'while nothing runs.',
  fix: 'Use --cloud-provider=external on this release, with a cloud-controller-manager; or drop the flag where it is gone.',
  source: 'k8s.io/kubernetes@v1.27.16 cmd/kube-controller-manager/app/cloudproviders.go:57, cmd/kubelet/app/server.go:552; v1.29.15 '
    + 'pkg/kubeapiserver/options/cloudprovider.go',
  ends: ['cloud-provider'],
  check: model => model.components.flatMap(view => {
    const flag = flagOf(view, 'cloud-provider');
    const { component, version } = view;
    if (!flag || !version) return [];
    const accepted = cloudProviderValues(component, version);
    const value = textOf(view, 'cloud-provider');
    // A flag that is gone altogether, or never was, is `flag-unknown-to-release`; a cloud-controller-manager takes any value.
    if (accepted === undefined || accepted === 'any' || accepted.includes(value)) return [];
    const words = value === 'aws' ? withInTreeAws(component as Parameters<typeof withInTreeAws>[0], version).error : undefined;
    return [{ place: flag.place, message: `${nameOf(view)} has no in-tree cloud provider '${value}'${words === undefined ? '' : `: ${words}`}` }];
  }),
};
