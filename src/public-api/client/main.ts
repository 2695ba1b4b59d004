import { processEnvironment } from '../../platform/environment.js';
import { runClientCli } from './cli.js';

process.exitCode = await runClientCli(process.argv.slice(2), {
  env: processEnvironment,
  print: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
});
