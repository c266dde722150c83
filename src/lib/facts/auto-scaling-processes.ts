/**
 * Processes of an Auto Scaling group that make, replace or remove instances; the others only look, or count. Each is suspended by its own name:
 * AZRebalance goes on to launch where Terminate alone is suspended.
 *
 * @see https://docs.aws.amazon.com/autoscaling/ec2/userguide/as-suspend-resume-processes.html
 */
export const AUTO_SCALING_PROCESSES: readonly string[] = ['AZRebalance', 'Launch', 'ReplaceUnhealthy', 'Terminate'];
