import { EDIT, rolesOf, readTimeline, wholeCut, type Clip, type Cut } from '@src/creation/procedures/params.shared';
import type { BoardContent, BoardNode, CreationNode, NodeId } from '@src/creation/boards/board.shared';
import { merge, same } from '../board/merge';

/** Clips of a video on a board. Cuts refer to clips by number, while edges number their inputs by port. Pure. */

interface Fed {
  readonly from: NodeId;
  /** The file of an input node. Another file is another clip. */
  readonly ref?: Extract<BoardNode, { kind: 'given' }>['ref'];
}

/** Facts of a node's file as a clip; undefined without a file. */
export type ClipOf = (id: NodeId) => Omit<Clip, 'number'> | undefined;

/** The nodes that feed a video's clips, in the server's numbering. Empty ports do not count. */
export function clipsFed({ nodes, edges }: BoardContent, video: NodeId): readonly Fed[] {
  return rolesOf('clip', { max: EDIT.clips }).flatMap((role): readonly Fed[] => {
    const from = edges.find(({ to, feeds }) => to === video && feeds === role)?.from;
    const node = nodes.find(({ id }) => id === from);
    if (node === undefined || node.kind === 'words') return [];
    if (node.kind === 'creation') return [{ from: node.id }];
    return node.ref === null ? [] : [{ from: node.id, ref: node.ref }];
  });
}

/**
 * Adapts cuts to changed clips. Cuts of a clip that stays follow it, and those of a removed clip are removed. A
 * replacement clip is shown in full, and a new clip comes last. A clip without known length shows its first seconds.
 */
function recut(
  cuts: readonly Cut[],
  was: readonly Fed[],
  now: readonly Fed[],
  clipOf: (fed: Fed) => ReturnType<ClipOf>,
): readonly Cut[] {
  const left = new Map(was.map((fed, index) => [index + 1, fed]));
  const numbers = new Map<number, number>();
  const fresh = new Map<number, Cut>();
  for (const [index, fed] of now.entries()) {
    const stays = [...left].find(([, one]) => same(one, fed))?.[0];
    if (stays !== undefined) {
      numbers.set(stays, index + 1);
      left.delete(stays);
      continue;
    }
    const known = clipOf(fed);
    fresh.set(
      index + 1,
      known === undefined
        ? { clip: index + 1, from: 0, to: EDIT.imageMs, way: 'cut' }
        : wholeCut({ number: index + 1, ...known }),
    );
  }
  const kept = cuts.flatMap((cut): readonly Cut[] => {
    const number = numbers.get(cut.clip);
    if (number !== undefined) return [{ ...cut, clip: number }];
    const instead = left.has(cut.clip) ? fresh.get(cut.clip) : undefined;
    return instead === undefined ? [] : [{ ...instead, way: cut.way }];
  });
  return [...kept, ...[...fresh.values()].filter(({ clip }) => !kept.some((cut) => cut.clip === clip))].slice(
    0,
    EDIT.cuts,
  );
}

function recutNode(node: CreationNode, before: BoardContent, after: BoardContent, clipOf: ClipOf): CreationNode {
  const timeline = readTimeline(node.settings['timeline']);
  if (timeline === undefined || timeline.cuts.length === 0 || !before.nodes.some(({ id }) => id === node.id))
    return node;
  const [was, now] = [clipsFed(before, node.id), clipsFed(after, node.id)];
  if (same(was, now)) return node;
  // Nothing is known yet of a new file. The known facts belong to the old one.
  const known = ({ from, ref }: Fed): ReturnType<ClipOf> =>
    before.nodes.some((one) => one.id === from && (one.kind !== 'given' || same(one.ref, ref)))
      ? clipOf(from)
      : undefined;
  const cuts = recut(timeline.cuts, was, now, known).map((cut) => ({ ...cut }));
  return {
    ...node,
    settings: { ...node.settings, timeline: { cuts, texts: timeline.texts.map((text) => ({ ...text })) } },
  };
}

const isVideo = (node: BoardNode): node is CreationNode =>
  node.kind === 'creation' && node.procedure === 'videoEdit.createVideoEdit';

/** The board after a change, with the cuts adapted in every video whose clips have changed. */
export function withClips(before: BoardContent, after: BoardContent, clipOf: ClipOf): BoardContent {
  const nodes = after.nodes.map((node) => (isVideo(node) ? recutNode(node, before, after, clipOf) : node));
  return nodes.every((node, index) => node === after.nodes[index]) ? after : { ...after, nodes };
}

const unknown: ClipOf = () => undefined;

/**
 * Merges boards that were changed here and elsewhere since `base`, as `merge` does. A video's cuts come from the side
 * whose settings it has, adapted to clips from the other side. Pure.
 */
export function joinedBoard(base: BoardContent, mine: BoardContent, theirs: BoardContent): BoardContent {
  const merged = merge(base, mine, theirs);
  const nodes = merged.nodes.map((node) => {
    if (!isVideo(node)) return node;
    const here = mine.nodes.find(({ id }) => id === node.id);
    return recutNode(
      node,
      here?.kind === 'creation' && same(here.settings, node.settings) ? mine : theirs,
      merged,
      unknown,
    );
  });
  return { ...merged, nodes };
}
