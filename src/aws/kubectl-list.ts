import { yaml } from '../lib/edit/yaml/load';

/**
 * A list that kubectl printed, as JSON or YAML.
 *
 * @param what what it is, in a message
 * @param command what prints it
 * @throws if it is neither
 */
export function parseKubectlList(text: string, what: string, command: string): unknown {
  try {
    // JSON is YAML too; its own parser is far faster on the list of a large cluster.
    return text.trimStart().startsWith('{') ? JSON.parse(text) : yaml().parse(text);
  } catch (error) {
    throw new Error(`the ${what} is neither JSON nor YAML (${(error as Error).message}); give the output of '${command}'`);
  }
}

/** A list of nodes. */
export function parseNodeList(text: string): unknown {
  return parseKubectlList(text, 'node list', 'kubectl get nodes -o json');
}
