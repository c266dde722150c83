import type { SourceDocument } from '../../edit/yaml/source-document';
import { ClusterApiDocuments, isClusterApi, kindOf, nameOf } from '../../installers/cluster-api/documents';
import { textAt } from '../../installers/kubeadm/generated-node';

/**
 * How the machine pools are rolled. A MachinePool makes machines from the Secret of its KubeadmConfig. Cluster API writes that Secret anew where it
 * rotates the bootstrap token, and at no change of the KubeadmConfig itself: sigs.k8s.io/cluster-api@v1.13.5
 * bootstrap/kubeadm/internal/controllers/kubeadmconfig_controller.go:312-339, :438-458, the same in v1.4.9. An instance refresh starts at once where
 * the image changes, and none starts where only the user data does: sigs.k8s.io/cluster-api-provider-aws@v2.7.1
 * pkg/cloud/services/ec2/launchtemplate.go:139-190, exp/controllers/awsmachinepool_controller.go:260-282.
 */
export function poolNotes({ files }: ClusterApiDocuments): string[] {
  const documents = [...files.values()].flat().filter(isClusterApi);
  const configs = documents.filter(document => kindOf(document) === 'MachinePool').flatMap(pool => configOf(pool, documents) ?? []);
  const lasting = configs.filter(config => config.value(['spec', 'joinConfiguration', 'discovery', 'file']) !== undefined);
  const rotated = configs.filter(config => !lasting.includes(config));
  const unrefreshed = documents.filter(document => kindOf(document) === 'AWSMachinePool'
    && document.value(['spec', 'refreshPreferences', 'disable']) === true);
  const names = rotated.map(config => `KubeadmConfig '${nameOf(config)}'`).join(', ');
  return [
    ...rotated.length === 0 ? [] : [`machine pools in two steps: first only ${names}, then wait until each of these commands finds something, then `
      + 'their AWSMachinePools and MachinePools. A pool makes machines from the Secret, which Cluster API '
      + 'does not write anew when the KubeadmConfig changes, only minutes later when it rotates the bootstrap token; but the new '
      + 'image or version replaces the instances at once, and with the Secret of before they get the kubelet\'s flags of before: '
      + rotated.map(config => `\`${secretCommand(config)}\``).join(', ')],
    ...lasting.map(config => `KubeadmConfig '${nameOf(config)}' joins by discovery.file and has no bootstrap token, so its Secret is never written `
      + 'anew: give it another name, and the MachinePool that name'),
    ...unrefreshed.map(pool => `AWSMachinePool '${nameOf(pool)}' has refreshPreferences.disable: none of its instances is replaced; end them `
      + 'yourself, after its launch template has the new version'),
  ];
}

/** The KubeadmConfig of a MachinePool. */
function configOf(pool: SourceDocument, documents: readonly SourceDocument[]): SourceDocument | undefined {
  const ref = ['spec', 'template', 'spec', 'bootstrap', 'configRef'];
  if (textAt(pool, [...ref, 'kind']) !== 'KubeadmConfig') return undefined;
  return documents.find(document => kindOf(document) === 'KubeadmConfig' && nameOf(document) === textAt(pool, [...ref, 'name']));
}

/** The Secret has the name of the KubeadmConfig: storeBootstrapData of the same file. */
function secretCommand(config: SourceDocument): string {
  const namespace = textAt(config, ['metadata', 'namespace']);
  return `kubectl get secret ${nameOf(config)}${namespace === undefined ? '' : ` -n ${namespace}`} -o jsonpath='{.data.value}' | base64 -d | `
    + 'grep -o \'cloud-provider.*external\'';
}
