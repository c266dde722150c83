/**
 * What a program can name at run time. A name that comes or goes changes the public surface: this list, docs/reference/constructs.md and API.md
 * change with it. Interfaces of options are in API.md only, since nothing is left of them at run time.
 */
const NAMES = [
  'ApiServerEndpoint',
  'AwsCcm',
  'AwsCcmRules',
  'AwsCloudControllerManager',
  'AwsCredentials',
  'Ccm',
  'CcmLeaderMigration',
  'CcmPlacement',
  'CcmWorkload',
  'CloudConfig',
  'CloudControllerManager',
  'CloudControllerMigration',
  'CloudProvider',
  'ClusterApiMigration',
  'ClusterTagResource',
  'ClusterTagValue',
  'ClusterTags',
  'ControllerManagerRuntime',
  'CustomCcm',
  'EbsVolumes',
  'EcrCredentialProvider',
  'FactsFeed',
  'FleetClusters',
  'IamPolicy',
  'IpFamily',
  'KkpMigration',
  'KopsMigration',
  'KubeOneMigration',
  'KubeadmBundle',
  'KubernetesVersion',
  'LeaderMigrationAccess',
  'LeaderMigrationConfig',
  'LeaderMigrationStyle',
  'LeaderMigrationValidation',
  'LeaseAccessMode',
  'ManagerDeployment',
  'Migration',
  'MigrationOutput',
  'MigrationPhase',
  'MigrationPlan',
  'MigrationStrategy',
  'NodeFiles',
  'NodeFolder',
  'NodeReplacement',
  'NodeRole',
  'NodeSide',
  'PhaseBundle',
  'PlanState',
  'Rke2Migration',
  'VpaUpdateMode',
];

it('the library exports what is listed here, and no helper beside it', () => {
  const library = require('../src') as Record<string, unknown>; // eslint-disable-line @typescript-eslint/no-require-imports
  const names = Object.keys(library);
  expect([...names].sort()).toEqual(NAMES);
  expect(NAMES).toEqual([...NAMES].sort());
  expect(names.filter(name => library[name] === undefined)).toEqual([]);
});
