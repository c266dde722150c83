import { ApiObject, App, Chart, DependencyGraph } from 'cdk8s';
import { Construct } from 'constructs';
import { isSynthesizing } from './synth-run';
import { derivedName } from '../lib/text/derived-name';

/** Longest name that cdk8s takes as it is; in place of a longer one it writes a hash. */
const LONGEST_NAME = 63;

/**
 * Where a construct puts the objects of its apply steps: into the Chart that encloses it, or into one Chart per step, made directly below the App
 * since cdk8s names Charts inside of constructs by a hash.
 */
export class StepCharts {
  private readonly made = new Map<string, Chart>();
  private readonly prefix: string;

  /**
   * @param owner the construct
   * @param prefix first part of the names of its Charts; '' for none; undefined: made of the id of the construct
   * @param steps names of all its steps, in the order in which they are applied
   * @throws if it is in no Chart and below no App, or cdk8s would put a hash into the names of its Charts
   */
  public constructor(private readonly owner: Construct, prefix: string | undefined, steps: readonly string[]) {
    const longest = LONGEST_NAME - Math.max(...steps.map(step => `-${step}`.length));
    this.prefix = prefix ?? derivedName(owner.node.id, isChartName, longest);
    if (this.enclosing) return;
    if (!(owner.node.root instanceof App)) {
      throw new Error(`'${owner.node.path}' is neither in a Chart nor below an App, so there is no place for its objects; make it in a Chart or `
        + 'below an App');
    }
    if (!isChartName(this.prefix) || this.prefix.length > longest) {
      throw new Error(`'${this.prefix}' names the Charts of '${owner.node.path}', and cdk8s would write a hash in place of it; `
        + `accepted: at most ${longest} lower case letters, digits and '-'. Give another \`chartPrefix\``);
    }
  }

  /** The Charts that hold the objects, in the order in which they are applied. */
  public get charts(): Chart[] {
    return this.enclosing ? [this.enclosing] : [...this.made.values()];
  }

  /** Parent of the objects of a step, like `10-lease-access`: the names of the Charts sort in the order in which they are applied. */
  public parent(step: string): Construct {
    if (this.enclosing) return this.owner;
    const known = this.made.get(step);
    const chart = known ?? this.make(step);
    return chart.node.tryFindChild(this.owner.node.id) as Construct | undefined ?? new Construct(chart, this.owner.node.id);
  }

  private make(step: string): Chart {
    const app = this.owner.node.root;
    const id = this.prefix === '' ? step : `${this.prefix}-${step}`;
    if (app.node.tryFindChild(id)) {
      throw new Error(`the App has a Chart '${id}' already, and '${this.owner.node.path}' would write into it; give another id or \`chartPrefix\`, `
        + 'and one App per phase');
    }
    const chart = new StepChart(app, id);
    this.made.set(step, chart);
    return chart;
  }

  /** Whether all its objects are in one Chart. */
  public get isEnclosed(): boolean {
    return this.enclosing !== undefined;
  }

  private get enclosing(): Chart | undefined {
    return this.owner.node.scopes.filter((parent): parent is Chart => Chart.isChart(parent)).at(-1); // from the root down
  }
}

/** Whether cdk8s writes it as it is, if it is short enough. */
function isChartName(text: string): boolean {
  return /^[0-9a-z-]*$/.test(text);
}

/**
 * A Chart of a step. `app.synth()` validates the App and resolves its dependencies before it asks the first Chart for its objects; the Chart of cdk8s
 * does both again, for the whole App, so that each cluster of a fleet would be looked at as often as there are Charts.
 */
class StepChart extends Chart {
  public toJson(): unknown[] {
    if (!isSynthesizing(this)) return super.toJson();
    const ours = new DependencyGraph(this.node).topology().filter((node): node is ApiObject => ApiObject.isApiObject(node));
    return ours.filter(object => Chart.of(object) === this).map(object => object.toJson() as unknown);
  }
}
