import { HOPS } from './binaries';

describe('the hops', () => {
  const minor = (release: string) => Number(release.split('.')[1]);

  it('are one minor each, beside Kubernetes of their minor, and follow each other', () => {
    expect(HOPS.map(({ from, to }) => minor(to) - minor(from))).toEqual(HOPS.map(() => 1));
    expect(HOPS.map(({ kubernetes }) => minor(kubernetes))).toEqual(HOPS.map(({ to }) => minor(to)));
    expect(HOPS.slice(1).map(({ from }) => from)).toEqual(HOPS.slice(0, -1).map(({ to }) => to));
  });
});
