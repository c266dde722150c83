import { NodeForm, nodeForms, safetyCluster } from './safety-cluster';
import { logicalController } from '../../facts/controllers';
import { isEverInKcm, logicalName } from '../../facts/kcm-controllers';
import { LOCK_NAMESPACE, MAIN_LOCK_NAMES } from '../../facts/locks';
import { CCM, ControllerManager, KCM } from '../../kubernetes/component';
import { grouped } from '../../kubernetes/once-for';
import { ConfigurationFiles } from '../../leader-migration';
import { Behaviours } from '../../model/behaviour';
import { Possibility } from '../../proof/judgement';
import { ComponentView, KindView } from '../../view/model';
import { cloudsIn } from '../../view/served-cloud';
import { KnownNames } from '../component/choices';
import { ReadComponent } from '../component/component-reader';

/** More clusters that the input can stand for are not judged one by one. */
const MAX_CLUSTERS = 3000;

/** More controllers that a hidden file may name are not told apart. */
const MAX_OTHERS = 6;

/** The names of locks and namespaces in the input. */
export function knownNames(components: readonly ReadComponent[], configurations: readonly string[]): KnownNames {
  const flags = components.flatMap(({ view }) => view.flags);
  const values = (flag: string) => flags.filter(({ name }) => name === flag).flatMap(({ value }) => value ?? []);
  const texts = [...configurations, ...components.flatMap(({ view }) => view.migrationConfig?.text ?? [])];
  const leaders = texts.flatMap(text => /\bleaderName["']?\s*:\s*["']?([A-Za-z0-9.-]+)/.exec(text)?.[1] ?? []);
  return {
    locks: [...new Set([...Object.values(MAIN_LOCK_NAMES), 'cloud-provider-extraction-migration', ...values('leader-elect-resource-name'),
      ...leaders])],
    clouds: cloudsIn(components.map(({ view }) => view)),
    otherControllers: otherControllers([...values('controllers'), ...texts]),
    namespaces: [...new Set([LOCK_NAMESPACE, ...values('leader-elect-resource-namespace')])],
    configurations: new ConfigurationFiles(),
  };
}

/** Those that the input names, and one that stands for all that it does not. */
function otherControllers(texts: readonly string[]): readonly string[] {
  const words = texts.flatMap(text => text.match(/[a-z][a-z-]*[a-z]/g) ?? []).map(logicalName);
  return [...new Set([...words.filter(name => isEverInKcm(name) && logicalController(name) === undefined), 'daemonset'])].slice(0, MAX_OTHERS);
}

/** Every cluster that the input can stand for, and the components that something in it may run besides. */
export interface Possibilities {
  readonly clusters: Iterable<Possibility>;
  /** Components whose processes cannot be enumerated. */
  readonly open: readonly ControllerManager[];
}

export function possibilitiesOf(kinds: readonly KindView[], views: readonly ComponentView[], declaredGaps?: readonly string[]): Possibilities {
  const managers = views.filter(({ component }) => component === KCM || component === CCM);
  const closed = managers.filter(({ choices, unknowns }) => choices === undefined && unknowns.length > 0);
  const several = firstOfUnknowns(managers.filter(view => formsOf(view).length > 1));
  const doubted = new Set(views.filter(({ component, unknowns }) => component === 'kubelet' && unknowns.length > 0).map(({ kind }) => kind));
  const kubelets = kinds.filter(({ external, name }) => !external && doubted.has(name));
  const count = several.reduce((product, group) => product * formsOf(group[0]).length, externals(kubelets).length);
  const isTooMany = count > MAX_CLUSTERS;
  const open = [...closed, ...isTooMany ? several.flat() : []].map(({ component }) => component as ControllerManager);
  const forms = nodeForms(kinds, views);
  const clusters = isTooMany ? single(forms, views, declaredGaps) : enumerated({ forms, views, several, kubelets, declaredGaps });
  return { clusters, open: [...new Set(open)] };
}

/** Components that are unknown in the same way are taken to be the same: nodes of one kind with one image. */
function firstOfUnknowns(views: readonly ComponentView[]): readonly (readonly ComponentView[])[] {
  return [...grouped(views, ({ component, kind, image, flags, unknowns, migrationConfig, stops = [] }) => {
    const known = [component, kind, image, flags.map(({ name, value }) => [name, value]), migrationConfig?.text, stops.map(({ what }) => what)];
    return JSON.stringify([known, unknowns.map(({ what }) => what)]);
  }).values()];
}

function* single(forms: readonly NodeForm[], components: readonly ComponentView[], declaredGaps?: readonly string[]): Iterable<Possibility> {
  yield { cluster: safetyCluster({ forms, components, declaredGaps }), isLikely: true };
}

interface Enumeration {
  readonly forms: readonly NodeForm[];
  readonly views: readonly ComponentView[];
  /** Components that can be several processes; those that are unknown in the same way together. */
  readonly several: readonly (readonly ComponentView[])[];
  /** Kinds whose kubelets may be external. */
  readonly kubelets: readonly KindView[];
  readonly declaredGaps?: readonly string[];
}

function* enumerated({ forms: nodes, views, several, kubelets, declaredGaps }: Enumeration): Iterable<Possibility> {
  const behaviours = new Behaviours();
  for (const chosen of selections(several)) {
    const known = views.map(view => chosen.has(view) ? { ...view, ...chosen.get(view)!.view } : view);
    if (areAllInTheWay(chosen)) continue;
    const forms = [...chosen.values()];
    const isLikely = forms.every(form => form.isLikely);
    const isStopped = forms.some(form => form.isStopped);
    const isContradicted = forms.some(form => form.isContradicted);
    for (const external of externals(kubelets)) {
      const taken = new Set(external.map(({ name }) => name));
      const cluster = safetyCluster({ forms: nodes, components: known, external: taken, declaredGaps }, behaviours);
      yield { cluster, isLikely, isStopped, isContradicted };
    }
  }
}

/** Whether one of those that are stopped has only others in its way that do not run either: then it runs. */
function areAllInTheWay(chosen: ReadonlyMap<ComponentView, Form>): boolean {
  const stopped = [...chosen].filter(([, { isStopped }]) => isStopped).map(([view]) => view);
  const names = new Set(stopped.map(({ object }) => object));
  return stopped.some(({ stops = [] }) => stops.every(({ rival }) => rival !== undefined && names.has(rival)));
}

/** One of the things that a component can be. */
interface Form {
  readonly view: Pick<ComponentView, 'process' | 'onlyOn' | 'keptOff'>;
  readonly isLikely: boolean;
  readonly isStopped: boolean;
  readonly isContradicted: boolean;
}

/** Every process that it can be. Of one that does not run, that too: the input may not be all that there is. */
function formsOf({ choices = [], stops = [], stopped, origin, version, onlyOn }: ComponentView): readonly Form[] {
  // A unit is of a node that runs: a release that ends with its flags is hardly the one that is there, where another does not.
  const isOfUnit = origin === 'unit' && version === undefined && choices.some(({ fate }) => fate.kind === 'runs');
  const running = choices.map((process): Form => ({
    view: { process, onlyOn },
    isLikely: !(isOfUnit && process.fate.kind !== 'runs'),
    isStopped: false,
    isContradicted: stopped !== undefined && stops.some(({ isDoubtful }) => isDoubtful !== true),
  }));
  return stopped === undefined ? running : [...running, { view: stopped, isLikely: true, isStopped: true, isContradicted: false }];
}

function* selections(groups: readonly (readonly ComponentView[])[]): Iterable<ReadonlyMap<ComponentView, Form>> {
  const [first, ...rest] = groups;
  if (!first) {
    yield new Map();
    return;
  }
  for (const [index, form] of formsOf(first[0]).entries()) {
    for (const others of selections(rest)) yield new Map([...first.map(view => [view, formsOf(view)[index] ?? form] as const), ...others]);
  }
}

/**
 * Which of the kinds may be external: none, one, or all. More has to run where more is external, so that what holds of all of them, and of workers
 * alone, whose kubelets count in every mix, holds of any; and what breaks of none breaks.
 */
function externals(kinds: readonly KindView[]): readonly (readonly KindView[])[] {
  return kinds.length === 0 ? [[]] : [[], ...kinds.map(kind => [kind]), ...kinds.length === 1 ? [] : [kinds]];
}
