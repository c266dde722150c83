import { KubeOneMigration } from './migration';
import { mapOf } from '../../edit/yaml/data';
import { GAPS } from '../../installers/controllers-off';
import { MigrationPhase } from '../../migration/migration-phase';

const METHOD = `the method of KubeOne is controllers-off-then-on: it switches ${GAPS.join(', ')} off in every kube-controller-manager, one `
  + 'node after the other, and applies the '
  + 'cloud-controller-manager then. Nothing runs twice, and for that time no process runs them';
const ALTERNATIVE = 'there is no Leader Migration in KubeOne. Its control plane is kubeadm\'s static pods, so a migration without the gap can be '
  + 'done on the nodes (CloudControllerMigration, KubeadmBundle); '
  + 'KubeOne must then not be run until it has ended, because it writes the flags again';

/** What an operator must know who applies a phase. */
export function kubeOneNotes(migration: KubeOneMigration, phase: MigrationPhase): string[] {
  return [...ofPhase(phase), ...ofCluster(migration)];
}

function ofPhase(phase: MigrationPhase): string[] {
  switch (phase) {
    case MigrationPhase.N: return ['the cluster as it is; nothing is changed. The next phase cannot be taken back', METHOD, ALTERNATIVE];
    case MigrationPhase.MIXED: return [
      METHOD,
      ALTERNATIVE,
      'what rolls: nothing; each control-plane node is cordoned, drained, changed in place and uncordoned, one after the other. Static workers of '
        + 'the document, too',
      'no rollback is possible: never set \'external: false\' again. KubeOne blocks that elsewhere, but on AWS it does not see the '
        + 'cloud-controller-manager, and \'kubeone apply\' would write the in-tree flags beside it',
      'known bug on AWS: KubeOne does not see that the first run was done, so it can be run twice, and \'kubeone apply\' is refused until the '
        + 'second run (\'cluster is using in-tree provider\')',
      'its help text names OpenStack and vSphere only; AWS is supported by the code',
    ];
    case MigrationPhase.N_PLUS_1: return [
      'the document is that of \'mixed\', byte for byte. What rolls: every Machine; all worker nodes are deleted and recreated',
      'do not run \'kubeone apply\' before the second run: on AWS it is refused',
    ];
    case MigrationPhase.DISABLED: return [
      'the document is that of \'mixed\', byte for byte: this phase is the second run, with --complete. Each control-plane node is drained and '
        + 'changed in place once more',
      'afterwards \'kubeone apply\' works as before',
    ];
  }
}

/** What the document makes worth saying, in every phase. */
function ofCluster({ documents: { cluster }, options: { terraformOutput } }: KubeOneMigration): string[] {
  const hosts = (section: string) => {
    const list = mapOf(cluster.value([section])).hosts;
    return Array.isArray(list) ? list.length : 0;
  };
  return [
    ...hosts('controlPlane') === 0 && terraformOutput === undefined ? ['the document names no control-plane host, and no output of Terraform is '
      + 'given: give it as terraformOutput where KubeOne gets it with -t'] : [],
    ...hosts('staticWorkers') > 0 ? ['staticWorkers: the second run does not check that their kubelets are external; check them by hand before it']
      : [],
    ...mapOf(cluster.value(['machineController'])).deploy === false
      ? ['machineController.deploy is false: workers are yours, and the second run does not check that their kubelets are external'] : [],
  ];
}
