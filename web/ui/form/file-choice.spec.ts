import { describe, expect, it } from '@jest/globals';
import { chooseFiles, typeFits } from './file-choice';

const rule = { accept: ['image/*', 'video/mp4'], maxBytes: 100, multiple: false };
const file = (type: string, size = 10) => ({ type, size });

describe('what a drop zone takes', () => {
  it('goes by the type, whole or by its family', () => {
    expect(typeFits('image/heic', rule.accept)).toBe(true);
    expect(typeFits('video/mp4', rule.accept)).toBe(true);
    expect(typeFits('video/webm', rule.accept)).toBe(false);
    expect(typeFits('imagery/png', rule.accept)).toBe(false);
  });

  it('leaves a file of unknown type to the server', () => {
    expect(chooseFiles([file('')], rule).taken).toHaveLength(1);
  });

  it('says what is wrong with a file that it does not take', () => {
    expect(chooseFiles([file('text/plain')], rule)).toEqual({ taken: [], refused: 'type' });
    expect(chooseFiles([file('image/png', 101)], rule)).toEqual({ taken: [], refused: 'size' });
    expect(chooseFiles([file('image/png', 0)], rule)).toEqual({ taken: [], refused: 'empty' });
  });

  it('takes the first of several where it has room for one, and says so', () => {
    expect(chooseFiles([file('image/png', 1), file('image/png', 2)], rule)).toEqual({
      taken: [file('image/png', 1)],
      refused: 'many',
    });
    expect(chooseFiles([file('image/png', 1), file('image/png', 2)], { ...rule, multiple: true }).taken).toHaveLength(
      2,
    );
  });

  it('takes a whole of what fits when something else came along', () => {
    expect(chooseFiles([file('text/plain'), file('image/png')], rule)).toEqual({
      taken: [file('image/png')],
      refused: 'type',
    });
  });
});
