import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it came: parameters as Stripe's libraries write them, `subscription_details[items][0][id]`. */
export interface StripeRequest {
  readonly method: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly idempotencyKey: string | undefined;
}

export interface RefusedByStripe {
  readonly status: number;
  readonly error: Readonly<Record<string, string>>;
}

export interface StripeServer {
  readonly url: string;
  /** Everything asked so far. */
  readonly requests: readonly StripeRequest[];
  close(): Promise<void>;
}

/**
 * What is answered: an object, a refusal, a connection that breaks; undefined for what is left to `judge`, or not there
 * without it.
 */
export type Answers = (request: StripeRequest) => object | RefusedByStripe | 'break' | undefined;

const isRefusal = (answer: object): answer is RefusedByStripe => 'status' in answer && 'error' in answer;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  // A request's chunks are buffers as long as no encoding is set.
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Stands in for Stripe, which cannot be had: answers with what a test gives it.
 * @param judge stripe-mock's address: each request is put to it first, and what it refuses is refused
 * @param unknown parameters that it does not know yet: it is of an older version than the library
 */
export async function startStripeServer(
  answers: Answers,
  { judge, unknown = [] }: { readonly judge?: string; readonly unknown?: readonly string[] } = {},
): Promise<StripeServer> {
  const requests: StripeRequest[] = [];
  const reply = async (
    request: IncomingMessage,
  ): Promise<{ readonly status: number; readonly text: string } | 'break'> => {
    const url = new URL(request.url ?? '/', 'http://stripe');
    const body = await bodyOf(request);
    const parameters = new URLSearchParams(request.method === 'POST' ? body : url.searchParams);
    const key = request.headers['idempotency-key'];
    const one: StripeRequest = {
      method: request.method ?? '',
      path: url.pathname,
      parameters: Object.fromEntries(parameters),
      idempotencyKey: typeof key === 'string' ? key : undefined,
    };
    requests.push(one);
    const judged = judge === undefined ? undefined : await put(judge, request, url, body, unknown);
    if (judged !== undefined && judged.status >= 400) return judged;
    const answer = answers(one);
    if (answer === 'break') return 'break';
    if (answer !== undefined)
      return isRefusal(answer)
        ? { status: answer.status, text: JSON.stringify({ error: answer.error }) }
        : { status: 200, text: JSON.stringify(answer) };
    return (
      judged ?? {
        status: 404,
        text: JSON.stringify({
          error: { type: 'invalid_request_error', code: 'resource_missing', message: 'there is no such thing' },
        }),
      }
    );
  };
  const server = createServer((request, response) => {
    void reply(request).then(
      (answer) => {
        if (answer === 'break') request.socket.destroy();
        // Stripe says whether it is worth while to ask again; here it never is.
        else
          response
            .writeHead(answer.status, {
              'content-type': 'application/json',
              'request-id': 'req_1',
              'stripe-should-retry': 'false',
            })
            .end(answer.text);
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // One that listens on TCP has an address of it.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function put(
  judge: string,
  request: IncomingMessage,
  url: URL,
  body: string,
  unknown: readonly string[],
): Promise<{ readonly status: number; readonly text: string }> {
  const known = new URLSearchParams(
    [...new URLSearchParams(body)].filter(([name]) => !unknown.some((one) => name.startsWith(one))),
  );
  const method = request.method ?? 'GET';
  const answer = await fetch(`${judge}${url.pathname}${url.search}`, {
    method,
    headers: {
      authorization: request.headers.authorization ?? '',
      'content-type': 'application/x-www-form-urlencoded',
    },
    ...(method === 'POST' ? { body: known.toString() } : {}),
  });
  return { status: answer.status, text: await answer.text() };
}
