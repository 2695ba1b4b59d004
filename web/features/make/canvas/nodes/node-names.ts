import { useTranslations } from 'next-intl';
import type { BoardContent, BoardNode } from '@src/creation/boards/board.shared';
import { toolOf } from '@/features/make/create/form/tools';
import type { Files } from '../files/use-files';

/** Letters of the text that name a text node. */
const LETTERS = 32;

const sortOf = (node: BoardNode, files: Files): string =>
  node.kind === 'creation'
    ? node.turn === undefined
      ? node.procedure
      : node.id
    : node.kind === 'given'
      ? `given ${files.get(node.id)?.given?.kind ?? ''}`
      : node.id;

/** A node's name on its board: its kind, with a number if there are several. Text nodes use their first words. */
export function useNodeName(): (node: BoardNode, content: BoardContent, files: Files) => string {
  const t = useTranslations('canvas');
  const names = useTranslations('tools.names');
  return (node, { nodes }, files) => {
    if (node.kind === 'words') {
      const text = node.text.trim();
      return text === '' ? t('words.title') : text.length > LETTERS ? `${text.slice(0, LETTERS)}…` : text;
    }
    const given = files.get(node.id)?.given;
    const name =
      node.kind === 'creation'
        ? node.turn === undefined
          ? names(toolOf(node.procedure).id)
          : t('chat.turn', { number: node.turn + 1 })
        : t(given === undefined ? 'given.title' : `kinds.${given.kind}`);
    const alike = nodes.filter((one) => one.kind === node.kind && sortOf(one, files) === sortOf(node, files));
    return alike.length < 2 ? name : t('numbered', { name, number: alike.indexOf(node) + 1 });
  };
}
