import { Agent, fetch } from 'undici';
import type { RemoteAnswer } from './reach.js';

/** Connections without limits of their own for the beginning and the parts of an answer. */
const patient = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

/**
 * A call that waits as long as its signal allows. The platform's `fetch` takes no other limits, and ends a call after
 * five minutes without an answer. Redirects are not followed.
 */
export async function askPatiently(
  url: string,
  {
    method,
    headers,
    body,
    signal,
  }: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly body?: string;
    readonly signal: AbortSignal;
  },
): Promise<RemoteAnswer> {
  const answer = await fetch(url, {
    method,
    headers,
    signal,
    redirect: 'error',
    dispatcher: patient,
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.status, headers: new Headers([...answer.headers]), body: answer.body };
}
