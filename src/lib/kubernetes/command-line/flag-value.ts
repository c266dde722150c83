import { csvRecord } from './csv';
import { isValidClusterCidr } from '../cidr';
import { parseGates } from '../feature-gates';
import { goBool, goDuration } from '../go-values';
import { familyOfIp, hasLeadingZeros } from '../ip-address';
import { quantityOf } from '../quantity';

/** Whether a flag of a type takes a text: `undefined` where it is not in the tables. */
export function takesValue(type: string, text: string): boolean | undefined {
  return TYPES.get(type)?.(text);
}

type Check = (text: string) => boolean | undefined;

/** The types of flags that components have, by their pflag name. */
const TYPES: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['string', () => true],
  ['stringArray', () => true],
  ['bool', text => goBool(text) !== undefined],
  ['duration', text => goDuration(text) !== undefined],
  ['stringSlice', text => csvRecord(text) !== undefined],
  ['int', text => isGoInteger(text, 64)],
  ['int32', text => isGoInteger(text, 32)],
  ['int64', text => isGoInteger(text, 64)],
  ['uint', text => isGoInteger(text, 65) && !text.startsWith('-') && !text.startsWith('+')],
  ['uint64', text => isGoInteger(text, 65) && !text.startsWith('-') && !text.startsWith('+')],
  ['int32Slice', text => text.split(',').every(item => isGoInteger(item, 32))],
  ['float32', text => isGoFloat(text, 3.4028235677973366e38)],
  ['float64', text => isGoFloat(text, Infinity)],
  // klog: k8s.io/klog/v2@v2.90.1 klog.go Level.Set; component-base's own VerbosityLevel parses the same and calls itself Level as well.
  ['Level', isVerbosity],
  // k8s.io/component-base@v0.26.15 version/verflag/verflag.go Set; from 1.28 on also a version to pretend to be.
  ['version', text => text === 'raw' || goBool(text) !== undefined || (text.startsWith('v') ? undefined : false)],
  ['ip', isAddress],
  // One pair is taken as it is: github.com/spf13/pflag@v1.0.5 string_to_string.go Set.
  ['stringToString', text => /^[^=]*=[^=]*$/.test(text) || (text.includes('=') && (csvRecord(text)?.every(pair => pair.includes('=')) ?? false))],
  ['mapStringBool', isGates],
  // Feature gates of several components, and headers; which of both it is the type does not say.
  ['colonSeparatedMultimapStringString', text => isGates(text) || (isPairs(text, ':') ? undefined : false)],
  // Some take `key<value` and others a key alone, which the type does not say: k8s.io/component-base@v0.37.2 cli/flag.
  ['mapStringString', text => isPairs(text, '=') || undefined],
  ['namedCertKey', isCertificateAndKey],
  ['pattern=N,...', isModules],
  ['moduleSpec', isModules],
  ['traceLocation', text => text === '' || /^[^:.]*\.[^:]*:\+?0*[1-9]\d{0,17}$/.test(text)],
  ['portRange', isPortRange],
  ['cidrs', text => text.split(',').every(cidr => isValidClusterCidr(cidr))],
  ['quantity', text => text !== '' && (quantityOf(text) !== undefined || undefined)],
  ['[]v1.Taint', isTaints],
  ['[]api.Taint', isTaints],
  ['severity', text => /^(?:info|warning|error|fatal|\d+)$/i.test(text)],
]);

function isPairs(text: string, between: ':' | '='): boolean {
  return text.split(',').every(pair => pair === '' || pair.includes(between));
}

/** `cert,key` or `cert,key:names`: k8s.io/component-base@v0.20.15 and v0.37.2 cli/flag/namedcertkey_flag.go Set. */
function isCertificateAndKey(text: string): boolean {
  const colon = text.indexOf(':');
  const files = colon === -1 ? text : text.slice(0, colon);
  return files.split(',').length === 2 && (colon === -1 || text.slice(colon + 1).trim() !== '');
}

/** k8s.io/klog/v2@v2.80.1 klog.go parseModuleSpec, k8s.io/component-base@v0.37.2 logs/api/v1/pflags.go: a sign is taken by the first only. */
function isModules(text: string): boolean | undefined {
  const levels = text.split(',').filter(item => item !== '').map(item => /^[^=]+=([+-]?)0*(\d{1,10})$/.exec(item));
  if (levels.some(level => level === null || level[1] === '-' || Number(level[2]) >= 2 ** 31)) return false;
  return levels.some(level => level![1] === '+') ? undefined : true;
}

/** `30000-32767`, `30000+2767`, or one port: k8s.io/apimachinery@v0.37.2 pkg/util/net/port_range.go Set. */
function isPortRange(text: string): boolean {
  if (text.trim() === '') return true;
  const [, low, sign, high = low] = /^\s*(\d+)(?:(-|\+\+?)(\d+))?\s*$/.exec(text) ?? [];
  if (low === undefined) return false;
  const last = sign?.startsWith('+') === true ? Number(low) + Number(high) : Number(high);
  return last <= 65535 && Number(low) <= last;
}

const QUALIFIED = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\/)?[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/;

/** k8s.io/kubernetes@v1.20.15 and v1.37.2 pkg/util/taints ParseTaints. */
function isTaints(text: string): boolean {
  return text === '' || text.split(',').every(taint => {
    const [, key, value = ''] = /^([^=:]+)(?:=([^=:]*))?:(?:NoSchedule|PreferNoSchedule|NoExecute)-?$/.exec(taint) ?? [];
    return key !== undefined && QUALIFIED.test(key) && /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)?$/.test(value);
  });
}

const INTEGER = /^[+-]?(?:0[xX](?:_?[\da-fA-F])+|0[bB](?:_?[01])+|0[oO]?(?:_?[0-7])+|0|[1-9](?:_?\d)*)$/;

/** `strconv.ParseInt(text, 0, bits)`: with the prefixes and underscores of Go's literals. */
function isGoInteger(text: string, bits: 32 | 64 | 65): boolean {
  if (!INTEGER.test(text)) return false;
  const digits = text.replace(/^[+-]/, '').replace(/_/g, '');
  const value = BigInt(/^0\d/.test(digits) ? `0o${digits.slice(1)}` : digits);
  const limit = 2n ** BigInt(bits - 1);
  return text.startsWith('-') ? value <= limit : value < limit;
}

/** `strconv.ParseUint(text, 10, 32)` from component-base 0.27, `strconv.ParseInt(text, 10, 32)` in klog before: where they differ is not known. */
function isVerbosity(text: string): boolean | undefined {
  if (/^\d+$/.test(text)) return BigInt(text) < 2n ** 31n ? true : undefined;
  return /^[+-]\d+$/.test(text) ? undefined : false;
}

/** `strconv.ParseFloat`, but for hexadecimal ones, which do not occur in flags. */
function isGoFloat(text: string, limit: number): boolean | undefined {
  if (/^[+-]?(?:inf|infinity)$|^[+-]?nan$/i.test(text)) return true;
  if (/^[+-]?0x/i.test(text) || text.includes('_')) return undefined;
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text) && Math.abs(Number(text)) < limit;
}

/**
 * `net.ParseIP`, after blanks are cut off. No address, and one with leading zeros, are read by some releases only: github.com/spf13/pflag@v1.0.9
 * ip.go takes none, v1.0.5 does not.
 */
function isAddress(text: string): boolean | undefined {
  const address = text.trim();
  const isOne = familyOfIp(address) !== undefined;
  return address === '' || (isOne && hasLeadingZeros(address)) ? undefined : isOne;
}

/** Syntax of `--feature-gates`: k8s.io/component-base@v0.26.15 featuregate/feature_gate.go Set. Which gates there are is another question. */
function isGates(text: string): boolean {
  return parseGates(text).every(({ on }) => on !== undefined);
}
