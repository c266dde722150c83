import { Layer, Rke2Documents, Rke2Roles } from './documents';
import { Data, mapOf } from '../../edit/yaml/data';
import { KubeadmArg, readArgs } from '../kubeadm/extra-args';

/** Where a setting of machines is written, or would be: the last one counts. */
export function layerOf({ layers }: Rke2Documents, roles: Rke2Roles, key: string): Layer {
  const own = layers.filter(({ isOf }) => isOf(roles));
  return own.filter(({ document, path }) => key in mapOf(document.value(path))).at(-1) ?? own[0] ?? layers[0];
}

export function valueOf(documents: Rke2Documents, roles: Rke2Roles, key: string): Data | undefined {
  const { document, path, isOf } = layerOf(documents, roles, key);
  return isOf(roles) ? document.value([...path, key]) : undefined;
}

/** Of a setting that is a list of texts, or one of them. */
export function textsOf(documents: Rke2Documents, roles: Rke2Roles, key: string): readonly string[] {
  return [valueOf(documents, roles, key) ?? []].flat().map(String);
}

export function argsOf(documents: Rke2Documents, roles: Rke2Roles, component: string): readonly KubeadmArg[] {
  const { document, path } = layerOf(documents, roles, `${component}-arg`);
  return readArgs(document, [...path, `${component}-arg`], 'words');
}
