/**
 * The surcharge of a creation. Drafts, and creations that cost nothing by a plan, have none. The Create button and the
 * server both call this function.
 * @param price of the creation before a deduction, whole credits
 * @param offered surcharge of the author of the recipe, whole credits
 */
export const surchargeOn = (price: number, isDraft: boolean, offered: number): number =>
  price === 0 || isDraft ? 0 : offered;

/** The price of a creation with its surcharge, whole credits; see `surchargeOn`. */
export const withSurcharge = (price: number, isDraft: boolean, offered: number): number =>
  price + surchargeOn(price, isDraft, offered);
