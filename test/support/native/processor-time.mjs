import { readFileSync } from 'node:fs';

/** Clock ticks a second in `/proc`; a constant of Linux. */
const TICKS = 100;

/**
 * Seconds of processor time that this process and its ended children have used, or undefined where there is no `/proc`.
 * Children that still run, such as a server that several files share, are not in it.
 */
export function processorSeconds() {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // Fields 14 to 17 (proc(5)): user and system time of the process and of its children. The name may hold spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
  } catch {
    return undefined;
  }
}
