import { ROUTES, type Operations, type SourceRef, type Task, type Upload } from './operations.generated.js';

export type { Balance, ModelPage, Operations, SourceRef, Task, TaskPage, Upload } from './operations.generated.js';

/**
 * A client of the API for Node, Deno, Bun and browsers, with `fetch` and nothing else. Every operation of the
 * description is a `call`; the other methods are what most programs do with them.
 */

/** A refused request. `code` is one of docs/errors.md. */
export class KinoraError extends Error {
  constructor(
    readonly code: string,
    readonly status: number,
    readonly params: Readonly<Record<string, string | number>>,
    readonly fields: readonly { readonly field: string; readonly reason: string; readonly limit?: number }[],
    /** When to try again, milliseconds, if the answer says so. */
    readonly retryAfterMs: number | undefined,
  ) {
    super(code);
    this.name = 'KinoraError';
  }
}

export interface ClientOptions {
  /** Origin of the server, such as `https://kinora.example`. */
  readonly url: string;
  /** Not needed for the list of models. */
  readonly key?: string;
  readonly fetch?: typeof fetch;
}

export interface CallOptions<O extends keyof Operations> {
  readonly path?: Operations[O]['path'];
  readonly query?: Operations[O]['query'];
  readonly body?: Operations[O]['body'];
  /** A repeated submission with the same key answers with the same task. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

/** Operations that submit a creation. */
export type Creation = {
  [O in keyof Operations]: (typeof ROUTES)[O]['path'] extends `/creations/${string}` ? O : never;
}[keyof Operations];

/** The operation of a creation procedure, such as `text2Image.create`. */
export function creationNamed(procedure: string): Creation | undefined {
  const found = Object.entries(ROUTES).find(([, { path }]) => path === `/creations/${procedure}`);
  // Operations below this path are creations, by definition.
  return found?.[0] as Creation | undefined;
}

/** Time between two looks at a task: at first, and maximum; milliseconds. */
const LOOK_MS = { first: 500, max: 5_000 } as const;
/** Times that a request is repeated after a refusal for the rate, and the maximum pause before each; milliseconds. */
const REPEATS = { times: 5, maxPauseMs: 60_000 } as const;

const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(new Error('the wait was aborted'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted === true) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });

async function errorOf(answer: Response): Promise<KinoraError> {
  // Errors before any route have another format, and proxies have theirs.
  const problem = (await answer.json().catch(() => ({}))) as {
    readonly code?: string;
    readonly params?: KinoraError['params'];
    readonly fields?: KinoraError['fields'];
    readonly error?: { readonly identifier?: string };
  };
  const seconds = Number(answer.headers.get('retry-after') ?? NaN);
  return new KinoraError(
    problem.code ?? problem.error?.identifier ?? `HTTP_${answer.status}`,
    answer.status,
    problem.params ?? {},
    problem.fields ?? [],
    Number.isFinite(seconds) ? seconds * 1_000 : undefined,
  );
}

export class Kinora {
  constructor(private readonly options: ClientOptions) {}

  /**
   * Carries out an operation. A refusal for the rate is waited for and repeated.
   * @throws KinoraError; what `fetch` throws
   */
  async call<O extends keyof Operations>(operation: O, options: CallOptions<O> = {}): Promise<Operations[O]['answer']> {
    const { method, path } = ROUTES[operation];
    const segments: Readonly<Record<string, string>> = { ...options.path };
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(segments[name] ?? ''));
    const query = new URLSearchParams(
      Object.entries(options.query ?? {}).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)]],
      ),
    );
    const { body, idempotencyKey, signal } = options;
    const isFile = body instanceof Blob;
    const type = isFile ? body.type || 'application/octet-stream' : 'application/json';
    const answer = await this.send(`/api/v1${filled}${query.size > 0 ? `?${query.toString()}` : ''}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': type }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    // The answer is what the description says; the server checks that.
    return (await answer.json()) as Operations[O]['answer'];
  }

  /** The OpenAPI document of the server. */
  async description(): Promise<unknown> {
    return (await this.send('/api/v1/openapi.json', {})).json();
  }

  /** Submits a creation. @param idempotencyKey makes a repeated call safe. @throws KinoraError */
  create<O extends Creation>(
    operation: O,
    body: Operations[O]['body'],
    options: Pick<CallOptions<O>, 'idempotencyKey' | 'signal'> = {},
  ): Promise<Task> {
    return this.call(operation, { ...options, body });
  }

  /**
   * The price of a creation, credits; nothing is created. It counts towards the creations a minute. Lack of credits,
   * and the limits of parallel tasks, speech and daily videos, are not checked.
   * @throws KinoraError for a request that would be refused for another reason
   */
  async price<O extends Creation>(operation: O, body: Operations[O]['body']): Promise<number> {
    // With this query, the answer is the price and not a task.
    const answer = (await this.call(operation, { query: { priceOnly: 'true' }, body })) as unknown;
    return (answer as { readonly credits: number }).credits;
  }

  /** The task when it has ended. @throws KinoraError; Error after an abort */
  async waitFor(
    id: string,
    { signal, onProgress }: { readonly signal?: AbortSignal; readonly onProgress?: (task: Task) => void } = {},
  ): Promise<Task> {
    for (let ms: number = LOOK_MS.first; ; ms = Math.min(ms * 1.5, LOOK_MS.max)) {
      const task = await this.call('getTask', { path: { id }, ...(signal === undefined ? {} : { signal }) });
      onProgress?.(task);
      if (task.status === 'succeeded' || task.status === 'failed' || task.status === 'canceled') return task;
      await pause(ms, signal);
    }
  }

  /** All tasks, newest first, page by page. */
  async *tasks(limit = 100): AsyncGenerator<Task, void> {
    let cursor: string | undefined;
    do {
      const page = await this.call('listTasks', { query: { limit, ...(cursor === undefined ? {} : { cursor }) } });
      yield* page.tasks;
      cursor = page.next;
    } while (cursor !== undefined);
  }

  /** Stores a file, to be the source of a creation. @param file with its media type */
  async upload(file: Blob, purpose?: Operations['createUpload']['query']['purpose']): Promise<Upload> {
    return this.call('createUpload', { body: file, ...(purpose === undefined ? {} : { query: { purpose } }) });
  }

  /** An upload or an output as the source of a creation. */
  sourceOf(made: Upload | { readonly task: Task; readonly index?: number }): SourceRef {
    return 'task' in made
      ? { from: 'output', taskId: made.task.id, index: made.index ?? 0 }
      : { from: 'upload', id: made.id };
  }

  /** The file of an output. The key is sent to this server only. @throws KinoraError; Error for another address */
  async download(url: string): Promise<Blob> {
    const { origin, pathname, search } = new URL(url);
    if (origin !== new URL(this.options.url).origin) throw new Error(`not a file of ${this.options.url}`);
    return (await this.send(`${pathname}${search}`, {})).blob();
  }

  private async send(
    path: string,
    init: Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> },
  ): Promise<Response> {
    const { url, key, fetch: fetchWith = fetch } = this.options;
    const headers = { ...init.headers, ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) };
    for (let repeats = 0; ; repeats += 1) {
      const answer = await fetchWith(`${url.replace(/\/$/, '')}${path}`, { ...init, headers });
      if (answer.ok) return answer;
      const error = await errorOf(answer);
      // After another failure, the request may have been executed.
      if (error.status !== 429 || error.retryAfterMs === undefined || repeats >= REPEATS.times) throw error;
      await pause(Math.min(error.retryAfterMs, REPEATS.maxPauseMs), init.signal ?? undefined);
    }
  }
}
