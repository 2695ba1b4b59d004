'use client';

import { useTranslations } from 'next-intl';
import type { CreationNode } from '@src/creation/boards/board.shared';
import { EditBench } from '@/features/make/edit/edit-bench';
import { TextFields } from '@/features/make/edit/text-fields';
import { useEdit } from '@/features/make/edit/use-edit';
import { useBench } from '../run/bench';
import { clipsFed } from './clips';

/** The video editor of easy mode, for a node on the board and the clips that feed it. */
export function NodeCuts({ node }: { readonly node: CreationNode }) {
  const t = useTranslations('canvas.fed');
  const { content } = useBench();
  const { clips } = useEdit();
  const isWhole = clips.length > 0 && clips.length === clipsFed(content, node.id).length;
  // Clips are numbered by port. While one is missing, the others would have wrong numbers.
  if (!isWhole) return <p className="text-sm text-ink-2">{t('cuts')}</p>;
  return (
    <>
      <EditBench />
      <TextFields />
    </>
  );
}
