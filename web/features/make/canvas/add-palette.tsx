'use client';

import { ImageUp, Type } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ProcedureName } from '@src/creation/procedures/params.shared';
import type { NodeId } from '@src/creation/boards/board.shared';
import { groupOf, toolOf } from '@/features/make/create/form/tools';
import { TOOL_ICONS } from '@/features/make/procedures/icons';
import { CommandPalette, type PaletteCommand } from '@/ui/overlay/command-palette';
import { useBench } from './run/bench';
import { followersOf, givesOf, placeable } from './board/graph';

/** Where to add a node: freely, or after another node. */
export interface AddingTo {
  readonly at?: { readonly x: number; readonly y: number };
  readonly after?: NodeId;
}

const GROUPS = ['words', 'pictures', 'motion', 'videos'] as const;
type Group = (typeof GROUPS)[number];

const FROM_WORDS: readonly ProcedureName[] = [
  'text2Image.create',
  'video.createVideoByText',
  'video.createVideoByTextV2',
];

/** The group of a procedure in the list. Those that start from a prompt come first. */
const placeOf = (procedure: ProcedureName): Group =>
  FROM_WORDS.includes(procedure) ? 'words' : groupOf({ procedure });

/** Finds nodes to add by name. After a node, only those that accept its result. */
export function AddPalette({
  to,
  onClose,
  onAdded,
}: {
  readonly to: AddingTo;
  readonly onClose: () => void;
  readonly onAdded: (id: NodeId) => void;
}) {
  const t = useTranslations('canvas.add');
  const names = useTranslations('tools.names');
  const lines = useTranslations('tools.lines');
  const { content, kinds, models, add } = useBench();
  const after = content.nodes.find(({ id }) => id === to.after);
  const put = (...parameters: Parameters<typeof add>): void => {
    const id = add(...parameters);
    if (id !== undefined) onAdded(id);
  };
  const followers = after === undefined ? undefined : followersOf(givesOf(after, content, kinds));
  const offered = placeable(models, followers);
  const command = (procedure: ProcedureName): PaletteCommand => {
    const { id } = toolOf(procedure);
    const feeds = followers?.find((follower) => follower.procedure === procedure)?.feeds;
    return {
      id: procedure,
      label: names(id),
      about: lines(id),
      icon: TOOL_ICONS[id],
      run: () =>
        put(procedure, {
          at: to.at,
          ...(after === undefined || feeds === undefined ? {} : { from: { id: after.id, feeds } }),
        }),
    };
  };
  const groups = GROUPS.map((group) => ({
    heading: t(`groups.${group}`),
    commands: offered.filter((procedure) => placeOf(procedure) === group).map(command),
  })).filter(({ commands }) => commands.length > 0);
  const given = {
    heading: t('groups.given'),
    commands: [
      { id: 'words', label: t('words'), icon: Type, run: () => put('words', { at: to.at }) },
      { id: 'given', label: t('file'), icon: ImageUp, run: () => put('given', { at: to.at }) },
    ],
  };
  return (
    <CommandPalette
      open
      onOpenChange={(open) => open || onClose()}
      title={t(after === undefined ? 'title' : 'next')}
      placeholder={t('placeholder')}
      empty={t('empty')}
      groups={after === undefined ? [given, ...groups] : groups}
    />
  );
}
