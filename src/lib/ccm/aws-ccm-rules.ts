import type { k8s } from 'cdk8s-plus-27';
import { CcmRules } from './ccm-rbac';
import { upstreamAwsRules } from '../facts/aws-ccm-rules';
import { AWS_PROVIDER_ACCOUNT, CCM_CONTROLLER_ACCOUNTS } from '../facts/token-requests';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { plain } from '../kubernetes/plain';
import { RbacRule } from '../kubernetes/rbac-rule';
import { ccmClusterRoleRules } from '../rbac/ccm-rules';

/** Which rules the ClusterRole of the AWS cloud-controller-manager has. */
export class AwsCcmRules {
  /**
   * What its flags need. Its main Lease, and the service accounts as which its controllers act, are in Roles by their names: it can have a token of
   * no other account.
   */
  public static readonly LEAST_PRIVILEGE = new AwsCcmRules(
    (_, useServiceAccountCredentials) => ccmClusterRoleRules({ useServiceAccountCredentials, delegatedAuthorization: true }), false,
    version => [...CCM_CONTROLLER_ACCOUNTS.at(version), AWS_PROVIDER_ACCOUNT.name]);
  /** Those of upstream's kustomize base, as upstream has them: all Leases of the cluster, and from 1.29 on a token of every service account. */
  public static readonly UPSTREAM_BASE = new AwsCcmRules(version => upstreamAwsRules(version).base, true);
  /** Those of upstream's overlay `superset-role`, for `useServiceAccountCredentials: false`. It cannot delete nodes. */
  public static readonly UPSTREAM_SUPERSET = new AwsCcmRules(version => upstreamAwsRules(version).superset, true);

  /**
   * Rules of yours.
   *
   * @param rules rules of the ClusterRole
   * @param grantLeases whether they already allow its main Lease; else a Role for the Lease by name is added
   */
  public static of(rules: k8s.PolicyRule[], grantLeases?: boolean): AwsCcmRules {
    return new AwsCcmRules(() => plain(rules), grantLeases ?? false);
  }

  private readonly rulesOf: (version: KubernetesVersion, useServiceAccountCredentials: boolean) => readonly RbacRule[];
  private readonly grantLeases: boolean;
  private readonly accountsOf: (version: KubernetesVersion) => readonly string[];

  private constructor(
    rulesOf: (version: KubernetesVersion, useServiceAccountCredentials: boolean) => readonly RbacRule[], grantLeases: boolean,
    accountsOf: (version: KubernetesVersion) => readonly string[] = () => [],
  ) {
    this.rulesOf = rulesOf;
    this.grantLeases = grantLeases;
    this.accountsOf = accountsOf;
  }

  /** @internal @throws if upstream's are not known for the version */
  public _at(version: KubernetesVersion, useServiceAccountCredentials: boolean): CcmRules {
    return {
      rules: [...this.rulesOf(version, useServiceAccountCredentials)],
      rulesGrantLeases: this.grantLeases,
      controllerAccounts: useServiceAccountCredentials ? this.accountsOf(version) : [],
    };
  }
}
