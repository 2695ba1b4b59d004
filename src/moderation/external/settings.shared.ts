/** Connection to an external moderation API. */
export interface ModerationApiSettings {
  /** Base address, without `/v1/moderations` and without a slash at the end. */
  readonly url: string;
  /** Sent as a bearer token. Absent for a server that needs none. */
  readonly key?: string;
  readonly model: string;
  /** Time limit of one request, in milliseconds. */
  readonly limitMs: number;
}

/** The model that judges texts and images (OpenAI API reference, "Moderations"). */
export const MODERATION_API_MODEL = 'omni-moderation-latest';
export const MODERATION_API_LIMIT_MS = 5_000;
