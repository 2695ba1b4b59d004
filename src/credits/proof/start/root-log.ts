import { CommandLoop } from '../../../kernel/event-sourcing/command-loop.js';
import type { Millis } from '../../../kernel/clock.js';
import type { EventStore } from '../../../platform/event-store/port.js';
import { StoreUnavailable } from '../../../platform/unavailable.js';
import type { ReadRoot } from '../root-store.js';
import { bodyHash } from '../signing-key.js';
import {
  evolve,
  ROOTS_STREAM,
  rootCodec,
  rootDecider,
  type RootEvent,
  type RootId,
  type RootNote,
  type RootNotes,
} from './events.js';

/** @returns a root by its day and the hash of its body */
export const idOf = ({ signed, body: { day } }: ReadRoot): RootId => ({ day, bodyHash: bodyHash(signed.body) });

/**
 * Notes in the log which roots were signed, so that a start without roots can tell whether there were any (adr/0074).
 * @throws StoreUnavailable from every call
 */
export class RootLog {
  private readonly loop: CommandLoop<RootNote, RootNotes, RootEvent>;

  constructor(private readonly events: EventStore) {
    this.loop = new CommandLoop(
      { decider: rootDecider, codec: rootCodec },
      { log: events, isUnavailable: (error) => error instanceof StoreUnavailable },
    );
  }

  async notes(): Promise<RootNotes> {
    const recorded = await this.events.readStream(ROOTS_STREAM);
    return recorded.map((event) => rootCodec.decode(event).event).reduce(evolve, {});
  }

  /** Notes that roots up to this one were signed. */
  async signed(root: ReadRoot, at: Millis): Promise<void> {
    await this.note({ type: 'signed', at, root: { ...idOf(root), kid: root.body.kid } });
  }

  /**
   * Notes that an operator accepted the loss of the roots up to this one.
   * @param reason a case id or a word, without spaces
   */
  async restarted(root: RootId, reason: string, at: Millis): Promise<void> {
    await this.note({ type: 'restarted', at, root: { day: root.day, bodyHash: root.bodyHash, reason } });
  }

  private async note(note: RootNote): Promise<void> {
    const noted = await this.loop.execute(ROOTS_STREAM, note);
    if (!noted.ok) throw new StoreUnavailable('event store', 'failed', 'a root could not be noted in the log');
  }
}
