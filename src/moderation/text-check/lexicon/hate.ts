import type { Words } from './words.js';

/** Hatred of peoples and its emblems. English slurs come from the libraries. */
export const HATE: Words = {
  en: 'nazi|nazis|nazism|neonazi~|neo nazi~|swastika~|hitler|sieg heil|white power|white supremac~|kkk|ku klux klan|ethnic cleansing|gas the jews|lynching|blackface',
  zh: '纳粹|希特勒|白人至上|种族灭绝|种族清洗|黑鬼',
  tw: '納粹|希特勒|白人至上|種族滅絕|種族清洗|黑鬼',
  th: 'นาซี|ฮิตเลอร์|ล้างเผ่าพันธุ์',
  it: 'nazist~|nazism~|svastic~|pulizia etnica|supremazia bianca',
  pl: 'nazist~|nazizm~|swastyk~|hitler~|czystka etniczna|czystki etniczne',
  tr: 'naziler|gamalı haç|etnik temizlik',
  fr: 'nazie|nazisme|croix gammée~|nettoyage ethnique|suprémacist~',
  ko: '나치|히틀러|백인우월|백인 우월|인종청소|인종 청소',
  de: 'hakenkreuz~|hitler~|nationalsozialis~|ethnische säuberung~|untermensch~',
  ja: 'ナチス|ヒトラー|白人至上|民族浄化|ハーケンクロイツ',
  ru: 'нацист~|нацизм~|свастик~|гитлер~|этнические чистки|этническая чистка|белая власть',
  pt: 'nazista~|nazismo|suástica~|limpeza étnica|supremacia branca',
  ar: 'نازي|نازية|هتلر|صليب معقوف|الصليب المعقوف|تطهير عرقي',
  no: 'nazist~|hakekors~|etnisk rensing',
  nl: 'nazisme|hakenkruis~|etnische zuivering',
  da: 'nazist~|hagekors~|etnisk udrensning',
  es: 'nazismo|esvástica~|limpieza étnica|supremacía blanca|supremacist~',
  id: 'nazisme|pembersihan etnis|supremasi kulit putih',
};
