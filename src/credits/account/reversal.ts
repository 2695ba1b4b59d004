const PREFIX = 'reversal.';

/**
 * Id of the adjustment that undoes another. It follows from the other's id, so there can be only one.
 * @param adjustmentId at most 191 characters, so that the result is an id too
 */
export const reversalIdOf = (adjustmentId: string): string => `${PREFIX}${adjustmentId}`;

/** Whether an adjustment undoes another one. Such ids are used for nothing else. */
export const isReversalId = (adjustmentId: string): boolean => adjustmentId.startsWith(PREFIX);
