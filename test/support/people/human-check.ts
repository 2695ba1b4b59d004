import { createHash } from 'node:crypto';
import { leadingZeros, workAnswer, workText } from '../../../src/identity/human-check/answer.shared.js';
import type { HumanChallenge } from '../../../src/identity/human-check/port.js';

/** Works until a number is found, as a page does. */
export function answerTo(challenge: HumanChallenge): string {
  if (challenge.kind !== 'work') throw new Error(`${challenge.kind} is asked by its widget`);
  const { token, nonce, bits } = challenge;
  for (let number = 0; ; number += 1)
    if (leadingZeros(createHash('sha256').update(workText(nonce, number)).digest('hex')) >= bits)
      return workAnswer(token, number);
}
