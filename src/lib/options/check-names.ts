import { optionNames } from '../facts/generated';
import { nearestName } from '../text/nearest';

/** Kubernetes' own types, whose other fields cdk8s leaves out without a word. */
const OF_KUBERNETES = /^k8s\./;

/** Most letters in which a name differs from the one that is meant. */
const NEAR = 2;

/**
 * The compiler knows the names of properties; a program that runs without it, by tsx, cdk8s-cli or as JavaScript, would get the default in place of
 * what is written under another name. Other names than declared ones are let pass, since subclasses and spreads bring them, unless one looks like a
 * declared name that is not there. What has a class, such as a token or a construct, is not looked into.
 *
 * @param type interface of the properties, as API.md has it
 * @throws for the first name that is misspelt, and in a type of Kubernetes for every name that it does not have
 */
export function checkNames(type: string, properties: unknown, path = ''): void {
  if (Array.isArray(properties)) {
    properties.forEach((one, index) => checkNames(type, one, `${path}[${index}]`));
  } else if (isPlain(properties)) {
    const declared = optionNames()[type];
    for (const [name, value] of Object.entries(properties)) {
      const at = path === '' ? name : `${path}.${name}`;
      if (!Object.hasOwn(declared, name)) refuse(type, name, at, Object.keys(declared).filter(one => properties[one] === undefined));
      else if (declared[name] !== '') checkNames(declared[name], value, at);
    }
  }
}

function isPlain(value: unknown): value is { readonly [name: string]: unknown } {
  if (typeof value !== 'object' || value === null) return false;
  // Of another realm, too.
  const prototype = Object.getPrototypeOf(value) as object | null;
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function refuse(type: string, name: string, at: string, absent: readonly string[]): void {
  const meant = nearestName(name, absent, NEAR);
  const isOfKubernetes = OF_KUBERNETES.test(type);
  if (meant === undefined && !isOfKubernetes) return;
  const remedy = meant === undefined ? `accepted: ${absent.join(', ')}` : `give it as \`${meant}\``;
  throw new Error(`\`${at}\` is no property of ${type.replace(OF_KUBERNETES, 'a ')}, and would be left out; ${remedy}`);
}
