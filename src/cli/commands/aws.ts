import type { Command } from 'commander';
import { awsOptions, orInputError } from '../aws-flags';
import { CliCommand } from '../command';
import { ExitCode } from '../io';
import type { AutoScalingFlags } from './aws/run-auto-scaling';
import type { LoadBalancerFlags } from './aws/run-load-balancers';
import type { RoleFlags } from './aws/run-role';

/** `ccm-migration aws auto-scaling|load-balancers|role`: what the playbooks ask AWS. */
export const awsCommand: CliCommand = {
  register(program: Command, io, finish): void {
    const aws = program.command('aws').description('Read from AWS, without changes there: what makes and removes '
        + 'nodes, what load balancers do, and what a role may do.');
    const add = <F>(name: string, description: string, action: (flags: F) => Promise<ExitCode>): Command => {
      const command = aws.command(name).description(description).action((flags: F) => finish(orInputError(() => action(flags))));
      return awsOptions().reduce((all, option) => all.addOption(option), command);
    };
    add('auto-scaling', 'Show the Auto Scaling groups of nodes, and which of their processes may make, replace or remove nodes.',
      async (flags: AutoScalingFlags) => (await import('./aws/run-auto-scaling.js')).runAutoScaling(flags, io))
      .requiredOption('--nodes <file>', 'output of kubectl get nodes -o json');
    add('load-balancers', 'Show listeners and targets of the load balancers of Services, or how they differ from what was recorded.',
      async (flags: LoadBalancerFlags) => (await import('./aws/run-load-balancers.js')).runLoadBalancers(flags, io))
      .requiredOption('--services <file>', 'output of kubectl get services -A -o json')
      .option('--before <file>', 'what this command printed earlier, with --format json: show what changed since')
      .option('--nodes <file>', 'output of kubectl get nodes -o json: with --before, a target that left with its node is no change');
    add('role', 'Show which actions the role of a cloud-controller-manager lacks, by the policy simulator of IAM.',
      async (flags: RoleFlags) => (await import('./aws/run-role.js')).runRole(flags, io))
      .requiredOption('--actions <actions>', 'actions that it needs, separated by commas')
      .requiredOption('--cluster-id <id>', 'id of the cluster tag, which policies ask for')
      .option('--nodes <file>', 'output of kubectl get nodes -o json: the role of the control-plane instances')
      .option('--role-arn <arn>', 'ARN of the role or user, where it is not that of the instances');
  },
};
