import { KkpMigration } from '../../deliver/kkp/migration';
import { KKP_GAPS } from '../../installers/kkp/deployments';
import { renderYaml } from '../../installers/render-yaml';
import { Manifest } from '../../kubernetes/manifest';
import { Verdict } from '../../proof/verdict';
import { buildModel } from '../../read/build-model';
import { FileContent } from '../../read/input/input';
import { certainVerdict } from '../../verify/certain';

/** What the checks say about Deployments that exist at once. KKP leaves the three controllers without a runner for a while, which is declared. */
export function proveMix({ provider }: KkpMigration, objects: readonly Manifest[]): Verdict {
  const files = new Map(objects.map((object, index): [string, FileContent] => [`${index}.yaml`, { text: renderYaml(object) }]));
  const model = buildModel({ directories: [{ name: 'seed cluster', files }], declaredGaps: KKP_GAPS, hasSeveralStates: true });
  return certainVerdict('this mix of Deployments', model, provider === 'aws' ? undefined : ['exclusivity']);
}
