import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeptAnswers } from '../../../scripts/facts/kept';
import { ReadRelease } from '../../../scripts/facts/reader';

const ANSWER: ReadRelease = {
  flags: { kubelet: [] },
  gates: [],
  gatePackages: [],
  controllers: [],
  bootstrap: [],
  clouds: [],
  kubeadm: { apis: [], oldest: '1.29', source: 'm@v1.30.5' },
};

describe('an answer of the reader', () => {
  const cache = mkdtempSync(join(tmpdir(), 'kept-answers-'));
  afterAll(() => rmSync(cache, { recursive: true }));

  it('is kept for its release and for the reader that gave it, and for no other', () => {
    new KeptAnswers('/bin/facts-reader-1', cache).keep('1.30.5', ANSWER);
    expect(new KeptAnswers('/elsewhere/facts-reader-1', cache).get('1.30.5')).toEqual(ANSWER);
    expect(new KeptAnswers('/bin/facts-reader-1', cache).get('1.30.6')).toBeUndefined();
    expect(new KeptAnswers('/bin/facts-reader-2', cache).get('1.30.5')).toBeUndefined();
  });
});
