import { CloudConfigFinding } from './finding';

/** Collects findings about one reader. */
export class Findings {
  public readonly all: CloudConfigFinding[] = [];

  public constructor(private readonly reader: string) {}

  public error(line: number, message: string, fix: string): void {
    this.all.push({ severity: 'error', line, message, fix, reader: this.reader });
  }

  public note(line: number, message: string, fix: string): void {
    this.all.push({ severity: 'note', line, message, fix, reader: this.reader });
  }

  public warning(line: number, message: string, fix: string): void {
    this.all.push({ severity: 'warning', line, message, fix, reader: this.reader });
  }
}

/** `line 3 (cloud-controller-manager v1.27.10): ...`, one per line. */
export function describeFindings(findings: readonly CloudConfigFinding[]): string {
  return findings.map(({ line, reader, message, fix }) => `line ${line} (${reader}): ${message}; ${fix}`).join('\n');
}
