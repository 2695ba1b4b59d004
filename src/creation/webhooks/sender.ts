import type { Clock, Millis } from '../../kernel/clock.js';
import type { NewNotice } from '../../identity/index.js';
import { RemoteFault } from '../../engine/remote/port.js';
import { postOutside } from '../../engine/remote/reach.js';
import { signedHeaders } from './webhook.js';
import type { Due, Webhooks } from './webhooks.js';
import type { DeliveryAttempt } from './webhooks.shared.js';

/** How long an address may take to answer, milliseconds. */
const ANSWER_MS: Millis = 10_000;
/** Characters of an answer that are kept. */
const ANSWER_KEPT = 500;
/** Deliveries in progress at once. */
const AT_ONCE = 32;

export interface SenderDeps {
  readonly webhooks: Pick<Webhooks, 'claim' | 'record'>;
  readonly clock: Clock;
  readonly toLoopback: boolean;
  readonly notify: (notice: NewNotice) => Promise<unknown>;
  readonly onFault: (error: unknown) => void;
  readonly answerMs?: Millis;
}

/** Sends deliveries that are due, each address one at a time, so that one that hangs delays nobody else. */
export class WebhookSender {
  private readonly busy = new Map<string, Promise<void>>();

  constructor(private readonly deps: SenderDeps) {}

  /** Begins what is due. @throws StoreUnavailable */
  async round(): Promise<void> {
    for (const due of await this.deps.webhooks.claim(new Set(this.busy.keys()), AT_ONCE)) {
      const { webhookId } = due.delivery;
      const sending = this.deliver(due)
        .catch(this.deps.onFault)
        .finally(() => this.busy.delete(webhookId));
      this.busy.set(webhookId, sending);
    }
  }

  /** @returns when nothing is in progress */
  async idle(): Promise<void> {
    await Promise.all(this.busy.values());
  }

  private async deliver(due: Due): Promise<void> {
    const { webhooks, clock, notify } = this.deps;
    const { webhookId } = due.delivery;
    const owner = await webhooks.record(due.id, webhookId, await this.attempt(due));
    if (owner === undefined) return;
    const at = clock.now();
    await notify({ userId: owner, cause: `webhook.${webhookId}.${at}`, at, content: { kind: 'webhook-disabled' } });
  }

  private async attempt({ id, delivery: { body }, to }: Due): Promise<DeliveryAttempt> {
    const { clock, toLoopback, answerMs = ANSWER_MS } = this.deps;
    const at = clock.now();
    if (to === undefined || to.webhook.disabledAt !== undefined) return { at, ms: 0, fault: 'disabled' };
    const begun = performance.now();
    const ms = (): Millis => Math.round(performance.now() - begun);
    const signal = AbortSignal.timeout(answerMs);
    try {
      const headers = { 'content-type': 'application/json', ...signedHeaders(id, body, to.secret, at) };
      const answer = await postOutside(new URL(to.webhook.url), { body, headers }, toLoopback, signal);
      const text = await beginning(answer.body);
      return { at, ms: ms(), status: answer.status, ...(text === '' ? {} : { answer: text }) };
    } catch (error) {
      if (signal.aborted) return { at, ms: ms(), fault: 'timeout' };
      if (!(error instanceof RemoteFault)) return { at, ms: ms(), fault: 'unreachable' };
      return { at, ms: ms(), fault: error.reason === 'away' ? 'redirect' : 'private' };
    }
  }
}

/** The first characters of a body; the rest is not read. */
async function beginning(body: AsyncIterable<Uint8Array> | null): Promise<string> {
  let text = '';
  for await (const part of body ?? []) {
    text += Buffer.from(part).toString('utf8');
    if (text.length >= ANSWER_KEPT) break;
  }
  return text.slice(0, ANSWER_KEPT);
}
