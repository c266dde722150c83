import { kubeadmSpecOf } from './documents';
import { mayDecide } from '../../edit/script-writes';
import { listOf, mapOf, SourcePath, stringOf } from '../../edit/yaml/data';
import { parseSources, SourceDocument } from '../../edit/yaml/source-document';
import { SourceError } from '../../edit/yaml/source-error';

/** Something of a machine that is not read, and that may decide what runs on it. */
export interface MachineExtra {
  readonly what: string;
  readonly path: SourcePath;
}

/** Volumes that are mounted, and what Ignition puts on a machine beside `files`. */
export function machineExtras(document: SourceDocument): readonly MachineExtra[] {
  const spec = kubeadmSpecOf(document)!;
  const mounts = listOf(document.value([...spec, 'mounts'])).flatMap((mount, index): readonly MachineExtra[] => {
    const folder = stringOf(listOf(mount)[1]);
    return folder === undefined || !mayDecide(folder, true) ? [] : [{
      what: `a volume at ${folder}, of which it is not known what is in it`, path: [...spec, 'mounts', index],
    }];
  });
  const additional: SourcePath = [...spec, 'ignition', 'containerLinuxConfig', 'additionalConfig'];
  const text = stringOf(document.value(additional));
  const why = text === undefined ? undefined : ofIgnition(text);
  return [...mounts, ...why === undefined ? [] : [{ what: `an Ignition configuration ${why}`, path: additional }]];
}

/**
 * What a Container Linux Config does that matters here: files, links and mounts of watched folders, the kubelet's unit, and units that start
 * something. https://www.flatcar.org/docs/latest/provisioning/cl-config/
 */
function ofIgnition(text: string): string | undefined {
  let documents: readonly SourceDocument[];
  try {
    documents = parseSources(text, { file: 'additionalConfig' });
  } catch (error) {
    if (error instanceof SourceError) return 'that cannot be read';
    throw error;
  }
  const [data] = documents.map(one => one.data);
  const { storage, systemd } = mapOf(data);
  const { files, links, directories, trees, filesystems } = mapOf(storage);
  const placed = [...listOf(files), ...listOf(links)].map(one => stringOf(mapOf(one).path) ?? '').find(path => mayDecide(path, false));
  if (placed !== undefined) return `that writes ${placed}`;
  const mounted = [...listOf(trees), ...listOf(filesystems)].map(mapOf).flatMap(one =>
    stringOf(one.path) ?? stringOf(mapOf(one.mount).path) ?? []).find(path => mayDecide(path, true));
  if (mounted !== undefined) return `that fills ${mounted}`;
  if (directories !== undefined && listOf(directories).some(one => mapOf(one).overwrite === true)) return 'that empties folders';
  const unit = listOf(systemd === undefined ? [] : mapOf(systemd).units).map(mapOf).find(one =>
    /^kubelet\.service$|\.mount$/.test(stringOf(one.name) ?? '') || /^[ \t]*Exec\w+\s*=/m.test(JSON.stringify(one).replaceAll('\\n', '\n')));
  return unit === undefined ? undefined : `with unit ${stringOf(unit.name) ?? ''}, which is not read`;
}
