import { ClusterApiDocuments, isClusterApi, kindOf, nameOf } from './documents';
import { ClusterApiOptions } from './options';

/**
 * A machine template with a fixed AMI has the kubeadm and kubelet of version N in it, and is immutable: version N+1 needs another one.
 *
 * @throws if a template has a fixed AMI and no successor is named, or a successor is named for a template that nothing uses
 */
export function checkMachineImages({ files }: ClusterApiDocuments, options: ClusterApiOptions): void {
  const { upgradedMachineTemplates = {}, migration: { fromVersion, toVersion } } = options;
  const documents = [...files.values()].flat().filter(isClusterApi);
  const templates = documents.filter(document => kindOf(document) === 'AWSMachineTemplate');
  const successors = Object.values(upgradedMachineTemplates);
  const path = ['spec', 'template', 'spec', 'ami', 'id'];
  for (const template of fromVersion ? templates : []) {
    const name = nameOf(template);
    if (template.value(path) === undefined || upgradedMachineTemplates[name] !== undefined || successors.includes(name)) continue;
    throw template.error(template.offset(path), `${path.join('.')} of AWSMachineTemplate '${name}' is '${String(template.value(path))}', an image `
      + `of version ${fromVersion}, and the template cannot be changed; `
      + `make one with an image of ${toVersion} and name it: upgradedMachineTemplates: { '${name}': '...' }`);
  }
  for (const [name, successor] of Object.entries(upgradedMachineTemplates)) {
    if (documents.some(document => namesTemplate(JSON.stringify(document.data.spec ?? null), name)) && name !== successor) continue;
    throw new Error(`upgradedMachineTemplates has '${name}': '${successor}', but no object that was handed in names an AWSMachineTemplate '${name}' `
      + 'to replace; give the name that infrastructureRef has today');
  }
}

function namesTemplate(spec: string, name: string): boolean {
  return new RegExp(`"infrastructureRef":\\{[^}]*"name":${JSON.stringify(name).replace(/[.*+?^$()|[\]\\]/g, '\\$&')}[,}]`).test(spec);
}
