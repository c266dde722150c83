import { FactTable } from './table';
import { CCM, ControllerManager, KCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** Formats that a program registers, and so takes as `--logging-format`; with another it ends at start. */
export const LOG_FORMATS: ReadonlyMap<ControllerManager, FactTable<readonly string[]>> = new Map([
  [KCM, new FactTable<readonly string[]>('--logging-format of kube-controller-manager', [
    {
      from: '1.20',
      readAt: ['1.20.15', '1.22.17', '1.37.1'],
      value: ['text', 'json'],
      source: 'k8s.io/component-base@v0.20.15 logs/registry.go:105; k8s.io/kubernetes@v1.22.17 and v1.37.1 '
        + 'cmd/kube-controller-manager/controller-manager.go imports logs/json/register',
    },
  ])],
  // The cloud-controller-manager of AWS; those of other clouds register what they like.
  [CCM, new FactTable<readonly string[]>('--logging-format of the AWS cloud-controller-manager', [
    {
      from: '1.20',
      to: '1.26',
      readAt: ['1.20.4', '1.26.14'],
      value: ['text'],
      source: 'k8s.io/cloud-provider@v0.20.15 and v0.26.15 app/controllermanager.go: no such flag yet',
    },
    {
      from: '1.27',
      readAt: ['1.27.10', '1.37.1'],
      value: ['text'],
      source: 'k8s.io/cloud-provider-aws@v1.27.10 and v1.37.1 cmd/aws-cloud-controller-manager/main.go does not import logs/json/register',
    },
  ])],
]);

/** Formats that a release takes; none: it is not known. */
export function logFormats(component: ControllerManager, version: KubernetesVersion, awsRelease?: string): readonly string[] | undefined {
  const table = component === CCM && awsRelease === undefined ? undefined : LOG_FORMATS.get(component)!;
  return table?.find(version);
}
