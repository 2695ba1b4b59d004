/** Who is in a video of subjects: the words that the images stand for, and the scene that is left to be their ground. */
import { readPrompt, type Piece } from '../../scene/match.js';
import { SUBJECTS, type Place, type Scene, type SceneOptions, type SubjectId, type Understanding } from '../../scene/scene.js';
import { understand } from '../../scene/understand.js';
import { plain } from '../../scene/vocabulary/stems.js';
import { movesIn, movesOf, type Move } from './moves.js';

/** What belongs to a view rather than being someone in it: no image represents it. */
const VIEW: ReadonlySet<string> = new Set([
  'tree', 'pine', 'palm', 'birch', 'grass', 'rock', 'rainbow', 'aurora', 'lightning', 'iceberg', 'fire', 'leaf', 'cloud', 'house', 'castle', 'tower', 'skyscraper', 'lighthouse', 'bridge', 'windmill', 'pagoda', 'church',
  'pyramid', 'tent', 'lamp', 'ferriswheel', 'arch', 'fountain', 'fence', 'coral', 'sun', 'moon', 'stars', 'planet', 'ringedplanet', 'galaxy', 'comet', 'nebula', 'waves', 'smoke', 'confetti', 'gradient', 'trees', 'buildings',
] satisfies readonly (SubjectId | 'trees' | 'buildings')[]);
/** What may be either: someone as long as there is an image for it, and else a part of the view. */
const EITHER: ReadonlySet<string> = new Set(['bird', 'fish', 'butterfly', 'flower', 'rose', 'tulip', 'sunflower', 'mushroom', 'cactus', 'sailboat', 'ship', 'balloon', 'kite', 'jellyfish', 'sheep', 'cow', 'swan', 'crowd', 'lantern', 'boats'] satisfies readonly (SubjectId | 'boats')[]);
/** Kinds of words that say more of the thing that they stand beside. */
const BESIDE: ReadonlySet<string> = new Set(['colour', 'size', 'count', 'material']);

/** Places that have a floor of their own, or none. */
const OWN_GROUND: readonly Place[] = ['beach', 'desert', 'canyon', 'volcano', 'glacier', 'cave', 'underwater', 'street', 'road', 'village', 'sky', 'space', 'studio', 'room', 'abstract', 'forest', 'jungle'];

type Term = Extract<Piece, { readonly kind: 'term' }>;

/** What a video of subjects shows. */
export interface Cast {
  /** The ground: what the words say beside who is in it, always painted in layers. */
  readonly scene: Scene;
  readonly moves: readonly Move[];
  readonly way: 1 | -1;
  readonly understanding: Understanding;
}

function actorsIn(prompt: string, count: number): readonly Term[] {
  const names = (piece: Piece): piece is Term => piece.kind === 'term' && piece.meanings.some(({ kind, id }) => (kind === 'subject' || kind === 'group') && !VIEW.has(id));
  return readPrompt(prompt).filter(names).filter(({ meanings }, index) => index < count || !meanings.some(({ id }) => EITHER.has(id)));
}

/** A prompt in which actors, and what is said of them right beside, are blank. */
function without(prompt: string, actors: readonly Term[]): string {
  let left = prompt;
  const blank = (start: number, end: number): void => { left = left.slice(0, start) + ' '.repeat(end - start) + left.slice(end); };
  const pieces = readPrompt(prompt);
  const says = (piece: Piece | undefined): piece is Term => piece?.kind === 'term' && piece.meanings.some(({ kind }) => BESIDE.has(kind));
  for (const actor of actors) {
    const at = pieces.findIndex(({ start }) => start === actor.start);
    blank(actor.start, actor.end);
    for (let before = at - 1; ; before -= 1) {
      const piece = pieces[before];
      if (!says(piece)) break;
      blank(piece.start, piece.end);
    }
    const after = pieces[at + 1];
    if (says(after)) blank(after.start, after.end);
  }
  return left;
}

/**
 * Reads a prompt for a video of pictured subjects. Things named that could be someone are taken for those in the images and are not drawn; the rest is.
 * @param count images, 1 to 4
 */
export function castOf(options: SceneOptions, count: number): Cast {
  const actors = actorsIn(options.prompt, count);
  const read = understand({ ...options, prompt: without(options.prompt, actors) });
  const requested = new Set(read.understood.filter(({ kind }) => kind === 'subject').map(({ means }) => means));
  // What no one requested is filled in by the seed: no one else is to stand there.
  const subjects = read.scene.subjects.filter(({ id }) => SUBJECTS[id] !== 'solid' && (VIEW.has(id) || requested.has(id)));
  // Where something grows the painter brings a bank up before water, and ground under an open sky: whoever is in it has a place to stand.
  const grown: readonly Scene['subjects'][number][] = read.scene.places.some((place) => OWN_GROUND.includes(place)) || read.scene.without.includes('grass') ? [] : [{ id: 'grass', count: 3, size: 'normal', where: 'free' }];
  const scene: Scene = { ...read.scene, renderer: 'layers', subjects: [...subjects, ...grown] };
  const said = movesIn(options.prompt);
  const words = new Set(said.map(({ text }) => text));
  const understood = [
    ...read.understood.filter(({ kind, means }) => kind !== 'subject' || subjects.some(({ id }) => id === means)),
    ...actors.map(({ start, end, meanings }) => ({ text: options.prompt.slice(start, end), start, end, kind: 'subject' as const, means: meanings[0]?.id ?? '' })),
  ].sort((one, other) => one.start - other.start);
  const lost = read.understood.filter(({ kind, means }) => kind === 'subject' && !subjects.some(({ id }) => id === means)).map(({ text }) => text);
  return {
    scene, moves: movesOf(said, count), way: read.understood.some(({ kind, means }) => kind === 'position' && means === 'left') ? -1 : 1,
    understanding: { scene, understood, ignored: [...read.ignored, ...lost].filter((word) => !words.has(plain(word))) },
  };
}
