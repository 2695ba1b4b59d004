'use client';

import { useEffect, useRef, useState } from 'react';
import type { Cutting } from '@src/creation/uploads/cutting-rules.shared';
import type { UploadView } from '@src/creation/uploads/upload.shared';
import { ofUpload, type Given } from '@/features/make/create/draft/given-inputs';
import { readFailure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import { client } from '@/lib/trpc/client';

/** The original of a trimmed or cropped input; the input itself if it is the original. */
export const wholeOf = (given: Given): Given => given.cut?.whole ?? given;

function ask({ ref: source }: Given, part: Cutting, signal: AbortSignal): Promise<UploadView> {
  if (part.kind === 'trim') return client.upload.trim.mutate({ source, from: part.from, to: part.to }, { signal });
  return client.upload.crop.mutate(
    { source, left: part.left, top: part.top, width: part.width, height: part.height },
    { signal },
  );
}

/**
 * Has the server cut a part out of an input. An input that was cut before is cut again from its original.
 * @param onDone receives the part, which replaces the input
 */
export function useCut(given: Given, onDone: (part: Given) => void) {
  const { ofFailure } = useErrorWords();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const asking = useRef<AbortController>(undefined);
  useEffect(() => () => asking.current?.abort(), []);

  const cut = async (part: Cutting): Promise<void> => {
    if (busy) return;
    const whole = wholeOf(given);
    const mine = new AbortController();
    asking.current = mine;
    setBusy(true);
    setProblem(undefined);
    try {
      const view = await ask(whole, part, mine.signal);
      onDone({
        ...ofUpload(view, whole.name),
        ...(given.consented === true ? { consented: true as const } : {}),
        cut: { whole, part },
      });
    } catch (error) {
      const failure = readFailure(error);
      if (failure.kind !== 'aborted') setProblem(ofFailure(failure));
    } finally {
      setBusy(false);
    }
  };
  return { cut, busy, problem };
}
