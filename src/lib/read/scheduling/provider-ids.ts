import { isMap, SourcePath, stringOf } from '../../edit/yaml/data';
import { ProviderIdView } from '../../view/model';
import { ObjectAt, placeAt } from '../documents/documents';

/** Provider IDs of Nodes, of kubeadm's files and of configurations of kubelets among the objects of the input. */
export function providerIds(objects: readonly ObjectAt[]): readonly ProviderIdView[] {
  return objects.flatMap(object => pathsIn(object).flatMap(path => {
    const { kind, name, file, document, base } = object;
    const value = stringOf(document.value([...base, ...path])) ?? '';
    return value === '' ? [] : [{ value, place: placeAt(file, document, [...base, ...path]), of: kind === 'Node' ? `Node ${name}` : `the ${kind}` }];
  }));
}

function pathsIn({ kind, apiVersion, document, base }: ObjectAt): readonly SourcePath[] {
  if (kind === 'Node' && apiVersion === 'v1') return [['spec', 'providerID']];
  if (kind === 'KubeletConfiguration' && apiVersion.startsWith('kubelet.config.k8s.io/')) return [['providerID']];
  if (!/^(Init|Join)Configuration$/.test(kind) || !apiVersion.startsWith('kubeadm.k8s.io/')) return [];
  const path = ['nodeRegistration', 'kubeletExtraArgs'];
  const args = document.value([...base, ...path]);
  // A map to v1beta3, a list of name and value from v1beta4.
  if (!Array.isArray(args)) return [[...path, 'provider-id']];
  return args.flatMap((arg, index) => isMap(arg) && arg.name === 'provider-id' ? [[...path, index, 'value']] : []);
}
