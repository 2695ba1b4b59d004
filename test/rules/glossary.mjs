/**
 * The words that names avoid, each with the word to use instead. A word is matched whole: `film` in `videoFilm`,
 * `FILM_MS` and `film-page.tsx`, not in `filmstrip`. Several words are matched in sequence.
 */
const REFUSED = [
  [['asked', 'plainly'], 'request, query, input'],
  [['pressed'], 'request envelope, onPress'],
  [['wish', 'wishes', 'wished'], 'request, draft request'],
  [['standing', 'standings'], 'status'],
  [['told', 'tell', 'tells', 'telling', 'tellings'], 'event, notification, publish, notify'],
  [['wordless'], 'withoutText, hidesPrompt'],
  [['enlivened'], 'imageToVideo'],
  [['in shots'], 'textToShots'],
  [['sounded'], 'addSound'],
  [['without ground'], 'removeVideoBackground'],
  [['laid out'], 'renderTemplate'],
  [['fitted'], 'tryOn, fit, clamp'],
  [['recurring'], 'PeriodicTask'],
  [['hear', 'hears'], 'subscribe, listen'],
  [['desk', 'desks', 'lend'], 'FormState, bindForm'],
  [['courier', 'couriers'], 'sender'],
  [['arrival', 'arrivals'], 'SessionIssuer, upload'],
  [['hand over', 'hand overs', 'handover'], 'merge, pass on'],
  [['film', 'films', 'filmed'], 'video'],
  [['picture', 'pictures'], 'image'],
  [['most'], 'max'],
  [['least'], 'min'],
  [['a flight', 'flights'], 'batch'],
  [['landed'], 'onSettled'],
  [['never older'], 'keepNewest'],
  [['travelling'], 'motionSegmentation'],
  [['unseen'], 'occludedFlow'],
  [['through time'], 'temporalInpaint'],
  [['bleed'], 'pushPullFill'],
  [['worked'], 'processed'],
  [['day places'], 'DailyQuota'],
];

/**
 * Fields that are stored or sent, and thus keep a name with a refused word: the files that declare them, and the words.
 */
export const KEPT_FIELDS = [
  // Fields of the sandbox's stored sales.
  {
    files: ['src/billing/gateways/sandbox/subscription.ts', 'src/billing/gateways/sandbox/purchase.ts'],
    allow: ['told'],
  },
  // A field of the sandbox's webhook.
  { files: ['src/billing/gateways/sandbox/wire.ts'], allow: ['tellings'] },
  // Fields of answers to the browser: an engine's use and its trial, a project's summary, a line of the statement.
  { files: ['src/creation/engines/engines.shared.ts'], allow: ['picture', 'pictures'] },
  { files: ['src/creation/projects/project.shared.ts'], allow: ['pictures'] },
  { files: ['src/credits/credits.shared.ts'], allow: ['picture'] },
  // A field of Stripe's prices.
  { files: ['test/support/servers/stripe/objects.ts'], allow: ['recurring'] },
];

/** Names of types that say too little by themselves. */
const REFUSED_TYPES = new Map([
  ['Place', 'LogPosition, NavLink, OutputRef'],
  ['Places', 'Semaphore'],
  ['Turns', 'KeyedMutex, SchedulerState'],
  ['Rounds', 'PeriodicTask'],
  ['Work', 'BoardState, HoldSubject, Publication'],
]);

/** Pairs of words in which the second is the usual one. */
const USUAL = new Set(['profile picture', 'profile pictures', 'at most', 'at least']);

const INSTEAD = new Map(REFUSED.flatMap(([words, instead]) => words.map((word) => [word, instead])));

/** The words of a name in camelCase, CAPITALS or kebab-case, in lower case. */
const wordsOf = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');

/**
 * The first refused word of a name.
 * @param name an identifier or a file name without its folder
 * @param allowed words that this name may contain
 * @returns the word and its replacement; nothing for a name without one
 */
export function refusedWord(name, allowed = []) {
  const words = wordsOf(name);
  for (const [at, word] of words.entries()) {
    const pair = `${word} ${words[at + 1] ?? ''}`;
    const found = INSTEAD.has(pair)
      ? pair
      : INSTEAD.has(word) && !USUAL.has(`${words[at - 1] ?? ''} ${word}`)
        ? word
        : undefined;
    if (found !== undefined && !allowed.includes(found)) return { word: found, instead: INSTEAD.get(found) };
  }
  return undefined;
}

/** @returns the name of a member's key if it is written as an identifier */
const keyOf = ({ computed, key }) => (!computed && key.type === 'Identifier' ? key : undefined);
const isType = ({ type }) => type === 'Type' || type === 'ClassName';

/**
 * ESLint rule: declared names and the file's own name contain no refused word. Option: `allow`, words that the file may
 * use.
 */
const names = {
  meta: {
    type: 'suggestion',
    schema: [
      {
        type: 'object',
        properties: { allow: { type: 'array', items: { type: 'string' } } },
        additionalProperties: false,
      },
    ],
    messages: { refused: '"{{word}}" in "{{name}}": use {{instead}} (test/rules/glossary.mjs).' },
  },
  create(context) {
    const allowed = context.options[0]?.allow ?? [];
    const check = (node, name) => {
      const found = refusedWord(name, allowed);
      if (found !== undefined) context.report({ node, messageId: 'refused', data: { ...found, name } });
    };
    const checkMember = (node) => {
      const key = keyOf(node);
      if (key !== undefined) check(key, key.name);
    };
    return {
      TSPropertySignature: checkMember,
      TSMethodSignature: checkMember,
      PropertyDefinition: checkMember,
      MethodDefinition: checkMember,
      'Program:exit'(program) {
        const file = context.filename.split(/[\\/]/).at(-1);
        check(program, file);
        if (/\.part\.tsx?$/.test(file))
          context.report({
            node: program,
            messageId: 'refused',
            data: { word: 'part', name: file, instead: '*.data-export.ts' },
          });
        const variables = context.sourceCode.scopeManager.scopes.flatMap((scope) => scope.variables);
        const checked = new Set(); // a class is declared in its own scope too
        for (const {
          name,
          defs: [definition],
        } of variables) {
          if (definition === undefined || checked.has(definition.name)) continue;
          checked.add(definition.name);
          const isImported = definition.type === 'ImportBinding' && definition.node.imported?.name === name;
          if (isImported) continue; // reported where it is declared
          if (isType(definition) && REFUSED_TYPES.has(name) && !allowed.includes(name)) {
            context.report({
              node: definition.name,
              messageId: 'refused',
              data: { word: name, name, instead: REFUSED_TYPES.get(name) },
            });
          }
          check(definition.name, name);
        }
      },
    };
  },
};

export const glossary = { rules: { names } };
