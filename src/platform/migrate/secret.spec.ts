import { describe, expect, it } from '@jest/globals';
import { secretAdvice } from './secret.js';

const ONE = 'one secret of an installation, long enough';
const OTHER = 'another secret of an installation, long too';
const file = '/data/secret';

describe('what an operator is told of the secret', () => {
  it.each([
    [
      'distributed',
      ONE,
      undefined,
      'Sessions and the keys of engines stay valid if AUTH_SECRET is set, in every process, to what /data/secret holds.',
    ],
    ['distributed', ONE, ONE, 'AUTH_SECRET is the secret of /data/secret'],
    ['distributed', ONE, OTHER, 'AUTH_SECRET and /data/secret differ'],
    ['distributed', undefined, ONE, 'stay valid as long as AUTH_SECRET is, in every process, what it was before'],
    ['distributed', undefined, undefined, 'Neither AUTH_SECRET nor /data/secret'],
    ['embedded', ONE, undefined, 'stay valid if /data/secret holds the secret that the processes had as AUTH_SECRET'],
    ['embedded', undefined, ONE, 'stay valid as long as AUTH_SECRET is'],
  ] as const)('to %s, with the file %j and AUTH_SECRET %j', (to, inFile, given, words) => {
    const advice = secretAdvice(to, { file, inFile, given });
    expect(advice).toContain(words);
    expect(advice).not.toContain(ONE);
    expect(advice).not.toContain(OTHER);
  });
});
