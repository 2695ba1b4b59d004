/** Chooses who speaks: Kokoro where it is installed and has a voice for the language, else eSpeak NG. */
import type { SpokenLanguage, Voice } from '../../options.shared.js';
import { withNetwork } from './kokoro/network.js';
import { speakByKokoro } from './kokoro/speak.js';
import { kokoroSpeaker } from './kokoro/voices.js';
import { speak, type Speech } from './speech.js';

export interface Speaker {
  readonly voice: Voice;
  readonly language: SpokenLanguage;
  /** Folder of Kokoro, when the chosen model speaks by it. */
  readonly kokoro?: string | undefined;
}

/** Speaks a text within the available seconds. @throws as `speak` of `speech.ts` */
export type Speak = (text: string, max?: number) => Promise<Speech>;

/** Provides speech for as long as `work` lasts; Kokoro's memory is freed after it. */
export function withSpeaker<T>({ voice, language, kokoro }: Speaker, work: (speak: Speak) => Promise<T>): Promise<T> {
  const neural = kokoro === undefined ? undefined : kokoroSpeaker(voice, language);
  if (kokoro === undefined || neural === undefined) return work((text, max) => speak(text, { voice, language }, max));
  return withNetwork(kokoro, (say) => work((text, max) => speakByKokoro(text, neural, say, max)));
}
