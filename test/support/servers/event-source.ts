/**
 * What Node 20 lacks: the browser's EventSource over fetch (WHATWG HTML, section 9.2), as far as tRPC's client uses it.
 */

export interface EventSourceOptions {
  readonly headers?: Readonly<Record<string, string>>;
}

interface Message {
  readonly type: string;
  readonly data: string;
  readonly lastEventId: string;
}

const RETRY_MS = 20;

/** Reads one block of a stream: the lines between two empty ones. */
function readBlock(block: string, lastEventId: string): Message {
  let type = 'message';
  let id = lastEventId;
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? [];
    if (field === 'event') type = value;
    if (field === 'data') data.push(value);
    if (field === 'id') id = value;
  }
  return { type, data: data.join('\n'), lastEventId: id };
}

export class FetchEventSource {
  readonly CONNECTING = 0;
  readonly OPEN = 1;
  readonly CLOSED = 2;
  readyState = 0;
  /** How often it has connected, the first time included. */
  connections = 0;
  private readonly listeners = new Map<string, Set<(event: object) => void>>();
  private readonly abort = new AbortController();
  private lastEventId = '';

  constructor(
    private readonly url: string,
    private readonly options: EventSourceOptions = {},
  ) {
    void this.run();
  }

  addEventListener(type: string, listener: (event: object) => void): void {
    const known = this.listeners.get(type) ?? new Set();
    this.listeners.set(type, known.add(listener));
  }

  removeEventListener(type: string, listener: (event: object) => void): void {
    this.listeners.get(type)?.delete(listener);
  }

  close(): void {
    this.readyState = this.CLOSED;
    this.abort.abort();
  }

  private dispatch(type: string, event: object): void {
    for (const listener of this.listeners.get(type) ?? []) listener(event);
  }

  private async run(): Promise<void> {
    while (this.readyState !== this.CLOSED) {
      const refused = await this.connect().catch(() => false);
      if (this.abort.signal.aborted) return;
      this.readyState = refused ? this.CLOSED : this.CONNECTING;
      this.dispatch('error', new Error(refused ? 'refused' : 'the connection broke'));
      if (!refused) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  /** Reads one connection to its end. @returns whether the server refused it */
  private async connect(): Promise<boolean> {
    this.connections += 1;
    const headers = {
      accept: 'text/event-stream',
      ...(this.lastEventId === '' ? {} : { 'last-event-id': this.lastEventId }),
      ...this.options.headers,
    };
    const answer = await fetch(this.url, { headers, signal: this.abort.signal });
    if (answer.status !== 200 || answer.body === null) return true;
    this.readyState = this.OPEN;
    this.dispatch('open', {});
    let buffered = '';
    const decoder = new TextDecoder();
    for await (const chunk of answer.body) {
      buffered += decoder.decode(chunk, { stream: true });
      const blocks = buffered.split('\n\n');
      buffered = blocks.pop() ?? '';
      for (const block of blocks.filter((one) => one.trim() !== '')) {
        const message = readBlock(block, this.lastEventId);
        this.lastEventId = message.lastEventId;
        this.dispatch(message.type, message);
      }
    }
    return false;
  }
}
