import type { FastifyReply, FastifyRequest } from 'fastify';
import { once } from 'node:events';
import { z } from 'zod';
import { addressGroup } from '../platform/http/security/address.js';
import type { ApiCaller } from '../platform/http/security/api-key.js';
import { productError } from '../kernel/errors.shared.js';
import type { Streams } from '../platform/http/limits/streams.js';
import { toTrpcError } from '../platform/http/trpc/trpc.js';

/** Server-sent events of creations (WHATWG HTML, 9.2). */

/** How often a comment is sent, so that proxies keep the connection, and the key is verified again. */
const ALIVE_MS = 15_000;

/** Addresses of streams, below `/api/v1`. Both need the scope `read`. */
export const STREAMS = [
  {
    id: 'watchTasks',
    path: '/events',
    summary: 'Server-sent events: your unfinished creations, then every change of one, from the last event seen on.',
  },
  {
    id: 'watchTask',
    path: '/tasks/{id}/events',
    summary: 'Server-sent events of one creation. The stream ends when it is over and paid.',
  },
] as const;

/** A change as the call `task.onChange` yields it: the position to resume from, and the view. */
const changed = z.tuple([z.string(), z.unknown()]).rest(z.unknown());
const state = z.looseObject({
  id: z.string(),
  deleted: z.literal(true).optional(),
  finishedAt: z.number().optional(),
  captured: z.number().optional(),
});
type State = z.infer<typeof state>;

/** Whether nothing changes any more: it has ended, and the ledger has what it cost. */
const isOver = ({ deleted, finishedAt, captured }: State): boolean =>
  deleted === true || (finishedAt !== undefined && captured !== undefined);

/** What a stream needs of the API. */
export interface StreamSource {
  /** The changes of the caller's creations, by the call `task.onChange`. @throws TRPCError */
  readonly changes: (lastEventId: string | undefined, signal: AbortSignal) => Promise<AsyncIterable<unknown>>;
  /** One creation, by the call `task.get`. @throws TRPCError */
  readonly task: (id: string) => Promise<unknown>;
  /** A view as the API answers it. */
  readonly view: (answer: unknown) => unknown;
  /** Whether the caller's key is still valid. @throws StoreUnavailable */
  readonly isValid: () => Promise<boolean>;
  readonly onFault: (error: unknown) => void;
}

const headerText = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** One event as it is sent. */
export function eventText(id: string, view: unknown, isDeleted: boolean): string {
  return `id: ${id}\nevent: ${isDeleted ? 'deleted' : 'task'}\ndata: ${JSON.stringify(view)}\n\n`;
}

/**
 * Serves one stream until the client leaves, the key ends or, for one creation, it is over.
 * @param only the id of one creation; undefined for all
 * @throws TRPCError before the stream begins: TASK_NOT_FOUND, TOO_MANY_ATTEMPTS {seconds}, TRY_AGAIN
 */
export async function serveStream(
  request: FastifyRequest,
  reply: FastifyReply,
  caller: ApiCaller,
  only: string | undefined,
  live: Streams,
  source: StreamSource,
): Promise<void> {
  const last = headerText(request.headers['last-event-id']);
  const now = only === undefined ? undefined : state.parse(await source.task(only));
  // A client that has seen the end and connects again is told to stop (204).
  if (now !== undefined && isOver(now) && last !== undefined) return void reply.status(204).send();
  const place = live.add(reply, { whose: caller.user.id, address: addressGroup(request.ip) });
  if (place === 'closing') throw toTrpcError(productError('TRY_AGAIN'));
  if (place === 'full') throw toTrpcError(productError('TOO_MANY_ATTEMPTS', { seconds: ALIVE_MS / 1_000 }));
  const { raw } = reply;
  // A connection that is closed already sends no further event, so its stream would never end.
  if (raw.destroyed) return;
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  const leaving = new AbortController();
  raw.once('close', () => leaving.abort());
  const alive = setInterval(() => {
    raw.write(': alive\n\n');
    source.isValid().then((isValid) => (isValid ? undefined : raw.destroy()), source.onFault);
  }, ALIVE_MS);
  alive.unref();
  try {
    await send(raw, leaving.signal, source, { last, only, now });
  } catch (error) {
    if (!leaving.signal.aborted) source.onFault(error);
  } finally {
    clearInterval(alive);
    raw.end();
  }
}

async function send(
  raw: FastifyReply['raw'],
  signal: AbortSignal,
  source: StreamSource,
  { last, only, now }: { readonly last: string | undefined; readonly only: string | undefined; readonly now?: unknown },
): Promise<void> {
  const write = async (id: string, answer: State): Promise<void> => {
    const isDeleted = answer.deleted === true;
    const view = isDeleted ? { id: answer.id } : source.view(answer);
    if (!raw.write(eventText(id, view, isDeleted))) await once(raw, 'drain', { signal });
  };
  raw.write('retry: 2000\n\n');
  const known = state.optional().parse(now);
  if (known !== undefined && isOver(known)) return write(String(known.finishedAt ?? 0), known);
  for await (const change of await source.changes(last, signal)) {
    const [id, view] = changed.parse(change);
    const found = state.parse(view);
    if (only !== undefined && found.id !== only) continue;
    await write(id, found);
    if (only !== undefined && isOver(found)) return;
  }
}
