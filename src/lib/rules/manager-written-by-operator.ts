import { Rule } from './rule';
import { grouped } from '../kubernetes/once-for';
import { managers, nameOf } from '../view/ask';

export const managerWrittenByOperator: Rule = {
  id: 'manager-written-by-operator',
  severity: 'note',
  title: 'A program of its own writes the workload of a controller manager',
  why: 'It undoes what else changes the workload, at once or with its next release: a phase that is applied would be taken back in the middle of the '
    + 'migration. The proof is of what is written now.',
  fix: 'Make each change where that program is configured.',
  source: 'the repositories that src/lib/facts/hosting-systems.ts names; k8s.io/apimachinery@v0.26.15 pkg/apis/meta/v1/types.go, OwnerReference',
  check: model => [...grouped(managers(model).filter(({ writer }) => writer !== undefined), ({ object }) => object).values()].map(([view]) => {
    const { name, why, remedy } = view.writer!;
    return { place: view.place, message: `${name} writes ${nameOf(view)}: ${why}`, fix: `${remedy[0].toUpperCase()}${remedy.slice(1)}.` };
  }),
};
