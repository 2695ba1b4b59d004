import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { FairSemaphore } from '../../platform/concurrency/semaphore.js';
import type { Sheet } from './invoice.sheet.js';

/** What the thread is asked, and what it answers. */
export interface ToDraw {
  readonly id: number;
  readonly sheet: Sheet;
}
export type Drawn = { readonly id: number; readonly pdf: Uint8Array } | { readonly id: number; readonly failed: string };

interface PendingDrawing {
  readonly done: (pdf: Uint8Array) => void;
  readonly failed: (error: Error) => void;
}

/** One thread draws them; of one person so many wait, of all so many. */
const LIMITS = { permits: 1, maxWaitingPerKey: 4, maxWaiting: 100 } as const;
/** Drawn invoices that are kept in memory, of some 60 KB each. */
const MAX_KEPT = 100;

/** The entity tag of an invoice's PDF: the same sheet is the same bytes. */
export function tagOf(sheet: Sheet): string {
  return `"${createHash('sha256').update(JSON.stringify(sheet)).digest('hex').slice(0, 32)}"`;
}

/**
 * Draws invoices in a thread of their own: one takes a tenth of a second of a core, in which the event loop would answer
 * no one. Those that were requested last are kept.
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
   * @param whose the user who asks; places are shared fairly among users
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

  /** A thread that ends by itself fails what it was asked; the next invoice begins another. */
  private start(): Worker {
    const fromSource = import.meta.url.endsWith('.ts');
    const thread = new Worker(new URL(fromSource ? './invoice.worker.ts' : './invoice.worker.js', import.meta.url), {
      ...(fromSource ? { execArgv: ['--import', new URL('../../platform/sqlite/typescript-loader.mjs', import.meta.url).href] } : {}),
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
    thread.on('exit', (code) => end(new Error(`the thread that draws invoices ended with ${code}`)));
    thread.unref();
    return thread;
  }
}
