import { TRPCClientError } from '@trpc/client';

/**
 * What a call is refused with, as the wire tells it: the error's message and data, or the answer when it was not
 * refused.
 */
export async function refusalOf(call: Promise<unknown>): Promise<unknown> {
  try {
    return await call;
  } catch (error) {
    // our error formatter made it
    return error instanceof TRPCClientError ? { message: error.message, ...(error.data as object) } : error;
  }
}
