import { managerWrittenByOperator } from '../../../src/lib/rules/manager-written-by-operator';
import { Model } from '../../../src/lib/view/model';

describe('a manager that another program writes', () => {
  const view = (object: string, file: string, name = 'Kamaji') => ({
    component: 'kube-controller-manager',
    object,
    place: { file, line: 1 },
    version: undefined,
    writer: { name, why: 'it undoes changes', remedy: 'change the TenantControlPlane' },
  });
  const found = (...components: readonly object[]) => managerWrittenByOperator.check({ components } as unknown as Model);

  it('is a note with the remedy of that program as a sentence', () => {
    expect(managerWrittenByOperator.severity).toBe('note');
    expect(found(view('Deployment a', 'a.yaml'))).toEqual([{
      place: { file: 'a.yaml', line: 1 },
      message: expect.stringMatching(/^Kamaji writes .*: it undoes changes$/) as string,
      fix: 'Change the TenantControlPlane.',
    }]);
  });

  it('is said once of each object', () => {
    expect(found(view('Deployment a', 'a.yaml'), view('Deployment a', 'b.yaml'), view('Deployment b', 'c.yaml'))).toEqual([
      expect.objectContaining({ place: { file: 'a.yaml', line: 1 } }), expect.objectContaining({ place: { file: 'c.yaml', line: 1 } }),
    ]);
  });
});
