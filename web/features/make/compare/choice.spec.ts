import { beforeEach, describe, expect, it } from '@jest/globals';
import { closeAllPopups, currentPopup } from '@/lib/popups/queue';
import { chooseToCompare, compareChosen, MAX_CHOSEN, placeOf, pressToCompare, toggleCompared } from './choice';

const one = (index: number) => ({ taskId: 'a', index });

describe('choosing what is compared', () => {
  beforeEach(() => {
    closeAllPopups();
    chooseToCompare(false);
    chooseToCompare(true);
  });

  it('opens the comparison of two to four', () => {
    toggleCompared(one(0));
    compareChosen();
    expect(currentPopup()).toBeUndefined();
    for (let index = 1; index < MAX_CHOSEN + 1; index += 1) toggleCompared(one(index));
    compareChosen();
    expect(currentPopup()).toMatchObject({ name: 'compare', props: { items: [one(0), one(1), one(2), one(4)] } });
  });

  it('goes on with what is chosen when the key is pressed again, and opens the comparison once it is enough', () => {
    chooseToCompare(false);
    pressToCompare();
    toggleCompared(one(0));
    pressToCompare();
    expect(currentPopup()).toBeUndefined();
    toggleCompared(one(1));
    pressToCompare();
    expect(currentPopup()).toMatchObject({ name: 'compare', props: { items: [one(0), one(1)] } });
  });

  it('takes away what is chosen a second time', () => {
    toggleCompared(one(0));
    toggleCompared(one(1));
    toggleCompared(one(0));
    compareChosen();
    expect(currentPopup()).toBeUndefined();
    expect(placeOf([one(0), one(1)], one(1))).toBe(2);
    expect(placeOf([one(0)], one(1))).toBe(0);
  });
});
