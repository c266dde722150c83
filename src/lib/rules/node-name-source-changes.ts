import { Rule } from './rule';
import { flagOf, isExternal, isInTree, kubelets, placeOf } from '../view/ask';

const PRIVATE_DNS_NAME = /^(ip-\d+-\d+-\d+-\d+|i-[0-9a-f]+)\.([a-z0-9-]+\.compute|ec2)\.internal$/;

export const nodeNameSourceChanges: Rule = {
  id: 'node-name-source-changes',
  severity: 'error',
  title: 'A node can get another name when its kubelet becomes external',
  why: 'The in-tree kubelet asks AWS for the private DNS name. An external one takes the hostname, or --hostname-override: where they differ, the '
    + 'node registers anew and the old one is deleted with its pods.',
  fix: 'Pass --hostname-override with the name that the node has today.',
  source: 'k8s.io/kubernetes@v1.26.15 cmd/kubelet/app/server.go:989; kubernetes/kubernetes#70897; openshift/machine-config-operator#2693; '
    + 'kubernetes/cloud-provider-aws#384',
  check: model => {
    const inTree = kubelets(model).filter(isInTree);
    if (inTree.length === 0) return [];
    return kubelets(model).filter(isExternal).flatMap(view => {
      const override = flagOf(view, 'hostname-override')?.value;
      if (override === undefined) {
        return [{
          place: placeOf(view, 'cloud-provider'),
          severity: 'warning' as const,
          message: 'an external kubelet has no --hostname-override: the node keeps its name only if its hostname is the private DNS name',
        }];
      }
      const before = inTree.find(({ node }) => node === view.node);
      const said = before && flagOf(before, 'hostname-override')?.value;
      // The in-tree kubelet does not ask for it; where it is a name that EC2 gives, the node was named so on purpose, whatever its folder is called.
      if (said !== undefined && said !== override && PRIVATE_DNS_NAME.test(said) && !PRIVATE_DNS_NAME.test(override)) {
        const message = `node ${view.node} would register as '${override}', and today it is '${said}'`;
        return [{ place: placeOf(view, 'hostname-override'), message }];
      }
      return before && override !== view.node
        ? [{ place: placeOf(view, 'hostname-override'), message: `node ${view.node} would register as '${override}'` }] : [];
    });
  },
};
