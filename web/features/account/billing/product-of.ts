import type { Plan } from '@src/billing/plans/plan.shared';
import { isPaidName, type Product } from '@src/billing/plans/product.shared';

/** The product that represents a plan: the first paid one. */
export const productOf = ({ subProductRelation }: Pick<Plan, 'subProductRelation'>): Product | undefined =>
  subProductRelation.find(({ productName }) => isPaidName(productName)) ?? subProductRelation[0];
