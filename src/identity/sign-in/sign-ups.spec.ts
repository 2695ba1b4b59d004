import { beforeEach, describe, expect, it } from '@jest/globals';
import { createMemoryDocumentStore } from '../../platform/documents/memory.js';
import type { SessionId, UserId } from '../../platform/http/security/session-user.js';
import { emailCode } from './links.js';
import { CODE_TRIES, SIGN_UPS, signUpDocument, SignUps } from './sign-ups.js';

const KEY = Buffer.alloc(32, 1);
const SEED = 'ab'.repeat(16);
const CODE = emailCode(KEY, SEED);
const mine = 'browser' as SessionId; // a test's own ids
let signUps: SignUps;

beforeEach(async () => {
  const documents = await createMemoryDocumentStore().collection(SIGN_UPS, (stored) => signUpDocument.parse(stored));
  signUps = new SignUps(documents, KEY, { hex: () => SEED, uuid: () => '', between: (from) => from });
  await signUps.begin(
    {
      emailKey: 'ada@example.org',
      email: 'ada@example.org',
      given: 'ada@example.org',
      language: 'en',
      userId: 'ada' as UserId,
      by: mine,
    },
    0,
  );
});
const tried = async (code: string) => (await signUps.tryCode('ada@example.org', code, mine, 1)).is;

describe('the code of a letter', () => {
  it('is right as it was sent', async () => {
    expect(await tried(CODE)).toBe('right');
  });

  it.each([
    ['of other digits', '١٢٣٤٥٦'],
    ['of letters that are two', 'ééé'],
    ['of no letters', ''],
    ['that is longer', `${CODE}0`],
  ])('is wrong %s', async (_what, code) => {
    expect(await tried(code)).toBe('wrong');
  });

  it('may be tried so often, whatever is typed', async () => {
    for (let times = 0; times < CODE_TRIES; times += 1) expect(await tried('١٢٣٤٥٦')).toBe('wrong');
    expect(await tried(CODE)).toBe('over');
  });
});
