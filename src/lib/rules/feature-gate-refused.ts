import { Finding, Rule } from './rule';
import { gatesOf, isJudgedGate, settingIsFatal } from '../facts/feature-gates';
import { kubeletGate } from '../facts/gate-settings';
import { Component } from '../kubernetes/component';
import { parseGates } from '../kubernetes/feature-gates';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { nameOf, placeOf, textOf } from '../view/ask';
import { PlacedGate } from '../view/model';

export const featureGateRefused: Rule = {
  id: 'feature-gate-refused',
  severity: 'error',
  title: 'A feature gate that the release does not have or has locked',
  why: 'The component ends at start with "unrecognized feature gate" or "cannot set feature gate".',
  fix: 'Remove the gate from --feature-gates on that side.',
  source: 'k8s.io/component-base@v0.27.16 featuregate/feature_gate.go:227; the table of each gate in src/lib/facts/feature-gates.ts',
  ends: ['feature-gate'],
  check: model => model.components.flatMap((view): Finding[] => {
    const { version, component, awsRelease } = view;
    if (!version) return [];
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

/** The tables say everything of the gates that concern the migration, and of a kubelet's. */
function isRefused(name: string, on: boolean, version: KubernetesVersion, component: Component): boolean {
  if (component === 'kubelet') return kubeletGate(name, on, version) === 'refused';
  return isJudgedGate(name) && settingIsFatal(name, on, version, component);
}
