import { CloudConfigFinding } from './finding';

/** Collects findings about one reader. */
export class Findings {
  public readonly all: CloudConfigFinding[] = [];

  public constructor(private readonly reader: string) {}

  /** At which the reader ends. */
  public error(line: number, message: string, fix: string): void {
    this.all.push({ severity: 'error', ends: true, line, message, fix, reader: this.reader });
  }

  /** At which it may end. */
  public open(line: number, message: string, fix: string): void {
    this.all.push({ severity: 'warning', ends: true, isOpen: true, line, message, fix, reader: this.reader });
  }

  /** At which it does not end: it drops the setting, or something fails later. */
  public lost(line: number, message: string, fix: string): void {
    this.all.push({ severity: 'error', ends: false, line, message, fix, reader: this.reader });
  }

  public note(line: number, message: string, fix: string): void {
    this.all.push({ severity: 'note', ends: false, line, message, fix, reader: this.reader });
  }

  public warning(line: number, message: string, fix: string): void {
    this.all.push({ severity: 'warning', ends: false, line, message, fix, reader: this.reader });
  }
}

/** `line 3 (cloud-controller-manager v1.27.10): ...`, one per line. */
export function describeFindings(findings: readonly CloudConfigFinding[]): string {
  return findings.map(({ line, reader, message, fix }) => `line ${line} (${reader}): ${message}; ${fix}`).join('\n');
}
