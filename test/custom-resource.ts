import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv, { ValidateFunction } from 'ajv';
import { parseAllDocuments } from 'yaml';
import { goModule } from './go-module';

interface CustomResourceDefinition {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string };
    readonly versions: { readonly name: string; readonly schema: { readonly openAPIV3Schema: object } }[];
  };
}

/** Checks an object against the schema of its CustomResourceDefinition, one of those in a file of a Go module. */
export class CustomResource {
  private readonly validators = new Map<string, ValidateFunction>();

  public constructor(module: string, file: string) {
    const text = readFileSync(join(goModule(module), file), 'utf8');
    const definitions = parseAllDocuments(text).map(document => document.toJS({ maxAliasCount: -1 }) as CustomResourceDefinition | null);
    // `int-or-string`, `x-kubernetes-*` and Go's formats are no JSON schema: what they add is not checked.
    const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false, unicodeRegExp: false });
    for (const { spec } of definitions.flatMap(definition => definition ?? [])) {
      for (const { name, schema } of spec.versions) {
        this.validators.set(`${spec.group}/${name} ${spec.names.kind}`, ajv.compile(closed(schema.openAPIV3Schema, true) as object));
      }
    }
  }

  /** What is wrong with it, each with its path. An unknown field is wrong too: the API server would drop it. */
  public problems(object: unknown): string[] {
    const { apiVersion, kind } = object as { apiVersion: string; kind: string };
    const validate = this.validators.get(`${apiVersion} ${kind}`);
    if (!validate) return [`no schema for ${apiVersion} ${kind}; known: ${[...this.validators.keys()].join(', ')}`];
    return validate(object) ? [] : (validate.errors ?? []).map(error => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`);
  }
}

/** With `additionalProperties: false` wherever the API server prunes, and with int-or-string as JSON schema says it. */
function closed(schema: unknown, isRoot = false): unknown {
  if (Array.isArray(schema)) return schema.map(item => closed(item));
  if (typeof schema !== 'object' || schema === null) return schema;
  const from = schema as Record<string, unknown>;
  const to: Record<string, unknown> = Object.fromEntries(Object.entries(from).filter(([key, value]) => key !== 'pattern' || isPattern(String(value)))
    .map(([key, value]) => [
      key, key === 'properties' ? Object.fromEntries(Object.entries(value as object).map(([name, property]) => [name, closed(property)]))
        : closed(value),
    ]));
  const prunes = from.type === 'object' && from.properties !== undefined && from.additionalProperties === undefined
    && from['x-kubernetes-preserve-unknown-fields'] !== true;
  if (isRoot) (to.properties as Record<string, unknown>).metadata = { type: 'object' };
  return prunes ? { ...to, additionalProperties: false } : to;
}

/** Go's `(?i)` does not exist in JavaScript. */
function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}
