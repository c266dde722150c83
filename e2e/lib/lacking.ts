import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import { forbidden } from './audit';
import { predict } from './predict';
import { Rule, rulesWithout } from './role-rules';
import { Context } from './scenario';

/** The account of the cloud-controller-manager, and the role that gives it Services. */
export const CCM_ACCOUNT = 'system:serviceaccount:kube-system:cloud-controller-manager';
const ROLE = 'system:cloud-controller-manager';
const SERVICES = 'services';

/** The one file of `dist` that has roles. */
const MANIFEST = join('dist', 'disabled', '30-ccm.k8s.yaml');

/** How long a Service that is made must be left alone, where no process works on it: many times what it takes otherwise. */
const IDLE_SECONDS = 15;

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly rules?: readonly Rule[];
}

/**
 * Takes verbs of Services from the role of the cloud-controller-manager, and starts its pods again. Where `verify` says of the same role that no
 * process works on Services, none may, and the API servers must have refused it. Where it says that something else decides, what decided is logged.
 * Everything is as before afterwards.
 */
export async function lacks(verbs: readonly string[], { cluster, steps, log }: Context, running: () => Promise<void>): Promise<void> {
  const folder = join(cluster.folder, `without-${verbs.join('-')}`);
  for (const part of ['dist', 'nodes']) cpSync(join(cluster.folder, part), join(folder, part), { recursive: true });
  const file = join(folder, MANIFEST);
  const objects = parseAllDocuments(readFileSync(file, 'utf8')).map(document => document.toJS() as Manifest);
  const rules = objects.find(({ kind, metadata }) => kind === 'ClusterRole' && metadata.name === ROLE)?.rules;
  if (!rules) throw new Error(`${MANIFEST} has no ClusterRole ${ROLE}`);
  const left = rulesWithout(rules, SERVICES, verbs);
  writeFileSync(file, objects.map(one => stringify(one.rules === rules ? { ...one, rules: left } : one)).join('---\n'));
  const { starving } = await predict(folder);
  const give = async (given: readonly Rule[]): Promise<void> => {
    const patch = JSON.stringify([{ op: 'replace', path: '/rules', value: given }]);
    await cluster.kubectl('patch', 'clusterrole', ROLE, '--type=json', '-p', patch);
    await cluster.kubectl('-n', 'kube-system', 'delete', 'pods', '-l', 'k8s-app=aws-cloud-controller-manager');
    await steps.rolledOut();
    await running();
  };
  const since = Date.now();
  await give(left);
  const isServed = await steps.isServed(IDLE_SECONDS);
  const refused = forbidden(cluster.audit(), { user: CCM_ACCOUNT, resource: SERVICES, since });
  log(`without ${verbs.join(' and ')} of ${SERVICES}: predicted: ${starving.join(', ') || 'nothing'} without a runner for certain; seen: `
    + `${isServed ? 'Services get load balancers' : 'none gets a load balancer'}, refused: ${refused.join(', ') || 'nothing'}`);
  if (starving.includes('service') && (isServed || !verbs.some(verb => refused.includes(verb)))) {
    throw new Error(`without ${verbs.join(' and ')} of ${SERVICES} no process was to work on them, refused by the API server; `
      + `${isServed ? 'one did' : 'none did'}, and refused was ${refused.join(', ') || 'nothing'}`);
  }
  await give(rules);
  await steps.served(`giving ${verbs.join(' and ')} of ${SERVICES} back`);
}
