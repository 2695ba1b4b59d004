/**
 * Finds spatial relations between subjects in a prompt. Subjects are placed side by side, so almost none of these is
 * drawn.
 */
import type { Piece } from './match.js';
import type { SubjectId } from './scene.js';
import { isOverhead, isRelation, isUndrawn } from './vocabulary/undrawn.js';

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Subjects in the air or above everything, which are always above whatever stands below. */
const AIRBORNE: ReadonlySet<SubjectId> = new Set<SubjectId>([
  'rainbow',
  'aurora',
  'lightning',
  'cloud',
  'sun',
  'moon',
  'stars',
  'planet',
  'ringedplanet',
  'galaxy',
  'comet',
  'nebula',
  'satellite',
  'ufo',
  'bird',
  'butterfly',
  'dragon',
  'plane',
  'balloon',
  'helicopter',
  'kite',
  'lantern',
  'confetti',
]);

/** Kinds of words that only describe the next noun. */
const DESCRIBING: ReadonlySet<string> = new Set(['colour', 'size', 'count', 'material', 'position', 'action']);

const isThing = (piece: Piece): boolean =>
  piece.kind === 'term' &&
  piece.meanings.some(({ kind }) => kind === 'subject' || kind === 'group') &&
  !piece.meanings.some(({ kind }) => kind === 'place' || kind === 'time');
const isAirborne = (piece: Piece): boolean =>
  piece.kind === 'term' && piece.meanings.some(({ id }) => AIRBORNE.has(id as SubjectId)); // has() takes any text
const isDescribing = (piece: Piece): boolean =>
  piece.kind === 'term' && piece.meanings.every(({ kind }) => DESCRIBING.has(kind));

/**
 * The relations of a prompt that the image does not show: all between two subjects, except the sky above something. A
 * subject in a place is not such a relation, because that is drawn.
 * @param pieces as returned by `readPrompt`
 */
export function undrawnRelations(pieces: readonly Piece[]): readonly Span[] {
  const found: Span[] = [];
  let before: Piece | undefined;
  let said: Extract<Piece, { readonly kind: 'stop' }>[] = [];
  for (const [at, piece] of pieces.entries()) {
    if (piece.kind === 'stop') {
      if (before !== undefined && isRelation(piece.word)) said.push(piece);
      continue;
    }
    if (isDescribing(piece)) continue;
    const sky = before !== undefined && (isAirborne(before) || isAirborne(piece));
    // "a rocky coast": a subject that only describes a place.
    const next = pieces[at + 1];
    const isOfPlace = next?.kind === 'term' && next.meanings[0]?.kind === 'place';
    if ((isThing(piece) && !isOfPlace) || piece.kind === 'unknown')
      found.push(
        ...said.filter(({ word }) => !(sky && isOverhead(word)) && !(piece.kind === 'unknown' && word === 'in')),
      );
    before = isThing(piece) ? piece : undefined;
    said = [];
  }
  return found.map(({ start, end }) => ({ start, end }));
}

/** Words for activities and ages, which are not drawn. */
export const undrawnWords = (pieces: readonly Piece[]): readonly Span[] =>
  pieces.filter((piece) => piece.kind === 'stop' && isUndrawn(piece.word)).map(({ start, end }) => ({ start, end }));
