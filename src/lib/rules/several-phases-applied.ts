import { Rule } from './rule';
import { grouped } from '../kubernetes/once-for';
import { asksForLeaderMigration, ccms } from '../view/ask';

/**
 * Where `migration.json` says which manifests a phase has, `verify` compares these too: phases whose objects have different names are seen by that
 * alone.
 */
export const severalPhasesApplied: Rule = {
  id: 'several-phases-applied',
  severity: 'error',
  title: 'What is applied has manifests of more than one phase',
  why: 'A folder or a stream is applied as a whole: of each object that two phases have, the one that comes last is in the cluster, and the other '
    + 'phase was skipped. A cluster is in one phase.',
  fix: 'Apply one phase: the folder that MigrationOutput.writeCurrent writes, or one folder dist/<phase>. One App writes one phase.',
  source: 'cdk8s-cli@2.207.60 src/cli/cmds/synth.ts: --stdout prints every manifest below the output folder, in the order of their names',
  check: model => [...grouped(ccms(model).filter(({ kind }) => kind === undefined), ({ object }) => object)].flatMap(([object, views]) => {
    const [first] = views;
    const other = views.find(view => asksForLeaderMigration(view) !== asksForLeaderMigration(first));
    if (other === undefined) return [];
    const { file, line } = model.realPlace(first.place);
    return [{
      place: other.place,
      message: `${object} is here ${asksForLeaderMigration(other) ? 'with' : 'without'} --enable-leader-migration, and `
        + `${asksForLeaderMigration(first) ? 'with' : 'without'} it at ${file}:${line}, so these are two phases`,
    }];
  }),
};
