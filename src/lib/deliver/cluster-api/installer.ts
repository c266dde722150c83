import { ClusterApiMigration } from './migration';
import { clusterApiNotes } from './notes';
import { clusterApiOrder } from './steps';
import { Installer } from '../installer';

export const CLUSTER_API: Installer<ClusterApiMigration> = { name: 'cluster-api', notes: clusterApiNotes, order: clusterApiOrder };
