/** Values passed between the main thread and the writer: flat arrays of primitives are the cheapest to clone. */
export type Cell = string | number | null;

/** Reads cells in order. A missing cell, or one of another type, is a bug. */
export class CellReader {
  private at = 0;

  constructor(private readonly cells: readonly Cell[]) {}

  get done(): boolean {
    return this.at >= this.cells.length;
  }

  /** Position of the next cell, for `rewind`. */
  get place(): number {
    return this.at;
  }

  rewind(place: number): void {
    this.at = place;
  }

  /** @throws TypeError if the next cell is not a string */
  text(): string {
    const cell = this.cells[this.at++];
    if (typeof cell !== 'string') throw new TypeError(`cell ${this.at - 1} is not text`);
    return cell;
  }

  /** @throws TypeError if the next cell is neither a string nor null */
  textOrNull(): string | null {
    if (this.cells[this.at] !== null) return this.text();
    this.at += 1;
    return null;
  }

  /** @throws TypeError if the next cell is not a number */
  number(): number {
    const cell = this.cells[this.at++];
    if (typeof cell !== 'number') throw new TypeError(`cell ${this.at - 1} is not a number`);
    return cell;
  }
}
