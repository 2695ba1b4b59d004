'use client';

import { useMutation } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { ModelView } from '@src/catalog/model.shared';
import { SEED_MAX } from '@src/creation/picture.shared';
import type { TextToImageInput } from '@src/creation/task.shared';
import { refreshBalance } from '@/lib/data/balance-cache';
import { putTask } from '@/lib/data/task-cache';
import { readFailure, type Failure } from '@/lib/errors/failure';
import { newId, randomUpTo } from '@/lib/random';
import { queryClient, trpc } from '@/lib/trpc/client';
import { seedOf, type Draft } from './draft';
import { priceOf } from './quote';

type Wanted = Omit<TextToImageInput, 'requestId'>;

/** What is sent for a draft, without the press's own id. The seed is drawn now when none was typed. */
function wantedOf(draft: Draft, model: ModelView): Wanted {
  const seed = seedOf(draft.seed);
  return {
    prompt: draft.prompt.trim(),
    negativePrompt: draft.negativePrompt.trim(),
    model: model.id,
    style: draft.style,
    aspect: draft.aspect,
    count: draft.count,
    seed: typeof seed === 'number' ? seed : randomUpTo(SEED_MAX),
    price: { amount: priceOf(model, draft), priceVersion: model.priceVersion },
  };
}

/** A press whose answer never came: sent again under the same id, so that what the server already took is not made twice. */
interface Unanswered {
  readonly draft: Draft;
  readonly input: TextToImageInput;
}

/**
 * Submits creations. Each press is one request id; presses while one is on its way are the same press.
 * @param onCreated is told the id of the new task
 */
export function useCreate(onCreated: (id: string) => void) {
  const inFlight = useRef(false);
  const unanswered = useRef<Unanswered | undefined>(undefined);
  const [refusal, setRefusal] = useState<Extract<Failure, { kind: 'product' }>>();
  const { mutateAsync, isPending } = useMutation(trpc.text2Image.create.mutationOptions());

  const create = useCallback(
    async (draft: Draft, model: ModelView): Promise<void> => {
      if (inFlight.current) return;
      inFlight.current = true;
      setRefusal(undefined);
      const again = unanswered.current?.draft === draft ? unanswered.current.input : undefined;
      const input = again ?? { ...wantedOf(draft, model), requestId: newId() };
      unanswered.current = { draft, input };
      try {
        const { id, data, token } = await mutateAsync(input);
        unanswered.current = undefined;
        putTask(data);
        if (token !== undefined) void refreshBalance(token);
        onCreated(id);
      } catch (error) {
        const failure = readFailure(error);
        // A server that broke off may have taken it all the same: the next press is this one, sent again.
        if (failure.kind !== 'product' || failure.httpStatus >= 500) return;
        unanswered.current = undefined;
        setRefusal(failure);
        if (failure.identifier === 'PRICE_CHANGED') void queryClient.invalidateQueries(trpc.catalog.models.pathFilter());
        if (failure.identifier === 'CREDITS_NOT_ENOUGH') void queryClient.invalidateQueries(trpc.credits.balance.pathFilter());
      } finally {
        inFlight.current = false;
      }
    },
    [mutateAsync, onCreated],
  );
  return { create, busy: isPending, refusal, forgetRefusal: useCallback(() => setRefusal(undefined), []) };
}
