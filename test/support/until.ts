/** Asks until the answer satisfies; the test's own timeout is the only bound. */
export async function until<T>(ask: () => Promise<T>, satisfied: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (satisfied(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
