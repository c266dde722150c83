import { Ending, NodeComponent } from './ending';
import { KubernetesVersion } from '../../kubernetes/kubernetes-version';
import { flagNames, flagOf } from '../flags';

/** What another default means. The defaults themselves, and where they were read, are in the tables of flags. */
interface DefaultWords {
  readonly component: NodeComponent;
  readonly flags: readonly string[];
  /** Minors in which the default is another one than in the minor before; none: whichever. */
  readonly in?: readonly string[];
  readonly says: string;
  readonly todo: string;
}

/** A default that is another one in the tables of flags, and by which a component does nothing else. */
interface WithoutEffect {
  readonly components: readonly NodeComponent[];
  readonly flags: readonly string[];
  readonly in?: readonly string[];
  readonly why: string;
}

const INSECURE_PORT = {
  flags: ['port'],
  says: 'it does not serve HTTP without TLS any more',
  todo: 'let probes and what collects metrics use --secure-port, with HTTPS',
};

export const DEFAULT_WORDS: readonly DefaultWords[] = [
  {
    component: 'kubelet',
    flags: ['pod-infra-container-image'],
    says: 'the kubelet starts each pod with this image where its runtime is dockershim, and does not remove it otherwise',
    todo: 'have the image in the registry that nodes pull from, or pass the flag',
  },
  {
    component: 'kubelet',
    flags: ['event-burst', 'event-qps', 'kube-api-burst', 'kube-api-qps'],
    in: ['1.27'],
    says: 'a kubelet may ask its API server, and send it events, up to ten times as fast',
    todo: 'pass the flags, or their fields of the configuration, with the values of before where an API server is near its limit',
  },
  {
    component: 'kube-apiserver',
    flags: ['enable-logs-handler'],
    says: 'the path /logs is not served',
    todo: 'read logs on the nodes, or pass the flag',
  },
  { component: 'kube-controller-manager', ...INSECURE_PORT },
  { component: 'kube-scheduler', ...INSECURE_PORT },
];

export const WITHOUT_EFFECT: readonly WithoutEffect[] = [
  {
    components: ['kubelet'],
    flags: ['container-runtime', 'container-runtime-endpoint'],
    in: ['1.24'],
    why: 'kubelets whose runtime this decides are refused: see the row of --container-runtime-endpoint in cri.ts',
  },
  {
    components: ['kubelet'],
    flags: ['container-runtime-endpoint'],
    in: ['1.27'],
    why: '1.26 ends without it: k8s.io/kubernetes@v1.26.15 cmd/kubelet/app/options/options.go:199',
  },
  {
    components: ['kubelet'],
    flags: ['eviction-hard'],
    in: ['1.26'],
    why: 'the same thresholds are set later: k8s.io/kubernetes@v1.26.15 cmd/kubelet/app/server.go:353-358',
  },
  {
    components: ['kube-controller-manager', 'kube-scheduler'],
    flags: ['authorization-always-allow-paths'],
    in: ['1.21'],
    why: '/readyz and /livez are asked without authorization too: k8s.io/kubernetes@v1.21.14 cmd/kube-controller-manager/app/options/options.go',
  },
  {
    components: ['kube-apiserver'],
    flags: ['authorization-mode'],
    in: ['1.29'],
    why: 'AlwaysAllow is set later: k8s.io/kubernetes@v1.29.15 pkg/kubeapiserver/options/authorization.go Complete',
  },
  {
    components: ['kube-apiserver'],
    flags: ['service-account-issuer'],
    in: ['1.22'],
    why: 'none is none, the flag is a list now: k8s.io/kubernetes@v1.22.17 pkg/kubeapiserver/options/authentication.go',
  },
  {
    components: ['kube-controller-manager', 'kube-scheduler'],
    flags: ['address'],
    why: 'the address of the port that serves without TLS, which has a row of its own',
  },
  {
    components: ['kube-scheduler'],
    flags: [
      'contention-profiling', 'kube-api-burst', 'kube-api-content-type', 'kube-api-qps', 'leader-elect', 'leader-elect-lease-duration',
      'leader-elect-renew-deadline', 'leader-elect-resource-lock', 'leader-elect-resource-name', 'leader-elect-resource-namespace',
      'leader-elect-retry-period', 'lock-object-name', 'lock-object-namespace', 'port', 'profiling',
    ],
    in: ['1.22', '1.22.4'],
    why: '1.22.0 to 1.22.3 register the flag before they have the defaults, which are the same when they start: k8s.io/kubernetes@v1.22.3 '
      + 'cmd/kube-scheduler/app/options/options.go',
  },
];

/** Flags of which the second release has another default, by which a component does something else. */
export function defaultEndings(component: NodeComponent, from: KubernetesVersion, to: KubernetesVersion): readonly Ending[] {
  return flagNames(component).flatMap((flag): readonly Ending[] => {
    const [before, after] = [from, to].map(version => flagOf(component, flag, version));
    if (before === undefined || before === 'unread' || after === undefined || after === 'unread') return [];
    if (before.default === undefined || after.default === undefined || before.default === after.default) return [];
    const words = DEFAULT_WORDS.find(one => one.component === component && one.flags.includes(flag) && isIn(one.in, to));
    if (words === undefined || hasNoEffect(component, flag, to)) return [];
    return [{
      release: to.minorVersion,
      component,
      what: `--${flag} (default ${after.default}, was ${before.default})`,
      trace: { kind: 'default', flag },
      becomes: 'named',
      says: words.says,
      todo: words.todo,
      source: after.source,
    }];
  });
}

/** Whether a component does the same with the default of this release as with that of the one before. */
export function hasNoEffect(component: NodeComponent, flag: string, version: KubernetesVersion): boolean {
  return WITHOUT_EFFECT.some(one => one.components.includes(component) && one.flags.includes(flag) && isIn(one.in, version));
}

function isIn(releases: readonly string[] | undefined, version: KubernetesVersion): boolean {
  return releases === undefined || releases.includes(version.minorVersion) || releases.includes(version.toString());
}

