/** Names the ten slowest test files of a run and the total, so that a file that outgrows its tier is seen. */
export default class SlowestFiles {
  onRunComplete(_, { testResults, startTime }) {
    const seconds = ({ perfStats: { start, end } }) => (end - start) / 1000;
    const files = testResults.filter(({ skipped }) => !skipped).sort((a, b) => seconds(b) - seconds(a));
    const lines = files.slice(0, 10).map(file => `${seconds(file).toFixed(1).padStart(8)} s  ${file.testFilePath.replace(`${process.cwd()}/`, '')}`);
    const total = files.reduce((sum, file) => sum + seconds(file), 0);
    const wall = (Date.now() - startTime) / 1000;
    process.stderr.write(`\nSlowest files:\n${lines.join('\n')}\n${total.toFixed(1).padStart(8)} s  all ${files.length} files, in ${wall.toFixed(1)} s\n`);
  }
}
