import { Rke2Migration } from './migration';
import { rke2Notes } from './notes';
import { rke2Order } from './steps';
import { Installer } from '../installer';

export const RKE2: Installer<Rke2Migration> = { name: 'rke2', notes: rke2Notes, order: rke2Order };
