import { cost } from '@src/catalog/cost.shared';
import type { ModelView } from '@src/catalog/model.shared';
import { ASPECTS, FORMS, RESOLUTIONS, type Aspect, type Resolution } from '@src/creation/procedures/params.shared';
import { planOf, type Plan } from '@src/creation/procedures/plan.shared';
import type { ProductError } from '@src/kernel/errors.shared';
import { factsOf, lacksMain, paramsOf, type DraftRequest } from '../draft/draft-request';

/** What a request comes to. */
export interface Quote {
  /** Whole credits: the number on the button and the number that is held. */
  readonly price: number;
  readonly plan: Plan;
}

const outputsOf = ({ procedure, draft }: Pick<DraftRequest, 'procedure' | 'draft'>): number => (FORMS[procedure].batch ? draft.count : 1);

/** The price of a request and what will come of it, or why it cannot be made; by the same functions as the server's. */
export function quoteOf(model: ModelView, request: DraftRequest): Quote | { readonly refused: ProductError } {
  const planned = planOf(paramsOf(request), factsOf(request), model.longSide);
  if (!planned.ok) return { refused: planned.error };
  const { width, height, seconds } = planned.value;
  return { plan: planned.value, price: cost(model.cost, { outputs: outputsOf(request), pixels: width * height, seconds }) };
}

/** Of a result whose source is not known yet. */
const USUAL_PIXELS = 1_024 * 1_024;
const USUAL_SECONDS = 5;
// Object.keys forgets the type of the keys.
const aspects = Object.keys(ASPECTS) as Aspect[];
const resolutions = Object.keys(RESOLUTIONS) as Resolution[];

/** What a video comes to whose source is not known yet: as it is set, else as a usual one. */
function usualVideo({ draft: { options } }: DraftRequest): { readonly pixels: number; readonly seconds: number } {
  const { width, height } = ASPECTS[aspects.find((aspect) => aspect === options['aspect']) ?? '16:9'];
  const side = RESOLUTIONS[resolutions.find((resolution) => resolution === options['resolution']) ?? '720p'];
  return { pixels: (side ** 2 * width * height) / Math.max(width, height) ** 2, seconds: typeof options['seconds'] === 'number' ? options['seconds'] : USUAL_SECONDS };
}

/** The price, or what it is for a usual image while that is still to be chosen; undefined where it cannot be made. Whole credits. */
export function priceOf(model: ModelView, request: DraftRequest): number | undefined {
  if (lacksMain(request)) return cost(model.cost, { outputs: outputsOf(request), ...(FORMS[request.procedure].makes === 'video' ? usualVideo(request) : { pixels: USUAL_PIXELS, seconds: 0 }) });
  const quote = quoteOf(model, request);
  return 'refused' in quote ? undefined : quote.price;
}

/** The model that was asked for; when it is not offered the first that everybody may use, for nobody shall have to pick another before they may begin. */
export const chosenModel = (models: readonly ModelView[], id: string | undefined): ModelView | undefined =>
  models.find((model) => model.id === id) ?? models.find(({ tier }) => tier === 'free') ?? models[0];

/** A way to stay within the credits that are there. */
export type WayOut =
  | { readonly kind: 'fewer'; readonly count: number; readonly price: number }
  | { readonly kind: 'cheaper'; readonly model: ModelView; readonly count: number; readonly price: number };

/** The ways out when the price is above what is available: fewer outputs with this model, or a model that costs less and asks for no plan that this one does not. */
export function waysOut(models: readonly ModelView[], model: ModelView, request: DraftRequest, available: number): readonly WayOut[] {
  const priced = (one: ModelView, count: number): number => priceOf(one, { ...request, draft: { ...request.draft, count } }) ?? Number.POSITIVE_INFINITY;
  const wanted = outputsOf(request);
  const max = (one: ModelView): number => {
    let count = wanted;
    while (count > 0 && priced(one, count) > available) count -= 1;
    return count;
  };
  const here = max(model);
  const fewer: readonly WayOut[] = here > 0 ? [{ kind: 'fewer', count: here, price: priced(model, here) }] : [];
  const cheaper = models
    .filter((one) => one.id !== model.id && (one.tier === 'free' || model.tier === 'pro') && priced(one, wanted) < priced(model, wanted))
    .map((one): WayOut => ({ kind: 'cheaper', model: one, count: max(one), price: priced(one, max(one)) }))
    .filter((way) => way.count > 0)
    .toSorted((a, b) => b.count - a.count || b.price - a.price);
  return [...fewer, ...cheaper];
}
