/** Which modules of a folder depend on which, as Node's cache of them has it. */
export class ModuleGraph {
  constructor(root, cache) {
    this.root = root;
    this.cache = cache;
    this.known = new Map();
  }

  paths() {
    return Object.keys(this.cache).filter(path => path.startsWith(this.root) && !path.includes('/node_modules/'));
  }

  forget() {
    this.evict(this.paths());
  }

  evict(paths) {
    for (const path of paths) delete this.cache[path];
  }

  /** The module itself, and all that require it, directly or not. What a module requires does not change, so it is looked up once. */
  dependents(path) {
    const known = this.known.get(path);
    if (known) return known;
    const parents = new Map();
    for (const parent of this.paths()) {
      for (const { filename } of this.cache[parent].children) parents.set(filename, [...parents.get(filename) ?? [], parent]);
    }
    const found = new Set([path]);
    for (const one of found) (parents.get(one) ?? []).forEach(parent => found.add(parent));
    this.known.set(path, found);
    return found;
  }
}
