import { awsIsReady, settled } from './aws';
import {
  allThere, ccmApplied, ccmAppliedBeside, ccmGone, ccmGoneBeside, ccmPodsRoll, ccmRolls, ccmStarts, ccmStops, ccmStopsFirst, labelled, labelsGone,
  nodesClean,
} from './ccm';
import { firstNode, noNodeOfN, otherNodes } from './control-plane';
import { driverOfCsi, kubeletsFromCsi, kubeletsToCsi } from './csi';
import { kubeconfigIsThere, managerIsRestored, managerRollsBack, managerShares, managerUpgrades, serverIsUpgraded } from './deployment';
import { kubelets, managersAreStopped, managersStart, managersStop, nodesChange } from './downtime';
import { snapshot } from './etcd';
import { addonsBack, configurationBack, upload } from './kubeadm';
import { leader, leaseAccess, leaseAccessGone, leasesGone, leaseUnused } from './leases';
import {
  ALL_STOPPED, bothIfShared, bothVersions, bothVersionsAlone, ENTERING_N, NEW_STARTS, NEW_WITH_CCM, OLD_STOPS, ONLY_NEW, rollingCcm,
} from './mixes';
import { enabled, restored } from './nodes-of-n';
import { during, either, isFirst, migrates, not, Stage, when } from './row';
import { kubeconfigs, kubeconfigsGone } from './static-pod-kubeconfig';
import { workers } from './workers';
import { NodeSide } from '../../kubernetes/node';

const { N, N_PLUS_1 } = NodeSide;

/** Steps from a state to the next, read from top to bottom, by what may run simultaneously meanwhile. */
export type Sequences = Readonly<Record<string, readonly Stage[]>>;

export const SEQUENCES: Sequences = {
  /** Every kube-controller-manager learns to share its controllers, or to leave them. */
  'not-started>n': [
    during(
      ENTERING_N,
      driverOfCsi,
      leaseAccess,
      upload(N),
      enabled,
      leader({
        title: 'Check that kube-controller-manager leads under the migration Lease',
        why: 'only then do nodes of version N+1 wait for it',
      }),
      kubeletsToCsi,
    ),
  ],
  /** The copies that were made go back, then what only Leader Migration needs goes. */
  'n>not-started': [
    during(
      ENTERING_N,
      configurationBack,
      kubeletsFromCsi,
      restored,
      leaseAccessGone,
      when(migrates, leasesGone),
    ),
  ],
  /** Everything that the cloud-controller-manager needs, then the first node. */
  'n>mixed': [
    during(
      bothVersions,
      awsIsReady,
      ccmApplied,
      upload(N_PLUS_1),
      snapshot,
      kubeconfigs,
      firstNode(N_PLUS_1),
      leader(),
    ),
  ],
  /** The other nodes, then the workers. */
  'mixed>n-plus-1': [
    during(
      bothVersionsAlone,
      when(isFirst, awsIsReady),
      when(isFirst, snapshot),
      when(either(isFirst, not(migrates)), kubeconfigs),
      otherNodes(N_PLUS_1),
    ),
    during(bothIfShared, ccmApplied),
    during(
      ONLY_NEW,
      leader({ rollout: allThere }),
      workers(N_PLUS_1),
      settled,
    ),
  ],
  /** Workers first, whose kubelets must not be newer than an API server, then one node. */
  'n-plus-1>mixed': [
    during(ONLY_NEW, when(not(migrates), ccmStops)),
    during(
      bothVersionsAlone,
      upload(N),
      addonsBack,
      snapshot,
      workers(N),
      firstNode(N),
      leader(),
    ),
  ],
  /** The other nodes, then what only version N+1 needs goes. */
  'mixed>n': [
    during(
      bothVersions,
      when(isFirst, addonsBack),
      when(isFirst, snapshot),
      otherNodes(N),
      leader(),
      ccmGone,
      kubeconfigsGone,
    ),
  ],
  /**
   * A downtime: stop every kube-controller-manager, change the API servers, start everything. The cloud-controller-manager comes after it: its pods
   * are made by the DaemonSet controller of kube-controller-manager. Kubelets come last, and go back first: a drain while nothing makes pods anew
   * would leave workloads, and DNS, without any, and a PodDisruptionBudget would end it for good.
   */
  'n>n-plus-1': [
    during(
      OLD_STOPS,
      awsIsReady,
      upload(N_PLUS_1),
      snapshot,
      kubeconfigs,
      managersStop,
    ),
    during(ALL_STOPPED, managersAreStopped, nodesChange(N_PLUS_1)),
    during(NEW_STARTS, managersStart),
    during(
      NEW_WITH_CCM,
      ccmStarts,
      kubelets(N_PLUS_1),
      workers(N_PLUS_1),
      settled,
    ),
  ],
  'n-plus-1>n': [
    during(
      NEW_WITH_CCM,
      upload(N),
      snapshot,
      workers(N),
      kubelets(N),
      ccmStopsFirst,
    ),
    during(NEW_STARTS, managersStop, managersAreStopped),
    during(ALL_STOPPED, nodesChange(N)),
    during(OLD_STOPS, managersStart, kubeconfigsGone),
  ],
  /** The cloud-controller-manager rolls first; what it no longer needs goes when no process uses it. */
  'n-plus-1>disabled': [
    during(
      rollingCcm,
      noNodeOfN,
      ccmRolls,
      ccmPodsRoll,
      when(migrates, leaseUnused),
      leaseAccessGone,
      when(migrates, leasesGone),
      nodesClean,
      labelsGone,
      settled,
    ),
  ],
  /** Leader Migration is on again before any node of version N returns. */
  'disabled>n-plus-1': [
    during(
      rollingCcm,
      // Before the manifests: a workload that is placed by a label that no node has would be gone.
      labelled,
      ccmRolls,
      ccmPodsRoll,
      leader({
        title: 'Check that the cloud-controller-manager leads under the migration Lease',
        why: 'it is what nodes of version N will wait for',
        asksServices: false,
      }),
      settled,
    ),
  ],
};

/** Where a Deployment runs kube-controller-manager. */
export const SEQUENCES_OF_DEPLOYMENT: Sequences = {
  ...SEQUENCES,
  /** The Deployment learns to share its controllers. */
  'not-started>n': [
    during(ENTERING_N, leaseAccess, managerShares, leader()),
  ],
  /** The Deployment as it was, then what only Leader Migration needs goes. */
  'n>not-started': [
    during(ENTERING_N, managerIsRestored, leaseAccessGone, leasesGone),
  ],
  /** The cloud-controller-manager comes beside kube-controller-manager of version N. */
  'n>mixed': [
    during(
      bothVersions,
      awsIsReady,
      serverIsUpgraded,
      kubeconfigIsThere,
      ccmAppliedBeside,
      leader({ rollout: allThere }),
    ),
  ],
  /** The Deployment is rolled to version N+1, then the workers follow. */
  'mixed>n-plus-1': [
    during(bothVersions, when(isFirst, awsIsReady), serverIsUpgraded, managerUpgrades),
    during(ONLY_NEW, leader(), workers(N_PLUS_1), settled),
  ],
  /** Workers first, then the Deployment goes back to version N. */
  'n-plus-1>mixed': [
    during(bothVersions, workers(N), managerRollsBack, leader()),
  ],
  /** The cloud-controller-manager goes, and kube-controller-manager takes the migration Lease. */
  'mixed>n': [
    during(bothVersions, ccmGoneBeside, leader()),
  ],
};
