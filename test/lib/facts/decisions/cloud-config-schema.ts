import { Schema } from './schema';
import { cloudConfigKeyFacts, SERVICE_OVERRIDE_KEYS } from '../../../../src/lib/facts/cloud-config-keys';
import { CLOUD_CONFIG_DECISIONS } from '../../../../src/lib/facts/decisions/cloud-config';
import { lastImageOf } from '../../../newest-ccm';
import { CCM_FLAGS, ccm, KCM_27, node } from '../../rules/input';

const CONF = '/etc/kubernetes/cloud.conf';
const MINOR = '1.36';

/** A whole override, and what the file has of the cluster. */
const WHOLE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Global: { KubernetesClusterID: 'prod' },
  ServiceOverride: { Service: 'EC2', Region: 'eu-central-1', URL: 'https://ec2.example.com', SigningRegion: 'eu-central-1', SigningName: 'ec2' },
};

const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  'Global.ClusterServiceSharedLoadBalancerHealthProbePort': [99999],
  'Global.DisableSecurityGroupIngress': [true, false],
  'Global.DisableStrictZoneCheck': ['perhaps', true],
  'Global.Region': ['RegionOne', 'eu-central-1'],
  'Global.SupportedTopologyInstanceTypePattern': ['('],
};

/** A cloud-controller-manager whose cloud config has a key, as the node of each pod has the file. */
export const CLOUD_CONFIG_SCHEMA: Schema = {
  table: CLOUD_CONFIG_DECISIONS,
  released: () => [...cloudConfigKeyFacts().map(({ key }) => `Global.${key}`), ...SERVICE_OVERRIDE_KEYS.map(key => `ServiceOverride.${key}`)],
  input: (name, value) => {
    const [section, key] = name.split('.');
    const text = Object.entries(WHOLE).map(([one, keys]) => {
      const all = one === section && value !== undefined ? { ...keys, [key]: String(value) } : keys;
      return `[${one}${one === 'Global' ? '' : ' "1"'}]\n${Object.entries(all).map(([own, of]) => `${own} = ${of}\n`).join('')}`;
    }).join('');
    const pod = ccm({
      image: `registry.k8s.io/provider-aws/cloud-controller-manager:${lastImageOf(MINOR)}`, flags: [...CCM_FLAGS, `--cloud-config=${CONF}`],
    })['ccm.yaml'];
    return {
      n: node({ version: `${MINOR}.0`, kcm: KCM_27, mounts: [] }),
      dist: {
        'ccm.yaml': `${pod}        volumeMounts: [{name: c, mountPath: /etc/kubernetes}]\n      volumes: [{name: c, configMap: {name: c}}]\n`,
        'c.yaml': JSON.stringify({
          apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c', namespace: 'kube-system' }, data: { 'cloud.conf': text },
        }),
      },
    };
  },
  values: name => VALUES[name] ?? [name.startsWith('Global') ? 'other' : '', 'other'],
};
