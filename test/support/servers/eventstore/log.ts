import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { defined } from '../../../../src/kernel/defined.shared.js';

/** An event as the client proposes it; data and metadata in base64. */
export interface Proposed {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: string;
  readonly metadata: string;
}

/** An event as the log holds it. */
export interface Stored extends Proposed {
  readonly stream: string;
  readonly revision: number;
  /** Byte offset in the journal: growing, with gaps. */
  readonly position: number;
  readonly created: number;
}

/** What a writer expects of a stream: the revision of its last event, −1 for none. */
export type Expected = number | 'any' | 'exists';

export type Appended =
  | { readonly outcome: 'appended'; readonly revision: number; readonly position: number | undefined }
  | { readonly outcome: 'wrong'; readonly current: number }
  | { readonly outcome: 'too large' };

interface Entry {
  readonly stream: string;
  readonly created: number;
  /** Its events before this revision have been deleted. */
  readonly deletedTo?: number;
  readonly events: readonly Proposed[];
}

/** As the server has it by default. */
export const LARGEST_APPEND = 1024 * 1024;
const STATISTICS_EVERY = 5;

/**
 * The log of the stand-in: a line of the journal for each append, so that an append is there whole or not at all. It
 * answers repeats as the server does: the same ids at the same place are acknowledged again, at a later revision they
 * are written again.
 */
export class Log {
  readonly all: Stored[] = [];
  private readonly streams = new Map<string, Stored[]>();
  private readonly deleted = new Map<string, number>();
  private readonly listeners = new Set<() => void>();
  private readonly file: number;
  private size = 0;
  private lines = 0;

  /** Reads the journal of a folder; a last line that was cut off is dropped. */
  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    const path = join(folder, 'journal');
    const written = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const whole = written.slice(0, written.lastIndexOf('\n') + 1);
    for (const line of whole.split('\n').slice(0, -1)) this.take(line);
    if (existsSync(path)) truncateSync(path, this.size);
    this.file = openSync(path, 'a');
    if (this.lines === 0) this.write('$settings', [this.statistics('$Settings')]);
  }

  close(): void {
    closeSync(this.file);
  }

  /** Where the next event will stand. */
  get end(): number {
    return this.size;
  }

  /** Rings after each append. Answers how to stop listening. */
  onAppended(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** The events of a stream that have not been deleted; undefined for a stream that does not exist. */
  read(stream: string): readonly Stored[] | undefined {
    const deletedTo = this.deleted.get(stream) ?? 0;
    const found = this.streams.get(stream)?.slice(deletedTo);
    return found === undefined || found.length === 0 ? undefined : found;
  }

  append(stream: string, expected: Expected, events: readonly Proposed[]): Appended {
    const own = this.streams.get(stream) ?? [];
    const current = own.length - 1;
    if (events.reduce((sum, { data, metadata }) => sum + ((data.length + metadata.length) * 3) / 4, 0) > LARGEST_APPEND)
      return { outcome: 'too large' };
    if (expected === 'exists' ? current < 0 : expected !== 'any' && expected > current)
      return { outcome: 'wrong', current };
    if (typeof expected === 'number' && expected < current && !(expected === -1 && this.read(stream) === undefined)) {
      const isRepeat = events.length > 0 && events.every(({ id }, n) => own[expected + 1 + n]?.id === id);
      return isRepeat
        ? { outcome: 'appended', revision: expected + events.length, position: undefined }
        : { outcome: 'wrong', current };
    }
    if (events.length === 0) return { outcome: 'appended', revision: current, position: undefined };
    this.write(stream, events);
    if (this.lines % STATISTICS_EVERY === 0) this.write('$stats-127.0.0.1', [this.statistics('$statsCollected')]);
    for (const listener of this.listeners) listener();
    const position = this.streams.get(stream)?.at(-1)?.position;
    // The server may leave the position out.
    return {
      outcome: 'appended',
      revision: current + events.length,
      position: position !== undefined && position % 2 === 0 ? position : undefined,
    };
  }

  /** Deletes a stream as the server does softly: its revisions go on afterwards. */
  delete(stream: string): void {
    this.write(stream, [], this.streams.get(stream)?.length ?? 0);
  }

  private statistics(type: string): Proposed {
    return {
      id: `00000000-0000-4000-8000-${String(this.lines).padStart(12, '0')}`,
      type,
      contentType: 'application/json',
      data: Buffer.from('{}').toString('base64'),
      metadata: '',
    };
  }

  private write(stream: string, events: readonly Proposed[], deletedTo?: number): void {
    const entry: Entry = { stream, created: Date.now(), events, ...defined({ deletedTo }) };
    const line = JSON.stringify(entry);
    writeSync(this.file, `${line}\n`);
    fsyncSync(this.file);
    this.take(line);
  }

  private take(line: string): void {
    // Written by this class.
    const entry = JSON.parse(line) as Entry;
    const { stream, created, deletedTo } = entry;
    const own = this.streams.get(stream) ?? [];
    this.streams.set(stream, own);
    if (deletedTo !== undefined) this.deleted.set(stream, deletedTo);
    let position = this.size;
    for (const event of entry.events) {
      const stored = { ...event, stream, created, revision: own.length, position };
      own.push(stored);
      this.all.push(stored);
      position += 1 + event.data.length;
    }
    this.size += Buffer.byteLength(line) + 1;
    this.lines += 1;
  }
}
