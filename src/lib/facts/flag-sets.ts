import { AWS_CCM_RELEASES } from './ccm-releases';
import { flagOf, hasFlag, newestFlagKind } from './flags';
import { FlagKind, FlagSet } from '../kubernetes/command-line/flag-set';
import { CCM, Component, KCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** `-v` of klog, `-h` of cobra. No flag of a controller manager has another letter: conformance/command-line.test.ts asks the programs. */
const LETTERS: ReadonlyMap<string, string> = new Map([['v', 'v'], ['h', 'help']]);

/** What the AWS cloud-controller-manager adds to upstream's flags: k8s.io/cloud-provider-aws@v1.27.0 pkg/controllers/options/tagging_controller.go AddFlags. */
const TAGGING_FLAGS: ReadonlyMap<string, FlagKind> = new Map<string, FlagKind>([
  ['resources', { type: 'stringArray' }],
  ['tagging-controller-burst-limit', { type: 'int' }],
  ['tagging-controller-rate-limit', { type: 'float64' }],
  ['tags', { type: 'stringToString' }],
]);

/** A flag that only the program of a cloud can have: where it is called like one of kube-controller-manager, it is taken to be of that type. */
function ofProvider(name: string): FlagKind | undefined {
  return TAGGING_FLAGS.get(name) ?? newestFlagKind(KCM, name);
}

const sets = new Map<string, FlagSet>();

/**
 * The flags of a component in one release; without a release, those of all, in which no name is wrong.
 *
 * @param awsRelease tag of the AWS cloud-controller-manager, whose own flags are known; those of another cloud's are not
 */
export function flagSet(component: Component, version?: KubernetesVersion, awsRelease?: string): FlagSet {
  const key = [component, version?.minorVersion, awsRelease].join(' ');
  const known = sets.get(key);
  if (known) return known;
  const own = AWS_CCM_RELEASES.find(({ tag }) => tag === awsRelease)?.taggingFlags;
  const made: FlagSet = {
    program: component,
    letters: LETTERS,
    // The others run through component-base's cli.Run, which sets the normalizer: k8s.io/kubernetes@v1.26.15 cmd/kube-controller-manager/controller-manager.go:35. The AWS
    // cloud-controller-manager executes its command itself: k8s.io/cloud-provider-aws@v1.27.0 and v1.36.1 cmd/aws-cloud-controller-manager/main.go. Other clouds do either.
    underscores: component !== CCM ? 'as-dashes' : own ? 'as-written' : 'unknown',
    flag: name => {
      // The tables know each flag by its dashes; where underscores stay, such a name is another one, which nobody registers.
      if (made.underscores === 'as-written' && name.includes('_')) return undefined;
      const has = version && (hasFlag(component, name, version) ?? own?.includes(name));
      if (has === false) return undefined;
      const fact = version && flagOf(component, name, version);
      const read = fact !== undefined && fact !== 'unread' ? { type: fact.type, bare: fact.noOptDefault } : undefined;
      return read ?? newestFlagKind(component, name) ?? (component === CCM ? ofProvider(name) : undefined) ?? 'unknown';
    },
  };
  sets.set(key, made);
  return made;
}
