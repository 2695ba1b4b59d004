'use client';

import { useMutation } from '@tanstack/react-query';
import { getUntypedClient } from '@trpc/client';
import { useCallback, useRef, useState } from 'react';
import type { ModelView } from '@src/catalog/model.shared';
import { SEED_MAX, SOURCE_ROLES } from '@src/creation/picture.shared';
import type { Asked } from '@src/creation/task.shared';
import { refreshAllowance } from '@/lib/data/allowance';
import { refreshBalance } from '@/lib/data/balance-cache';
import { planNow } from '@/lib/data/plan';
import { trackCreated, trackFailed, trackSubmit } from '@/lib/analytics/create-flow';
import { refreshProjects } from '@/lib/data/projects';
import { selectedProject } from '@/lib/data/selected-project';
import { putTask } from '@/lib/data/task-cache';
import { readFailure } from '@/lib/errors/failure';
import { alertWhenLow } from '@/lib/popups/low-credits';
import { productNow } from '@/lib/product-time';
import { newId, randomUpTo } from '@/lib/random';
import { client, queryClient, trpc } from '@/lib/trpc/client';
import { seedOf } from './draft';
import { quoteOf } from './quote';
import type { RefusedWish } from './refused-input';
import { askedOf, type Wish } from './wish';

/** Where a wish goes: where it says, else what the forms were told. */
const projectOf = ({ projectId }: Wish): string | undefined => projectId ?? selectedProject();

/** The call of a wish, with a seed drawn now when none was typed. */
function pressedOf(wish: Wish, model: ModelView): Asked | undefined {
  const quote = quoteOf(model, wish);
  if ('refused' in quote) return undefined;
  const seed = seedOf(wish.draft.seed);
  return askedOf(wish, { requestId: newId(), model: model.id, projectId: projectOf(wish), price: { amount: quote.price, priceVersion: model.priceVersion }, seed: typeof seed === 'number' ? seed : randomUpTo(SEED_MAX) });
}

type Answer = Awaited<ReturnType<typeof client.text2Image.create.mutate>>;

/** Sends a call by its name: each takes the input that `Asked` says, and all of them answer alike. */
const send = ({ procedure, input }: Asked): Promise<Answer> => getUntypedClient(client).mutation(procedure, input) as Promise<Answer>; // the untyped client says nothing of answers

/** Tells of credits that run low once something was paid for. */
async function tellWhenLow(after: Parameters<typeof refreshBalance>[0], price: number): Promise<void> {
  const [balance, subLog] = await Promise.all([refreshBalance(after), planNow()]);
  if (balance !== undefined) alertWhenLow(balance, price, subLog, productNow());
}

/** A press whose answer never came: sent again under the same id, so that what the server already took is not made twice. */
interface Unanswered {
  readonly wish: Wish;
  readonly asked: Asked;
}

const sameWish = (a: Wish, b: Wish): boolean => a.procedure === b.procedure && a.draft === b.draft && SOURCE_ROLES.every((role) => a.given[role] === b.given[role]);

/**
 * Submits creations. Each press is one request id; presses while one is on its way are the same press.
 * @param onCreated is told the id of the new task
 */
export function useCreate(onCreated: (id: string) => void) {
  const inFlight = useRef(false);
  const unanswered = useRef<Unanswered | undefined>(undefined);
  const [refused, setRefused] = useState<RefusedWish>();
  const { mutateAsync, isPending } = useMutation({ mutationFn: send });

  const create = useCallback(
    async (wish: Wish, model: ModelView): Promise<void> => {
      if (inFlight.current) return;
      const again = unanswered.current !== undefined && sameWish(unanswered.current.wish, wish) && unanswered.current.asked.input.projectId === projectOf(wish) ? unanswered.current.asked : undefined;
      const asked = again ?? pressedOf(wish, model);
      if (asked === undefined) return;
      inFlight.current = true;
      setRefused(undefined);
      unanswered.current = { wish, asked };
      trackSubmit(asked);
      try {
        const { id, data, token } = await mutateAsync(asked);
        unanswered.current = undefined;
        trackCreated(asked, id);
        putTask(data);
        if (model.relaxed) void refreshAllowance();
        if (token !== undefined) void tellWhenLow(token, asked.input.price.amount);
        onCreated(id);
      } catch (error) {
        const failure = readFailure(error);
        trackFailed(asked, failure);
        // A fault of the server is said in the form too: a message that passes is easily missed.
        if (failure.kind === 'product') setRefused({ failure, wish });
        // A server that broke off may have taken it all the same: the next press is this one, sent again.
        if (failure.kind !== 'product' || failure.httpStatus >= 500) return;
        unanswered.current = undefined;
        // What costs nothing may be used up for today, or the plan may be over.
        if (failure.identifier === 'PRICE_CHANGED') void Promise.all([queryClient.invalidateQueries(trpc.catalog.models.pathFilter()), refreshAllowance()]);
        if (failure.identifier === 'PRO_FEATURE') void refreshAllowance();
        if (failure.identifier === 'PROJECT_NOT_FOUND') void refreshProjects();
        if (failure.identifier === 'CREDITS_NOT_ENOUGH') void queryClient.invalidateQueries(trpc.credits.balance.pathFilter());
      } finally {
        inFlight.current = false;
      }
    },
    [mutateAsync, onCreated],
  );
  return { create, busy: isPending, refusal: refused?.failure, refused, forgetRefusal: useCallback(() => setRefused(undefined), []) };
}

export type Creating = ReturnType<typeof useCreate>;
