import { exampleFiles, installerFiles } from './example';
import { hostile } from './hostile';
import { makeReport } from '../../../src/lib/report/make-report';
import { Report } from '../../../src/lib/report/report';
import { kubeadmNodes, nodeLike } from '../../nodes';
import { once } from '../../once';
import { appFiles, rewritten } from '../plan/app-fixture';
import { DOWNTIME, LEADER_MIGRATION } from '../plan/plans';
import { replacedFiles } from '../plan/replaced/replaced-app';

/** Leader Migration is off on nodes of version N, while the cloud-controller-manager of phase mixed has it. */
const UNSAFE = rewritten(LEADER_MIGRATION, /^nodes\/mixed\/control-plane-n\/.*\/kube-controller-manager\.yaml$/, text =>
  text.replace(/\n.*--enable-leader-migration=true/, '').replace(/\n.*--leader-migration-config.*/, ''));

function fiftyNodes(): ReadonlyMap<string, string> {
  const worker = kubeadmNodes().at(-1)!;
  return appFiles({ nodes: [...kubeadmNodes(), ...Array.from({ length: 45 }, (_, index) => nodeLike(worker, `10-1-1-${index + 1}`))] });
}

const MAKE = {
  'kubeadm': () => makeReport(exampleFiles()),
  'back': () => makeReport(exampleFiles(), { from: 'disabled', to: 'not-started' }),
  'replaced nodes': () => makeReport(replacedFiles()),
  'unsafe': () => makeReport(UNSAFE),
  'fifty nodes': () => makeReport(fiftyNodes()),
  'downtime': () => makeReport(DOWNTIME),
  'kops': () => makeReport(installerFiles('kops')),
  'kops, back': () => makeReport(installerFiles('kops'), { from: 'disabled', to: 'not-started' }),
  'KKP': () => makeReport(installerFiles('kkp')),
  'KubeOne': () => makeReport(installerFiles('kubeone')),
  'Cluster API': () => makeReport(installerFiles('cluster-api')),
  'RKE2': () => makeReport(installerFiles('rke2')),
  'ClusterClass': () => makeReport(installerFiles('cluster-class')),
  'hostile': () => hostile(makeReport(exampleFiles())),
};

export type Sample = keyof typeof MAKE;
export const SAMPLES = Object.keys(MAKE) as readonly Sample[];

/** Reports of every kind. */
export const sample = once((name: Sample): Report => MAKE[name]());
