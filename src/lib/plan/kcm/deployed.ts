import { Manager } from './manager-steps';
import { componentOf } from '../../facts/manager-names';
import { KCM } from '../../kubernetes/component';
import { ManagerRef } from '../../migration/migration-file';
import { eventually, inCluster, PlanAction } from '../action';
import { deploymentRuns } from '../actions/deployments';
import { AppPhase } from '../app/app';
import { Transition } from '../app/context';
import { ExpectedFlags } from '../endpoint';

/** Seconds that a Deployment gets to replace its pods. */
export const ROLL_SECONDS = 600;

/** A Deployment that is rolled: it changes with the manifests of its phase, and is never stopped. */
export function deployed({ app }: Transition, { namespace, name, cluster }: ManagerRef): Manager {
  for (const phase of app.phases.values()) refuseLaterContainer(phase, name);
  const runs = (release: string, expected: ExpectedFlags): PlanAction =>
    inCluster(cluster, eventually(ROLL_SECONDS, deploymentRuns({ namespace, name, release, ...expected })));
  return {
    stop: () => [],
    start: () => [],
    onRelease: release => [runs(release, { has: [], lacks: [] })],
    runsOn: (_, side, expected) => [runs(app.releases[side], expected)],
  };
}

interface Container {
  readonly name?: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
}

interface WithContainers {
  readonly template?: { readonly spec?: { readonly containers?: readonly Container[] } };
}

/** @throws if the first container is another one: that is asked for its release and its flags */
function refuseLaterContainer({ objects }: AppPhase, name: string): void {
  const object = objects.find(one => one.kind === 'Deployment' && one.name === name);
  const [first] = (object?.data.spec as WithContainers | undefined)?.template?.spec?.containers ?? [];
  if (!object || !first) return;
  const words = [...first.command ?? [], ...first.args ?? []];
  if ((words.map(word => componentOf(word)).find(one => one !== undefined) ?? componentOf(first.name ?? '')) === KCM) return;
  throw new Error(`${object.file}: ${KCM} is not the first container of Deployment '${name}', and the steps of a plan ask the first for its release `
    + 'and its flags; put it before the others in the Deployment that is handed in, and run synth again');
}
