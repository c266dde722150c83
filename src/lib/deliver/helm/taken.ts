type Container = Record<string | number, unknown>;

/** A value from which parts are taken: the rest is what no value of the chart renders. */
export class Taken {
  private readonly rest: Record<string, unknown>;

  public constructor(value: object) {
    this.rest = JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
  }

  /** Takes the part at a path out; undefined where there is none. */
  public take(...path: (string | number)[]): unknown {
    const last = path[path.length - 1];
    const parent = path.slice(0, -1).reduce<Container | undefined>((node, key) => node?.[key] as Container | undefined, this.rest);
    if (parent === undefined || parent === null) return undefined;
    const value = parent[last];
    if (Array.isArray(parent)) parent[Number(last)] = undefined;
    else delete parent[last];
    return value;
  }

  /** Paths of what is left, each as deep as it goes; maps and lists that were emptied are nothing. */
  public get left(): string[] {
    return leaves(this.rest, '');
  }
}

function leaves(value: unknown, path: string): string[] {
  if (value === undefined) return [];
  if (typeof value !== 'object' || value === null) return [path];
  if (Array.isArray(value)) return value.flatMap((item, index) => leaves(item, `${path}[${index}]`));
  return Object.entries(value).flatMap(([key, item]) => leaves(item, path === '' ? key : `${path}.${key}`));
}
