import { FactTable } from './table';

/** Whether a cloud-controller-manager with --use-service-account-credentials asks the API for tokens; before, it waited for Secrets. */
export const CCM_ASKS_FOR_TOKENS = new FactTable<boolean>('tokens of a cloud-controller-manager\'s service accounts', [
  { from: '1.20', to: '1.20', value: false, source: 'k8s.io/cloud-provider@v0.20.15 options/options.go:199, SAControllerClientBuilder' },
  { from: '1.21', readAt: ['1.37.1'], value: true, source: 'k8s.io/cloud-provider@v0.21.14 options/options.go, NewDynamicClientBuilder' },
]);
