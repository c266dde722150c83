/** How something grows: the exponent k of time = c * n^k that fits best, by least squares of the logarithms. 1 is linear. */
export function exponent(points: readonly { readonly n: number; readonly time: number }[]): number {
  const logs = points.map(({ n, time }) => ({ x: Math.log(n), y: Math.log(time) }));
  const mean = (of: (log: { x: number; y: number }) => number) => logs.reduce((sum, log) => sum + of(log), 0) / logs.length;
  const [x, y] = [mean(log => log.x), mean(log => log.y)];
  return mean(log => (log.x - x) * (log.y - y)) / mean(log => (log.x - x) ** 2);
}

/** What one more costs between the two largest sizes: an exponent hides what each of them costs. */
export function marginal(points: readonly { readonly n: number; readonly time: number }[]): number {
  const [less, more] = points.slice(-2);
  return (more.time - less.time) / (more.n - less.n);
}
