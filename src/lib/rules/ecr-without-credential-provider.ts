import { Rule } from './rule';
import { needsCredentialProvider, newestPluginHosts } from '../facts/credential-provider';
import { parseImage } from '../kubernetes/image';
import { flagOf, kubelets } from '../view/ask';
import { Model, Place } from '../view/model';

export const ecrWithoutCredentialProvider: Rule = {
  id: 'ecr-without-credential-provider',
  severity: 'error',
  title: 'Images from ECR, and a kubelet that cannot log in there',
  why: 'From 1.27 on the kubelet has no credentials for ECR of its own, whatever --cloud-provider says. Pods on upgraded nodes stay in '
    + 'ImagePullBackOff.',
  fix: 'Install ecr-credential-provider and pass --image-credential-provider-config and --image-credential-provider-bin-dir.',
  source: 'k8s.io/kubernetes@v1.27.16 (pkg/credentialprovider/aws removed); gardener/gardener#8939, kubernetes/cloud-provider-aws#596',
  check: model => {
    const without = kubelets(model)
      .filter(view => view.version && needsCredentialProvider(view.version))
      .filter(view => !flagOf(view, 'image-credential-provider-config') || !flagOf(view, 'image-credential-provider-bin-dir'));
    // Stryker disable next-line ConditionalExpression: without such a kubelet nothing is reported, and to look at the images takes time
    const image = without.length === 0 ? undefined : ecrImage(model);
    if (!image) return [];
    return without.map(view => ({
      place: view.place,
      message: `kubelet ${view.version!.minorVersion} of ${view.kind} has no credential provider, but `
        + `${image.reference} (${image.place.file}) is in ECR`,
    }));
  },
};

function ecrImage(model: Model): { readonly reference: string; readonly place: Place } | undefined {
  // What the newest plugin takes; older ones take less of it.
  const { pattern } = newestPluginHosts();
  const ofStaticPods = model.components.flatMap(
    ({ image }) => image ? [{ reference: `${image.repository}${image.tag === undefined ? '' : `:${image.tag}`}`, place: image.place }] : [],
  );
  const pause = kubelets(model).flatMap(view => {
    const flag = flagOf(view, 'pod-infra-container-image');
    return flag?.value === undefined ? [] : [{ reference: flag.value, place: flag.place }];
  });
  return [...ofStaticPods, ...pause, ...model.objects.flatMap(({ images }) => images)].find(
    ({ reference }) => pattern.matches(parseImage(reference).repository.split('/')[0]),
  );
}
