import { join } from 'node:path';
import { ApiObject, App, Chart, Names, Yaml } from 'cdk8s';
import { Construct } from 'constructs';

/** What cdk8s will write of some Charts. */
export interface WrittenManifests {
  readonly dir: string;
  /** Objects of each file by its name. */
  readonly objects: ReadonlyMap<string, readonly unknown[]>;
}

/**
 * The manifests of Charts as `app.synth()` writes them, one file per Chart, before it does. `chart.toJson()` would validate the App, which is what asks for this.
 *
 * @param isOurs which objects of these Charts count
 */
export function writtenManifests(charts: readonly Chart[], isOurs: (object: ApiObject) => boolean): WrittenManifests {
  const root = charts[0]?.node.root;
  const files = charts.map((chart): [string, unknown[]] => [`${Names.toDnsLabel(chart)}.k8s.yaml`, objectsOf(chart).filter(isOurs).map(object => object.toJson())]);
  return { dir: root instanceof App ? join(root.outdir) : 'dist', objects: new Map(files.filter(([, objects]) => objects.length > 0)) };
}

/** Text of each file by its name. */
export function textsOf({ objects }: WrittenManifests): ReadonlyMap<string, string> {
  return new Map([...objects].map(([name, all]) => [name, Yaml.stringify(...all)]));
}

/** Without those of Charts within it, which have files of their own. */
function objectsOf(chart: Chart): readonly ApiObject[] {
  return chart.node.findAll().filter((node): node is ApiObject => ApiObject.isApiObject(node) && Chart.of(node) === chart);
}

/** Every Chart of an App. */
export function chartsBelow(root: Construct): readonly Chart[] {
  return root.node.findAll().filter((node): node is Chart => Chart.isChart(node));
}
