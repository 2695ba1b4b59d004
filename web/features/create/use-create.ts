'use client';

import { useMutation } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { ModelView } from '@src/catalog/model.shared';
import { SEED_MAX } from '@src/creation/picture.shared';
import type { Asked } from '@src/creation/task.shared';
import { refreshBalance } from '@/lib/data/balance-cache';
import { trackCreated, trackFailed, trackSubmit } from '@/lib/analytics/create-flow';
import { refreshProjects } from '@/lib/data/projects';
import { selectedProject } from '@/lib/data/selected-project';
import { putTask } from '@/lib/data/task-cache';
import { readFailure, type Failure } from '@/lib/errors/failure';
import { alertWhenLow } from '@/lib/popups/low-credits';
import { newId, randomUpTo } from '@/lib/random';
import { client, queryClient, trpc } from '@/lib/trpc/client';
import { seedOf } from './draft';
import { quoteOf } from './quote';
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

function send({ procedure, input }: Asked) {
  switch (procedure) {
    case 'text2Image.create':
      return client.text2Image.create.mutate(input);
    case 'image2Image.create':
      return client.image2Image.create.mutate(input);
    case 'imageTools.upscale':
      return client.imageTools.upscale.mutate(input);
    case 'imageTools.objectRemover':
      return client.imageTools.objectRemover.mutate(input);
    case 'imageTools.backgroundRemover':
      return client.imageTools.backgroundRemover.mutate(input);
    case 'imageTools.backgroundChanger':
      return client.imageTools.backgroundChanger.mutate(input);
    case 'video.createVideoByText':
      return client.video.createVideoByText.mutate(input);
    case 'video.createVideoByImage':
      return client.video.createVideoByImage.mutate(input);
    default:
      return procedure satisfies never;
  }
}

/** A press whose answer never came: sent again under the same id, so that what the server already took is not made twice. */
interface Unanswered {
  readonly wish: Wish;
  readonly asked: Asked;
}

const sameWish = (a: Wish, b: Wish): boolean => a.procedure === b.procedure && a.draft === b.draft && a.image === b.image && a.mask === b.mask && a.background === b.background;

/**
 * Submits creations. Each press is one request id; presses while one is on its way are the same press.
 * @param onCreated is told the id of the new task
 */
export function useCreate(onCreated: (id: string) => void) {
  const inFlight = useRef(false);
  const unanswered = useRef<Unanswered | undefined>(undefined);
  const [refusal, setRefusal] = useState<Extract<Failure, { kind: 'product' }>>();
  const { mutateAsync, isPending } = useMutation({ mutationFn: send });

  const create = useCallback(
    async (wish: Wish, model: ModelView): Promise<void> => {
      if (inFlight.current) return;
      const again = unanswered.current !== undefined && sameWish(unanswered.current.wish, wish) && unanswered.current.asked.input.projectId === projectOf(wish) ? unanswered.current.asked : undefined;
      const asked = again ?? pressedOf(wish, model);
      if (asked === undefined) return;
      inFlight.current = true;
      setRefusal(undefined);
      unanswered.current = { wish, asked };
      trackSubmit(asked);
      try {
        const { id, data, token } = await mutateAsync(asked);
        unanswered.current = undefined;
        trackCreated(asked, id);
        putTask(data);
        if (token !== undefined) void refreshBalance(token).then((left) => left === undefined || alertWhenLow(left, asked.input.price.amount));
        onCreated(id);
      } catch (error) {
        const failure = readFailure(error);
        trackFailed(asked, failure);
        // A server that broke off may have taken it all the same: the next press is this one, sent again.
        if (failure.kind !== 'product' || failure.httpStatus >= 500) return;
        unanswered.current = undefined;
        setRefusal(failure);
        if (failure.identifier === 'PRICE_CHANGED') void queryClient.invalidateQueries(trpc.catalog.models.pathFilter());
        if (failure.identifier === 'PROJECT_NOT_FOUND') void refreshProjects();
        if (failure.identifier === 'CREDITS_NOT_ENOUGH') void queryClient.invalidateQueries(trpc.credits.balance.pathFilter());
      } finally {
        inFlight.current = false;
      }
    },
    [mutateAsync, onCreated],
  );
  return { create, busy: isPending, refusal, forgetRefusal: useCallback(() => setRefusal(undefined), []) };
}

export type Creating = ReturnType<typeof useCreate>;
