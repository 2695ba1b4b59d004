import { EDIT, rolesOf, readTimeline, wholeCut, type Clip, type Cut } from '@src/creation/procedures/params.shared';
import type { BoardContent, BoardNode, CreationNode, NodeId } from '@src/creation/boards/board.shared';
import { merge, same } from '../board/merge';

/** Videos that are cut together on a board: their cuts speak of clips by number, and what is fed is numbered by its place. Pure. */

interface Fed {
  readonly from: NodeId;
  /** The file itself, where it is given: another one is another clip. */
  readonly ref?: Extract<BoardNode, { kind: 'given' }>['ref'];
}

/** What is known of a node's file as a clip; undefined while there is none. */
export type ClipOf = (id: NodeId) => Omit<Clip, 'number'> | undefined;

/** What feeds a video's clips, in the order in which the server numbers them: an empty place is as if nothing fed it. */
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
 * Cuts once other clips are fed: those of clips that stay go with them, those of a clip that went go too, another one in its place is seen whole in its stead,
 * and a new one comes last. Of a clip that nothing is known of yet the first seconds are seen.
 */
function recut(cuts: readonly Cut[], was: readonly Fed[], now: readonly Fed[], clipOf: (fed: Fed) => ReturnType<ClipOf>): readonly Cut[] {
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
    fresh.set(index + 1, known === undefined ? { clip: index + 1, from: 0, to: EDIT.imageMs, way: 'cut' } : wholeCut({ number: index + 1, ...known }));
  }
  const kept = cuts.flatMap((cut): readonly Cut[] => {
    const number = numbers.get(cut.clip);
    if (number !== undefined) return [{ ...cut, clip: number }];
    const instead = left.has(cut.clip) ? fresh.get(cut.clip) : undefined;
    return instead === undefined ? [] : [{ ...instead, way: cut.way }];
  });
  return [...kept, ...[...fresh.values()].filter(({ clip }) => !kept.some((cut) => cut.clip === clip))].slice(0, EDIT.cuts);
}

function recutNode(node: CreationNode, before: BoardContent, after: BoardContent, clipOf: ClipOf): CreationNode {
  const timeline = readTimeline(node.settings['timeline']);
  if (timeline === undefined || timeline.cuts.length === 0 || !before.nodes.some(({ id }) => id === node.id)) return node;
  const [was, now] = [clipsFed(before, node.id), clipsFed(after, node.id)];
  if (same(was, now)) return node;
  // Of a file that has just come nothing is known: what is known is of the one before.
  const known = ({ from, ref }: Fed): ReturnType<ClipOf> => (before.nodes.some((one) => one.id === from && (one.kind !== 'given' || same(one.ref, ref))) ? clipOf(from) : undefined);
  const cuts = recut(timeline.cuts, was, now, known).map((cut) => ({ ...cut }));
  return { ...node, settings: { ...node.settings, timeline: { cuts, texts: timeline.texts.map((text) => ({ ...text })) } } };
}

const isVideo = (node: BoardNode): node is CreationNode => node.kind === 'creation' && node.procedure === 'videoEdit.createVideoEdit';

/** A board after a change, with the cuts of every video whose clips are others now brought along. */
export function withClips(before: BoardContent, after: BoardContent, clipOf: ClipOf): BoardContent {
  const nodes = after.nodes.map((node) => (isVideo(node) ? recutNode(node, before, after, clipOf) : node));
  return nodes.every((node, index) => node === after.nodes[index]) ? after : { ...after, nodes };
}

const unknown: ClipOf = () => undefined;

/**
 * A board that was changed here and elsewhere since both had `base`, as `merge` joins it. The cuts of a video are of the side whose settings it has: where its
 * clips came from the other they are brought along. Pure.
 */
export function joinedBoard(base: BoardContent, mine: BoardContent, theirs: BoardContent): BoardContent {
  const merged = merge(base, mine, theirs);
  const nodes = merged.nodes.map((node) => {
    if (!isVideo(node)) return node;
    const here = mine.nodes.find(({ id }) => id === node.id);
    return recutNode(node, here?.kind === 'creation' && same(here.settings, node.settings) ? mine : theirs, merged, unknown);
  });
  return { ...merged, nodes };
}
