import type { Words } from './words.js';

/** Curses and insults without a harmless meaning. Those of English come from the libraries. */
export const PROFANITY: Words = {
  en: 'motherfuck~',
  zh: '操你妈|操你媽|肏|傻逼|傻屄|草泥马|妈逼|去你妈的|他妈的|狗娘养的|王八蛋',
  tw: '幹你娘|幹您娘|操你媽|操你妈|雞掰|機掰|他媽的|去你媽的|王八蛋',
  th: 'ไอ้เหี้ย|อีเหี้ย|ควย|เย็ดแม่|ไอ้สัตว์|อีสัตว์|ไอ้สัส|แม่มึง',
  it: 'vaffanculo|fanculo|stronz~|figlio di puttana|figli di puttana|coglion~|testa di cazzo|cazzo!|pezzo di merda|troia schifosa',
  pl: 'kurwa|kurwo|kurwy|kurwa mać|skurwysyn~|skurwiel~|jebany|jebana|jebać|pierdol~|spierdal~|wypierdal~|chuju|chuj ci|ty chuj|pojeb~',
  tr: 'orospu~|siktir~|sikeyim|sikerim|amına koy~|ananı sik~|piç kurusu|göt veren|yarrak~',
  fr: 'va te faire foutre|connard~|connasse~|enculé~|encule~|fils de pute|nique ta mère|salope|salopes|ta gueule connard|pute de merde',
  ko: '씨발|시발놈|시발년|씨팔|개새끼|병신새끼|좆같|좆까|좆밥|니애미|지랄하',
  de: 'arschloch~|verfickt~|fick dich|hurensohn~|fotze~|scheißkerl~|wichser~|drecksau|missgeburt~|leck mich am arsch',
  ja: 'くそったれ|クソ野郎|くそ野郎|死ねクソ|クソガキ|このクソ|くたばれ|キチガイ|馬鹿野郎',
  ru: 'хуй|хуя|хуе~|хуё~|хуйн~|хуесос~|пизд~|ебать|ебан~|ёбан~|заеб~|выеб~|уебан~|уебок|уебки|уебка|уебков|уебищ~|уебать|уебал|уебала|уебали|уебу|уебет|блядь|бляд~|сука блядь|мудак~|долбоеб~|долбоёб~|залуп~',
  pt: 'vai se foder|vai te foder|foda se|filho da puta|filha da puta|filhos da puta|puta que pariu|vai tomar no cu|caralho|cuzão',
  ar: 'كس أمك|كس امك|كس اختك|شرموطة|شرموط|منيوك|متناك|طيزك|ابن القحبة|قحبة',
  no: 'jævla fitte|jævla hore|fittetryne~|kuksuger~|faen ta deg|dra til helvete|hestkuk|forpulte|rævhøl|horeunge~|kukhode~',
  nl: 'klootzak~|krijg de tering|krijg kanker|kankerlijer~|kankerhoer~|tyfuslijer~|tering lijer|hoerenzoon~|hoerenjong~|godverdomme|kutwijf|kuthoer|rot op klootzak',
  da: 'kraftedeme|kællinge~|røvhul~|luder!|din luder|fisse!|kusse!|pikslikker~|møgluder~|fandens luder|dra ad helvede til|skide kælling',
  es: 'hijo de puta|hija de puta|hijos de puta|vete a la mierda|gilipollas|cabrón~|cabrones|pendejo~|chinga tu madre|chingada madre|puta madre|me cago en tu|coño de tu madre|malparid~',
  id: 'bangsat|kontol|memek|ngentot~|jancok|jancuk|anjing kau|anjing lu',
};
