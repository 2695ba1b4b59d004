import {
  BrokenCircuitError,
  circuitBreaker,
  ConsecutiveBreaker,
  ConstantBackoff,
  handleWhen,
  retry,
  TaskCancelledError,
  timeout,
  TimeoutStrategy,
  wrap,
  type IPolicy,
} from 'cockatiel';
import { z } from 'zod';
import { CATEGORIES, type Category } from '../category.shared.js';
import type { ModerationApiSettings } from './settings.shared.js';

/** Score of each category of the policy, 0 to 100. */
export type CategoryScores = Readonly<Record<Category, number>>;

/** An input as the API takes it: a text, or an image as a data URL. */
export type ApiInput = string | readonly [{ readonly type: 'image_url'; readonly image_url: { readonly url: string } }];

/** How requests are repeated and paused. */
export interface Patience {
  /** Further attempts at a request. */
  readonly again: number;
  readonly pauseMs: number;
  /** Consecutive failures after which no requests are sent for `restMs`. */
  readonly failures: number;
  readonly restMs: number;
}

const PATIENCE: Patience = { again: 1, pauseMs: 500, failures: 5, restMs: 30_000 };
const MAX_CHARACTERS = 262_144;

/**
 * Categories of the API that count for a category of the policy; the highest score counts. Others, such as
 * `harassment` and `violence`, have no category here and are ignored.
 */
const COUNTS_FOR: Readonly<Record<Category, readonly string[]>> = {
  minors: ['sexual/minors'],
  terror: ['illicit/violent'],
  'self-harm': ['self-harm', 'self-harm/intent', 'self-harm/instructions'],
  hate: ['hate', 'hate/threatening', 'harassment/threatening'],
  gore: ['violence/graphic'],
  sexual: ['sexual'],
  profanity: [],
};

/** Models report categories that they do not know as null, or leave them out. */
const answer = z.object({
  results: z.tuple([z.object({ category_scores: z.record(z.string(), z.number().min(0).max(1).nullable()) })]),
});

/** Why a request failed. The message has neither the input nor the key. */
export class ModerationApiFault extends Error {
  /** @param isUnwell whether another request may succeed; otherwise the request itself was refused */
  constructor(
    message: string,
    readonly isUnwell: boolean,
  ) {
    super(message);
    this.name = 'ModerationApiFault';
  }
}

/** Client of `POST /v1/moderations` (OpenAI API reference, "Moderations"). Redirects are not followed. */
export class ModerationApi {
  private readonly policy: IPolicy;
  private readonly limit: IPolicy;

  constructor(
    private readonly settings: ModerationApiSettings,
    { again, pauseMs, failures, restMs }: Patience = PATIENCE,
  ) {
    // A refused request says nothing about the next one: otherwise, unusual images could stop moderation for everybody.
    const unwell = handleWhen(isUnwell);
    this.policy = wrap(
      retry(unwell, { maxAttempts: again, backoff: new ConstantBackoff(pauseMs) }),
      circuitBreaker(unwell, { halfOpenAfter: restMs, breaker: new ConsecutiveBreaker(failures) }),
    );
    this.limit = timeout(settings.limitMs, TimeoutStrategy.Aggressive);
  }

  /** The model. */
  get model(): string {
    return this.settings.model;
  }

  /**
   * Judges one input.
   * @throws ModerationApiFault when it could not be judged; the signal's reason
   */
  async judge(input: ApiInput, signal?: AbortSignal): Promise<CategoryScores> {
    try {
      return await this.policy.execute(async ({ signal: outer }) => {
        try {
          return await this.limit.execute(({ signal: inner }) => this.ask(input, inner), outer);
        } catch (error) {
          // Somebody who no longer waits says nothing about the API, so the breaker must not see it as a failure.
          signal?.throwIfAborted();
          throw error;
        }
      }, signal);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof TaskCancelledError) throw new ModerationApiFault('no answer in time', true);
      if (error instanceof BrokenCircuitError) throw new ModerationApiFault('paused after repeated failures', true);
      throw error;
    }
  }

  private async ask(input: ApiInput, signal: AbortSignal): Promise<CategoryScores> {
    const { url, key, model } = this.settings;
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${url}/v1/moderations`, {
        method: 'POST',
        redirect: 'error',
        signal,
        headers: {
          'content-type': 'application/json',
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        },
        body: JSON.stringify({ model, input }),
      });
      text = await response.text();
    } catch (error) {
      if (signal.aborted) throw error;
      throw new ModerationApiFault('unreachable', true);
    }
    if (!response.ok) throw new ModerationApiFault(`answered ${response.status}`, mayChange(response.status));
    const read = text.length > MAX_CHARACTERS ? undefined : answer.safeParse(parsed(text)).data;
    const scores = read === undefined ? undefined : scoresOf(read.results[0].category_scores);
    if (scores === undefined) throw new ModerationApiFault('answered something else', true);
    return scores;
  }
}

const isUnwell = (error: Error): boolean =>
  error instanceof TaskCancelledError || (error instanceof ModerationApiFault && error.isUnwell);

/** Whether a later request can succeed: too many requests, a fault of the server, or a key that was refused. */
const mayChange = (status: number): boolean => status >= 500 || [401, 403, 408, 429].includes(status);

/** Undefined if the answer has none of the categories: such a server judges something else. */
function scoresOf(given: Readonly<Record<string, number | null>>): CategoryScores | undefined {
  const known = (names: readonly string[]): readonly number[] =>
    names.flatMap((name) => (typeof given[name] === 'number' ? [given[name]] : []));
  if (known(Object.values(COUNTS_FOR).flat()).length === 0) return undefined;
  const score = (category: Category): number => Math.floor(Math.max(0, ...known(COUNTS_FOR[category])) * 100 + 1e-9);
  return {
    minors: score('minors'),
    terror: score('terror'),
    'self-harm': score('self-harm'),
    hate: score('hate'),
    gore: score('gore'),
    sexual: score('sexual'),
    profanity: score('profanity'),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The highest score. */
export const worstOf = (scores: CategoryScores): number => Math.max(...CATEGORIES.map((category) => scores[category]));
