/** Lets only so many go on at a time; the others wait in turn. */
export class Slots {
  private readonly waiting = new Set<() => void>();

  /** @param free how many may go on at once */
  constructor(private free: number) {}

  /** Waits for a slot. @param ms after which it gives up @returns whether there is one */
  take(ms: number): Promise<boolean> {
    if (this.free > 0) {
      this.free -= 1;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const served = (): void => {
        clearTimeout(timer);
        this.waiting.delete(served);
        resolve(true);
      };
      const timer = setTimeout(() => {
        this.waiting.delete(served);
        resolve(false);
      }, ms);
      this.waiting.add(served);
    });
  }

  /** Frees a slot once what it was taken for has settled. @param ms after which it is freed even so */
  giveBack(work: Promise<unknown>, ms: number): void {
    let timer: NodeJS.Timeout | undefined;
    const free = (): void => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      const [next] = this.waiting;
      if (next === undefined) this.free += 1;
      else next();
    };
    timer = setTimeout(free, ms);
    timer.unref();
    work.then(free, free);
  }
}
