/**
 * Turns a prompt into a scene. It uses a vocabulary and a seed instead of a model: the same words and seed always give
 * the same scene.
 */
import { defined } from '../../../kernel/defined.shared.js';
import {
  ABSTRACTS,
  DEPTH,
  GREGARIOUS,
  HOMES,
  HOURS,
  INDOORS,
  HOUR_OF,
  IN_THE_ROUND,
  ALONE_IN_THE_ROUND,
  LANDSCAPES,
  SCENERY,
  STRONGEST_WEATHER,
  UNIQUE,
  USUAL_WEATHERS,
  WEATHERS_BY_PLACE,
  WEATHER_OF,
} from './fill.tables.js';
import { interpret, takenOut, type PromptRequests, type RequestedSubject } from './interpret.js';
import { readPrompt } from './match.js';
import { createRandom, type Random } from './random.js';
import {
  SEASONS,
  STYLES,
  SUBJECTS,
  type Framing,
  type ScenePlace,
  type Renderer,
  type Scene,
  type SceneOptions,
  type SceneSubject,
  type Season,
  type Style,
  type SubjectId,
  type TimeOfDay,
  type UnderstoodTerm,
  type Understanding,
  type Weather,
} from './scene.js';
import type { Meaning } from './vocabulary/lexicon.js';
import { GROUPS } from './vocabulary/phrases.js';

/** Maximum number of subjects in an image; further ones are reported as ignored. */
const MAX_SUBJECTS = 6;
const MAX_PLACES = 4;
const MAX_MOODS = 3;
const MAX_COLOURS = 4;
/** Maximum length that is read, in UTF-16 units; longer prompts are rejected by the input validation. */
const MAX_TEXT = 10_000;

interface Choice<T> {
  readonly chosen: T;
  readonly dropped: readonly string[];
}

/**
 * Reads a prompt and decides the whole scene, including what the prompt leaves open. Pure; never throws; time linear in
 * the text.
 * @param options prompt and negative prompt in any of the interface languages, a style that overrides the prompt's, a
 * seed
 * @returns the scene, what was understood (with its position in the prompt) and what was not
 */
export function understand(options: SceneOptions): Understanding {
  const prompt = options.prompt.slice(0, MAX_TEXT);
  const random = createRandom(options.seed, 'understand');
  const requests = interpret(prompt, readPrompt(prompt));
  const refused = [...requests.not, ...refusals((options.negativePrompt ?? '').slice(0, MAX_TEXT))];
  const out = new Set(refused.flatMap(takenOut));
  const not = (kind: Meaning['kind'], id: string): boolean =>
    refused.some((meaning) => meaning.kind === kind && meaning.id === id);

  const things = chooseSubjects(requests, out, random.fork('subjects'));
  const requestedPlaces = requests.places.filter((place) => !out.has(place));
  const { renderer, subjects, dropped } = chooseRenderer(
    things.chosen,
    requestedPlaces,
    requests,
    random.fork('renderer'),
  );
  const filled = fillSubjects(subjects, requestedPlaces, requests, renderer, out, random.fork('empty'));
  const painter = painterOf(filled, renderer);
  const places = choosePlaces(requestedPlaces, filled, painter, out, random.fork('places'));
  const time = chooseTime(requests, filled, (id) => not('time', id), random.fork('time'));
  const season = chooseSeason(requests, filled, (id) => not('season', id), random.fork('season'));
  const weather = chooseWeather(requests, filled, places, season, not, random.fork('weather'));
  const style: Choice<Style> =
    options.style === undefined
      ? chooseStyle(requests, (id) => not('style', id))
      : { chosen: options.style, dropped: requests.styles.filter((id) => id !== options.style) };
  const framing = first(requests.framings, chooseFraming(filled, places, random.fork('framing')));
  const scene: Scene = {
    version: 1,
    seed: options.seed >>> 0,
    renderer: painter,
    places,
    subjects: filled,
    time: time.chosen,
    weather,
    season: season.chosen,
    style: style.chosen,
    framing: framing.chosen,
    moods: requests.moods.filter((mood) => !not('mood', mood)).slice(0, MAX_MOODS),
    colours: [...new Set(requests.colours)].filter((colour) => !not('colour', colour)).slice(0, MAX_COLOURS),
    without: [...out],
  };
  const lost = [
    ...things.dropped,
    ...dropped,
    ...spans(requests.understood, 'time', time.dropped),
    ...spans(requests.understood, 'season', season.dropped),
    ...spans(requests.understood, 'style', style.dropped),
    ...spans(requests.understood, 'framing', framing.dropped),
    ...spans(
      requests.understood,
      'place',
      requests.places.filter((place) => !places.includes(place)),
    ),
    ...spans(
      requests.understood,
      'mood',
      requests.moods.filter((mood) => !scene.moods.includes(mood)),
    ),
    ...spans(
      requests.understood,
      'colour',
      requests.colours.filter((colour) => !scene.colours.includes(colour)),
      filled,
    ),
  ];
  return { scene, ...report(prompt, requests, lost) };
}

/** In a negative prompt everything named is excluded, with or without a "no" before it. */
function refusals(text: string): readonly Meaning[] {
  return readPrompt(text).flatMap((piece) =>
    piece.kind === 'term' ? piece.meanings.filter((meaning) => meaning.kind !== 'without') : [],
  );
}

function spans(
  understood: readonly UnderstoodTerm[],
  kind: UnderstoodTerm['kind'],
  ids: readonly string[],
  subjects: readonly SceneSubject[] = [],
): readonly UnderstoodTerm[] {
  return understood.filter(
    (term) =>
      term.kind === kind && ids.includes(term.means) && !subjects.some((subject) => subject.colour === term.means),
  );
}

/** Moves dropped terms from understood to ignored, unless the same words have another meaning that is drawn. */
function report(
  prompt: string,
  requests: PromptRequests,
  lost: readonly { readonly start: number; readonly end: number }[],
): { readonly understood: readonly UnderstoodTerm[]; readonly ignored: readonly string[] } {
  const gone = new Set(lost);
  const understood = requests.understood.filter((term) => !gone.has(term)).sort((a, b) => a.start - b.start);
  const covered = (start: number): boolean => understood.some((term) => term.start <= start && start < term.end);
  const left = [...requests.ignored, ...lost.filter((span) => !covered(span.start))].sort((a, b) => a.start - b.start);
  return { understood, ignored: [...new Set(left.map((span) => prompt.slice(span.start, span.end)))] };
}

function first<T extends string>(list: readonly T[], otherwise: T): Choice<T> {
  return { chosen: list[0] ?? otherwise, dropped: list.slice(1) };
}

type Described = SceneSubject & { readonly start: number; readonly end: number };

function chooseSubjects(
  requests: PromptRequests,
  out: ReadonlySet<string>,
  random: Random,
): { readonly chosen: readonly Described[]; readonly dropped: readonly UnderstoodTerm[] } {
  const chosen: Described[] = [];
  const dropped: UnderstoodTerm[] = [];
  for (const [index, item] of requests.subjects.entries()) {
    const id = resolve(item, requests, out, random.fork(`group ${index}`));
    const same = chosen.findIndex((other) => other.id === id && other.colour === item.colour);
    const known = chosen[same];
    if (id === undefined || (known === undefined && chosen.length >= MAX_SUBJECTS)) {
      dropped.push(...requests.understood.filter((term) => term.start === item.start && term.kind === 'subject'));
    } else if (known !== undefined) {
      const { counted: _counted, ...other } = known;
      chosen[same] = { ...other, count: Math.max(known.count, countOf(item, id, random.fork(`count ${index}`))) };
    } else {
      chosen.push(describe(item, id, random.fork(`count ${index}`)));
    }
  }
  return { chosen, dropped };
}

/** Replaces a group by one member: the first that suits the place, or any. */
function resolve(
  item: RequestedSubject,
  requests: PromptRequests,
  out: ReadonlySet<string>,
  random: Random,
): SubjectId | undefined {
  if (!item.group) {
    // Counted people are drawn as single figures.
    const id = item.id === 'crowd' && typeof item.count === 'number' ? 'person' : (item.id as SubjectId); // only groups have other ids
    return out.has(id) ? undefined : id;
  }
  // this is a group
  const members: readonly SubjectId[] = GROUPS[item.id as keyof typeof GROUPS].filter((id) => !out.has(id));
  const suited = members.filter((id) =>
    HOMES[id].some((home) => home.some((place) => requests.places.includes(place))),
  );
  return members.length === 0 ? undefined : random.pick(suited.length > 0 ? suited : members.slice(0, 6));
}

function countOf(item: RequestedSubject, id: SubjectId, random: Random): number {
  if (UNIQUE.has(id)) {
    return 1;
  }
  if (typeof item.count === 'number') {
    return Math.min(24, Math.max(1, item.count));
  }
  if (item.count === 'many') {
    return random.int(9, 16);
  }
  if (item.count === 'few' || item.plural) {
    return GREGARIOUS.has(id) ? random.int(4, 8) : random.int(3, 5);
  }
  const unmarked =
    item.language === 'zh' ||
    item.language === 'tw' ||
    item.language === 'ja' ||
    item.language === 'ko' ||
    item.language === 'th' ||
    item.language === 'id';
  return unmarked && GREGARIOUS.has(id) ? random.int(1, 4) : 1;
}

function describe(item: RequestedSubject, id: SubjectId, random: Random): Described {
  const shiny = item.colour === 'gold' || item.colour === 'silver';
  const material = item.material ?? (shiny && SUBJECTS[id] !== 'layers' ? 'metal' : undefined);
  return {
    id,
    count: countOf(item, id, random),
    size: item.size ?? 'normal',
    where: item.where ?? 'free',
    start: item.start,
    end: item.end,
    ...(typeof item.count === 'number' && !UNIQUE.has(id) ? { counted: true as const } : {}),
    ...defined({ colour: item.colour, material, act: item.act, holds: item.holds }),
  };
}

/**
 * The renderer that supports more of the important subjects; the first named decides a tie. Subjects that it does not
 * support are dropped.
 */
function chooseRenderer(
  subjects: readonly Described[],
  places: readonly ScenePlace[],
  requests: PromptRequests,
  random: Random,
): {
  readonly renderer: Scene['renderer'];
  readonly subjects: readonly SceneSubject[];
  readonly dropped: readonly UnderstoodTerm[];
} {
  const weigh = (renderer: 'layers' | 'solid'): number =>
    subjects.reduce(
      (sum, subject) => sum + (SUBJECTS[subject.id] === renderer ? (SCENERY.has(subject.id) ? 0.4 : 1) : 0),
      0,
    );
  const layers = weigh('layers');
  const solid = weigh('solid');
  const firstFixed = subjects.find((subject) => SUBJECTS[subject.id] !== 'both');
  const renderer =
    solid !== layers
      ? solid > layers
        ? 'solid'
        : 'layers'
      : firstFixed !== undefined
        ? SUBJECTS[firstFixed.id] === 'solid'
          ? 'solid'
          : 'layers'
        : eitherWay(subjects, places, requests, random);
  const drawn = subjects.filter((subject) => SUBJECTS[subject.id] === 'both' || SUBJECTS[subject.id] === renderer);
  const undrawn = subjects.filter((subject) => !drawn.includes(subject));
  return {
    renderer,
    subjects: drawn.map(({ start: _start, end: _end, ...subject }) => subject),
    dropped: requests.understood.filter(
      (term) => term.kind === 'subject' && undrawn.some((subject) => subject.start === term.start),
    ),
  };
}

/**
 * When both renderers are possible: a studio, a material or subjects that look good in 3D select `solid`; a landscape
 * or weather selects `layers`.
 */
function eitherWay(
  subjects: readonly SceneSubject[],
  places: readonly ScenePlace[],
  requests: PromptRequests,
  random: Random,
): Scene['renderer'] {
  const volume = random.chance(0.5);
  if (subjects.length === 0) {
    return places.includes('studio') || (places.length === 0 && requests.materials.length > 0) ? 'solid' : 'layers';
  }
  if (places.includes('studio') || subjects.some((subject) => subject.material !== undefined)) {
    return 'solid';
  }
  if (places.every((place) => place === 'room') && subjects.every(({ id }) => id === 'chair')) {
    return 'solid';
  }
  if (places.length === 0 || places.every((place) => place === 'space' || place === 'abstract')) {
    if (requests.weathers.length > 0 && places.length === 0) {
      return 'layers';
    }
    if (
      subjects.every(
        (subject) => IN_THE_ROUND.has(subject.id) && (subject.count === 1 || !ALONE_IN_THE_ROUND.has(subject.id)),
      )
    ) {
      return 'solid';
    }
    return subjects.some((subject) => subject.id === 'planet') ||
      (volume && subjects.every((subject) => subject.count <= 3))
      ? 'solid'
      : 'layers';
  }
  return 'layers';
}

/** Default subjects may need a different renderer from the one chosen so far. */
function painterOf(subjects: readonly SceneSubject[], otherwise: Scene['renderer']): Scene['renderer'] {
  const needs: readonly Renderer[] = subjects.map((subject) => SUBJECTS[subject.id]);
  return needs.includes('layers') ? 'layers' : needs.includes('solid') ? 'solid' : otherwise;
}

function plain(id: SubjectId): SceneSubject {
  return { id, count: 1, size: 'normal', where: 'free' };
}

/** Adds subjects when the prompt names nothing drawable. */
function fillSubjects(
  subjects: readonly SceneSubject[],
  places: readonly ScenePlace[],
  requests: PromptRequests,
  renderer: Scene['renderer'],
  out: ReadonlySet<string>,
  random: Random,
): readonly SceneSubject[] {
  if (subjects.length > 0) {
    return subjects;
  }
  const pick = (list: readonly SubjectId[]): readonly SceneSubject[] => {
    const allowed = list.filter((id) => !out.has(id));
    return allowed.length > 0 ? [plain(random.pick(allowed))] : [];
  };
  const [material] = requests.materials;
  if (material !== undefined && places.length === 0) {
    return material === 'marble'
      ? pick(['marble'])
      : pick(['sphere', 'torus', 'vase', 'cube']).map((subject) => ({ ...subject, material }));
  }
  if (renderer === 'solid') {
    return pick(['sphere', 'vase', 'torus', 'bottle']);
  }
  if (places.length > 0) {
    return places.every((place) => place === 'abstract')
      ? pick(ABSTRACTS)
      : places.every((place) => place === 'space')
        ? pick(['planet', 'galaxy', 'nebula', 'ringedplanet'])
        : [];
  }
  return random.chance(0.25) && requests.times.length + requests.weathers.length + requests.seasons.length === 0
    ? pick(ABSTRACTS)
    : [];
}

function choosePlaces(
  requests: readonly ScenePlace[],
  subjects: readonly SceneSubject[],
  renderer: Scene['renderer'],
  out: ReadonlySet<string>,
  random: Random,
): readonly ScenePlace[] {
  if (requests.length > 0) {
    return [...requests].slice(0, MAX_PLACES).sort((a, b) => DEPTH[a] - DEPTH[b]);
  }
  if (renderer === 'layers' && !out.has('room') && subjects.some(({ id }) => INDOORS.has(id))) return ['room'];
  const main = subjects.filter((subject) => !SCENERY.has(subject.id));
  const home = homesOf(main.length > 0 ? main : subjects);
  const allowed = home.map((stack) => stack.filter((place) => !out.has(place))).filter((stack) => stack.length > 0);
  const fitting = allowed.filter((stack) =>
    renderer === 'solid'
      ? stack.every((place) => place === 'studio' || place === 'space' || place === 'abstract')
      : !stack.includes('studio'),
  );
  const fallback: readonly ScenePlace[] =
    renderer === 'solid' ? ['studio'] : subjects.length === 0 || out.has('sky') ? ['abstract'] : ['sky'];
  return [...(fitting.length > 0 ? random.pick(fitting) : fallback)].sort((a, b) => DEPTH[a] - DEPTH[b]);
}

/** The places that suit most of the subjects together: a fisherman in a boat is at sea, not on a hill. */
function homesOf(subjects: readonly SceneSubject[]): readonly (readonly ScenePlace[])[] {
  if (subjects.length === 0) {
    return LANDSCAPES;
  }
  const candidates = subjects.flatMap((subject) => HOMES[subject.id]);
  const score = (home: readonly ScenePlace[]): number =>
    subjects.filter((subject) => HOMES[subject.id].some((other) => other.some((place) => home.includes(place)))).length;
  const best = Math.max(...candidates.map(score));
  return candidates.filter((home) => score(home) === best);
}

/** A style named explicitly takes precedence over one that another word implies ("cyberpunk"). */
function chooseStyle(requests: PromptRequests, not: (id: string) => boolean): Choice<Style> {
  const said = requests.styles.filter((id) => !not(id));
  const implied = (id: Style): boolean =>
    requests.understood.every(
      (term) =>
        term.kind !== 'style' ||
        term.means !== id ||
        requests.understood.some((other) => other.start === term.start && other.kind !== 'style'),
    );
  return first([...said.filter((id) => !implied(id)), ...said.filter(implied)], 'natural');
}

function chooseTime(
  requests: PromptRequests,
  subjects: readonly SceneSubject[],
  not: (id: string) => boolean,
  random: Random,
): Choice<TimeOfDay> {
  const said = requests.times.filter((id) => !not(id));
  // An explicit hour takes precedence over an implied one ("cyberpunk").
  const named = said.find((id) =>
    requests.understood.some(
      (term) =>
        term.kind === 'time' &&
        term.means === id &&
        !requests.understood.some((other) => other.start === term.start && other.kind === 'style'),
    ),
  );
  const chosen = named ?? said[0];
  if (chosen !== undefined) {
    return { chosen, dropped: said.filter((id) => id !== chosen) };
  }
  const implied = subjects.map((subject) => HOUR_OF[subject.id]).find((hour) => hour !== undefined && !not(hour));
  const dark = requests.moods.includes('dark');
  const sunny = requests.weathers.includes('clear') || requests.moods.includes('bright');
  const hours = HOURS.filter(
    (hour) =>
      !not(hour) && (dark ? hour === 'night' || hour === 'dusk' : !sunny || (hour !== 'night' && hour !== 'dusk')),
  );
  return { chosen: implied ?? (hours.length > 0 ? random.pick(hours) : 'noon'), dropped: [] };
}

function chooseSeason(
  requests: PromptRequests,
  subjects: readonly SceneSubject[],
  not: (id: string) => boolean,
  random: Random,
): Choice<Season> {
  const said = requests.seasons.filter((id) => !not(id));
  if (said.length > 0) {
    return first(said, 'summer');
  }
  const cold =
    requests.weathers.includes('snow') ||
    subjects.some((subject) => subject.id === 'penguin' || subject.id === 'iceberg');
  const usual: readonly Season[] = cold
    ? ['winter']
    : subjects.some((subject) => subject.id === 'sunflower' || subject.id === 'palm')
      ? ['summer']
      : subjects.some((subject) => subject.id === 'tulip')
        ? ['spring']
        : ['spring', 'summer', 'summer', 'summer', 'autumn'];
  const allowed = usual.filter((season) => !not(season));
  return {
    chosen: random.pick(allowed.length > 0 ? allowed : SEASONS.filter((season) => !not(season)).concat('summer')),
    dropped: [],
  };
}

function chooseWeather(
  requests: PromptRequests,
  subjects: readonly SceneSubject[],
  places: readonly ScenePlace[],
  season: Choice<Season>,
  not: (kind: Meaning['kind'], id: string) => boolean,
  random: Random,
): Weather {
  const said = requests.weathers.filter((id) => !not('weather', id));
  if (said.length > 0) {
    return STRONGEST_WEATHER.find((weather) => said.includes(weather)) ?? 'clear';
  }
  const cloudless = not('subject', 'cloud');
  const allowed = (weather: Weather): boolean =>
    !not('weather', weather) && !(cloudless && weather !== 'clear' && weather !== 'wind');
  const implied = subjects
    .map((subject) => WEATHER_OF[subject.id])
    .find((weather) => weather !== undefined && allowed(weather));
  if (implied !== undefined) {
    return implied;
  }
  const usual = places.map((place) => WEATHERS_BY_PLACE[place]).find((list) => list !== undefined) ?? USUAL_WEATHERS;
  const outdoors = !places.some(
    (place) =>
      place === 'studio' ||
      place === 'space' ||
      place === 'room' ||
      place === 'underwater' ||
      place === 'cave' ||
      place === 'abstract',
  );
  const options = (
    outdoors && season.chosen === 'winter' ? [...usual, 'snow' as const, 'snow' as const] : usual
  ).filter(allowed);
  return options.length > 0 ? random.pick(options) : 'clear';
}

function chooseFraming(subjects: readonly SceneSubject[], places: readonly ScenePlace[], random: Random): Framing {
  const main = subjects.filter((subject) => !SCENERY.has(subject.id));
  if (main.length === 0 || places.includes('space')) {
    return 'wide';
  }
  return main.some((subject) => subject.size === 'large')
    ? 'medium'
    : random.pick(['wide', 'medium', 'medium'] as const);
}

/** Whether a text is the name of a style. */
export function isStyle(name: string): name is Style {
  return STYLES.some((style) => style === name);
}
