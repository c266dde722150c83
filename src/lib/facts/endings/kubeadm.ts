import { Ending } from './ending';
import { generatedKubeadm, KubeadmApiRow } from '../generated';
import { lazy } from '../lazy';
import { readReleases } from '../read-releases';

/** Versions of kubeadm's API that end, from the table of what each kubeadm reads. One of them in a file that is handed in is refused. */
export const KUBEADM_ENDINGS = lazy<readonly Ending[]>(() => {
  const { read, apis } = generatedKubeadm();
  const releases = readReleases(read);
  const last = new Map<string, KubeadmApiRow>(apis.map(row => [row.api, row]));
  const ended = [...last.values()].flatMap((row): readonly Ending[] => {
    const release = releases.after(row);
    if (release === undefined || row.experimental === true) return [];
    const next = [...last.values()].find(({ api, to, experimental }) => api > row.api && experimental !== true && to > row.to)?.api;
    return [{
      release,
      component: 'kubeadm',
      what: `kubeadm.k8s.io/${row.api}`,
      trace: { kind: 'read' },
      becomes: 'refused',
      says: 'no kubeadm of the release reads it',
      todo: `convert the file with 'kubeadm config migrate' of version N${next === undefined ? '' : ` to kubeadm.k8s.io/${next} or newer`}`,
      source: `${row.source}, none in ${release}`,
    }];
  });
  return [...ended, ...OTHERS];
});

const OTHERS: readonly Ending[] = [
  {
    release: '1.24',
    component: 'kubeadm',
    what: 'nodeRegistration.criSocket of dockershim',
    trace: { kind: 'read' },
    becomes: 'refused',
    says: 'kubelets of the release have no dockershim, and kubeadm looks for none',
    todo: 'give the node containerd, or cri-dockerd beside Docker, and write its socket as nodeRegistration.criSocket, and into the annotation '
      + 'kubeadm.alpha.kubernetes.io/cri-socket of its Node object',
    source: 'k8s.io/kubernetes@v1.24.17 cmd/kubeadm/app/phases/kubelet/flags.go:101-115, cmd/kubeadm/app/util/runtime/runtime.go:131',
  },
  {
    release: '1.25',
    component: 'kubeadm',
    what: 'k8s.gcr.io, the default of imageRepository',
    trace: { kind: 'kubeadm' },
    becomes: 'named',
    says: 'kubeadm has its images at registry.k8s.io, as the last patches of 1.22, 1.23 and 1.24 do',
    todo: 'let nodes reach that registry, or set imageRepository to a mirror',
    source: 'k8s.io/kubernetes@v1.24.0 and v1.25.0 cmd/kubeadm/app/apis/kubeadm/v1beta3/defaults.go:45',
  },
];
