import { Option } from 'commander';
import { ExitCode, InputError } from './io';

/** Where and as whom AWS is called, and how the answer is shown: flags of every command that calls it. */
export function awsOptions(): readonly Option[] {
  return [
    new Option('--region <region>', 'default: as the AWS SDK finds it'),
    new Option('--profile <profile>', 'profile of the shared AWS files, its role included; default: as the AWS SDK finds it'),
    new Option('--endpoint <url>', 'endpoint of the AWS API; default: as the AWS SDK finds it'),
    new Option('--format <format>', 'format of the output').choices(['text', 'json']).default('text'),
  ];
}

/** Values separated by commas. */
export function commaList(text: string): string[] {
  return text.split(',').map(item => item.trim()).filter(item => item !== '');
}

/**
 * Everything that can go wrong with a call of AWS is input, rights or the connection: one line, no stack trace.
 *
 * @param say the words of an error in those of the command
 */
export async function orInputError(run: () => Promise<ExitCode>, say = (message: string) => message): Promise<ExitCode> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof InputError ? error : new InputError(say((error as Error).message));
  }
}
