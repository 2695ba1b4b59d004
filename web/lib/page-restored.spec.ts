import { describe, expect, it } from '@jest/globals';
import { onPageRestored } from './page-restored';

const shown = (persisted: boolean): Event => Object.assign(new Event('pageshow'), { persisted });

describe('a page that is shown again', () => {
  it('is told of when it comes back as it was left, and not when it was loaded', () => {
    const page = new EventTarget();
    let times = 0;
    onPageRestored(() => (times += 1), page);
    page.dispatchEvent(shown(false));
    expect(times).toBe(0);
    page.dispatchEvent(shown(true));
    page.dispatchEvent(shown(true));
    expect(times).toBe(2);
  });

  it('is told of to nobody who has left', () => {
    const page = new EventTarget();
    let times = 0;
    const end = onPageRestored(() => (times += 1), page);
    end();
    page.dispatchEvent(shown(true));
    expect(times).toBe(0);
  });
});
