import { describe, expect, it } from '@jest/globals';
import { SpeechProgram } from './speech-program.js';

describe('whether this machine can speak', () => {
  it('is what the program answers; one that is not there is no program', async () => {
    expect(await new SpeechProgram(() => 0, process.execPath).isThere()).toBe(true);
    expect(await new SpeechProgram(() => 0, 'no-such-program').isThere()).toBe(false);
  });

  it('is asked again after a while, for it may have been installed', async () => {
    let now = 0;
    const program = new SpeechProgram(() => now, 'no-such-program');
    const first = program.isThere();
    now = 29_000;
    expect(program.isThere()).toBe(first);
    now = 31_000;
    expect(program.isThere()).not.toBe(first);
    expect(await program.isThere()).toBe(false);
  });
});
