export function processorSeconds(): number;
export function loopSeconds(): number;
export function readProcessorLog(log: string): { readonly loop: number; readonly files: ReadonlyMap<string, number> };
