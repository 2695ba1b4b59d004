import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { FairSemaphore } from '../../platform/concurrency/semaphore.js';
import type { Sheet } from './invoice.sheet.js';

/** Request and response of the worker thread. */
export interface ToDraw {
  readonly id: number;
  readonly sheet: Sheet;
}
export type Drawn =
  { readonly id: number; readonly pdf: Uint8Array } | { readonly id: number; readonly failed: string };

interface PendingDrawing {
  readonly done: (pdf: Uint8Array) => void;
  readonly failed: (error: Error) => void;
}

/** One worker thread; limits on waiting requests per user and in total. */
const LIMITS = { permits: 1, maxWaitingPerKey: 4, maxWaiting: 100 } as const;
/** Number of PDFs cached in memory, about 60 KB each. */
const MAX_KEPT = 100;

/** Entity tag of an invoice's PDF: the same sheet always gives the same bytes. */
export function tagOf(sheet: Sheet): string {
  return `"${createHash('sha256').update(JSON.stringify(sheet)).digest('hex').slice(0, 32)}"`;
}

/**
 * Draws invoices in a worker thread: one takes a tenth of a second of CPU time, which would block the event loop.
 * Caches the most recently requested ones.
 */
@Injectable()
export class InvoiceDrawing implements OnModuleDestroy {
  private readonly drawing = new FairSemaphore(LIMITS);
  private readonly kept = new Map<string, Uint8Array>();
  private readonly pending = new Map<number, PendingDrawing>();
  private thread: Worker | undefined;
  private count = 0;

  /**
   * The PDF of a sheet.
   * @param whose the requesting user; capacity is shared fairly among users
   * @throws QueueFull; Error when it cannot be drawn
   */
  async draw(sheet: Sheet, whose: string): Promise<Uint8Array> {
    const tag = tagOf(sheet);
    const pdf = this.kept.get(tag) ?? (await this.drawing.run(whose, () => this.ask(sheet)));
    this.kept.delete(tag);
    this.kept.set(tag, pdf);
    const oldest = this.kept.keys().next().value;
    if (this.kept.size > MAX_KEPT && oldest !== undefined) this.kept.delete(oldest);
    return pdf;
  }

  async onModuleDestroy(): Promise<void> {
    await this.thread?.terminate();
  }

  private ask(sheet: Sheet): Promise<Uint8Array> {
    const thread = (this.thread ??= this.start());
    this.count += 1;
    const id = this.count;
    return new Promise((done, failed) => {
      this.pending.set(id, { done, failed });
      thread.postMessage({ id, sheet } satisfies ToDraw);
    });
  }

  /** If the thread ends unexpectedly, its request fails and the next invoice starts a new thread. */
  private start(): Worker {
    const fromSource = import.meta.url.endsWith('.ts');
    const thread = new Worker(new URL(fromSource ? './invoice.worker.ts' : './invoice.worker.js', import.meta.url), {
      ...(fromSource
        ? { execArgv: ['--import', new URL('../../platform/sqlite/typescript-loader.mjs', import.meta.url).href] }
        : {}),
    });
    const end = (error: Error): void => {
      if (this.thread === thread) this.thread = undefined;
      for (const { failed } of this.pending.values()) failed(error);
      this.pending.clear();
    };
    thread.on('message', (drawn: Drawn) => {
      const pending = this.pending.get(drawn.id);
      this.pending.delete(drawn.id);
      if ('pdf' in drawn) pending?.done(drawn.pdf);
      else pending?.failed(new Error(drawn.failed));
    });
    thread.on('error', end);
    thread.on('exit', (code) => end(new Error(`the invoice worker thread exited with ${code}`)));
    thread.unref();
    return thread;
  }
}
