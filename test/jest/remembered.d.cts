export function anew<T>(run: () => T): T;
