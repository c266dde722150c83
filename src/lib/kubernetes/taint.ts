/** A taint of a node. */
export interface Taint {
  readonly key: string;
  readonly value: string;
  readonly effect: string;
}

/** `key=value:effect` or `key:effect` of `--register-with-taints`, with commas between. */
export function parsedTaints(text: string): readonly Taint[] {
  return text.split(',').flatMap(taint => {
    const match = /^([^=:]+)(?:=([^:]*))?:([A-Za-z]+)$/.exec(taint.trim());
    return match ? [{ key: match[1], value: match[2] ?? '', effect: match[3] }] : [];
  });
}

/** Taints of a Node, or of `registerWithTaints` of a kubelet's configuration. What is no taint is left out. */
export function configuredTaints(list: unknown): readonly Taint[] {
  return (Array.isArray(list) ? list as readonly (Partial<Taint> | null)[] : []).flatMap(taint => {
    const { key, value, effect } = taint ?? {};
    return typeof key === 'string' && typeof effect === 'string' ? [{ key, value: value ?? '', effect }] : [];
  });
}

/** A node has one taint of each key and effect. */
export function isSameTaint(one: Taint, other: Taint): boolean {
  return one.key === other.key && one.effect === other.effect;
}

/** `key=value:effect`, or `key:effect` without a value. */
export function taintText({ key, value, effect }: Taint): string {
  return `${key}${value === '' ? '' : `=${value}`}:${effect}`;
}

/** Whether it keeps pods out that do not tolerate it; `PreferNoSchedule` does not. */
export function keepsOut({ effect }: Pick<Taint, 'effect'>): boolean {
  return effect === 'NoSchedule' || effect === 'NoExecute';
}

/** k8s.io/api@v0.26.15 core/v1/toleration.go, ToleratesTaint. */
export function tolerates(tolerations: readonly (Partial<Taint> & { readonly operator?: string })[], taint: Taint): boolean {
  return tolerations.some(({ key, operator, value, effect }) => {
    if (effect && effect !== taint.effect) return false;
    if (key && key !== taint.key) return false;
    if (operator === 'Exists') return true;
    return Boolean(key) && (!operator || operator === 'Equal') && (value ?? '') === taint.value;
  });
}
