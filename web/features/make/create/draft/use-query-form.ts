'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect } from 'react';
import { surprisePrompt } from '@src/engine/local/scene/surprise.shared';
import type { ProcedureName } from '@src/creation/procedures/params.shared';
import { usePathname, useRouter } from '@/i18n/navigation';
import { queryClient, trpc } from '@/lib/trpc/client';
import { useVisitor } from '@/lib/session/store';
import { draftFromQuery } from './draft';
import { changeForm, changeDraft, give } from './draft-store';
import { ofOutput } from './given-inputs';
import { workRole } from './draft-request';

/** Sets one of the user's results as an input of a form. */
async function giveResult(procedure: ProcedureName, id: string, index: number): Promise<void> {
  const task = await queryClient
    .fetchQuery({ ...trpc.task.get.queryOptions({ id }), meta: { skipErrorChain: false } })
    .catch(() => undefined);
  const output = task?.outputs[index];
  const role = workRole(procedure);
  if (task !== undefined && output?.state === 'ready' && role !== undefined)
    give(procedure, role, ofOutput(task, output));
}

/**
 * Fills a call's form from the address, once, and leaves the address clean: its fields, `surprise`, or `from` a task
 * and `picture` of it.
 */
export function useQueryForm(procedure: ProcedureName): void {
  const query = useSearchParams();
  const router = useRouter();
  const path = usePathname();
  const ready = useVisitor().status === 'ready';
  useEffect(() => {
    if (query.size === 0) return;
    const from = query.get('from');
    if (from !== null && !ready) return;
    const requested = draftFromQuery(new URLSearchParams(query), procedure);
    if (requested !== undefined) changeForm(procedure, { draft: requested });
    else if (query.get('surprise') !== null) changeDraft({ prompt: surprisePrompt(Math.random) }, procedure);
    if (from !== null) void giveResult(procedure, from, Number(query.get('picture') ?? 0));
    router.replace(path, { scroll: false });
  }, [query, router, path, procedure, ready]);
}
