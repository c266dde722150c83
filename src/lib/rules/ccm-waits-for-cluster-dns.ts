import { Rule } from './rule';
import { ccms, nameOf } from '../view/ask';
import { PodFacts } from '../view/model';

export const ccmWaitsForClusterDns: Rule = {
  id: 'ccm-waits-for-cluster-dns',
  severity: 'error',
  title: 'The cloud-controller-manager resolves names through the cluster\'s DNS',
  why: 'CoreDNS is scheduled on nodes that the cloud-controller-manager has to initialize first, and it cannot find the cloud\'s API without DNS.',
  fix: 'Set dnsPolicy: Default.',
  source: 'kubernetes-retired/bootkube#1039; k8s.io/kubernetes@v1.26.15 pkg/kubelet/network/dns/dns.go getPodDNSType: ClusterFirst on the host '
    + 'network is Default',
  check: model => ccms(model).filter(({ pod, isHosted }) => pod && !isHosted && usesClusterDns(pod))
    .map(view => ({
      place: view.pod!.dnsPolicy.place,
      message: `${nameOf(view)} has dnsPolicy ${view.pod!.dnsPolicy.value}${view.pod!.hostNetwork ? '' : ' without hostNetwork'}`,
    })),
};

function usesClusterDns({ hostNetwork, dnsPolicy: { value } }: PodFacts): boolean {
  return value === 'ClusterFirstWithHostNet' || (value === 'ClusterFirst' && !hostNetwork);
}
