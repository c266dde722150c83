import { Finding, Rule } from './rule';
import { ccms, kcms, textOf } from '../view/ask';
import { Model, ObjectView } from '../view/model';

const CSI = 'ebs.csi.aws.com';
const IN_TREE = 'kubernetes.io/aws-ebs';
const CSI_ZONE = `topology.${CSI}/zone`;
/** Deprecated since 1.17; nodes still have them: see `source`. */
const BETA: readonly string[] = ['failure-domain.beta.kubernetes.io/zone', 'failure-domain.beta.kubernetes.io/region'];
/** What the translation of an in-tree StorageClass turns into the key of the driver; it leaves any other key as it is. */
const TRANSLATED = ['failure-domain.beta.kubernetes.io/zone', 'topology.kubernetes.io/zone', CSI_ZONE];

export const volumeTopologyNotMatched: Rule = {
  id: 'volume-topology-not-matched',
  severity: 'error',
  title: 'A topology of EBS volumes that the CSI driver does not know',
  why: 'Nodes of the EBS CSI driver have the key topology.ebs.csi.aws.com/zone. A StorageClass of the driver that allows another zone key matches no '
    + 'node; one of the in-tree provisioner is translated, and only its zone keys are.',
  fix: `Use the key ${CSI_ZONE}.`,
  source: 'kubernetes-sigs/aws-ebs-csi-driver v1.0.0 and v1.64.0 pkg/driver/driver.go, topology keys; k8s.io/csi-translation-lib@v0.26.15 '
    + 'plugins/aws_ebs.go:86-92, in_tree_volume.go:311-335; k8s.io/cloud-provider@v0.37.2 controllers/node/node_controller.go:69,527 (beta labels '
    + 'are still set)',
  check: model => (isAws(model) ? model.objects.flatMap(object => [...ofStorageClass(object), ...ofVolume(object)]) : []),
};

function isAws(model: Model): boolean {
  return [...ccms(model), ...kcms(model)].some(view => textOf(view, 'cloud-provider') === 'aws');
}

/** Nothing else has both a provisioner and such keys. */
function ofStorageClass({ name, place, provisioner, topologyKeys, hasZoneParameter }: ObjectView): readonly Finding[] {
  if (provisioner === CSI) {
    return topologyKeys.filter(({ key }) => BETA.includes(key)).map(({ key, place: at }) => (
      { place: at, message: `StorageClass ${name} allows only nodes with ${key}, which the EBS CSI driver reports of none` }));
  }
  if (provisioner !== IN_TREE) return [];
  const untranslated = topologyKeys.filter(({ key }) => !TRANSLATED.includes(key)).map(({ key, place: at }): Finding => ({
    place: at,
    severity: 'warning',
    message: `StorageClass ${name} of ${IN_TREE} allows only nodes with ${key}, which stays as it is when the EBS CSI driver serves the class, and `
      + 'the driver reports it of no node',
    fix: `Allow zones: ${CSI_ZONE} in a StorageClass of ${CSI}.`,
  }));
  const both = hasZoneParameter && topologyKeys.length > 0 ? [{
    place,
    message: `StorageClass ${name} of ${IN_TREE} has zones as parameters and allowedTopologies, and its translation for the EBS CSI driver fails`,
    fix: 'Keep allowedTopologies, and remove the parameter.',
  }] : [];
  return [...untranslated, ...both];
}

/** Every cloud-controller-manager that was read sets both generations of labels, so these volumes stay reachable. */
function ofVolume({ kind, name, topologyKeys }: ObjectView): readonly Finding[] {
  const [beta] = kind === 'PersistentVolume' ? topologyKeys.filter(({ key }) => BETA.includes(key)) : [];
  return beta ? [{
    place: beta.place,
    severity: 'note',
    message: `PersistentVolume ${name} is kept to its zone by ${beta.key}, deprecated since 1.17: the cloud-controller-manager still sets it on `
      + 'nodes',
    fix: 'Nothing today; a new volume gets topology.kubernetes.io/zone or the key of the driver.',
  }] : [];
}
