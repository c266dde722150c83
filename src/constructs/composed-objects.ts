import { App, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { Manifest } from '../lib/kubernetes/manifest';

/**
 * All objects below an App or Chart, ours and the user's, as `cdk8s synth` writes them.
 *
 * @throws if it is neither, or a construct in it finds itself wrong
 */
export function composedObjects(scope: Construct): Manifest[] {
  if (!(scope instanceof App) && !Chart.isChart(scope)) {
    throw new Error(`'${scope.node.path}' is neither an App nor a Chart; give the one that your program synthesizes`);
  }
  const problems = scope.node.findAll().flatMap(node => node.node.validate());
  if (problems.length > 0) throw new Error(`'${scope.node.path}' is not valid, so no bundle is written of it: ${problems.join('; ')}`);
  const charts = scope.node.findAll().filter(node => Chart.isChart(node)) as Chart[];
  return charts.flatMap(chart => chart.toJson() as Manifest[]);
}
