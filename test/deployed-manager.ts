/** Deployments of kube-controller-manager, as hosting systems and clusters that run their own have them. */

/** What differs between them. */
export interface DeploymentShape {
  /** Of its image. */
  readonly release?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly replicas?: number;
  /** Lines of `spec.strategy`. */
  readonly strategy?: readonly string[];
  /** More flags. */
  readonly flags?: readonly string[];
  /** Whether it runs in the cluster that it serves. */
  readonly isOwn?: boolean;
  /** Name of a container that stands before it. */
  readonly first?: string;
  /** Lines of its metadata. */
  readonly metadata?: readonly string[];
}

const SURGE = ['rollingUpdate:', '  maxSurge: 1', '  maxUnavailable: 0', 'type: RollingUpdate'];

/** The manifest of a Deployment of version N with the in-tree provider of AWS. */
export function managerDeployment(shape: DeploymentShape = {}): string {
  const { release = '1.26.15', isOwn = false, replicas = 2, strategy = SURGE, flags = [], metadata = [], first } = shape;
  const { namespace = isOwn ? 'kube-system' : 'prod-eu', name = 'kube-controller-manager' } = shape;
  const kubeconfig = '/etc/kubernetes/kcm/kubeconfig';
  const words = [
    'allocate-node-cidrs=true', ...isOwn ? [] : [`authentication-kubeconfig=${kubeconfig}`, `authorization-kubeconfig=${kubeconfig}`],
    'cloud-provider=aws', 'cluster-cidr=100.96.0.0/11', 'cluster-name=prod-eu', 'configure-cloud-routes=false',
    'controllers=*,bootstrapsigner,tokencleaner',
    ...isOwn ? [] : [`kubeconfig=${kubeconfig}`], 'leader-elect=true', 'root-ca-file=/etc/kubernetes/pki/ca.crt',
    'service-account-private-key-file=/etc/kubernetes/pki/sa.key', 'use-service-account-credentials=true', ...flags,
  ];
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  namespace: ${namespace}
${metadata.map(line => `  ${line}\n`).join('')}spec:
  replicas: ${replicas} # one leads
  selector:
    matchLabels:
      app: kube-controller-manager
  strategy:${strategy.length === 0 ? ' {}' : `\n${strategy.map(line => `    ${line}`).join('\n')}`}
  template:
    metadata:
      labels:
        app: kube-controller-manager
    spec:
      automountServiceAccountToken: ${isOwn}
      containers:
${first === undefined ? '' : `        - name: ${first}
          image: example.org/${first}:1
`}        - name: kube-controller-manager
          image: registry.k8s.io/kube-controller-manager:v${release}
          command:
            - kube-controller-manager
${words.map(word => `            - --${word}\n`).join('')}          resources:
            requests:
              cpu: 100m
          volumeMounts:
${isOwn ? '' : `            - mountPath: /etc/kubernetes/kcm
              name: kubeconfig
              readOnly: true
`}            - mountPath: /etc/kubernetes/pki
              name: pki
              readOnly: true
      volumes:
${isOwn ? '' : `        - name: kubeconfig
          secret:
            secretName: kube-controller-manager-kubeconfig
`}        - name: pki
          secret:
            secretName: kube-controller-manager
`;
}
