import { cost, outputCost } from '@src/catalog/cost.shared';
import type { ModelView } from '@src/catalog/model.shared';
import { pictureSize, type Aspect } from '@src/creation/picture.shared';

interface Asked {
  readonly aspect: Aspect;
  readonly count: number;
}

const facts = (model: ModelView, { aspect, count }: Asked): { outputs: number; pixels: number; seconds: number } => {
  const { width, height } = pictureSize(aspect, model.longSide);
  return { outputs: count, pixels: width * height, seconds: 0 };
};

/** What the pictures cost with a model, whole credits: the number on the button and the number that is held. */
export const priceOf = (model: ModelView, asked: Asked): number => cost(model.cost, facts(model, asked));

/** What one more picture costs with a model, whole credits. */
export const pictureCost = (model: ModelView, aspect: Aspect): number => outputCost(model.cost, facts(model, { aspect, count: 1 }));

/** The model that was asked for, or the first when it is not offered. */
export const chosenModel = (models: readonly ModelView[], id: string | undefined): ModelView | undefined => models.find((model) => model.id === id) ?? models[0];

/** A way to stay within the credits that are there. */
export type WayOut = { readonly kind: 'fewer'; readonly count: number; readonly price: number } | { readonly kind: 'cheaper'; readonly model: ModelView; readonly count: number; readonly price: number };

/** The ways out when the price is above what is available: fewer pictures with this model, or a model that costs less. */
export function waysOut(models: readonly ModelView[], model: ModelView, asked: Asked, available: number): readonly WayOut[] {
  const most = (one: ModelView): number => {
    let count = asked.count;
    while (count > 0 && priceOf(one, { ...asked, count }) > available) count -= 1;
    return count;
  };
  const here = most(model);
  const fewer: readonly WayOut[] = here > 0 ? [{ kind: 'fewer', count: here, price: priceOf(model, { ...asked, count: here }) }] : [];
  const cheaper = models
    .filter((one) => one.id !== model.id && priceOf(one, asked) < priceOf(model, asked))
    .map((one): WayOut => ({ kind: 'cheaper', model: one, count: most(one), price: priceOf(one, { ...asked, count: most(one) }) }))
    .filter((way) => way.count > 0)
    .toSorted((a, b) => b.count - a.count || b.price - a.price);
  return [...fewer, ...cheaper];
}
