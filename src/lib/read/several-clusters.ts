import { UnreadableInput } from './input';
import { CCM, KCM } from '../kubernetes/component';
import { ComponentView } from '../rules/model';

/** Whoever runs one component in one cluster gives all its copies one name. */
export function refuseSeveralClusters(views: readonly ComponentView[]): void {
  for (const component of [KCM, CCM]) {
    const named = views.filter(view => view.component === component).flatMap(view => {
      const name = view.flags.filter(flag => flag.name === 'cluster-name').at(-1);
      // What kubeadm calls a cluster that has no name says nothing.
      const isDefault = view.origin === 'kubeadm' && name?.value === 'kubernetes';
      return name?.value === undefined || isDefault ? [] : [{ name: name.value, place: name.place }];
    });
    const [first] = named;
    const other = named.find(({ name }) => name !== first.name);
    if (other) {
      throw new UnreadableInput(`the input has ${component}s of two clusters: --cluster-name is '${first.name}' at ${first.place.file}:${first.place.line} and '${other.name}' at `
        + `${other.place.file}:${other.place.line}; check one cluster at a time, each in a folder of its own`);
    }
  }
}
