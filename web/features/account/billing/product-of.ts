import type { Plan } from '@src/billing/plans/plan.shared';
import { isPaidName, type Product } from '@src/billing/plans/product.shared';

/** The product that is shown for a plan: the first that is paid for. */
export const productOf = ({ subProductRelation }: Pick<Plan, 'subProductRelation'>): Product | undefined => subProductRelation.find(({ productName }) => isPaidName(productName)) ?? subProductRelation[0];
