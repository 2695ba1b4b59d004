// How long test files take: printed at the end of a run, kept in test/times.json and shown in docs/testing.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const BEGIN = '<!-- times: begin -->';
const END = '<!-- times: end -->';
/** Files shown by name; the rest are in their project's total. */
const SHOWN = 40;

const sumOf = (entries) => entries.reduce((sum, [, seconds]) => sum + seconds, 0);
const slowestFirst = (times) => Object.entries(times).sort(([a, one], [b, other]) => other - one || a.localeCompare(b));

/** The project that a test file belongs to, by its path from the root. */
export const projectOf = (file) => (file.endsWith('.test.ts') ? file.split('/')[1] : 'unit');

/** @returns for each project its name, its number of files and their seconds, the longest first */
function totals(times) {
  const entries = Object.entries(times);
  const names = new Set(entries.map(([file]) => projectOf(file)));
  return [...names]
    .map((name) => {
      const own = entries.filter(([file]) => projectOf(file) === name);
      return { name, files: own.length, seconds: Math.round(sumOf(own)) };
    })
    .sort((one, other) => other.seconds - one.seconds);
}

/** Lines for a terminal: each project, then the slowest files. @param times seconds by file */
export function timeLines(times, shown = 25) {
  return [
    ...totals(times).map(({ name, files, seconds }) => `${String(seconds).padStart(6)} s  ${name}, ${files} files`),
    ...slowestFirst(times)
      .slice(0, shown)
      .map(([file, seconds]) => `${seconds.toFixed(1).padStart(8)} s  ${file}`),
  ];
}

/**
 * Keeps the times of a whole run, for the order of the next one and for readers. @param where what it ran on, in words
 */
export function keepTimes(root, times, where) {
  const kept = Object.fromEntries(
    Object.entries(times)
      .map(([file, seconds]) => [file, Math.round(seconds)])
      .filter(([, seconds]) => seconds > 0)
      .sort(([a], [b]) => a.localeCompare(b)),
  );
  writeFileSync(join(root, 'test/times.json'), `${JSON.stringify(kept, undefined, 1)}\n`);
  const path = join(root, 'docs/testing.md');
  const page = readFileSync(path, 'utf8');
  const table = [
    `Seconds by project and by file on ${where}; files of a run share the cores.`,
    '',
    '| project | files | seconds |',
    '|---|---|---|',
    ...totals(times).map(({ name, files, seconds }) => `| ${name} | ${files} | ${seconds} |`),
    '',
    '| file | seconds |',
    '|---|---|',
    ...slowestFirst(kept)
      .slice(0, SHOWN)
      .map(([file, seconds]) => `| \`${file}\` | ${seconds} |`),
  ].join('\n');
  writeFileSync(
    path,
    `${page.slice(0, page.indexOf(BEGIN) + BEGIN.length)}\n${table}\n${page.slice(page.indexOf(END))}`,
  );
}

/** Seconds by file as last kept; none where nothing was kept. */
export function keptTimes(root) {
  try {
    return JSON.parse(readFileSync(join(root, 'test/times.json'), 'utf8'));
  } catch {
    return {};
  }
}
