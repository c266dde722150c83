import { putFiles, removeFiles, takeBack } from '../../../src/lib/plan/actions/files';
import { label, nodeReady, unlabel } from '../../../src/lib/plan/actions/nodes';
import { manual } from '../../../src/lib/plan/actions/owner';
import { replaceWorkers } from '../../../src/lib/plan/actions/replaced-nodes';
import { done, move, stays, wayOf } from '../../../src/lib/plan/way';

describe('the way back of a step', () => {
  it('takes the last move back first, and the last action of each', () => {
    const files = done(putFiles({ state: 'n', paths: ['/a', '/b'] }), removeFiles({ state: 'n', paths: ['/c'] }));
    const asked = move([manual({ what: 'there' })], [manual({ what: 'back' })]);
    expect(wayOf(files, asked, done(label({}, 'control-plane')))).toStrictEqual({
      run: [
        putFiles({ state: 'n', paths: ['/a', '/b'] }), removeFiles({ state: 'n', paths: ['/c'] }), manual({ what: 'there' }),
        label({}, 'control-plane'),
      ],
      undo: [
        unlabel({}, 'control-plane'), manual({ what: 'back' }),
        takeBack({ state: 'n', paths: ['/c'] }), takeBack({ state: 'n', paths: ['/b', '/a'] }),
      ],
    });
  });

  it('is that of nodes of the other version where workers are replaced', () => {
    const share = { group: 'workers', side: 'n-plus-1', round: 'i', rounds: 4 } as const;
    expect(wayOf(done(replaceWorkers(share))).undo).toStrictEqual([replaceWorkers({ ...share, side: 'n', round: 'left+1' })]);
  });

  it('has nothing of what stays, which says why', () => {
    const one = stays('its holders make a new one', manual({ what: 'delete the Lease' }));
    expect(wayOf(one)).toStrictEqual({ run: [manual({ what: 'delete the Lease' })], undo: [] });
    expect(one.stays).toBe('its holders make a new one');
  });

  it('fails where neither the row nor the step says it', () => {
    expect(() => done(nodeReady({}))).toThrow('action \'node-ready\' does not say what takes it back; give it with the step, or say why it stays');
  });
});
