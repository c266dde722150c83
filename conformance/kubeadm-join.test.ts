import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { KUBERNETES } from './consumers';
import { complaintOf, controlPlaneManifests } from './kubeadm';
import { describeReader } from '../test/reader';

const EXAMPLE = join(__dirname, '..', 'examples', 'replaced-nodes');

/** A node that did not exist when the plan was made. */
const NEW = { name: 'ip-10-0-9-99.eu-central-1.compute.internal', ip: '10.0.9.99' };

const SIDES = [
  { side: 'n', version: '1.26.15', phase: 'n' },
  { side: 'n-plus-1', version: '1.27.16', phase: 'mixed' },
] as const;

interface Group {
  readonly sides: Readonly<Record<string, { readonly flags: Readonly<Record<string, readonly string[]>> }>>;
}

interface UserData {
  readonly write_files: readonly { readonly path: string; readonly content: string }[];
}

interface Pod {
  readonly spec: { readonly containers: readonly [{ readonly command: readonly string[] }] };
}

const text = (...path: string[]): string => readFileSync(join(EXAMPLE, ...path), 'utf8');

/** The JoinConfiguration of user data, with what a command and cloud-init fill in. */
function filledIn(path: string): string {
  const { write_files: files } = parse(text('nodes', path, 'user-data.yaml')) as UserData;
  return files.find(file => file.path === '/etc/kubernetes/kubeadm-join.yaml')!.content
    .replaceAll('${KUBEADM_TOKEN}', 'abcdef.0123456789abcdef').replaceAll('${KUBEADM_CERTIFICATE_KEY}', '0'.repeat(64))
    .replaceAll('{{ ds.meta_data.local_hostname }}', NEW.name).replaceAll('{{ ds.meta_data.local_ipv4 }}', NEW.ip);
}

for (const { side, version, phase } of SIDES) {
  const binary = KUBERNETES.find(release => release.version === version)!.kubeadm;
  describeReader(`kubeadm ${version}, a node that joins on side ${side}`, binary, kubeadm => {
    it.each([`control-plane-${side}/control-plane`, `worker-${side}/workers`])('takes the configuration in the user data of %s, strictly', group => {
      const configuration = filledIn(`${phase}/${group}`);
      expect(configuration).not.toMatch(/\$\{|\{\{/);
      expect(complaintOf(kubeadm, configuration)).toBeUndefined();
      expect(complaintOf(kubeadm, configuration.replace('bootstrapToken:', 'bootstrapTokn:'))).toBeDefined();
    });

    // `kubeadm join` makes static pods from the configuration in the cluster, as `init` does, with the node's own address.
    it('makes of the configuration in the cluster what the plan asks each new node for', () => {
      const cluster = text('bundles', 'kubeadm', side, 'cluster-configuration.yaml');
      const own = `apiVersion: kubeadm.k8s.io/v1beta3\nkind: InitConfiguration\nlocalAPIEndpoint: {advertiseAddress: ${NEW.ip}}\n`
        + `nodeRegistration: {name: ${NEW.name}}\n---\n${cluster}`;
      const manifests = controlPlaneManifests(kubeadm, own);
      const { groups } = JSON.parse(text('bundles', 'plan', 'n-to-n-plus-1', 'plan.json')) as { groups: Readonly<Record<string, Group>> };
      const { flags } = groups['control-plane'].sides[side];
      expect(Object.keys(flags)).toEqual(['kube-apiserver', 'kube-controller-manager', 'kube-scheduler']);
      for (const [component, planned] of Object.entries(flags)) {
        const [, ...made] = (parse(manifests.get(`${component}.yaml`)!) as Pod).spec.containers[0].command;
        expect(made.filter(flag => flag !== `--advertise-address=${NEW.ip}`)).toEqual(planned);
      }
    });
  });
}
