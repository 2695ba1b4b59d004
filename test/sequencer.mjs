import Sequencer from '@jest/test-sequencer';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keptTimes } from './support/times.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * The longest files first, by the times last kept, so that no worker begins one when the others are done. A file that
 * has no time yet may be long. Jest itself goes by the size of files until it has seen them run.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const times = keptTimes(root);
    const seconds = ({ path }) => times[relative(root, path).replaceAll('\\', '/')] ?? Number.MAX_SAFE_INTEGER;
    return [...super.sort(tests)].sort((one, other) => seconds(other) - seconds(one));
  }
}
