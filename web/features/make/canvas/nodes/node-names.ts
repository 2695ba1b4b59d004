import { useTranslations } from 'next-intl';
import type { BoardContent, BoardNode } from '@src/creation/boards/board.shared';
import { toolOf } from '@/features/make/create/form/tools';
import type { Files } from '../files/use-files';

/** Letters of its words that a node is called by. */
const LETTERS = 32;

const sortOf = (node: BoardNode, files: Files): string => (node.kind === 'creation' ? (node.turn === undefined ? node.procedure : node.id) : node.kind === 'given' ? `given ${files.get(node.id)?.given?.kind ?? ''}` : node.id);

/** What a node is called among the others of its board: by what it is, with a number where several are the same; words by how they begin. */
export function useNodeName(): (node: BoardNode, content: BoardContent, files: Files) => string {
  const t = useTranslations('canvas');
  const names = useTranslations('tools.names');
  return (node, { nodes }, files) => {
    if (node.kind === 'words') {
      const text = node.text.trim();
      return text === '' ? t('words.title') : text.length > LETTERS ? `${text.slice(0, LETTERS)}…` : text;
    }
    const given = files.get(node.id)?.given;
    const name = node.kind === 'creation' ? (node.turn === undefined ? names(toolOf(node.procedure).id) : t('chat.turn', { number: node.turn + 1 })) : t(given === undefined ? 'given.title' : `kinds.${given.kind}`);
    const alike = nodes.filter((one) => one.kind === node.kind && sortOf(one, files) === sortOf(node, files));
    return alike.length < 2 ? name : t('numbered', { name, number: alike.indexOf(node) + 1 });
  };
}
