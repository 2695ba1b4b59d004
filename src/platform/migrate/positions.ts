import type { LoggedEvent, Position, Revision, StreamName } from '../../kernel/event.js';

/** What someone has seen of the source: its streams, each up to a revision; or the whole log. */
type Seen = ReadonlyMap<StreamName, Revision> | 'all';

/**
 * Positions differ from store to store. This finds, for a place in the source's log, the place in the target's log up to which there
 * is nothing that lies after it in the source: who continues from there misses no event, though it may meet some again.
 */
export class PositionMap {
  /** Ascending. */
  private readonly wanted: Position[];
  private readonly seen = new Map<Position, Seen>();
  private readonly current = new Map<StreamName, Revision>();
  private readonly found = new Map<Position, { position: Position; isOver: boolean }>();
  private readonly events = new Map<string, Position>();

  /**
   * @param positions places in the source's log
   * @param eventIds events whose own places are wanted too
   */
  constructor(positions: Iterable<Position>, private readonly eventIds: ReadonlySet<string>) {
    this.wanted = [...new Set(positions)].sort((one, other) => one - other);
  }

  /** Every event of the source, in log order. */
  inSource({ stream, revision, position }: LoggedEvent): void {
    for (let next = this.wanted[0]; next !== undefined && next < position; next = this.wanted[0]) {
      this.seen.set(next, new Map(this.current));
      this.wanted.shift();
    }
    // Once every place is passed, nothing has to be remembered.
    if (this.wanted.length > 0) this.current.set(stream, revision);
  }

  /** The source's log is at its end. */
  sourceEnds(): void {
    for (const position of this.wanted.splice(0)) this.seen.set(position, 'all');
  }

  /** Every event of the target, in log order, after the source has ended. */
  inTarget({ id, stream, revision, position }: LoggedEvent): void {
    if (this.eventIds.has(id)) this.events.set(id, position);
    for (const [wanted, seen] of this.seen) {
      const place = this.found.get(wanted) ?? { position: -1, isOver: false };
      if (!place.isOver && (seen === 'all' || revision <= (seen.get(stream) ?? -1))) place.position = position;
      else place.isOver = true;
      this.found.set(wanted, place);
    }
  }

  /** Where in the target's log the place lies; −1 when it is before the first event. */
  placeOf(position: Position): Position {
    return this.found.get(position)?.position ?? -1;
  }

  /** Where an event stands in the target's log. */
  placeOfEvent(id: string): Position | undefined {
    return this.events.get(id);
  }
}
