'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import type { CreationNode } from '@src/creation/boards/board.shared';
import { EditBench } from '@/features/edit/edit-bench';
import { TextFields } from '@/features/edit/text-fields';
import { useEdit } from '@/features/edit/use-edit';
import { useBench } from './bench';
import { clipsFed, fitted } from './clips';
import { same } from './merge';

/** The cutting of a film on the board: the editor of easy mode, over the clips that feed it. */
export function NodeCuts({ node }: { readonly node: CreationNode }) {
  const t = useTranslations('canvas.fed');
  const { content } = useBench();
  const { clips, cuts, cut } = useEdit();
  const isWhole = clips.length > 0 && clips.length === clipsFed(content, node.id).length;
  useEffect(() => {
    // What was made anew may be shorter than what was cut.
    const next = fitted(cuts, clips);
    if (isWhole && !same(next, cuts)) cut(next);
  }, [isWhole, cuts, clips, cut]);
  // Clips are numbered by their places: while one is still to be made, those that are there would have the numbers of others.
  if (!isWhole) return <p className="text-sm text-ink-2">{t('cuts')}</p>;
  return (
    <>
      <EditBench />
      <TextFields />
    </>
  );
}
