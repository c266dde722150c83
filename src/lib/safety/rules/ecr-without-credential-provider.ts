import { flagOf, kubelets } from './ask';
import { Model, Place } from './model';
import { Rule } from './rule';
import { FactTable } from '../../facts/table';
import { parseImage } from '../../static-pod/image';

/** Registries of Amazon ECR: k8s.io/cloud-provider-aws@v1.36.1 cmd/ecr-credential-provider/main.go:51, ecrPrivateHostPattern. */
const ECR = new RegExp('^\\d{12}\\.dkr[.-]ecr(-fips)?\\.[a-zA-Z0-9][a-zA-Z0-9-_]*\\.'
  + '(amazonaws\\.(com(\\.cn)?|eu)|on\\.(aws|amazonwebservices\\.com\\.cn)|sc2s\\.sgov\\.gov|c2s\\.ic\\.gov|cloud\\.adc-e\\.uk|csp\\.hci\\.ic\\.gov)$');

const HAS_ECR_BUILT_IN = new FactTable<boolean>('credentials for ECR inside the kubelet', [
  { from: '1.20', to: '1.26', value: true, source: 'k8s.io/kubernetes@v1.26.15 pkg/credentialprovider/aws' },
  { from: '1.27', to: '1.37', value: false, source: 'k8s.io/kubernetes@v1.27.16 has no pkg/credentialprovider/aws' },
]);

export const ecrWithoutCredentialProvider: Rule = {
  id: 'ecr-without-credential-provider',
  severity: 'error',
  title: 'Images from ECR, and a kubelet that cannot log in there',
  why: 'From 1.27 on the kubelet has no credentials for ECR of its own, whatever --cloud-provider says. Pods on upgraded nodes stay in ImagePullBackOff.',
  fix: 'Install ecr-credential-provider and pass --image-credential-provider-config and --image-credential-provider-bin-dir.',
  source: 'k8s.io/kubernetes@v1.27.16 (pkg/credentialprovider/aws removed); gardener/gardener#8939, kubernetes/cloud-provider-aws#596',
  check: model => {
    const image = ecrImage(model);
    if (!image) return [];
    return kubelets(model)
      .filter(view => view.version && !HAS_ECR_BUILT_IN.at(view.version))
      .filter(view => !flagOf(view, 'image-credential-provider-config') || !flagOf(view, 'image-credential-provider-bin-dir'))
      .map(view => ({ place: view.place, message: `kubelet ${view.version!.minorVersion} of ${view.kind ?? ''} has no credential provider, but ${image.reference} (${image.place.file}) is in ECR` }));
  },
};

function ecrImage(model: Model): { readonly reference: string; readonly place: Place } | undefined {
  const ofStaticPods = model.components.flatMap(({ image }) => image ? [{ reference: `${image.repository}${image.tag === undefined ? '' : `:${image.tag}`}`, place: image.place }] : []);
  const pause = kubelets(model).flatMap(view => {
    const flag = flagOf(view, 'pod-infra-container-image');
    return flag?.value === undefined ? [] : [{ reference: flag.value, place: flag.place }];
  });
  return [...ofStaticPods, ...pause, ...model.objects.flatMap(({ images }) => images)].find(({ reference }) => ECR.test(parseImage(reference).repository.split('/')[0]));
}
