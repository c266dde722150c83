import { taggingFlagFacts } from './aws-ccm-tags';
import { readAwsCcm } from './ccm-releases';
import { flagInAnyRelease, flagOf, hasFlag } from './flags';
import { FlagKind, FlagSet } from '../kubernetes/command-line/parse';
import { CCM, Component, KCM } from '../kubernetes/component';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';

/** `-v` of klog, `-h` of cobra. No flag of a controller manager has another letter: conformance/command-line.test.ts asks the programs. */
const LETTERS: ReadonlyMap<string, string> = new Map([['v', 'v'], ['h', 'help']]);

/**
 * The flags of a component in one release; without a release, those of all, in which no name is wrong.
 *
 * @param awsRelease tag of the AWS cloud-controller-manager, whose own flags are known; those of another cloud's are not
 */
export function flagSet(component: Component, version?: KubernetesVersion, awsRelease?: string): FlagSet {
  const own = readAwsCcm(awsRelease)?.taggingFlags;
  const underscores = component !== CCM ? 'as-dashes' : own ? 'as-written' : 'unknown';
  return {
    program: component,
    letters: LETTERS,
    // The others run through component-base's cli.Run, which sets the normalizer: k8s.io/kubernetes@v1.26.15
    // cmd/kube-controller-manager/controller-manager.go:35. The AWS cloud-controller-manager executes its command itself:
    // k8s.io/cloud-provider-aws@v1.27.0 and v1.36.1 cmd/aws-cloud-controller-manager/main.go. Other clouds do either.
    underscores,
    flag: name => {
      // The tables know each flag by its dashes; where underscores stay, such a name is another one, which no component registers.
      if (underscores === 'as-written' && name.includes('_')) return undefined;
      const fact = version && flagOf(component, name, version);
      if (fact !== undefined && fact !== 'unread') return kindOf(fact);
      const has = version && (hasFlag(component, name, version) ?? own?.includes(name));
      if (has === false) return undefined;
      return kindInAnyRelease(component, name) ?? 'unknown';
    },
  };
}

/**
 * The newest type that is known of a flag, where its release does not say. A flag that the library of
 * cloud-controller-managers does not have is the tagging controller's, or one of kube-controller-manager, which providers that run its controllers
 * register with its own code: upstream's sample does for node IPAM.
 */
function kindInAnyRelease(component: Component, name: string): FlagKind | undefined {
  const others = component === CCM ? [...flagInAnyRelease(KCM, name), ...taggingFlagFacts(name)] : [];
  const fact = [...others, ...flagInAnyRelease(component, name)].at(-1);
  return fact && kindOf(fact);
}

function kindOf({ type, noOptDefault }: { readonly type: string; readonly noOptDefault?: string }): FlagKind {
  return { type, bare: noOptDefault ?? (type === 'bool' ? 'true' : undefined) };
}
