/**
 * The parts of the two word-list libraries that are used. Only English: their other lists contain everyday words (dog,
 * fish, black, six) and would refuse half of a language.
 */

/** Words of `obscenity` that its own disguise detection finds and that no harmless word contains. */
export const FROM_OBSCENITY: ReadonlySet<string> = new Set([
  'arabush', 'blowjob', 'buttplug', 'chingchong', 'cunt', 'deepthroat', 'dildo', 'doggystyle', 'double penetration', 'ejaculate', 'fellatio', 'finger bang', 'fuck',
  'gangbang', 'handjob', 'hentai', 'jerk off', 'jizz', 'lubejob', 'masturbate', 'porn', 'whore',
]);

/** Words of `@2toad/profanity` with a harmless meaning, in English or in another interface language. */
export const NOT_FROM_PROFANITY: readonly string[] = [
  'as$', 'a$s', 'ass', 'arse', 'arses', 'bastard', 'bloody', 'bum', 'butt', 'butts', 'balls', 'boner', 'breasts', 'bugger', 'chink', 'cipa', 'cok', 'coon', 'cox', 'crap', 'cum', 'cums', 'damn', 'dick', 'dink', 'dinks', 'dirsa', 'doggin', 'dogging', 'doosh', 'dyke',
  'fag', 'fags', 'fagot', 'fagots', 'fanny', 'feck', 'flange', 'fook', 'fooker', 'fux', 'god-dam', 'god-damned', 'goddamn', 'goddamned', 'hoar', 'hoare', 'hoer', 'hoes', 'homo', 'hore', 'jap', 'kawk', 'kock', 'kum', 'kums', 'kummer', 'kondum', 'knob', 'lust', 'lusting',
  'masochist', 'muff', 'nazi', 'nob', 'pawn', 'pecker', 'poop', 'prick', 'pricks', 'pron', 'pube', 'rectum', 'retard', 's hit', 's.o.b.', 'sadist', 'scat', 'scrote', 'screwing', 'semen', 'shag', 'slut', 'sluts', 'smut', 'snatch', 'spac', 'spunk', 'testical', 'testicle',
  'tit', 'tits', 'titt', 'tosser', 'turd', 'viagra', 'wang', 'willies', 'willy', 'w00se', 'anal', 'f u c k', 'f u c k e r', 'cock', 'cocks', 'son-of-a-bitch', 'teets', 'teez',
];
