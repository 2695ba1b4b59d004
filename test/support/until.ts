const FIRST_PAUSE_MS = 25;
const MAX_PAUSE_MS = 200;

/**
 * Asks until the answer satisfies; the test's own timeout is the only bound. It asks less and less often: each asking
 * takes the processor from what is waited for.
 */
export async function until<T>(ask: () => Promise<T>, satisfied: (answer: T) => boolean): Promise<T> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.25, MAX_PAUSE_MS)) {
    const answer = await ask();
    if (satisfied(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
