import { FactTable } from './table';

/** What an API server does without a mode of authorization. */
export interface WithoutMode {
  /** Without `--authorization-mode` and `--authorization-config`, it asks these modes. */
  readonly modes: readonly string[];
  /** Whether it starts, and asks the same, where the flag is given and names no mode: `--authorization-mode=`. */
  readonly takesEmpty: boolean;
}

export const WITHOUT_AUTHORIZATION_MODE = new FactTable<WithoutMode>('authorization of an API server without --authorization-mode', [
  {
    from: '1.20',
    to: '1.28',
    readAt: ['1.20.15', '1.28.15'],
    value: { modes: ['AlwaysAllow'], takesEmpty: false },
    source: 'k8s.io/kubernetes@v1.20.15 and v1.28.15 pkg/kubeapiserver/options/authorization.go NewBuiltInAuthorizationOptions, Validate',
  },
  {
    from: '1.29',
    readAt: ['1.29.15', '1.37.2'],
    value: { modes: ['AlwaysAllow'], takesEmpty: true },
    source: 'k8s.io/kubernetes@v1.29.15 and v1.37.2 pkg/kubeapiserver/options/authorization.go Complete',
  },
]);
