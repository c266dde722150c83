import { KubeOneMigration } from './migration';
import { kubeOneNotes } from './notes';
import { kubeOneOrder } from './steps';
import { Installer } from '../installer';

export const KUBEONE: Installer<KubeOneMigration> = { name: 'kubeone', notes: kubeOneNotes, order: kubeOneOrder };
