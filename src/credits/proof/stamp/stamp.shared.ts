import { z } from 'zod';

/** A verified time stamp of a root. */
export interface Stamp {
  /** Time that the authority states, milliseconds since the epoch. */
  readonly at: number;
  /** SHA-256 of the authority's certificate, hex. */
  readonly authority: string;
  /**
   * Whether the certificate leads to one that the operator trusts. Without such a list, any certificate is accepted.
   */
  readonly isTrusted: boolean;
}

/**
 * Why a response is no time stamp of a root. `rejected`: the authority refused; `unreadable`: it is no response of this
 * kind; `other-imprint`, `other-nonce`: it answers another request; `not-signed`: the signature is not that of a
 * certificate in it; `unfit-certificate`: the certificate is not for time stamps or was not valid; `untrusted`: it does
 * not lead to a trusted one; `other-time`: the stated time is far from the time of the request.
 */
export const STAMP_FAULTS = [
  'rejected',
  'unreadable',
  'other-imprint',
  'other-nonce',
  'not-signed',
  'unfit-certificate',
  'untrusted',
  'other-time',
] as const;
export type StampFault = (typeof STAMP_FAULTS)[number];

/** Why the last try to stamp a root failed. `unavailable`: the authority could not be reached or gave no answer. */
export const stampFailure = z.object({ at: z.int(), day: z.string(), fault: z.enum([...STAMP_FAULTS, 'unavailable']) });
export type StampFailure = z.infer<typeof stampFailure>;

/** Number of roots in `rootsState`. */
export const ROOTS_SHOWN = 10;
/**
 * `finance.roots`: the newest signed roots with their time stamps, newest first. Times in milliseconds since the epoch.
 */
export const rootsState = z.object({
  roots: z
    .array(
      z.object({
        day: z.string(),
        events: z.int(),
        streams: z.int(),
        kid: z.string(),
        stamp: z.object({ at: z.int(), authority: z.string(), isTrusted: z.boolean() }).nullable(),
      }),
    )
    .max(ROOTS_SHOWN),
  /** Where roots are delivered outside the installation. */
  copies: z.array(z.enum(['folder', 'bucket', 'mail'])),
  /** Whether a time-stamp authority is configured. */
  isStamped: z.boolean(),
  /** The last try, if it failed. */
  failure: stampFailure.nullable(),
});
export type RootsState = z.infer<typeof rootsState>;
