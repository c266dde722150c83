import { Chart } from 'cdk8s';
import { Construct } from 'constructs';

/**
 * Where a construct puts its objects: in the Chart that was given, below a construct of its own name, or in the Chart that encloses it.
 *
 * @param prop property that the Chart can be given as
 * @param what the objects, for the error
 * @throws if there is neither
 */
export function chartParent(owner: Construct, chart: Chart | undefined, prop: string, what: string): Construct {
  if (chart) return chart.node.tryFindChild(owner.node.id) as Construct | undefined ?? new Construct(chart, owner.node.id);
  if (owner.node.scopes.some(parent => Chart.isChart(parent))) return owner;
  throw new Error(`${owner.node.path} is not inside a Chart and \`${prop}\` is not given, so there is no Chart for ${what}; give \`${prop}\``);
}
