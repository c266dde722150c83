import { placedArgs } from './kubeadm-reader';
import { isMap } from '../../edit/yaml/data';
import { KubeadmProblem, kubeadmProblems } from '../../facts/kubeadm-configuration';
import { KCM } from '../../kubernetes/component';
import { etcdProblems } from '../../model/etcd';
import { Doubt, NO_DOUBT } from '../../view/model';
import { ObjectAt, placeAt } from '../documents/documents';

/**
 * What kubeadm refuses of its configurations, and of which it is not known what it makes. Whether a worker joins is no matter of the promises.
 */
export function kubeadmDoubts(objects: readonly ObjectAt[]): readonly Doubt[] {
  return objects.flatMap(object => {
    const { kind, apiVersion, data, file, document, base } = object;
    const [group, version] = apiVersion.split('/');
    if (group !== 'kubeadm.k8s.io' || (kind === 'JoinConfiguration' && !isMap(data.controlPlane))) return NO_DOUBT.notAsked;
    return [...kubeadmProblems(kind, version, data), ...ofEtcd(object)].map(({ path, what, isOpen }): Doubt => ({
      place: placeAt(file, document, [...base, ...path]),
      what: `${kind} of kubeadm: ${what}`,
      why: isOpen ? 'What its control plane runs depends on it.' : 'kubeadm makes no control plane of it.',
      fix: isOpen ? 'Give the static pods that kubeadm writes, or leave the field out.' : 'Correct the field.',
      ...isOpen ? { mayRun: [KCM] } : { promise: 'liveness' },
    }));
  });
}

/** The etcd that kubeadm makes gets these flags beside its own. */
function ofEtcd(object: ObjectAt): readonly KubeadmProblem[] {
  const path = ['etcd', 'local', 'extraArgs'];
  const args = object.kind === 'ClusterConfiguration' ? placedArgs(object, [...object.base, ...path]) : [];
  const flags = args.map(({ name }) => name);
  const text = (flag: string) => args.find(({ name }) => name === flag)?.value;
  return etcdProblems({ flags, given: flags, isOpen: true, text }).map(({ what }) => ({ path, what: `its etcd ${what}`, isOpen: false }));
}
