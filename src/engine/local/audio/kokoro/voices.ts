import type { KokoroVoice } from '../../../models/catalogue.shared.js';
import type { SpokenLanguage, Voice } from '../../../options.shared.js';
import { KOKORO_LANGUAGES, type KokoroLanguage } from './symbols.js';

/** Kokoro's voices of each language. French has no man, Italian and Portuguese have one of some. */
const VOICES: Readonly<Record<KokoroLanguage, Readonly<Partial<Record<Voice, KokoroVoice>>>>> = {
  en: { woman: 'af_heart', man: 'am_michael', deep: 'am_onyx', bright: 'af_bella' },
  'en-gb': { woman: 'bf_emma', man: 'bm_george', deep: 'bm_fable', bright: 'bf_isabella' },
  es: { woman: 'ef_dora', man: 'em_alex', deep: 'em_santa', bright: 'ef_dora' },
  fr: { woman: 'ff_siwis', bright: 'ff_siwis' },
  it: { woman: 'if_sara', man: 'im_nicola', deep: 'im_nicola', bright: 'if_sara' },
  pt: { woman: 'pf_dora', man: 'pm_alex', deep: 'pm_santa', bright: 'pf_dora' },
};

/** Who speaks: a voice of Kokoro. */
export interface KokoroSpeaker {
  readonly language: KokoroLanguage;
  readonly voice: KokoroVoice;
}

/** Kokoro's voice for a choice of the form; undefined where it has none, and eSpeak NG speaks. */
export function kokoroSpeaker(voice: Voice, language: SpokenLanguage): KokoroSpeaker | undefined {
  const known = KOKORO_LANGUAGES.find((one) => one === language);
  const name = known === undefined ? undefined : VOICES[known][voice];
  return known === undefined || name === undefined ? undefined : { language: known, voice: name };
}
