/** Turns the pieces of a prompt into a request: which adjective belongs to which subject, and what is excluded. */
import type { Piece } from './match.js';
import { undrawnRelations, undrawnWords } from './relations.js';
import {
  HELD,
  HOLDERS,
  SUBJECTS,
  canDo,
  type Act,
  type Held,
  type Colour,
  type Framing,
  type Material,
  type Mood,
  type ScenePlace,
  type Season,
  type Style,
  type SubjectId,
  type TimeOfDay,
  type UnderstoodTerm,
  type Weather,
} from './scene.js';
import { AFTER_NOUN, COUNT_AFTER_NOUN, WITHOUT_AFTER_NOUN, type Language } from './vocabulary/languages.js';
import type { Meaning } from './vocabulary/lexicon.js';
import { GROUPS } from './vocabulary/phrases.js';

type Term = Extract<Piece, { readonly kind: 'term' }>;
/** A stated number, or a vague one that the seed resolves. */
export type RequestedCount = number | 'few' | 'many';

/** A subject, as far as the prompt describes it. */
export interface RequestedSubject {
  readonly id: SubjectId | keyof typeof GROUPS;
  readonly group: boolean;
  plural: boolean;
  count?: RequestedCount;
  size?: 'small' | 'large';
  where?: 'left' | 'centre' | 'right' | 'above';
  colour?: Colour;
  material?: Material;
  act?: Act;
  holds?: { readonly id: Held; colour?: Colour };
  readonly language: Language;
  readonly start: number;
  readonly end: number;
}

/** Everything a prompt requests, before defaults are filled in. */
export interface PromptRequests {
  readonly places: ScenePlace[];
  readonly subjects: RequestedSubject[];
  readonly times: TimeOfDay[];
  readonly weathers: Weather[];
  readonly seasons: Season[];
  readonly styles: Style[];
  readonly moods: Mood[];
  readonly colours: Colour[];
  readonly framings: Framing[];
  readonly materials: Material[];
  /** What is excluded, by the same ids. */
  readonly not: Meaning[];
  readonly understood: UnderstoodTerm[];
  readonly ignored: { readonly start: number; readonly end: number }[];
}

interface Adjective {
  readonly meaning: Meaning;
  readonly term: Term;
}

/** Words that continue a negation: "no people or cars". */
const JOINERS = new Set([
  'and',
  'or',
  'nor',
  'any',
  'too',
  'very',
  'so',
  'a',
  'an',
  'the',
  'und',
  'oder',
  'et',
  'ou',
  'ni',
  'y',
  'o',
  'e',
  'i',
  'ani',
  'lub',
  'и',
  'или',
  'en',
  'of',
  'og',
  'eller',
  'dan',
  'atau',
  've',
  'veya',
  'و',
  'او',
  '和',
  '或',
  '与',
  '與',
  'de',
  'des',
  'le',
  'la',
  'les',
  'di',
  'と',
  'や',
  'และ',
  'หรือ',
]);
const ARTICLES = new Set([
  'a',
  'an',
  'one',
  'un',
  'une',
  'una',
  'uma',
  'uno',
  'eine',
  'einer',
  'einen',
  'een',
  'en',
  'et',
]);
/** Colours that are also the name of a thing when no noun follows them. */
const THINGS_NAMED_LIKE_COLOURS: Readonly<Partial<Record<Colour, { readonly id: SubjectId; readonly words: RegExp }>>> =
  { orange: { id: 'orange', words: /^(?:orange|naranja|laranja)$/i }, pink: { id: 'rose', words: /^(?:rose|rosa)$/i } };

function listOf(requests: PromptRequests, kind: Meaning['kind']): string[] | undefined {
  switch (kind) {
    case 'place':
      return requests.places;
    case 'time':
      return requests.times;
    case 'weather':
      return requests.weathers;
    case 'season':
      return requests.seasons;
    case 'style':
      return requests.styles;
    case 'mood':
      return requests.moods;
    case 'framing':
      return requests.framings;
    default:
      return undefined;
  }
}

/** Kinds of words that describe a subject. */
const DESCRIPTIONS: readonly Meaning['kind'][] = ['colour', 'size', 'material', 'count'];

const isDescription = (piece: Piece): boolean =>
  piece.kind === 'term' && piece.meanings.every(({ kind }) => DESCRIPTIONS.includes(kind));

/** Walks the pieces once; `pending` holds adjectives until their noun comes. */
class Reader {
  readonly requests: PromptRequests = {
    places: [],
    subjects: [],
    times: [],
    weathers: [],
    seasons: [],
    styles: [],
    moods: [],
    colours: [],
    framings: [],
    materials: [],
    not: [],
    understood: [],
    ignored: [],
  };
  private pending: Adjective[] = [];
  private last: RequestedSubject | undefined;
  /** Who was said to hold something, until it is named. */
  private holder: { readonly last: RequestedSubject; readonly term: Term } | undefined;
  /** True while only stop words stand between the last subject and here. */
  private nextToLast = false;
  /** The same after an unknown word, whose adjectives describe nothing that is drawn. */
  private nextToUnknown = false;
  /** Whether an unknown word came after the pending adjectives. */
  private ofUnknown = false;

  constructor(
    private readonly prompt: string,
    private readonly pieces: readonly Piece[],
  ) {}

  read(): PromptRequests {
    for (let at = 0; at < this.pieces.length; at += 1) {
      const piece = this.pieces[at];
      if (piece === undefined) {
        break;
      }
      switch (piece.kind) {
        case 'break':
          this.flush();
          this.nextToLast = false;
          this.nextToUnknown = false;
          break;
        case 'unknown':
          this.unknown(piece);
          break;
        case 'stop':
          this.drop();
          this.nextToLast &&= !JOINERS.has(piece.word);
          break;
        case 'term':
          at = this.term(piece, at);
          this.nextToUnknown = false;
          break;
        default:
          piece satisfies never;
      }
    }
    this.flush();
    this.requests.ignored.push(...undrawnRelations(this.pieces), ...undrawnWords(this.pieces));
    return this.requests;
  }

  private unknown(piece: Piece): void {
    this.requests.ignored.push(piece);
    this.ofUnknown = true;
    this.nextToLast = false;
    this.nextToUnknown = true;
  }

  /** "a grey beard", "holding a nut": what belongs to an unknown word is dropped with it, unless a subject follows. */
  private drop(): void {
    if (!this.ofUnknown) return;
    this.requests.ignored.push(...this.pending.map(({ term }) => term));
    this.pending = [];
    if (this.holder !== undefined) this.requests.ignored.push(this.holder.term);
    this.holder = undefined;
    this.ofUnknown = false;
  }

  private term(term: Term, at: number): number {
    const [first] = term.meanings;
    if (first?.kind === 'without') {
      return this.without(term, at);
    }
    if (this.isPostfixed(at)) {
      this.refuse(term);
      return at + 1;
    }
    for (const meaning of term.meanings) {
      this.meaning(meaning, term, at);
    }
    return at;
  }

  /** "雲なし": the negation follows the word. */
  private isPostfixed(at: number): boolean {
    const next = this.pieces[at + 1];
    return next?.kind === 'term' && next.meanings[0]?.kind === 'without' && WITHOUT_AFTER_NOUN.has(next.language);
  }

  private without(term: Term, at: number): number {
    let reached = at;
    for (let next = at + 1; next < this.pieces.length; next += 1) {
      const piece = this.pieces[next];
      if (piece?.kind === 'term' && piece.meanings[0]?.kind !== 'without') {
        this.refuse(piece);
        reached = next;
      } else if (piece?.kind !== 'stop' || !JOINERS.has(piece.word)) {
        break;
      }
    }
    if (reached === at) {
      this.requests.ignored.push(term);
    }
    this.nextToLast = false;
    return reached;
  }

  private refuse(term: Term): void {
    for (const meaning of term.meanings) {
      this.requests.not.push(meaning);
      this.requests.understood.push({
        text: this.prompt.slice(term.start, term.end),
        start: term.start,
        end: term.end,
        kind: 'without',
        means: meaning.id,
      });
    }
  }

  private meaning(meaning: Meaning, term: Term, at: number): void {
    switch (meaning.kind) {
      case 'subject':
      case 'group':
        this.subject(meaning, term, at);
        break;
      case 'style':
        // "clay teapot": before a subject the word is a material.
        if (meaning.id === 'clay' && this.isSubject(this.pieces[at + 1])) {
          this.adjective({ meaning: { kind: 'material', id: 'clay' }, term }, at);
        } else {
          this.whole(meaning, term);
        }
        break;
      case 'action':
        this.action(meaning, term);
        break;
      case 'colour':
      case 'material':
      case 'count':
      case 'size':
      case 'position':
        this.adjective({ meaning, term }, at);
        break;
      default:
        this.whole(meaning, term);
    }
  }

  /** Handles words that describe the image as a whole. */
  private whole(meaning: Meaning, term: Term): void {
    this.flush();
    this.nextToLast = false;
    const list = listOf(this.requests, meaning.kind);
    if (list !== undefined && !list.includes(meaning.id)) {
      list.push(meaning.id);
    }
    this.note(meaning, term);
  }

  private note(meaning: Meaning, term: Term): void {
    this.requests.understood.push({
      text: this.prompt.slice(term.start, term.end),
      start: term.start,
      end: term.end,
      kind: meaning.kind === 'group' ? 'subject' : meaning.kind,
      means: meaning.id,
    });
  }

  private subject(meaning: Meaning, term: Term, at: number): void {
    // "rainbow unicorn": before another subject the word is a colour.
    if (meaning.id === 'rainbow' && this.isSubject(this.pieces[at + 1])) {
      this.pending.push({ meaning: { kind: 'colour', id: 'rainbow' }, term });
      return;
    }
    if (this.taken(meaning, term)) return;
    const subject: RequestedSubject = {
      // `subject` meanings are keys of SUBJECTS and `group` meanings keys of GROUPS, by the types of their tables.
      id: meaning.id as RequestedSubject['id'],
      group: meaning.kind === 'group',
      plural: term.plural,
      language: term.language,
      start: term.start,
      end: term.end,
    };
    const waiting = this.pending;
    this.pending = [];
    this.ofUnknown = false;
    // The nearest colour belongs to the subject; the others affect the palette.
    for (const adjective of [...waiting].reverse()) {
      this.attach(adjective, subject);
    }
    this.requests.subjects.push(subject);
    this.note(meaning, term);
    this.last = subject;
    this.nextToLast = true;
  }

  /** "a running dog", "a dog running", "a man holding …": what nobody who is drawn can do is left out. */
  private action(meaning: Meaning, term: Term): void {
    const { last } = this;
    const behind = last !== undefined && this.nextToLast && last.act === undefined;
    if (meaning.id === 'hold') {
      if (behind && HOLDERS.some((id) => id === last.id)) this.holder = { last, term };
      else this.requests.ignored.push(term);
      return;
    }
    const act = meaning.id as Act; // the other ids of the table are keys of ACTORS
    const here = this.pieces.indexOf(term);
    const next = this.pieces.slice(here + 1).find((piece) => piece.kind !== 'stop' && !isDescription(piece));
    const before =
      this.isSubject(next) && next?.kind === 'term' && next.meanings.some(({ id }) => canDo(id, act)) && !behind;
    if (behind && canDo(last.id, act)) this.attach({ meaning, term }, last);
    else if (before) this.pending.push({ meaning, term });
    else this.requests.ignored.push(term);
  }

  /** Puts a thing into the hand of who holds it. @returns whether somebody does */
  private taken(meaning: Meaning, term: Term): boolean {
    const { holder } = this;
    const id = HELD.find((one) => one === meaning.id);
    this.holder = undefined;
    if (holder === undefined) return false;
    if (id === undefined || holder.last.holds !== undefined) {
      this.requests.ignored.push(holder.term);
      return false;
    }
    const colour = this.pending.find((one) => one.meaning.kind === 'colour');
    holder.last.holds = { id, ...(colour ? { colour: colour.meaning.id as Colour } : {}) }; // from the colours' table
    for (const adjective of this.pending) {
      if (adjective === colour) this.note(adjective.meaning, adjective.term);
      else this.requests.ignored.push(adjective.term);
    }
    this.pending = [];
    this.requests.understood.push({
      text: this.prompt.slice(holder.term.start, holder.term.end),
      start: holder.term.start,
      end: holder.term.end,
      kind: 'action',
      means: 'hold',
    });
    this.note(meaning, term);
    return true;
  }

  private isSubject(piece: Piece | undefined): boolean {
    return piece?.kind === 'term' && (piece.meanings[0]?.kind === 'subject' || piece.meanings[0]?.kind === 'group');
  }

  /** Whether a subject follows before anything that could end the phrase. */
  private subjectFollows(at: number): boolean {
    for (let next = at + 1; next < Math.min(this.pieces.length, at + 4); next += 1) {
      const piece = this.pieces[next];
      if (this.isSubject(piece)) {
        return true;
      }
      if (piece?.kind === 'break' || (piece?.kind === 'stop' && JOINERS.has(piece.word))) {
        return false;
      }
    }
    return false;
  }

  private adjective(adjective: Adjective, at: number): void {
    const { meaning, term } = adjective;
    const { last } = this;
    if (this.nextToUnknown && AFTER_NOUN.has(term.language)) {
      this.requests.ignored.push(term);
      return;
    }
    const behind =
      // "cherry blossom" implies its own colour.
      last?.start === term.start ||
      (meaning.kind === 'position'
        ? last !== undefined && (meaning.id !== 'above' || !this.subjectFollows(at))
        : meaning.kind === 'count'
          ? this.nextToLast &&
            COUNT_AFTER_NOUN.has(term.language) &&
            (term.language !== 'ja' || !this.subjectFollows(at))
          : this.nextToLast && AFTER_NOUN.has(term.language));
    if (behind && last !== undefined) {
      this.attach(adjective, last);
      return;
    }
    const thing = meaning.kind === 'colour' ? this.thingNamedLike(adjective, at) : undefined;
    if (thing !== undefined) {
      this.subject({ kind: 'subject', id: thing }, term, at);
      return;
    }
    this.pending.push(adjective);
    this.nextToLast &&= meaning.kind === 'size';
  }

  private thingNamedLike({ meaning, term }: Adjective, at: number): SubjectId | undefined {
    const named = THINGS_NAMED_LIKE_COLOURS[meaning.id as Colour]; // a colour meaning's id is a Colour
    const before = this.pieces[at - 1];
    const after = this.pieces[at + 1];
    const introduced =
      (before?.kind === 'stop' && ARTICLES.has(before.word.toLowerCase())) ||
      (before?.kind === 'term' && before.meanings[0]?.kind === 'count');
    return named !== undefined &&
      introduced &&
      named.words.test(this.prompt.slice(term.start, term.end)) &&
      (after?.kind !== 'term' || AFTER_NOUN.has(term.language))
      ? named.id
      : undefined;
  }

  private attach({ meaning, term }: Adjective, subject: RequestedSubject): void {
    // Each id comes from the table of its kind.
    switch (meaning.kind) {
      case 'colour':
        if (subject.colour === undefined) {
          subject.colour = meaning.id as Colour;
        } else {
          this.requests.colours.push(meaning.id as Colour);
        }
        break;
      case 'material':
        subject.material ??= meaning.id as Material;
        break;
      case 'action':
        if (subject.act !== undefined || !canDo(subject.id, meaning.id as Act)) {
          this.requests.ignored.push(term);
          return;
        }
        subject.act = meaning.id as Act; // just checked
        break;
      case 'size':
        subject.size ??= meaning.id as 'small' | 'large';
        break;
      case 'position':
        subject.where ??= meaning.id as 'left' | 'centre' | 'right' | 'above';
        break;
      default:
        subject.count ??= meaning.id === 'few' || meaning.id === 'many' ? meaning.id : Number(meaning.id);
    }
    this.note(meaning, term);
  }

  /** Adjectives without a noun: colours and materials apply to the whole image, the others are dropped. */
  private flush(): void {
    this.drop();
    if (this.holder !== undefined) this.requests.ignored.push(this.holder.term);
    this.holder = undefined;
    for (const { meaning, term } of this.pending) {
      if (meaning.kind === 'colour') {
        this.requests.colours.push(meaning.id as Colour); // a colour meaning's id is a Colour
        this.note(meaning, term);
      } else if (meaning.kind === 'material') {
        this.requests.materials.push(meaning.id as Material); // likewise
        this.note(meaning, term);
      } else {
        this.requests.ignored.push(term);
      }
    }
    this.pending = [];
  }
}

/**
 * Decides which word belongs to which.
 * @param prompt the text the pieces came from
 * @param pieces as returned by `readPrompt`
 */
export function interpret(prompt: string, pieces: readonly Piece[]): PromptRequests {
  return new Reader(prompt, pieces).read();
}

const FAMILIES: readonly (readonly SubjectId[])[] = [GROUPS.people, GROUPS.trees, GROUPS.boats, GROUPS.stars];

/** Everything that an excluded word removes: "people" also removes a single hiker. */
export function takenOut(meaning: Meaning): readonly (ScenePlace | SubjectId)[] {
  if (meaning.kind === 'group') {
    return GROUPS[meaning.id as keyof typeof GROUPS]; // a group meaning's id is a key of GROUPS
  }
  if (meaning.kind === 'place') {
    return [meaning.id as ScenePlace]; // a place meaning's id is a ScenePlace
  }
  if (meaning.kind !== 'subject' || !(meaning.id in SUBJECTS)) {
    return [];
  }
  const id = meaning.id as SubjectId; // just checked
  const wide = id === 'crowd' || id === 'person' || id === 'tree' || id === 'sailboat' || id === 'stars';
  return (wide ? FAMILIES.find((family) => family.includes(id)) : undefined) ?? [id];
}
