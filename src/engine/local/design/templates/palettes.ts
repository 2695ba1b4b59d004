/**
 * The colours of templates. These pairs are legible: `words` on `ground`, `onAccent` on `accent`, `onDeep` on `deep`.
 */
export interface TemplateColours {
  readonly ground: string;
  readonly words: string;
  /** Secondary text on the ground. */
  readonly soft: string;
  readonly accent: string;
  readonly onAccent: string;
  /** A lighter variant of the accent, for shapes, and as background of text in `deep`. */
  readonly second: string;
  readonly deep: string;
  readonly onDeep: string;
}

export const TEMPLATE_COLOURS = {
  coral: {
    ground: '#fff4ec',
    words: '#2b1210',
    soft: '#7d4a40',
    accent: '#cc3215',
    onAccent: '#fff6ee',
    second: '#ffc39b',
    deep: '#5c140d',
    onDeep: '#ffece0',
  },
  ocean: {
    ground: '#eef5fa',
    words: '#0a2036',
    soft: '#3f5c76',
    accent: '#0b61b8',
    onAccent: '#f3faff',
    second: '#94d4ee',
    deep: '#062c52',
    onDeep: '#e6f4fc',
  },
  forest: {
    ground: '#f4f4e9',
    words: '#15251b',
    soft: '#4a5f4e',
    accent: '#1d6b45',
    onAccent: '#f5faee',
    second: '#cbdc9f',
    deep: '#0e3424',
    onDeep: '#eaf3dc',
  },
  sand: {
    ground: '#f8f1e6',
    words: '#2a2118',
    soft: '#6f5c46',
    accent: '#94592a',
    onAccent: '#fff8ee',
    second: '#ecd3aa',
    deep: '#432a14',
    onDeep: '#f9ead3',
  },
  violet: {
    ground: '#f6f1fd',
    words: '#1f1233',
    soft: '#5d4b7c',
    accent: '#6433d6',
    onAccent: '#fbf7ff',
    second: '#f0b9e6',
    deep: '#2a1161',
    onDeep: '#f2e8ff',
  },
  night: {
    ground: '#10151f',
    words: '#f4f1ea',
    soft: '#a9b0bf',
    accent: '#f4b93e',
    onAccent: '#1a1305',
    second: '#7f8fb8',
    deep: '#05080f',
    onDeep: '#f4f1ea',
  },
} as const satisfies Readonly<Record<string, TemplateColours>>;
