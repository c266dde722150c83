import { isPlaceholder } from '../../text/placeholder';
import { Item, itemAt, lookAtMetadata } from '../pod/looks';
import { first, isObject, Json, Look, lookAt, Shape } from '../pod/shape';

/** What holds bytes in base64. */
const ENCODED: Readonly<Record<string, string>> = { ConfigMap: 'binaryData', Secret: 'data' };

/** Keys that a type of Secret has to have: k8s.io/kubernetes@v1.26.15 pkg/apis/core/validation/validation.go ValidateSecret. */
const KEYS_OF_TYPES: Readonly<Record<string, readonly string[]>> = {
  'kubernetes.io/dockerconfigjson': ['.dockerconfigjson'],
  'kubernetes.io/dockercfg': ['.dockercfg'],
  'kubernetes.io/ssh-auth': ['ssh-privatekey'],
  'kubernetes.io/tls': ['tls.crt', 'tls.key'],
};

/** Most characters of a ConfigMap or a Secret. */
const MOST_DATA = 1024 * 1024;

/** Whether the API server takes a ConfigMap or a Secret: pkg/apis/core/validation/validation.go ValidateConfigMap, ValidateSecret. */
export function lookAtStored(kind: string, data: Json, shape: Shape | undefined): Look {
  // What SOPS encrypts is decrypted before it is applied: its values are not those of the object.
  if (shape === undefined || !Object.hasOwn(ENCODED, kind) || !isObject(data) || isObject(data.sops)) return undefined;
  const wrong = lookAt(data, shape, kind);
  if (wrong !== undefined && 'refused' in wrong) return wrong;
  const [plain, encoded] = [itemAt(data, kind === 'Secret' ? 'stringData' : 'data'), itemAt(data, ENCODED[kind])];
  const keys = [...Object.keys(plain), ...Object.keys(encoded)];
  const twice = kind === 'ConfigMap' ? Object.keys(plain).find(key => Object.hasOwn(encoded, key)) : undefined;
  const asked = Object.hasOwn(KEYS_OF_TYPES, String(data.type)) ? KEYS_OF_TYPES[String(data.type)] : [];
  const missing = asked.find(key => !keys.includes(key));
  const size = [...Object.values(plain), ...Object.values(encoded)].reduce<number>((sum, value) => sum + String(value ?? '').length, 0);
  return first([
    wrong,
    lookAtMetadata(itemAt(data, 'metadata')),
    ...keys.map(key => KEY.test(key) ? undefined : { refused: `a key must be letters, digits, '-', '_' and '.', got ${JSON.stringify(key)}` }),
    twice === undefined ? undefined : { refused: `data and binaryData both have ${JSON.stringify(twice)}` },
    ...Object.entries(encoded).map(([key, value]) => notBase64(value)
      // A text that is filled in later is no secret.
      ? { refused: `${ENCODED[kind]}.${key} is not base64${isPlaceholder(String(value)) ? `: ${String(value)}` : ''}` } : undefined),
    missing === undefined ? undefined : { refused: `type ${String(data.type)} needs the key ${missing}` },
    size > MOST_DATA * (4 / 3) ? { refused: `it has ${size} characters, and ${MOST_DATA} are taken` } : undefined,
  ]);
}

const KEY = /^(?=.{1,253}$)(?!\.\.?$)(?!\.\.)[-._a-zA-Z0-9]+$/;

/** As encoding/json of Go decodes bytes: with its padding, line ends left out. */
function notBase64(value: Item[string]): boolean {
  const text = String(value ?? '').replace(/[\r\n]/g, '');
  return text.length % 4 !== 0 || /[^A-Za-z0-9+/=]/.test(text) || /=(?!=?$)/.test(text);
}
