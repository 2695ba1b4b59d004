/** The cast of a video of subjects: the words that the images stand for, and the scene that remains as background. */
import { readPrompt, type Piece } from '../../scene/match.js';
import {
  SUBJECTS,
  type ScenePlace,
  type Scene,
  type SceneOptions,
  type SubjectId,
  type Understanding,
} from '../../scene/scene.js';
import { understand } from '../../scene/understand.js';
import { plain } from '../../scene/vocabulary/stems.js';
import { movesIn, movesOf, type Move } from './moves.js';

/** Subjects that are scenery rather than actors. No image represents them. */
const VIEW: ReadonlySet<string> = new Set([
  'tree',
  'pine',
  'palm',
  'birch',
  'grass',
  'rock',
  'rainbow',
  'aurora',
  'lightning',
  'iceberg',
  'fire',
  'leaf',
  'cloud',
  'house',
  'castle',
  'tower',
  'skyscraper',
  'lighthouse',
  'bridge',
  'windmill',
  'pagoda',
  'church',
  'pyramid',
  'tent',
  'lamp',
  'ferriswheel',
  'arch',
  'fountain',
  'fence',
  'coral',
  'sun',
  'moon',
  'stars',
  'planet',
  'ringedplanet',
  'galaxy',
  'comet',
  'nebula',
  'waves',
  'smoke',
  'confetti',
  'gradient',
  'trees',
  'buildings',
] satisfies readonly (SubjectId | 'trees' | 'buildings')[]);
/** Subjects that may be either: an actor while there is an image for it, otherwise scenery. */
const EITHER: ReadonlySet<string> = new Set([
  'bird',
  'fish',
  'butterfly',
  'flower',
  'rose',
  'tulip',
  'sunflower',
  'mushroom',
  'cactus',
  'sailboat',
  'ship',
  'balloon',
  'kite',
  'jellyfish',
  'sheep',
  'cow',
  'swan',
  'crowd',
  'lantern',
  'boats',
] satisfies readonly (SubjectId | 'boats')[]);
/** Kinds of words that describe the neighbouring word. */
const BESIDE: ReadonlySet<string> = new Set(['colour', 'size', 'count', 'material']);

/** Places that have their own ground, or none. */
const OWN_GROUND: readonly ScenePlace[] = [
  'beach',
  'desert',
  'canyon',
  'volcano',
  'glacier',
  'cave',
  'underwater',
  'street',
  'road',
  'village',
  'sky',
  'space',
  'studio',
  'room',
  'abstract',
  'forest',
  'jungle',
];

type Term = Extract<Piece, { readonly kind: 'term' }>;

/** Contents of a video of subjects. */
export interface Cast {
  /** The background: the rest of the prompt without the actors, always painted in layers. */
  readonly scene: Scene;
  readonly moves: readonly Move[];
  readonly way: 1 | -1;
  readonly understanding: Understanding;
}

function actorsIn(prompt: string, count: number): readonly Term[] {
  const names = (piece: Piece): piece is Term =>
    piece.kind === 'term' &&
    piece.meanings.some(({ kind, id }) => (kind === 'subject' || kind === 'group') && !VIEW.has(id));
  return readPrompt(prompt)
    .filter(names)
    .filter(({ meanings }, index) => index < count || !meanings.some(({ id }) => EITHER.has(id)));
}

/** A prompt with the actors, and the words right beside that describe them, blanked out. */
function without(prompt: string, actors: readonly Term[]): string {
  let left = prompt;
  const blank = (start: number, end: number): void => {
    left = left.slice(0, start) + ' '.repeat(end - start) + left.slice(end);
  };
  const pieces = readPrompt(prompt);
  const says = (piece: Piece | undefined): piece is Term =>
    piece?.kind === 'term' && piece.meanings.some(({ kind }) => BESIDE.has(kind));
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
 * Reads the prompt of a video of pictured subjects. Named things that could be actors are assigned to the images and
 * not drawn; the rest is drawn.
 * @param count images, 1 to 4
 */
export function castOf(options: SceneOptions, count: number): Cast {
  const actors = actorsIn(options.prompt, count);
  const read = understand({ ...options, prompt: without(options.prompt, actors) });
  const requested = new Set(read.understood.filter(({ kind }) => kind === 'subject').map(({ means }) => means));
  // Subjects that the seed would add are dropped, so that only the pictured subjects appear.
  const subjects = read.scene.subjects.filter(
    ({ id }) => SUBJECTS[id] !== 'solid' && (VIEW.has(id) || requested.has(id)),
  );
  // When something grows there, the painter adds a bank in front of water, and ground under an open sky. The actors
  // then have a place to stand.
  const grown: readonly Scene['subjects'][number][] =
    read.scene.places.some((place) => OWN_GROUND.includes(place)) || read.scene.without.includes('grass')
      ? []
      : [{ id: 'grass', count: 3, size: 'normal', where: 'free' }];
  const scene: Scene = { ...read.scene, renderer: 'layers', subjects: [...subjects, ...grown] };
  const said = movesIn(options.prompt);
  const words = new Set(said.map(({ text }) => text));
  const understood = [
    ...read.understood.filter(({ kind, means }) => kind !== 'subject' || subjects.some(({ id }) => id === means)),
    ...actors.map(({ start, end, meanings }) => ({
      text: options.prompt.slice(start, end),
      start,
      end,
      kind: 'subject' as const,
      means: meanings[0]?.id ?? '',
    })),
  ].sort((one, other) => one.start - other.start);
  const lost = read.understood
    .filter(({ kind, means }) => kind === 'subject' && !subjects.some(({ id }) => id === means))
    .map(({ text }) => text);
  return {
    scene,
    moves: movesOf(said, count),
    way: read.understood.some(({ kind, means }) => kind === 'position' && means === 'left') ? -1 : 1,
    understanding: { scene, understood, ignored: [...read.ignored, ...lost].filter((word) => !words.has(plain(word))) },
  };
}
