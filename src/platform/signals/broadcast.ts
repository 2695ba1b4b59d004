import type { z } from 'zod';
import type { Json } from '../documents/port.js';
import { systemRandom } from '../random.js';
import type { Signals } from './port.js';

/**
 * Messages of one kind to the other processes of the installation; the sender does not receive them. A single process
 * sends nothing.
 */
export class Broadcast<News extends Json> {
  private readonly own = systemRandom.uuid();

  /** @param schema validates received messages; invalid ones are ignored */
  constructor(
    private readonly signals: Signals,
    private readonly channel: string,
    private readonly schema: z.ZodType<News>,
  ) {}

  /** Whether other processes can receive messages. */
  get hasListeners(): boolean {
    return this.signals.reach === 'installation';
  }

  /** Never throws: an undeliverable message is lost. */
  publish(news: News): void {
    if (this.hasListeners) this.signals.publish(this.channel, { from: this.own, news });
  }

  /** @returns a function that unsubscribes */
  subscribe(listener: (news: News) => void): () => void {
    if (!this.hasListeners) return () => undefined;
    return this.signals.subscribe(this.channel, (message) => {
      if (typeof message !== 'object' || message === null || !('from' in message) || message['from'] === this.own)
        return;
      const news = this.schema.safeParse(message['news']);
      if (news.success) listener(news.data);
    });
  }
}
