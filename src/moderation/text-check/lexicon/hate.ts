import type { Words } from './words.js';

/** Hatred of peoples and its emblems. English slurs come from the libraries. */
export const HATE: Words = {
  en: 'nazi|nazis|nazism|neonazi~|neo nazi~|swastika~|hitler|sieg heil|white power|white supremac~|kkk|ku klux klan|ethnic cleansing|gas the jews|lynching|blackface|death to jews|death to the jews|death to muslims|death to all muslims|death to blacks|death to gays|death to arabs|kill all jews|kill all muslims|kill all blacks|kill all gays|kill all arabs|kill the jews|exterminate the jews|exterminate all jews|heil hitler|untermensch~|racial purity',
  zh: '纳粹|希特勒|白人至上|种族灭绝|种族清洗|黑鬼|杀光犹太人|杀死所有犹太人|灭绝犹太人|杀光穆斯林|杀光黑人|消灭犹太人',
  tw: '納粹|希特勒|白人至上|種族滅絕|種族清洗|黑鬼|殺光猶太人|滅絕猶太人|殺光穆斯林|殺光黑人|消滅猶太人',
  th: 'นาซี|ฮิตเลอร์|ล้างเผ่าพันธุ์|ฆ่าชาวยิว|ฆ่ายิว|ฆ่ามุสลิม|ฆ่าคนดำ|สวัสติกะนาซี',
  it: 'nazist~|nazism~|svastic~|pulizia etnica|supremazia bianca|morte agli ebrei|morte ai musulmani|morte ai neri|morte agli arabi|morte ai gay|uccidere gli ebrei|uccidere tutti gli ebrei|sporco negro|sporchi ebrei|heil hitler',
  pl: 'nazist~|nazizm~|swastyk~|hitler~|czystka etniczna|czystki etniczne|śmierć żydom|śmierć arabom|śmierć muzułmanom|zabić żydów|zabić wszystkich żydów|żydzi do gazu|biała siła',
  tr: 'gamalı haç|etnik temizlik|yahudilere ölüm|ermenilere ölüm|kürtlere ölüm|araplara ölüm|yahudileri öldür~|ari ırk|nazi|nazizm~|nazist~|naziler~',
  fr: 'nazie|nazisme|croix gammée~|nettoyage ethnique|suprémacist~|mort aux juifs|mort aux arabes|mort aux musulmans|mort aux noirs|tuer tous les juifs|sales juifs|sale juif|sale arabe|heil hitler',
  ko: '나치|히틀러|백인우월|백인 우월|인종청소|인종 청소|유대인을 몰살|유대인 학살하자|유대인을 죽|무슬림을 죽|흑인을 죽|깜둥이',
  de: 'hakenkreuz~|hitler~|nationalsozialis~|ethnische säuberung~|untermensch~|juden ins gas|juden vergasen|tod den juden|tod allen juden|tod den muslimen|tod allen muslimen|ausländer raus|herrenrasse|heil hitler|nazi propaganda|kanake~',
  ja: 'ナチス|ヒトラー|白人至上|民族浄化|ハーケンクロイツ|ユダヤ人を皆殺し|ユダヤ人を殺|黒人を殺|朝鮮人を殺|朝鮮人は死ね',
  ru: 'нацист~|нацизм~|свастик~|гитлер~|этнические чистки|этническая чистка|белая власть|смерть жидам|смерть евреям|смерть мусульманам|смерть хачам|бей жидов|убить всех евреев|убивать евреев|жиды|жидов|черномазы~|хайль гитлер',
  pt: 'nazista~|nazismo|suástica~|limpeza étnica|supremacia branca|morte aos judeus|morte aos muçulmanos|morte aos negros|morte aos gays|matar todos os judeus|heil hitler',
  ar: 'نازي|نازية|هتلر|صليب معقوف|الصليب المعقوف|تطهير عرقي|الموت لليهود|اقتلوا اليهود|الموت للمسلمين|الموت للمسيحيين|الموت للسود|اقتلوا المسلمين|اقتلوا السود',
  no: 'nazist~|hakekors~|etnisk rensing|død over jødene|død over muslimene|drep jødene|drep alle jøder|drep alle muslimer|nazipropaganda|herrefolk|heil hitler',
  nl: 'nazisme|hakenkruis~|etnische zuivering|dood aan de joden|joden aan het gas|dood aan de moslims|dood alle joden|nazipropaganda|blanke macht|heil hitler',
  da: 'nazist~|hagekors~|etnisk udrensning|død over jøderne|død over muslimerne|dræb jøderne|dræb alle jøder|dræb alle muslimer|nazipropaganda|heil hitler',
  es: 'nazismo|esvástica~|limpieza étnica|supremacía blanca|supremacist~|muerte a los judíos|muerte a los musulmanes|muerte a los negros|muerte a los moros|matar a todos los judíos|heil hitler|nazis',
  id: 'nazisme|pembersihan etnis|supremasi kulit putih|bunuh semua orang yahudi|bunuh orang yahudi|bunuh semua yahudi|bunuh semua muslim|bunuh semua orang kristen|bunuh semua orang cina|nazi',
};
