import { join } from 'node:path';
import { differenceOf, isUsual, usualTexts } from './usual-texts';
import { readTree } from '../../../golden';
import { ROOT, SHARED } from '../../verify/corpus';

const COUNT = Number(process.env.USUAL_TEXTS ?? 100_000);

it(`says of ${COUNT} generated texts what \`yaml\` says, or leaves them to it`, () => {
  const texts = usualTexts(COUNT, Number(process.env.FUZZ_SEED ?? 1));
  expect(texts.flatMap(text => differenceOf(text) ?? []).slice(0, 10)).toEqual([]);
  expect(texts.filter(isUsual).length).toBeGreaterThan(COUNT / 10);
});

const FOLDERS = [...['examples', 'test', 'docs'].map(name => join(ROOT, name)), ...['foreign', 'upstream'].map(name => join(SHARED, name))];

it.each(FOLDERS)('says the same of the files in %s', folder => {
  const texts = [...readTree(folder).values()].filter(text => text.length < 1_000_000);
  expect(texts.flatMap(text => differenceOf(text) ?? [])).toEqual([]);
});
