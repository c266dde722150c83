import { contradiction, rowCases } from './schema';
import { SCHEMAS } from './schemas';
import { sample } from '../../../sample';

describe('every row of the tables of what decides', () => {
  it('says what verify says, with every value', () => {
    const wrong = sample(rowCases(SCHEMAS)).flatMap(one => {
      const said = contradiction(one);
      return said === undefined ? [] : [`${one.schema.table.title}, ${one.name}: ${said}`];
    });
    expect(wrong).toEqual([]);
  }, 1_800_000);
});
