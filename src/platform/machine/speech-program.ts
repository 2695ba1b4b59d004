import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { helperEnvironment } from '../environment.js';

/** The speech synthesis program: the system's eSpeak NG (adr/0042). */
export const SPEECH_PROGRAM = 'espeak-ng';

/** How long a result is reused, in milliseconds: an operator may install it while the server runs. */
const STANDS_MS = 30_000;
const ASK_MS = 10_000;

/** Whether this machine has speech synthesis. */
export class SpeechProgram {
  private lastCheck: { readonly at: number; readonly answer: Promise<boolean> } | undefined;

  /**
   * @param now monotonic milliseconds
   * @param program found on PATH
   */
  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly program: string = SPEECH_PROGRAM,
  ) {}

  readonly isThere = (): Promise<boolean> => {
    const at = this.now();
    if (this.lastCheck === undefined || at - this.lastCheck.at > STANDS_MS) this.lastCheck = { at, answer: this.ask() };
    return this.lastCheck.answer;
  };

  private ask(): Promise<boolean> {
    return promisify(execFile)(this.program, ['--version'], { timeout: ASK_MS, env: helperEnvironment() }).then(
      () => true,
      () => false,
    );
  }
}
