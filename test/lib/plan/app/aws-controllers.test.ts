import { AwsCcm } from '../../../../src/lib/ccm/aws-ccm';
import { AwsCredentials } from '../../../../src/lib/ccm/aws-credentials';
import { IamPolicy } from '../../../../src/lib/iam/iam-policy';
import { AwsControllers, awsControllers } from '../../../../src/lib/plan/app/aws-controllers';
import { readApp } from '../../../../src/lib/plan/app/read-app';
import { appFiles, rewritten } from '../app-fixture';

const ROLE = 'arn:aws:iam::123456789012:role/ccm';
const CCM_MANIFEST = /^dist\/n-plus-1\//;

describe('what the cloud-controller-managers of a plan ask of AWS', () => {
  const asked = (files: ReadonlyMap<string, string>): AwsControllers | undefined => awsControllers(readApp(files), ['n', 'mixed', 'n-plus-1']);

  it('is what the policy for that release allows, routes where it makes them', () => {
    const policy = IamPolicy.controlPlane({ cloudControllerManager: 'v1.27.10' });
    expect(asked(appFiles())).toMatchObject({ roleArn: '', unknown: '', actions: policy.actions });
    const withRoutes = rewritten(appFiles(), CCM_MANIFEST, text => text.replace(/--configure-cloud-routes=\w+/, '--configure-cloud-routes=true')
      .replace(/(- --cloud-provider=aws\n)(\s*)/, '$1$2- --allocate-node-cidrs=true\n$2'));
    expect(asked(withRoutes)!.actions).toEqual(expect.arrayContaining(['ec2:CreateRoute', 'ec2:DeleteRoute']));
  });

  it('has no cloud-controller-manager before there is one', () => {
    expect(awsControllers(readApp(appFiles()), ['not-started', 'n'])).toBeUndefined();
  });

  it('says nothing of load balancers where the cloud-controller-manager leads already', () => {
    expect(awsControllers(readApp(appFiles()), ['n-plus-1', 'disabled'])!.changes).toEqual([]);
  });

  it('says what it does otherwise with load balancers, once', () => {
    expect(asked(appFiles())!.changes.map(({ annotation, says }) => [annotation, says.slice(0, 30)])).toEqual([
      ['', 'a classic load balancer withou'], ['', 'a node that is not Ready stays'],
    ]);
  });

  it('is the role that it takes on with a token', () => {
    expect(asked(appFiles({ ccm: AwsCcm.of({ credentials: AwsCredentials.webIdentity(ROLE) }) }))).toMatchObject({ roleArn: ROLE, unknown: '' });
  });

  it('is not known where it has keys of its own, or is of another image', () => {
    expect(asked(appFiles({ ccm: AwsCcm.of({ credentials: AwsCredentials.secret('keys') }) }))!.unknown)
      .toMatch(/has AWS_ACCESS_KEY_ID from where no plan looks: set ccm_role_arn/);
    const other = rewritten(appFiles(), CCM_MANIFEST, text => text.replace(/image: \S+/, 'image: example.org/own-ccm:v1.27.99'));
    expect(asked(other)!.unknown).toMatch(/has the image example.org\/own-ccm:v1.27.99, and which actions of AWS that needs is not known/);
    const image = 'example.org/provider-aws/cloud-controller-manager:v1.27.99';
    const younger = rewritten(appFiles(), CCM_MANIFEST, text => text.replace(/image: \S+/, `image: ${image}`));
    expect(asked(younger)!.unknown).toContain(`has the image ${image}, and which actions of AWS that needs is not known`);
    const unread = asked(appFiles({ ccm: AwsCcm.of({ release: 'v1.27.99', unreadRelease: true }) }))!;
    expect([unread.unknown, unread.actions]).toStrictEqual(['', IamPolicy.controlPlane({ cloudControllerManager: 'v1.27.10' }).actions]);
  });
});
