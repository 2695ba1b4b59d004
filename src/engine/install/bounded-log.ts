/** The end of what a program prints, at most this many characters, from the beginning of a line. */
export class BoundedLog {
  private kept = '';

  constructor(private readonly max: number) {}

  add(text: string): void {
    this.kept += text;
    if (this.kept.length <= this.max) return;
    const tail = this.kept.slice(-this.max);
    this.kept = tail.slice(tail.indexOf('\n') + 1);
  }

  text(): string {
    return this.kept;
  }
}
