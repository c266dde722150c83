import { CloudController, logicalController } from '../../src/lib/facts/controllers';

/** A sign that a process runs a controller. */
export interface Sign {
  readonly controller: CloudController;
  readonly at: number;
}

/** `running_managed_controllers{manager="...",name="service"} 1`, which both components have from 1.22 on. */
const METRIC = /^running_managed_controllers\{.*name="([^"]+)".*\} 1$/gm;

/** Controllers that `/metrics` says are running. */
export function signsInMetrics(text: string, at: number): Sign[] {
  return [...text.matchAll(METRIC)].flatMap(([, name]) => sign(name, at));
}

/** `leader_election_master_status{name="cloud-provider-extraction-migration"} 1`. */
const LEADS = /^leader_election_master_status\{.*name="([^"]+)".*\} 1$/gm;

/** Leases that the process says it holds. */
export function leasesInMetrics(text: string): string[] {
  return [...text.matchAll(LEADS)].map(([, name]) => name);
}

/** When the process that answered was started, in milliseconds; undefined: it does not say. */
export function startInMetrics(text: string): number | undefined {
  const [, seconds] = /^process_start_time_seconds (\S+)$/m.exec(text) ?? [];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

/**
 * Start messages of a log, with their own time: `I1121 01:02:03.000004 1 controllermanager.go:646] Started "service"`, and from 1.27 on
 * `Started controller" controller="service"`.
 */
const STARTED = /^[IW](\d\d)(\d\d) (\d\d):(\d\d):(\d\d)\.(\d{3})\d* .*?\] "?Started (?:controller" controller=)?"([^"]+)"/gm;

/** @param year klog leaves it out */
export function signsInLog(text: string, year: number): Sign[] {
  return [...text.matchAll(STARTED)].flatMap(([, month, day, hour, minute, second, millisecond, name]) =>
    sign(name, new Date(year, Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second), Number(millisecond)).getTime()));
}

/** Only what moves to the cloud-controller-manager is of interest; both generations of names are one controller. */
function sign(name: string, at: number): Sign[] {
  const controller = logicalController(name);
  return controller === undefined ? [] : [{ controller, at }];
}
