import type { Outcome } from './simulate.js';

const MAX_LINES = 400;

/** What a failing seed is told with: what is wrong, how to see it again, and what had happened. */
export function report({ plan: { seed, deeds }, failure = 'nothing is wrong', history }: Outcome): string {
  const left = history.length - MAX_LINES;
  return [
    failure,
    '',
    `Seed ${seed}, in its shortest form. To see it again:`,
    `  SEED=${seed} KEEP=${deeds.map(({ nth }) => nth).join(',')} npx jest --selectProjects simulator`,
    '',
    ...(left > 0 ? [`(${left} lines before these)`] : []),
    ...history.slice(-MAX_LINES),
  ].join('\n');
}
