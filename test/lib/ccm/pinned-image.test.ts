import { AwsCcm } from '../../../src/lib/ccm/aws-ccm';
import { awsCcmRelease } from '../../../src/lib/facts/ccm-releases';
import { AppFiles } from '../../../src/lib/plan/app/app-files';
import { verify } from '../../../src/lib/verify/verify';
import { appFiles } from '../plan/app-fixture';
import { planOf } from '../plan/plans';

const DIGEST = awsCcmRelease('v1.27.10').digest!;

describe('an image with its digest', () => {
  const files = appFiles({ ccm: AwsCcm.of({ pinDigest: true }) });
  const manifest = files.get('dist/mixed/app.k8s.yaml')!;

  it('is written, and is read as its release', () => {
    expect(manifest).toContain(`image: registry.k8s.io/provider-aws/cloud-controller-manager:v1.27.10@${DIGEST}`);
    const phase = (name: string) => new Map(
      [...files].filter(([path]) => path.startsWith(name)).map(([path, text]) => [path.slice(name.length), { text }]),
    );
    const { exclusivity, liveness, findings } = verify({
      directories: [{ name: 'dist', files: phase('dist/mixed/') }, { name: 'nodes', files: phase('nodes/mixed/') }],
    });
    expect([exclusivity.holds, liveness.holds]).toEqual([true, true]);
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(findings.filter(({ rule }) => rule.includes('image'))).toStrictEqual([]);
  });

  it('is planned as one without', () => {
    const ids = (app: AppFiles) => {
      const result = planOf(app, 'not-started', 'disabled');
      return 'plan' in result ? result.plan.steps.map(({ id }) => id) : result;
    };
    expect(ids(files)).toEqual(ids(appFiles()));
  });
});
