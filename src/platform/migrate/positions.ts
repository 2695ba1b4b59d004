import type { LoggedEvent, Position, Revision, StreamName } from '../../kernel/event-sourcing/event.js';

/** What a position covers of the source: each stream up to a revision; or the whole log. */
type Seen = ReadonlyMap<StreamName, Revision> | 'all';

/**
 * Log positions differ between stores. For a position in the source's log, this finds the position in the target's log
 * before which no event is later in the source. A follower that continues there misses no event, but may receive some
 * again.
 */
export class PositionMap {
  /** Ascending. */
  private readonly wanted: Position[];
  private readonly seen = new Map<Position, Seen>();
  private readonly current = new Map<StreamName, Revision>();
  private readonly found = new Map<Position, { position: Position; isOver: boolean }>();
  private readonly events = new Map<string, Position>();

  /**
   * @param positions positions in the source's log
   * @param eventIds events whose own positions are needed too
   */
  constructor(
    positions: Iterable<Position>,
    private readonly eventIds: ReadonlySet<string>,
  ) {
    this.wanted = [...new Set(positions)].sort((one, other) => one - other);
  }

  /** Call for every event of the source, in log order. */
  inSource({ stream, revision, position }: LoggedEvent): void {
    for (let next = this.wanted[0]; next !== undefined && next < position; next = this.wanted[0]) {
      this.seen.set(next, new Map(this.current));
      this.wanted.shift();
    }
    // Once all positions are passed, nothing need be recorded.
    if (this.wanted.length > 0) this.current.set(stream, revision);
  }

  /** Call at the end of the source's log. */
  sourceEnds(): void {
    for (const position of this.wanted.splice(0)) this.seen.set(position, 'all');
  }

  /** Call for every event of the target, in log order, after the source. */
  inTarget({ id, stream, revision, position }: LoggedEvent): void {
    if (this.eventIds.has(id)) this.events.set(id, position);
    for (const [wanted, seen] of this.seen) {
      const place = this.found.get(wanted) ?? { position: -1, isOver: false };
      if (!place.isOver && (seen === 'all' || revision <= (seen.get(stream) ?? -1))) place.position = position;
      else place.isOver = true;
      this.found.set(wanted, place);
    }
  }

  /** The position in the target's log; −1 if it is before the first event. */
  placeOf(position: Position): Position {
    return this.found.get(position)?.position ?? -1;
  }

  /** Position of an event in the target's log. */
  placeOfEvent(id: string): Position | undefined {
    return this.events.get(id);
  }
}
