import { exampleFiles } from './example';
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
  'installer': () => ofInstaller(makeReport(exampleFiles())),
  'hostile': () => hostile(makeReport(exampleFiles())),
};

export type Sample = keyof typeof MAKE;
export const SAMPLES = Object.keys(MAKE) as readonly Sample[];

/** Reports of every kind. */
export const sample = once((name: Sample): Report => MAKE[name]());

/** What replaces machines by itself: of it no step says what restarts, and there are no files of nodes. */
function ofInstaller({ sources, ...report }: Report): Report {
  return {
    ...report,
    steps: report.steps.map(step => ({
      ...step, nodeFiles: [], actions: step.actions.map(({ name, title, why }) => ({ name, title, why, nodes: [] })),
    })),
  };
}
