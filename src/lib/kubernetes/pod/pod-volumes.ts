import { atLeast, between, exactlyOne, given, Item, itemAt, itemsAt, LABEL, notEmpty, oneOf, required } from './looks';
import { first, isObject, Json, Look, refusedIf } from './shape';
import { quantityOf } from '../quantity';

/** All kinds of volumes that are looked at; without one, a volume is an empty directory. */
export const VOLUME_SOURCES = ['hostPath', 'emptyDir', 'configMap', 'secret', 'projected', 'downwardAPI', 'csi', 'persistentVolumeClaim', 'nfs'];
const PATH_TYPES = ['', 'DirectoryOrCreate', 'Directory', 'FileOrCreate', 'File', 'Socket', 'CharDevice', 'BlockDevice'];
const PROJECTED = ['configMap', 'secret', 'downwardAPI', 'serviceAccountToken', 'clusterTrustBundle', 'podCertificate'];
/** Shortest life of a token, in seconds, and the longest. */
const TOKEN = [600, 2 ** 32] as const;
const MOST_MODE = 0o777;

/** k8s.io/kubernetes@v1.26.15 pkg/apis/core/validation/validation.go validateVolumeSource. */
export function lookAtVolume(volume: Item, path: string): Look {
  const sources = VOLUME_SOURCES.filter(source => volume[source] !== undefined && volume[source] !== null);
  const at = (source: string) => itemAt(volume, source);
  const host = at('hostPath');
  return first([
    required(volume.name, `${path}.name`, LABEL),
    sources.length > 1 ? { refused: `${path} has more than one source` } : undefined,
    ...sources.flatMap((source): readonly Look[] => {
      const own = `${path}.${source}`;
      switch (source) {
        case 'hostPath': return [
          typeof host.path !== 'string' || host.path === '' ? { refused: `${own} has no path` } : undefined,
          typeof host.path === 'string' && host.path.split('/').includes('..') ? { refused: `${own}.path has '..' in it` } : undefined,
          oneOf(host.type, `${own}.type`, PATH_TYPES),
        ];
        case 'emptyDir': return [refusedIf((quantityOf(at(source).sizeLimit) ?? 0n) < 0n, `${own}.sizeLimit is negative`)];
        case 'configMap': return [given(at(source).name, `${own}.name`), ...files(at(source), own)];
        case 'secret': return [given(at(source).secretName, `${own}.secretName`), ...files(at(source), own)];
        case 'downwardAPI': return fields(at(source), own);
        case 'projected': return [mode(at(source).defaultMode, own), ...itemsAt(at(source), 'sources').flatMap(one => lookAtProjected(one, own))];
        case 'persistentVolumeClaim': return [given(at(source).claimName, `${own}.claimName`)];
        case 'csi': return [given(at(source).driver, `${own}.driver`)];
        case 'nfs': return [given(at(source).server, `${own}.server`), given(at(source).path, `${own}.path`)];
        default: return [];
      }
    }),
  ]);
}

function lookAtProjected(source: Item, path: string): readonly Look[] {
  const token = itemAt(source, 'serviceAccountToken');
  return [
    // None is taken.
    PROJECTED.every(kind => !notEmpty(source[kind])) ? undefined : exactlyOne(source, PROJECTED, path),
    ...['configMap', 'secret'].flatMap(kind => isObject(source[kind])
      ? [given(itemAt(source, kind).name, `${path}.${kind}.name`), ...files(itemAt(source, kind), `${path}.${kind}`)] : []),
    ...fields(itemAt(source, 'downwardAPI'), `${path}.downwardAPI`),
    ...isObject(source.serviceAccountToken) ? [
      relative(token.path, `${path}.serviceAccountToken.path`),
      notEmpty(token.expirationSeconds) ? between(token.expirationSeconds, `${path}.serviceAccountToken.expirationSeconds`, ...TOKEN) : undefined,
    ] : [],
  ];
}

/** @param own what a file is made of: a key, by default */
function files(
  source: Item, path: string, own = (item: Item): Look => given(item.key, `${path}.items: key`),
): readonly Look[] {
  return [
    mode(source.defaultMode, path),
    ...itemsAt(source, 'items').flatMap(item => [own(item), relative(item.path, `${path}.items: path`), mode(item.mode, path)]),
  ];
}

function fields(source: Item, path: string): readonly Look[] {
  return files(source, path, item => exactlyOne(item, ['fieldRef', 'resourceFieldRef'], `${path}.items`));
}

function mode(value: Json | undefined, path: string): Look {
  return first([
    atLeast(value, `${path}: mode`, 0),
    typeof value === 'number' && value > MOST_MODE ? { refused: `${path}: the mode ${value} is more than ${MOST_MODE} (0777)` } : undefined,
  ]);
}

function relative(value: Json | undefined, path: string): Look {
  const right = typeof value === 'string' && value !== '' && !value.startsWith('/') && !value.split('/').includes('..');
  return right ? undefined : { refused: `${path} is ${JSON.stringify(value ?? null)}` };
}
