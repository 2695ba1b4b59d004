import { defined } from '@src/kernel/defined.shared';
import { leadingZeros, workAnswer, workText } from '@src/identity/human-check/answer.shared';
import { readFailure } from '@/lib/errors/failure';
import { askByWidget, whileWorking } from './human-check-state';

/** Hashes computed before yielding to the page; few enough that input is handled without delay. */
const AT_ONCE = 2_000;

const turnOfThePage = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

interface Challenge {
  readonly token: string;
  readonly nonce: string;
  readonly bits: number;
}

/**
 * Solves a proof-of-work challenge, yielding to the page in between. @returns the answer to send with the refused call
 */
export async function solveWork({ token, nonce, bits }: Challenge): Promise<string> {
  const { sha256 } = await import('../visitor/sha256');
  const encoder = new TextEncoder();
  for (let number = 0; ; number += 1) {
    if (leadingZeros(sha256(encoder.encode(workText(nonce, number)))) >= bits) return workAnswer(token, number);
    if (number % AT_ONCE === AT_ONCE - 1) await turnOfThePage();
  }
}

/** Sends a call, and repeats it with an answer if the server requires one. @throws the error of the call */
export async function withHumanCheck<T>(send: (human: { readonly human?: string }) => Promise<T>): Promise<T> {
  return send({}).catch(async (error: unknown) => {
    const failure = readFailure(error);
    if (failure.kind !== 'product' || failure.identifier !== 'HUMAN_CHECK_WANTED') throw error;
    const human = await humanAnswer();
    return send(defined({ human }));
  });
}

let last: Promise<unknown> = Promise.resolve();

/**
 * The answer to the server's challenge, one at a time: proof of work, or a captcha.
 * @returns undefined if the server requires nothing, or the captcha was closed
 */
export function humanAnswer(): Promise<string | undefined> {
  const next = last.then(answerOne);
  last = next.catch(() => undefined);
  return next;
}

async function answerOne(): Promise<string | undefined> {
  const { client } = await import('@/lib/trpc/client');
  const challenge = await client.account.humanCheck.query();
  if (challenge === null) return undefined;
  return challenge.kind === 'work' ? whileWorking(() => solveWork(challenge)) : askByWidget(challenge);
}
