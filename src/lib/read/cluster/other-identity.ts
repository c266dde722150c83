import { OTHER_FILE, OTHER_USER } from '../../facts/inputs/manager-writes';
import { baseName } from '../../text/shell-words';
import { flagOf, managers, nameOf, placeOf } from '../../view/ask';
import { ComponentView, Doubt, livenessDoubt, NO_DOUBT, ReadModel } from '../../view/model';
import { currentUser } from '../documents/kubeconfig';

/**
 * Controller managers that may act as another user, so that what the roles of the input grant to theirs does not count: by the kubeconfig of another
 * component, or by one that impersonates. k8s.io/kubernetes@v1.26.15 cmd/kubeadm/app/phases/kubeconfig/kubeconfig.go; k8s.io/client-go@v0.26.15
 * tools/clientcmd/api/v1/types.go AuthInfo.
 */
export function otherIdentities(model: ReadModel): readonly Doubt[] {
  return managers(model).flatMap(view => {
    const what = whoElse(view);
    return what === undefined ? NO_DOUBT.isRight : [livenessDoubt(
      currentUser(view)?.place ?? placeOf(view, 'kubeconfig'), `${nameOf(view)} ${what}: which rights it has is not known`,
      'Without the rights of its own user it takes no lock, or its controllers do nothing.', 'Give it a kubeconfig of its own user.',
    )];
  });
}

function whoElse(view: ComponentView): string | undefined {
  const path = flagOf(view, 'kubeconfig')?.value ?? '';
  const user = currentUser(view);
  if (user?.impersonated !== undefined) return `acts as ${user.impersonated} (--kubeconfig=${path})`;
  if (user !== undefined && OTHER_USER.test(user.name)) return `has the kubeconfig of ${user.name} (--kubeconfig=${path})`;
  return OTHER_FILE.test(baseName(path)) ? `has the kubeconfig of another component (--kubeconfig=${path})` : undefined;
}
