import { k8s } from 'cdk8s-plus-27';
import { plain } from '../../../src/lib/kubernetes/plain';

/** A class of a user's. */
class Variable {
  public constructor(public readonly name: string, public readonly value: string) {}
}

describe('a value of Kubernetes\' own types as plain data', () => {
  it.each<[string, unknown, unknown]>([
    ['a quantity given as text', k8s.Quantity.fromString('200m'), '200m'],
    ['a quantity given as a number', k8s.Quantity.fromNumber(2), 2],
    ['a number or text', k8s.IntOrString.fromString('25%'), '25%'],
    ['a number or text, as 0', k8s.IntOrString.fromNumber(0), 0],
    ['quantities deep inside', { requests: [{ cpu: k8s.Quantity.fromString('1') }] }, { requests: [{ cpu: '1' }] }],
    ['a field that no release had when the types were made', { requests: {}, claims: [{ name: 'gpu', request: 'one' }] },
      { requests: {}, claims: [{ name: 'gpu', request: 'one' }] }],
    ['data that looks like a quantity', { value: 'x' }, { value: 'x' }],
    ['an environment variable', { name: 'A', value: '1' }, { name: 'A', value: '1' }],
    ['an environment variable of a class of the user\'s', new Variable('A', '1'), { name: 'A', value: '1' }],
    ['data without a prototype', Object.assign(Object.create(null) as object, { value: 'x' }), { value: 'x' }],
    ['null, which a patch may mean', { a: null }, { a: null }],
    ['false, 0 and the empty text', [false, 0, ''], [false, 0, '']],
  ])('%s', (_, value, expected) => {
    expect(plain(value)).toEqual(expected);
  });

  it('leaves out what is undefined, as the API server never sees it', () => {
    expect(Object.keys(plain({ a: undefined, b: { c: undefined } }))).toEqual(['b']);
    expect(plain({ b: { c: undefined } })).toStrictEqual({ b: {} });
  });

  it('keeps the order of fields, and does not change what it was given', () => {
    const given = { z: 1, a: [k8s.Quantity.fromString('1')] };
    expect(JSON.stringify(plain(given))).toBe('{"z":1,"a":["1"]}');
    expect(given.a[0]).toBeInstanceOf(k8s.Quantity);
  });
});
