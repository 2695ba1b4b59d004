import { expect, it } from '@jest/globals';
import { say } from '../../../../../test/support/words';
import { unconfirmedOf } from './unconfirmed';

it.each(['en', 'de', 'ar'])('says in %s why a press has to be repeated, in other words for each reason', (language) => {
  const notes = (['dearer', 'late', 'someone-else'] as const).map((kind) =>
    say(`canvas.told.${unconfirmedOf(kind)}`, language),
  );
  expect(new Set(notes).size).toBe(3);
});
