/** Backoff after consecutive failures, milliseconds. */
const WAITS_MS = [1_000, 5_000, 15_000, 60_000] as const;

/**
 * Tries until it succeeds.
 * @param taken called once with the result
 * @param failed called at each failure, with the number of failures so far
 * @returns cancels it; no callback is called afterwards
 */
export function keepTrying<Result>(
  attempt: () => Promise<Result>,
  taken: (result: Result) => void,
  failed: (error: unknown, failures: number) => void,
): () => void {
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
