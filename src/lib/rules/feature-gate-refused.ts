import { Finding, Rule } from './rule';
import { gatesOf, isJudgedGate, settingIsFatal } from '../facts/feature-gates';
import { startGate } from '../facts/gate-settings';
import { Component, KCM } from '../kubernetes/component';
import { parseGates } from '../kubernetes/feature-gates';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { effectiveVersion } from '../model/effective-version';
import { EndCause } from '../model/end-cause';
import { apiServerGates } from '../model/gates';
import { nameOf, placeOf, textOf } from '../view/ask';
import { ComponentView, PlacedGate } from '../view/model';
import { listFlagsOf } from '../view/told-version';

export const featureGateRefused: Rule = {
  id: 'feature-gate-refused',
  severity: 'error',
  title: 'A feature gate that the release does not have or has locked',
  why: 'The component ends at start with "unrecognized feature gate" or "cannot set feature gate".',
  fix: 'Remove the gate from --feature-gates on that side.',
  source: 'k8s.io/component-base@v0.27.16 and v0.37.2 featuregate/feature_gate.go; the table of each gate in src/lib/facts/feature-gates.ts; '
    + 'conformance/feature-gates.test.ts',
  ends: ['feature-gate'],
  check: model => model.components.flatMap((view): Finding[] => {
    const { version, component, awsRelease } = view;
    if (!version) return [];
    const ends = versionedEnds(view);
    if (ends !== undefined) {
      return ends.map(({ text }) => ({ place: placeOf(view, 'feature-gates'), message: `${nameOf(view)} ends with its feature gates: ${text}` }));
    }
    const passed = parseGates(textOf(view, 'feature-gates'))
      .map((gate): PlacedGate => ({ ...gate, text: gate.text.replace(/\s/g, ''), place: placeOf(view, 'feature-gates') }));
    // Stryker disable next-line ArrayDeclaration: an entry without a name is no gate that is judged
    return [...passed, ...view.configuredGates ?? []].flatMap((gate): Finding[] => {
      const { name, on, text, place } = gate;
      if (on === undefined || !isRefused(name, on, version, gatesOf(component, awsRelease))) return [];
      const message = `${nameOf(view)} does not accept the feature gate ${text}`;
      return [passed.includes(gate) ? { place, message } : { place, message, fix: 'Remove the gate from featureGates of that configuration.' }];
    });
  }),
};

/** Of a component that can be told its version, by all of its command line; undefined: it cannot. */
function versionedEnds(view: ComponentView): readonly EndCause[] | undefined {
  const { version, component, process } = view;
  const flags = listFlagsOf(view);
  if (effectiveVersion(component, version, flags) === undefined) return undefined;
  // Stryker disable next-line ConditionalExpression,OptionalChaining,ArrayDeclaration: both link the same gates; no process has other findings
  const causes = component === KCM ? process?.fate.causes ?? [] : apiServerGates(version, flags);
  return causes.filter(({ concern }) => concern === 'feature-gate');
}

/** The tables say everything of the gates that concern the migration, and of a kubelet's and an API server's. */
function isRefused(name: string, on: boolean, version: KubernetesVersion, component: Component): boolean {
  if (component === 'kubelet' || component === 'kube-apiserver') return startGate(component, name, on, version) === 'refused';
  return isJudgedGate(name) && settingIsFatal(name, on, version, component);
}
