/** What crosses between the main thread and the writer: flat arrays of primitives, the cheapest thing to clone. */
export type Cell = string | number | null;

/** Reads cells in the order they were put. What is not there, or is of another kind, is a fault of the program. */
export class CellReader {
  private at = 0;

  constructor(private readonly cells: readonly Cell[]) {}

  get done(): boolean {
    return this.at >= this.cells.length;
  }

  /** The place of the next cell, to come back to with `rewind`. */
  get place(): number {
    return this.at;
  }

  rewind(place: number): void {
    this.at = place;
  }

  /** @throws TypeError when the next cell is no text */
  text(): string {
    const cell = this.cells[this.at++];
    if (typeof cell !== 'string') throw new TypeError(`cell ${this.at - 1} is not text`);
    return cell;
  }

  /** @throws TypeError when the next cell is neither text nor null */
  textOrNull(): string | null {
    if (this.cells[this.at] !== null) return this.text();
    this.at += 1;
    return null;
  }

  /** @throws TypeError when the next cell is no number */
  number(): number {
    const cell = this.cells[this.at++];
    if (typeof cell !== 'number') throw new TypeError(`cell ${this.at - 1} is not a number`);
    return cell;
  }
}
