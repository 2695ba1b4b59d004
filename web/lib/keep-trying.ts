/** How long to wait after a failure, in milliseconds; longer after each, up to a minute. */
const WAITS_MS = [1_000, 5_000, 15_000, 60_000] as const;

/**
 * Tries until it succeeds.
 * @param taken is given what came of it, once
 * @param failed is told of each failure, and the how manieth it is, from 1
 * @returns what stops it; after that nobody is told of anything
 */
export function keepTrying<Result>(attempt: () => Promise<Result>, taken: (result: Result) => void, failed: (error: unknown, failures: number) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const run = (failures: number): void => {
    attempt().then(
      (result) => {
        if (!stopped) taken(result);
      },
      (error: unknown) => {
        if (stopped) return;
        timer = setTimeout(() => run(failures + 1), WAITS_MS[Math.min(failures, WAITS_MS.length - 1)]);
        failed(error, failures + 1);
      },
    );
  };
  run(0);
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
