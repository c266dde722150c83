import { awsCcmOfDigest } from './ccm-releases';
import { CCM_IMAGE } from './inputs/manager-texts';
import { otherProgram } from './other-programs';
import { CCM, Component, ControllerManager, KCM } from '../kubernetes/component';
import { parseImage } from '../kubernetes/image';
import { baseName } from '../text/shell-words';

/** A name by which builds, mirrors and packages call a controller manager. */
interface OtherName {
  readonly name: RegExp;
  readonly component: ControllerManager;
  /** Whether other programs have such a name too: then its flags must say what it is. */
  readonly isShort?: boolean;
  readonly source: string;
}

/** Clouds whose repositories of a controller manager are called `cloud-provider-<cloud>`: https://github.com/kubernetes, cloud-provider-*. */
const CLOUDS = 'aws|azure|gcp|openstack|vsphere|alibaba|ibm|baiducloud|huaweicloud|equinix-metal|oci|equinix';

const OTHER_NAMES: readonly OtherName[] = [
  // Binaries of several releases side by side, as Kubespray and kops download them, and wrappers around one.
  { name: /(?:^|[-.])kube-?controller-?manager(?:[-.@]|$)/, component: KCM, source: 'https://dl.k8s.io/release/v1.26.15/bin/linux/amd64/' },
  { name: /(?:^|[-.])cloud-?controller-?manager(?:[-.@]|$)/, component: CCM, source: 'https://github.com/kubernetes/cloud-provider' },
  { name: new RegExp(`^(?:[a-z0-9]+-){0,3}cloud-provider-(?:${CLOUDS})(?:[-.@]v?\\d.*)?$`), component: CCM, source: 'https://github.com/kubernetes' },
  { name: /^(?:aws-ccm|ccm-aws)(?:[-.@]v?\d.*)?$/, component: CCM, source: 'https://github.com/kubernetes/cloud-provider-aws' },
  // In no repository of Kubernetes: facts/default-cloud.ts says what they serve.
  { name: /^(?:plndr|kube-vip)-cloud-provider(?:[-.@]v?\d.*)?$/, component: CCM, source: 'plunder-app/plndr-cloud-provider 0.1.4 main.go' },
  { name: /(?:^|[-.])kcm(?:[-.@]|$)/, component: KCM, isShort: true, source: 'kubernetes/sig-cloud-provider: KCM for kube-controller-manager' },
  { name: /(?:^|[-.])ccm(?:[-.@]|$)/, component: CCM, isShort: true, source: 'kubernetes/sig-cloud-provider: CCM for cloud-controller-manager' },
];

/**
 * Operators that deploy a cloud-controller-manager, by the end of their images: openshift/cluster-cloud-controller-manager-operator at bc52198c
 * manifests/0000_26_cloud-controller-manager-operator_50_deployment.yaml.
 */
export const DEPLOYS_CCM = /cloud-controller-manager-operator$/;

/** Parts of a name that make it another program, which looks at a controller manager, sets it up or asks for it. */
const BESIDE = new RegExp('(?:^|[-.])(?:operator|client|exporter|proxy|pushprox|webhook|installer|metrics|monitor(?:ing)?|dashboards?|alerts?|rules'
  + '|certs?|tls|rbac|config|configmap|csr|docs?|tests?|e2e|checks?|checker|probe|healthz?|healthcheck|crds?|chart|addon|bundle|logs?|audit|backup'
  + '|kubeconfig|service|policy)(?:[-.]|$)');

/** What a name that is not that of a controller manager may stand for all the same. */
export interface CalledManager {
  readonly component: ControllerManager;
  readonly isShort: boolean;
}

/** The controller manager that a program, an image or a unit may be by its name: with a version or a build in it, or by a short form. */
export function calledManager(name: string): CalledManager | undefined {
  const plain = name.toLowerCase().replace(/_/g, '-').slice(0, 300);
  if (BESIDE.test(plain) || otherProgram(plain) !== undefined) return undefined;
  const found = OTHER_NAMES.find(one => one.name.test(plain));
  return found && { component: found.component, isShort: found.isShort === true };
}

const PROGRAMS: readonly Component[] = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler', CCM];

/** The component that a program, an image or a container is called after: also `aws-cloud-controller-manager`, `kube-apiserver-amd64`. */
export function componentOf(word: string): Component | undefined {
  const name = baseName(word).replace(/-(amd64|arm64|arm|ppc64le|s390x)$/, '');
  if (/^([a-z0-9-]+-)?cloud-controller-manager$/.test(name)) return CCM;
  return PROGRAMS.find(program => program === name);
}

/** The component that an image runs. */
export function componentOfImage(reference: string): Component | undefined {
  const { repository, digest } = parseImage(reference);
  return CCM_IMAGE.test(repository) || awsCcmOfDigest(digest) ? CCM : componentOf(baseName(repository));
}

/** Images that are called after a controller manager and are something else: operators, exporters, clients. */
export function isOtherImage(reference: string): boolean {
  return /(controller-manager|manager)-[a-z0-9-]*(operator|client|exporter|proxy|webhook|installer)$/.test(
    baseName(parseImage(reference).repository),
  );
}
