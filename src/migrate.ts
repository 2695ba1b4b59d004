import { wordsOf } from './kernel/thrown.js';
import { readConfig } from './config.js';
import { openSide, runMigrate } from './migrate-run.js';

function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

try {
  process.exitCode = await runMigrate(process.argv.slice(2), readConfig(), { now: () => Date.now() }, openSide, {
    say: (line) => void process.stdout.write(`${line}\n`),
    complain,
  });
} catch (error) {
  complain(wordsOf(error));
  process.exitCode = 1;
}
