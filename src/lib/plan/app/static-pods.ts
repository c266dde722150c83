import { MigrationApp } from './app';
import { findStaticPod } from '../../edit/static-pod/static-pod';
import { ParsedTexts } from '../../edit/yaml/parsed-texts';
import { STATIC_POD_COMPONENTS } from '../../migration/control-plane-node';

const NAMESPACE = 'kube-system';

/**
 * The API knows a static pod by the name and the namespace in its manifest: there its release and its flags are asked for.
 *
 * @throws `SourceError` at the first manifest whose pod would never be found, so that a step would wait for it in vain
 */
export function checkStaticPods({ documents, phases }: MigrationApp): void {
  const texts = new ParsedTexts(documents);
  for (const { nodeFiles } of phases.values()) {
    for (const { text, source } of nodeFiles) {
      const pod = findStaticPod(text, source, texts);
      if (!pod || !STATIC_POD_COMPONENTS.some(component => component === pod.component)) continue;
      const { name, namespace } = (pod.document.data.metadata ?? {}) as { readonly name?: unknown; readonly namespace?: unknown };
      if (name !== pod.component || namespace !== NAMESPACE) {
        throw pod.document.error(pod.document.offset(['metadata']), `static pod '${String(namespace ?? 'default')}/${String(name)}' runs `
          + `${pod.component}, and the steps of a plan ask the API for '${NAMESPACE}/${pod.component}-<node>'; name it so in the manifests that are `
          + 'handed in as nodes, and run synth again');
      }
      if (pod.containerPath.at(-1) !== 0) {
        throw pod.document.error(pod.document.offset(pod.containerPath), `${pod.component} is not the first container of its static pod, and the `
          + 'steps of a plan ask the API for the release and the flags of the first; put it before the others in the manifests that are handed in as '
          + 'nodes, and run synth again');
      }
    }
  }
}
