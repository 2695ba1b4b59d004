import { createHash } from 'node:crypto';
import { leadingZeros, workAnswer, workText } from '../../src/identity/human-check/answer.shared.js';
import type { WorkChallenge } from '../../src/identity/human-check/port.js';

/** Works until a number is found, as a page does. */
export function answerTo({ token, nonce, bits }: WorkChallenge): string {
  for (let number = 0; ; number += 1) if (leadingZeros(createHash('sha256').update(workText(nonce, number)).digest('hex')) >= bits) return workAnswer(token, number);
}
