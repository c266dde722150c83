import { AwsClientOptions } from '../../../aws/client';

/** Flags of every question. */
export interface AwsFlags extends AwsClientOptions {
  readonly format: 'text' | 'json';
}
