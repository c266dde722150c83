import { WorkloadContext } from './workload-context';
import { ComponentView } from '../../view/model';
import { ReadComponent } from '../component/component-reader';
import { NodeFolderPath } from '../input/layout';

/** Reads a workload with the files of some nodes, as it is on some kinds of them. */
export type ReadOnNodes = (nodes: readonly NodeFolderPath[], onlyOn: readonly string[] | undefined) => ReadComponent;

/** Of a workload that reads files of its node, one process for each form that these files have: on the kinds whose nodes have them so. */
export function formsOnNodes(read: ReadOnNodes, able: readonly string[] | undefined, all: WorkloadContext['nodes']): readonly ReadComponent[] {
  const kinds = [...all].filter(([kind]) => able === undefined || able.includes(kind));
  const nodes = kinds.flatMap(([, own]) => own);
  const together = read(nodes, able);
  const { migrationConfig, cloudConfig } = together.view;
  const differ = [migrationConfig, cloudConfig].some(
    file => file?.from?.startsWith('hostPath ') && (file.state === 'absent' || file.state === 'unreadable'),
  );
  if (nodes.length < 2 || !differ) return [together];
  const forms = new Map<string, { readonly node: NodeFolderPath; readonly kinds: Set<string> }>();
  for (const [kind, own] of kinds) {
    for (const node of own) {
      const key = formOf(read([node], able).view);
      const form = forms.get(key) ?? { node, kinds: new Set() };
      form.kinds.add(kind);
      forms.set(key, form);
    }
  }
  return [...forms.values()].map(form => read([form.node], [...form.kinds]));
}

/** What tells two forms of one component apart. */
export function formOf({ component, place, flags, unknowns, migrationConfig, cloudConfig }: ComponentView): string {
  const files = [migrationConfig, cloudConfig].map(file => file && [file.state, file.text]);
  return JSON.stringify([component, place.line, flags.map(({ name, value }) => [name, value]), unknowns.map(({ what }) => what), files]);
}
