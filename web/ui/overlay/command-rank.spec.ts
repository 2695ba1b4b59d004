import { expect, it } from '@jest/globals';
import { rankOf, search, type Searchable } from './command-rank';

const EDITOR: Searchable = {
  label: 'Video editor',
  keywords: ['cut, trim'],
  about: 'Up to eight clips in one video, with changes, words and sound.',
};
const DUBBING: Searchable = { label: 'Sound effects', about: 'Rain, thunder and crowds for a video.' };
const COMMANDS: readonly Searchable[] = [
  EDITOR,
  DUBBING,
  { label: 'Videoeditor' },
  { label: 'Anmelden' },
  { label: 'Design templates' },
  { label: 'الأسعار' },
];
const found = (typed: string): readonly string[] =>
  search([{ commands: COMMANDS }], typed).flatMap(({ commands }) => commands.map(({ label }) => label));

it.each([
  ['video editor', ['Video editor', 'Videoeditor']],
  ['vid', ['Video editor', 'Videoeditor']],
  ['editor', ['Video editor', 'Videoeditor']],
  ['editor video', ['Video editor']],
  ['trim', ['Video editor']],
  ['sound', ['Sound effects']],
  ['thunder', ['Sound effects']],
  ['clips words', ['Video editor']],
  ['melden', []],
  ['sign', []],
  ['rain clips', []],
  ['اسعار', ['الأسعار']],
  ['الاسعار', ['الأسعار']],
  ['الأ', ['الأسعار']],
])('“%s” finds %j', (typed, labels) => expect(found(typed)).toEqual(labels));

it.each(['refer', 'report', 'reward', 'vdedtr'])('“%s” finds nothing where no word begins with it', (typed) => {
  const commands: readonly Searchable[] = [
    ...COMMANDS,
    { label: 'Credits and statement' },
    { label: 'Create an account' },
    { label: 'Restyle', about: 'Your image as a watercolour, in clay, as a poster' },
    { label: 'Erste Werke ordnen' },
  ];
  expect(search([{ commands }], typed)).toEqual([]);
});

it('puts a name before what only begins a later word, and that before another name', () => {
  expect(rankOf('video', EDITOR)).toBeGreaterThan(rankOf('editor', EDITOR));
  expect(rankOf('editor', EDITOR)).toBeGreaterThan(rankOf('cut', EDITOR));
});

it('puts the group of the best first, and keeps everything as it is while nothing is typed', () => {
  const groups = [
    { heading: 'go', commands: [DUBBING] },
    { heading: 'make', commands: [EDITOR] },
  ];
  expect(search(groups, 'video').map(({ heading }) => heading)).toEqual(['make']);
  expect(search(groups, ' ')).toBe(groups);
});
