import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CertificateRequest, certify } from '../../../lib/verify/certificate/write';
import { InputError, Io } from '../../io';

/**
 * Writes a certificate of an input of which both promises hold. Where they do not, or no certificate covers the input, says why.
 *
 * @returns whether it was written
 * @throws `InputError` if the file cannot be written
 */
export async function writeCertificate(file: string, request: CertificateRequest, io: Io): Promise<boolean> {
  const made = certify(request);
  if ('refusal' in made) {
    io.err(`--certificate: ${file} is not written: ${made.refusal}\n`);
    return false;
  }
  try {
    writeFileSync(resolve(io.cwd, file), `${JSON.stringify(made.certificate, null, 1)}\n`);
  } catch (error) {
    throw new InputError(`--certificate: '${file}' cannot be written: ${(error as Error).message}`);
  }
  return true;
}
