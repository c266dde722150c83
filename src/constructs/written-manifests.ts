import { join } from 'node:path';
import { ApiObject, App, Chart, Names, Yaml } from 'cdk8s';
import { Construct } from 'constructs';
import { Data } from '../lib/edit/yaml/data';
import { lazy } from '../lib/facts/lazy';
import { FileContent } from '../lib/read/input/input';

type DataMap = { readonly [key: string]: Data };

/** What cdk8s will write of some Charts. */
export interface WrittenManifests {
  readonly dir: string;
  /** All that follows from the objects, so that what did not change is not checked again. */
  readonly key: string;
  /** Each file by its name, as `verify` reads it. */
  readonly files: ReadonlyMap<string, FileContent>;
}

/**
 * The manifests of Charts as `app.synth()` writes them, one file per Chart, before it does. `chart.toJson()` would validate the App, which is what
 * asks for this.
 *
 * @param isOurs which objects of these Charts count
 */
export function writtenManifests(charts: readonly Chart[], isOurs: (object: ApiObject) => boolean): WrittenManifests {
  const root = charts[0]?.node.root;
  const objects = charts.map(
    (chart): [string, unknown[]] => [`${Names.toDnsLabel(chart)}.k8s.yaml`, objectsOf(chart).filter(isOurs).map(object => object.toJson())],
  );
  const key = JSON.stringify(objects.filter(([, all]) => all.length > 0));
  return {
    dir: root instanceof App ? join(root.outdir) : 'dist',
    key,
    get files() { return new Map((JSON.parse(key) as [string, DataMap[]][]).map(([name, data]) => [name, written(data)])); },
  };
}

/** A file whose text is made as cdk8s makes it, once a caller asks for the line of something. */
function written(data: readonly DataMap[]): FileContent {
  const text = lazy(() => Yaml.stringify(...data));
  return { data, get text() { return text(); } };
}

/** Without those of Charts within it, which have files of their own. */
function objectsOf(chart: Chart): readonly ApiObject[] {
  return chart.node.findAll().filter((node): node is ApiObject => ApiObject.isApiObject(node) && Chart.of(node) === chart);
}

/** Every Chart of an App. */
export function chartsBelow(root: Construct): readonly Chart[] {
  return root.node.findAll().filter((node): node is Chart => Chart.isChart(node));
}
