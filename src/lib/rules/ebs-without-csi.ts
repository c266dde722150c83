import { Finding, Rule } from './rule';
import { ebsVolumes, externalCloudVolumePlugin } from '../facts/volumes';
import { ccms, flagOf, isExternal, isUnknown, kcms, kubelets, nameOf, placeOf, textOf } from '../view/ask';
import { servesEbsByNobody, servesEbsInTree } from '../view/ebs-in-tree';
import { ComponentView, Model } from '../view/model';

export const ebsWithoutCsi: Rule = {
  id: 'ebs-without-csi',
  severity: 'error',
  title: 'No component attaches EBS volumes',
  why: 'With an external provider kube-controller-manager has no cloud of its own. Without the EBS CSI driver, or --external-cloud-volume-plugin '
    + 'where it still works, volumes are not attached.',
  fix: 'Install the EBS CSI driver before the migration; to 1.24 --external-cloud-volume-plugin=aws keeps the in-tree plugin, from 1.23 on with '
    + 'CSIMigrationAWS=false.',
  source: 'k8s.io/kubernetes@v1.26.15 cmd/kube-controller-manager/app/cloudproviders.go:45-52; k8s.io/kubernetes@v1.25.16 '
    + 'pkg/features/kube_features.go, CSIMigrationAWS locked; kubernetes/kubernetes#94234, #104869; '
    + 'kubernetes/kops#13197',
  check: model => [
    ...kcms(model).filter(view => isExternal(view) && isAws(model)).flatMap(view => pluginProblems(model, view)),
    ...isAws(model) ? withoutPlugin(model) : [],
    ...storageClasses(model),
  ],
};

function usesEbs(model: Model): boolean {
  return model.objects.some(({ kind, provisioner }) => kind === 'StorageClass' && provisioner === 'kubernetes.io/aws-ebs');
}

function isAws(model: Model): boolean {
  return [...ccms(model), ...kcms(model)].some(view => textOf(view, 'cloud-provider') === 'aws');
}

function pluginProblems(model: Model, view: ComponentView): readonly Finding[] {
  const { version } = view;
  if (!version || isUnknown(view, 'external-cloud-volume-plugin') || isUnknown(view, 'feature-gates')) return [];
  const { used, errorWithAws } = externalCloudVolumePlugin(version);
  const plugin = flagOf(view, 'external-cloud-volume-plugin');
  const inTree = servesEbsInTree(view);
  // Whether anything uses EBS volumes, and how, an input without their StorageClass does not say.
  const severity = usesEbs(model) && !hasDriver(model) ? undefined : 'warning';
  if (plugin?.value === 'aws') {
    if (errorWithAws !== undefined) {
      const message = `${nameOf(view)} ends with --external-cloud-volume-plugin=aws: ${errorWithAws}`;
      return [{ place: plugin.place, message, fix: 'Remove the flag.' }];
    }
    if (inTree || !used) return [];
    const isLocked = ebsVolumes(version) === 'csi-only';
    return [{
      place: plugin.place,
      severity,
      message: `${nameOf(view)} has --external-cloud-volume-plugin=aws, and EBS volumes are served by the EBS CSI driver alone: CSIMigrationAWS is `
        + (isLocked ? 'locked on' : 'on'),
      fix: isLocked ? 'Install the EBS CSI driver, and remove the flag.' : 'Install the EBS CSI driver and remove the flag; or keep the volumes '
        + 'in-tree with --feature-gates=CSIMigrationAWS=false on kube-apiserver, kube-controller-manager, kube-scheduler and every kubelet.',
    }];
  }
  return inTree ? [{
    place: placeOf(view, 'cloud-provider'),
    severity: usesEbs(model) ? undefined : 'warning',
    message: `${nameOf(view)} serves EBS volumes in-tree and has an external provider without --external-cloud-volume-plugin=aws`,
  }] : [];
}

/** The gates in the wrong order. */
function withoutPlugin(model: Model): readonly Finding[] {
  return [...kcms(model), ...kubelets(model)].filter(servesEbsByNobody).map(view => ({
    place: placeOf(view, 'feature-gates'),
    message: `${nameOf(view)} has InTreePluginAWSUnregister=true, and CSIMigrationAWS is off: neither the in-tree plugin nor the driver serves `
      + 'EBS volumes',
    fix: 'Switch CSIMigrationAWS on first, on kube-controller-manager and then on every kubelet; or take InTreePluginAWSUnregister out.',
  }));
}

function hasDriver(model: Model): boolean {
  return model.objects.some(({ kind, name, images }) =>
    (kind === 'CSIDriver' && name === 'ebs.csi.aws.com') || images.some(({ reference }) => reference.includes('aws-ebs-csi-driver')));
}

/** A StorageClass of the in-tree plugin shows that EBS is in use. */
function storageClasses(model: Model): readonly Finding[] {
  if (hasDriver(model) || !kcms(model).some(isExternal)) return [];
  return model.objects.filter(({ kind, provisioner }) => kind === 'StorageClass' && provisioner === 'kubernetes.io/aws-ebs')
    .map(({ name, place }) => ({
      place,
      severity: 'warning' as const,
      message: `StorageClass ${name} makes EBS volumes, and the input has no EBS CSI driver`,
    }));
}
