// Runs jest in the current folder again and again, as its parent asks: what jest itself loads is loaded once.
import { buildArgv, runCLI } from 'jest';

process.on('message', async ({ args }) => {
  try {
    const { results } = await runCLI(await buildArgv(args), [process.cwd()]);
    const tests = results.testResults.flatMap((file) => file.testResults);
    process.send({
      failed: tests.filter((test) => test.status === 'failed').map((test) => test.fullName),
      passed: results.numPassedTests,
      broken: results.testResults
        .filter((file) => file.testExecError !== undefined && file.testExecError !== null)
        .map((file) => file.testFilePath),
    });
  } catch (error) {
    process.send({ error: String(error?.stack ?? error) });
  }
});
process.on('disconnect', () => process.exit());
