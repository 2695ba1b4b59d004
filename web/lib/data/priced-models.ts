import { cost as priceFor, costNow } from '@src/catalog/cost.shared';
import type { ListedModel } from '@src/catalog/model.shared';
import type { BalanceView } from '@src/credits/credits.shared';
import type { ProcedureName } from '@src/creation/procedures/params.shared';
import { finalsFor, type AllowanceView } from '@src/creation/tasks/submit/allowed.shared';

/**
 * A model at the user's price. `final`: of a connected engine that the user's plan opens, so it is preselected;
 * `draft`: of the local engine while there is a final.
 */
export type PricedModel = ListedModel & {
  readonly role?: 'final' | 'draft';
  /** The user's credits that pay for models of connected engines do not suffice for the smallest result of it. */
  readonly unpayable?: true;
};

/** The least that one output can be: one second, and as few pixels as there are. */
const SMALLEST = { outputs: 1, pixels: 1, seconds: 1 };

/** What the user can pay with. */
export type Purse = Pick<BalanceView, 'available' | 'anyModel'>;

/** The credits that pay for a model. */
export const creditsFor = (model: Pick<ListedModel, 'engine'>, { available, anyModel }: Purse): number =>
  model.engine === 'local' ? available : anyModel;

/** What decides a user's prices; without it, list prices apply and nothing is a draft. */
export type PricingFacts = Pick<AllowanceView, 'relaxedLeft' | 'draftsLeft' | 'proModels' | 'maxShortSide'>;

/** The models of a procedure, or all models, with their role and their price for a user. Pure. */
export function pricedModels(
  all: readonly ListedModel[],
  procedure: ProcedureName | undefined,
  facts: PricingFacts | undefined,
  purse?: Purse,
): readonly PricedModel[] {
  const finals = (of: ListedModel): readonly ListedModel[] =>
    facts === undefined ? [] : of.procedures.flatMap((served) => finalsFor(all, served, facts));
  const roleOf = (model: ListedModel): PricedModel['role'] => {
    const own = finals(model);
    return model.engine === 'local'
      ? own.length > 0
        ? 'draft'
        : undefined
      : own.includes(model)
        ? 'final'
        : undefined;
  };
  return all
    .filter((model) => procedure === undefined || model.procedures.includes(procedure))
    .map((model) => {
      const role = roleOf(model);
      const cost = costNow(model, {
        relaxed: facts?.relaxedLeft ?? 0,
        drafts: role === 'draft' ? (facts?.draftsLeft ?? 0) : 0,
      });
      const unpayable = model.engine === 'remote' && purse !== undefined && purse.anyModel < priceFor(cost, SMALLEST);
      return { ...model, cost, ...(role === undefined ? {} : { role }), ...(unpayable ? { unpayable } : {}) };
    });
}
