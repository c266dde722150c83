import { chartValues, valuesComment } from './values';
import { renderYaml } from '../../installers/render-yaml';
import { BundleFile, fileNames } from '../bundle-file';
import { checkComposedPhase, ComposedPhase, inOrder, steadyPhase } from '../composed-phase';

/** `<phase>/values.yaml` where the chart is installed, and `<phase>/extra/` with what the chart does not make. */
export function helmFiles(phases: readonly ComposedPhase[]): BundleFile[] {
  steadyPhase(phases);
  return inOrder(phases).flatMap((composed) => {
    checkComposedPhase(composed);
    const { phase, objects } = composed;
    const { values, unsaid, extra } = chartValues(objects);
    const names = fileNames(extra);
    return [
      ...values ? [{ path: `${phase}/values.yaml`, content: renderYaml(values, valuesComment(phase, unsaid)) }] : [],
      ...extra.map(object => ({ path: `${phase}/extra/${names.get(object)}.yaml`, content: renderYaml(object) })),
    ];
  });
}
