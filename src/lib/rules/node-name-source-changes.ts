import { Rule, Said } from './rule';
import { flagOf, isExternal, isInTree, kubelets, placeOf } from '../view/ask';
import { ComponentView } from '../view/model';

/** What EC2 calls an instance: https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/hostname-types.html. */
const OF_EC2 = '.internal';

export const nodeNameSourceChanges: Rule = {
  id: 'node-name-source-changes',
  severity: 'error',
  title: 'A node can get another name when its kubelet becomes external',
  why: 'The in-tree kubelet asks AWS for the private DNS name. An external one takes the hostname, or --hostname-override: where they differ, the '
    + 'node registers under another name and the old one is deleted with its pods.',
  fix: 'Pass --hostname-override with the name that the node has today.',
  source: 'k8s.io/kubernetes@v1.26.15 cmd/kubelet/app/server.go:989; kubernetes/kubernetes#70897; openshift/machine-config-operator#2693; '
    + 'kubernetes/cloud-provider-aws#384',
  check: model => {
    const inTree = kubelets(model).filter(isInTree);
    if (inTree.length === 0) return [];
    // A node that is made anew has no name to keep.
    const keepsName = ({ node }: ComponentView) => !model.replacedGroups?.some(group => group === node);
    return kubelets(model).filter(view => isExternal(view) && keepsName(view)).flatMap((view): readonly Said[] => {
      const override = flagOf(view, 'hostname-override')?.value;
      if (override === undefined) {
        return [{
          undecided: {
            place: placeOf(view, 'cloud-provider'),
            severity: 'warning',
            message: 'an external kubelet has no --hostname-override: the node keeps its name only if its hostname is the private DNS name',
          },
        }];
      }
      const before = inTree.find(({ node }) => node === view.node);
      if (!before) return [];
      // The in-tree kubelet does not ask for it; where it is a name that EC2 gives, that is the node's, whatever its folder is called.
      const said = flagOf(before, 'hostname-override')?.value;
      const isOfEc2 = said?.endsWith(OF_EC2) === true && !override.endsWith(OF_EC2);
      if (!isOfEc2 && override === view.node) return [];
      const today = isOfEc2 ? `, and today it is '${said}'` : '';
      return [{ place: placeOf(view, 'hostname-override'), message: `node ${view.node} would register as '${override}'${today}` }];
    });
  },
};
