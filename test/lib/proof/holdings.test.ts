import { ccm, file, kcm, LM, LM_FILE, OLD, ROUTES } from './processes';
import { Process } from '../../../src/lib/model/process';
import { holdings } from '../../../src/lib/proof/holdings';

const AWS = `--cloud-provider=aws ${ROUTES}`;
const EXTERNAL = '--cloud-provider=external';
/** Dies of its route controller, which has no CIDR, as soon as it holds the migration lock. */
const DYING = ccm('1.27', LM, { cloudHasRoutes: true });

function choices(...processes: readonly Process[]): string[][] {
  return holdings(processes).map(({ grips }) => processes.map(process => grips.get(process)!));
}

function runners(controller: string, ...processes: readonly Process[]): [string, boolean][] {
  return holdings(processes).map(holding => [processes.map(process => holding.grips.get(process)).join(' '), holding.runs({ controller })]);
}

describe('lasting choices of holders', () => {
  test.each<[string, readonly Process[], string[][]]>([
    ['no process: one choice without holders', [], [[]]],
    ['one process: it holds all that it bids for', [kcm('1.26', `${AWS} ${LM}`)], [['both']]],
    ['two with one main lock: either', [kcm('1.26', AWS), kcm('1.27', EXTERNAL)], [['nothing', 'main'], ['main', 'nothing']]],
    ['two with two main locks: both', [kcm('1.26', AWS), ccm('1.27', '')], [['main', 'main']]],
    ['two with one migration lock: either has it, and both have their main locks', [kcm('1.26', `${AWS} ${LM}`), ccm('1.27', LM)],
      [['main', 'both'], ['both', 'main']]],
    ['a main lock of two objects: free only if both are', [kcm('1.26', AWS), kcm('1.26', `${AWS} --leader-elect-resource-lock=endpointsleases`)],
      [['nothing', 'main'], ['main', 'nothing']]],
    ['a process without locks runs beside the holder', [kcm('1.26', AWS), kcm('1.26', `${AWS} --leader-elect=false`)], [['main', 'main']]],
    ['a process that does not start holds nothing', [kcm('1.26', `${AWS} ${LM_FILE}`), kcm('1.26', AWS)], [['nothing', 'main']]],
    ['one that dies at its main lock never gets to its migration lock',
      [kcm('1.24', `${AWS} ${LM_FILE}`, file('v1beta1', OLD, { resourceLock: 'endpoints' }))], [['main']]],
    ['one that dies at its migration lock holds it while it does', [DYING], [['both']]],
  ])('%s', (_, processes, expected) => {
    expect(choices(...processes).sort()).toEqual([...expected].sort());
  });
});

describe('what runs', () => {
  const healthy = kcm('1.26', `${AWS} ${LM}`);

  it('is under the main lock, or under both', () => {
    const successor = ccm('1.27', LM);
    expect(runners('cloud-node', healthy, successor)).toEqual([['main both', true], ['both main', true]]);
    expect(holdings([healthy, successor]).map(holding => holding.runs({ controller: 'service' }))).toEqual([true, true]);
    const alone = holdings([kcm('1.27', `${EXTERNAL} ${LM}`), successor]).find(({ grips }) => grips.get(successor) === 'main')!;
    expect(['service', 'cloud-node'].map(controller => alone.runs({ controller }))).toEqual([false, true]);
  });

  it('is nothing of a process that waits for its main lock', () => {
    const other = kcm('1.27', `${EXTERNAL} --controllers=*,-nodeipam ${ROUTES}`);
    expect(runners('nodeipam', kcm('1.26', AWS), other)).toEqual([['nothing main', false], ['main nothing', true]]);
  });

  it('is all under the main lock of a process that would die of a migration lock which another holds', () => {
    expect(runners('cloud-node', healthy, DYING)).toEqual([['main both', false], ['both main', true]]);
  });

  it('is nothing of it where that other dies as well', () => {
    const alsoDying = kcm('1.26', `--cloud-provider=aws --allocate-node-cidrs=true ${LM}`, { cloudHasRoutes: true });
    expect(alsoDying.fate.kind).not.toBe('runs');
    const inMigration = kcm('1.26', `--cloud-provider=aws --allocate-node-cidrs=true ${LM_FILE}`, file('v1', ['nodeipam', 'route']));
    expect(inMigration.fate.kind).toBe('dies-after-migration-lock');
    expect(runners('cloud-node', inMigration, DYING)).toEqual([['main both', false], ['both main', false]]);
  });
});
