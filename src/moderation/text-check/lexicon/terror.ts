import type { Words } from './words.js';

/** Terror: attacks, the groups behind them, the making of bombs. */
export const TERROR: Words = {
  en: 'terrorist~|terrorism|suicide bomb~|al qaeda|isis fighter~|isis flag~|islamic state flag|jihadist~|car bomb~|pipe bomb~|bomb making|make a bomb|build a bomb|mass shooting~|school shooting~|shoot up a school|boko haram',
  zh: '恐怖袭击|恐怖分子|恐怖主义|圣战组织|自杀式袭击|人肉炸弹|制造炸弹|炸弹制作|伊斯兰国旗|基地组织',
  tw: '恐怖襲擊|恐怖攻擊|恐怖分子|恐怖主義|自殺炸彈|人肉炸彈|製造炸彈|伊斯蘭國旗|蓋達組織',
  th: 'ก่อการร้าย|ระเบิดพลีชีพ|วิธีทำระเบิด|อัลกออิดะห์',
  it: 'terrorist~|terrorismo|attentato|autobomba|fabbricare una bomba',
  pl: 'terroryst~|terroryzm~|zamach bombowy|zamachow~|zrobić bombę',
  tr: 'terörist~|terörizm|terör saldırısı|canlı bomba|bomba yapımı|intihar bombacısı',
  fr: 'terroris~|attentat~|voiture piégée|fabriquer une bombe|djihadiste~',
  ko: '테러리스트|테러 공격|테러공격|자살 폭탄|자살폭탄|폭탄 제조|폭탄제조|알카에다',
  de: 'terroris~|terroranschlag~|selbstmordattent~|bombe bauen|autobombe~|dschihadist~',
  ja: 'テロリスト|テロ攻撃|自爆テロ|爆弾の作り方|爆弾を作る|アルカイダ',
  ru: 'террорист~|теракт~|терроризм~|смертник~|изготовить бомбу|игил',
  pt: 'terroris~|atentado|homem bomba|carro bomba|fazer uma bomba',
  ar: 'إرهاب|إرهابي|إرهابيين|إرهابية|تفجير انتحاري|صنع قنبلة|داعش',
  no: 'terroris~|terrorangrep~|selvmordsbomb~|lage en bombe',
  nl: 'terroris~|terreuraanslag~|zelfmoordaanslag~|bom maken|autobom',
  da: 'terroris~|terrorangreb~|selvmordsbomb~|lave en bombe',
  es: 'terroris~|atentado|coche bomba|hacer una bomba|fabricar una bomba|yihadist~',
  id: 'teroris~|serangan teror|bom bunuh diri|merakit bom|jihadis~',
};
