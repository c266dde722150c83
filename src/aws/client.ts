/** Where and as whom to call. What is left out comes from the SDK's default chain: environment, shared files, role, instance metadata. */
export interface AwsClientOptions {
  readonly region?: string;
  readonly profile?: string;
  readonly endpoint?: string;
}

/** A refusal of AWS, or no answer from it, after all retries. */
export class AwsError extends Error {
  /** @param isRefusal whether AWS answered that it did nothing; else it may have done what it was asked for */
  public constructor(public readonly code: string, message: string, public readonly isRefusal: boolean = true) {
    super(message);
  }
}

const NO_REGION = 'no region is set, so it is not known where to call AWS; give `--region eu-central-1` (`region` in a program), set AWS_REGION, or '
  + 'write `region` into the profile of ~/.aws/config';

/** Configuration of a client of the SDK. */
export function clientConfig({ region, profile, endpoint }: AwsClientOptions) {
  return {
    ...(region === undefined ? {} : { region }),
    ...(profile === undefined ? {} : { profile }),
    ...(endpoint === undefined ? {} : { endpoint }),
    // Throttling is a token bucket per account and region: adaptive mode slows the whole client down instead of each call for itself.
    retryMode: 'adaptive',
    maxAttempts: 10,
    // Without a limit a call on a half-open connection waits for ever.
    requestHandler: { connectionTimeout: 10_000, requestTimeout: 120_000 },
  };
}

/** What all pages hold. */
export function collect<P, R>(pages: AsyncIterable<P>, read: (page: P) => readonly R[]): Promise<readonly R[]> {
  return orAwsError(async () => {
    const all: R[] = [];
    for await (const page of pages) all.push(...read(page));
    return all;
  });
}

/** @throws AwsError in place of what the SDK throws */
export async function orAwsError<R>(call: () => Promise<R>): Promise<R> {
  try {
    return await call();
  } catch (error) {
    const { name, message, code, $metadata } = error as Error & { code?: string; $metadata?: { httpStatusCode?: number } };
    const status = $metadata?.httpStatusCode ?? 0;
    // The SDK says this before anything is sent, and not where a region may come from.
    if (message === 'Region is missing') throw new AwsError('NoRegion', NO_REGION);
    // The error code of AWS is the name of the error; on a connection that failed Node puts its code beside it.
    throw new AwsError(name === 'Error' ? code ?? name : name, message || code || name, status >= 400 && status < 500);
  }
}
