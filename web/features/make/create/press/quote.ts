import { cost } from '@src/catalog/cost.shared';
import type { ModelView } from '@src/catalog/model.shared';
import { ASPECTS, FORMS, RESOLUTIONS, type Aspect, type Resolution } from '@src/creation/procedures/params.shared';
import { planOf, type Plan } from '@src/creation/procedures/plan.shared';
import { remoteRefusal } from '@src/creation/procedures/remote-problem.shared';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { surchargeOn } from '@src/creation/tasks/submit/surcharge.shared';
import type { ProductError } from '@src/kernel/errors.shared';
import { creditsFor, type PricedModel, type Purse } from '@/lib/data/priced-models';
import { factsOf, finalRequestOf, kindsOf, lacksMain, paramsOf, type DraftRequest } from '../draft/draft-request';

/** Price and output of a request. */
export interface Quote {
  /** Whole credits, as shown on the button and held by the server: after the deduction, with the surcharge. */
  readonly price: number;
  /** Credits deducted for the draft that the request makes final. */
  readonly deducted: number;
  /** Credits of the price for the author of the recipe. */
  readonly surcharge: number;
  readonly plan: Plan;
}

const outputsOf = ({ procedure, draft }: Pick<DraftRequest, 'procedure' | 'draft'>): number =>
  FORMS[procedure].batch ? draft.count : 1;

/** Price and output of a request, or why it is refused; uses the server's own functions. */
export function quoteOf(model: PriceableModel, request: DraftRequest): Quote | { readonly refused: ProductError } {
  const refused = remoteRefusal(request.procedure, request.draft.options, kindsOf(request.given), model);
  if (refused !== undefined) return { refused };
  const planned = planOf(paramsOf(request), factsOf(request), model.longSide);
  if (!planned.ok) return { refused: planned.error };
  const { width, height, seconds } = planned.value;
  const full = cost(model.cost, { outputs: outputsOf(request), pixels: width * height, seconds });
  const deducted = Math.min(request.final?.deductible ?? 0, full);
  const surcharge = surchargeIn(model, request, full);
  return { plan: planned.value, price: full - deducted + surcharge, deducted, surcharge };
}

/** A model at a user's price, with its role if that is known. */
type PriceableModel = ModelView & Pick<PricedModel, 'role'>;

/** The author's part of a request with a price before a deduction. */
const surchargeIn = ({ role }: PriceableModel, { surcharge = 0 }: DraftRequest, full: number): number =>
  surchargeOn(full, role === 'draft', surcharge);

/** Assumed size of a source that is not chosen yet. */
const USUAL_PIXELS = 1_024 * 1_024;
const USUAL_SECONDS = 5;
// Object.keys forgets the type of the keys.
const aspects = Object.keys(ASPECTS) as Aspect[];
const resolutions = Object.keys(RESOLUTIONS) as Resolution[];

/** Pixels and seconds assumed for a video until its source is chosen: the chosen options, else typical ones. */
function usualVideo({ draft: { options } }: DraftRequest): { readonly pixels: number; readonly seconds: number } {
  const { width, height } = ASPECTS[aspects.find((aspect) => aspect === options['aspect']) ?? '16:9'];
  const side = RESOLUTIONS[resolutions.find((resolution) => resolution === options['resolution']) ?? '720p'];
  return {
    pixels: (side ** 2 * width * height) / Math.max(width, height) ** 2,
    seconds: typeof options['seconds'] === 'number' ? options['seconds'] : USUAL_SECONDS,
  };
}

/** Price in whole credits; for a typical image until one is chosen. Undefined if the request is refused. */
export function priceOf(model: PriceableModel, request: DraftRequest): number | undefined {
  if (lacksMain(request)) {
    const full = cost(model.cost, {
      outputs: outputsOf(request),
      ...(FORMS[request.procedure].makes === 'video' ? usualVideo(request) : { pixels: USUAL_PIXELS, seconds: 0 }),
    });
    return full + surchargeIn(model, request, full);
  }
  const quote = quoteOf(model, request);
  return 'refused' in quote ? undefined : quote.price;
}

/**
 * The requested model. If it is not offered: that of a connected engine which the user's plan opens and their credits
 * can pay, else the first one without a plan that they can, so that a new user can start at once.
 * @param request what the model must be able to serve, if that is known
 */
export function chosenModel(
  models: readonly PricedModel[],
  id: string | undefined,
  request?: Pick<DraftRequest, 'procedure' | 'draft' | 'given'>,
): PricedModel | undefined {
  const fits = (model: PricedModel): boolean =>
    request === undefined ||
    remoteRefusal(request.procedure, request.draft.options, kindsOf(request.given), model) === undefined;
  return (
    models.find((model) => model.id === id) ??
    models.find((model) => model.role === 'final' && model.unpayable !== true && fits(model)) ??
    models.find((model) => model.tier === 'free' && model.unpayable !== true && fits(model)) ??
    models[0]
  );
}

/**
 * The request for the model that was shown with its price: what the user has by the time it is sent may preselect
 * another.
 */
export const byModel = (request: DraftRequest, model: Pick<ModelView, 'id'> | undefined): DraftRequest =>
  model === undefined ? request : { ...request, draft: { ...request.draft, model: model.id } };

/** The part of a request's price that is for the author of the recipe, in credits. */
export const surchargeShown = (model: PriceableModel, request: DraftRequest): number =>
  (priceOf(model, request) ?? 0) - (priceOf(model, { ...request, surcharge: 0 }) ?? 0);

/**
 * The final of one output of a draft by the first model of a connected engine that can make it and that the user's
 * credits pay for; undefined without one.
 * @param surcharge that the author of its recipe asks, in credits
 */
export function finalOf(
  models: readonly PricedModel[],
  task: TaskView,
  index: number,
  surcharge: number,
): { readonly model: PricedModel; readonly request: DraftRequest; readonly quote: Quote } | undefined {
  for (const model of models.filter(({ role, unpayable }) => role === 'final' && unpayable !== true)) {
    const request = { ...finalRequestOf(task, index, model.id), surcharge };
    const quote = quoteOf(model, request);
    if (!('refused' in quote)) return { model, request, quote };
  }
  return undefined;
}

/** A change that brings the price within the available credits. */
export type WayOut =
  | { readonly kind: 'fewer'; readonly count: number; readonly price: number }
  | { readonly kind: 'cheaper'; readonly model: ModelView; readonly count: number; readonly price: number };

/**
 * Changes that bring the price within the available credits: fewer outputs, or a cheaper model that needs no other
 * plan.
 */
export function waysOut(
  models: readonly PriceableModel[],
  model: PriceableModel,
  request: DraftRequest,
  purse: Purse,
): readonly WayOut[] {
  const priced = (one: PriceableModel, count: number): number =>
    priceOf(one, { ...request, draft: { ...request.draft, count } }) ?? Number.POSITIVE_INFINITY;
  const wanted = outputsOf(request);
  const max = (one: PriceableModel): number => {
    let count = wanted;
    while (count > 0 && priced(one, count) > creditsFor(one, purse)) count -= 1;
    return count;
  };
  const here = max(model);
  const fewer: readonly WayOut[] = here > 0 ? [{ kind: 'fewer', count: here, price: priced(model, here) }] : [];
  const cheaper = models
    .filter(
      (one) =>
        one.id !== model.id &&
        (one.tier === 'free' || model.tier === 'pro') &&
        priced(one, wanted) < priced(model, wanted),
    )
    .map((one): WayOut => ({ kind: 'cheaper', model: one, count: max(one), price: priced(one, max(one)) }))
    .filter((way) => way.count > 0)
    .toSorted((a, b) => b.count - a.count || b.price - a.price);
  return [...fewer, ...cheaper];
}
