/** Whether a provider ID is one of an EC2 instance: `aws:///eu-central-1a/i-0123`, or the instance id alone. */
export function isAwsProviderId(text: string): boolean {
  return /^(aws:\/\/\/[a-z0-9-]*\/)?i-[0-9a-f]+$/.test(text);
}

/**
 * Which instance the AWS cloud-controller-manager takes a provider ID for: the last part of its path; undefined: it cannot read it.
 * k8s.io/cloud-provider-aws@v1.36.1 pkg/providers/v1/instances.go:50-85 MapToAWSInstanceID, which uses Go's net/url.
 */
export function awsInstanceOf(text: string): string | undefined {
  const url = text.startsWith('aws://') ? text : `aws:///${text}`;
  // eslint-disable-next-line no-control-regex
  if (/[\x00-\x1f\x7f]/.test(url)) return undefined;
  const [rest] = url.slice('aws://'.length).split(/[?#]/, 1);
  const slash = rest.indexOf('/');
  const path = slash === -1 ? '' : rest.slice(slash);
  if (/%(?![0-9a-f]{2})/i.test(path) || !/^[\w.~-]*$/.test(rest.slice(0, slash === -1 ? undefined : slash))) return undefined;
  const decoded = path.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  const last = decoded.replace(/(?<!\/)\/+$/, '').split('/').at(-1)!;
  return /^i-/.test(last) || last.startsWith('fargate-') ? last : undefined;
}

/** Whether a text is filled in later, by cloud-init, a shell or a template. */
export function isFilledInLater(text: string): boolean {
  return /\{\{|\$|<|__/.test(text);
}
