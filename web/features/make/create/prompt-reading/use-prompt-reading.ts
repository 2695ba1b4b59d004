'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ModelView } from '@src/catalog/model.shared';
import { PROMPT_MAX } from '@src/creation/procedures/params.shared';
import { readingOf } from '@src/creation/procedures/reading.shared';
import type { WordsView } from '@src/creation/prompts/words.shared';
import { useVisitor } from '@/lib/session/store';
import { client } from '@/lib/trpc/client';
import { factsOf, paramsOf, promptUseOf, type DraftRequest } from '../draft/draft-request';

/** Milliseconds without a key press before the prompt is read, and the minimum number of letters. */
const PAUSE = 350;
const MIN_CHARACTERS = 3;

/** A value that has not changed for `PAUSE`. */
function useSettled<T>(value: T): T {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(() => value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/**
 * The built-in engine's reading of a request's prompt, requested while the user types. Undefined until it arrives,
 * and for engines that read prompts themselves. A request for an outdated prompt is aborted.
 */
export function useReadWords(
  request: DraftRequest,
  model: Pick<ModelView, 'engine'> | undefined,
): WordsView | undefined {
  const prompt = request.draft.prompt.trim();
  const settled = useSettled(prompt);
  const ready = useVisitor().status === 'ready';
  const isRequested =
    ready &&
    model?.engine === 'local' &&
    promptUseOf(request) !== 'none' &&
    settled.length >= MIN_CHARACTERS &&
    settled.length <= PROMPT_MAX;
  const input = {
    ...readingOf(paramsOf(request)),
    roles: factsOf(request).map(({ role }) => role),
    prompt: settled,
    negativePrompt: request.draft.negativePrompt.trim().slice(0, PROMPT_MAX),
  };
  const { data } = useQuery({
    queryKey: ['words', input],
    queryFn: ({ signal }) => client.task.readWords.mutate(input, { signal }),
    enabled: isRequested,
    retry: false,
    staleTime: Infinity,
    gcTime: 60_000,
    meta: { skipErrorChain: true },
  });
  return isRequested && settled === prompt ? data : undefined;
}
