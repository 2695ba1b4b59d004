import type { Words } from './words.js';

/** Terror: attacks, the groups behind them, the making of bombs. */
export const TERROR: Words = {
  en: 'terrorist~|terrorism|suicide bomb~|al qaeda|isis fighter~|isis flag~|islamic state flag|jihadist~|car bomb~|pipe bomb~|bomb making|make a bomb|build a bomb|mass shooting~|school shooting~|shoot up a school|boko haram|isis propaganda|isis recruit~|poster for isis|recruiting for isis|fighting for isis|fight for isis|isis militant~|isis soldier~|join isis|making a bomb|building a bomb|nail bomb~|bomb vest~|explosive vest~',
  zh: '恐怖袭击|恐怖分子|恐怖主义|圣战组织|自杀式袭击|人肉炸弹|制造炸弹|炸弹制作|伊斯兰国旗|基地组织|伊斯兰国|做炸弹|造炸弹|制作炸弹|自杀炸弹',
  tw: '恐怖襲擊|恐怖攻擊|恐怖分子|恐怖主義|自殺炸彈|人肉炸彈|製造炸彈|伊斯蘭國旗|蓋達組織|伊斯蘭國|做炸彈|造炸彈|製作炸彈|自殺式攻擊|自殺式襲擊',
  th: 'ก่อการร้าย|ระเบิดพลีชีพ|วิธีทำระเบิด|อัลกออิดะห์|ทำระเบิดเอง|สร้างระเบิด|ประกอบระเบิด|กลุ่มไอซิส|รัฐอิสลาม',
  it: 'terrorist~|terrorismo|attentato|autobomba|fabbricare una bomba|stato islamico|dell’isis|per l’isis|propaganda isis|costruire una bomba|bomba artigianale|attentatore|jihadist~',
  pl: 'terroryst~|terroryzm~|zamach bombowy|zamachow~|zrobić bombę|flaga państwa islamskiego|flagę państwa islamskiego|flagą państwa islamskiego|flagi państwa islamskiego|bojownik państwa islamskiego|bojownika państwa islamskiego|bojownicy państwa islamskiego|bojowników państwa islamskiego|żołnierz państwa islamskiego|żołnierze państwa islamskiego|propaganda państwa islamskiego|propagandę państwa islamskiego|propagandowy państwa islamskiego|rekrutacyjny państwa islamskiego|rekrutacja państwa islamskiego|zbudować bombę|skonstruować bombę|dżihadyst~',
  tr: 'terörist~|terörizm|terör saldırısı|canlı bomba|bomba yapımı|intihar bombacısı|ışid|işid|bomba nasıl yapılır|bomba yapmak|bomba yapma',
  fr: 'terroris~|attentat~|voiture piégée|fabriquer une bombe|djihadiste~|daech|daesh|état islamique|bombe artisanale|construire une bombe|ceinture explosive',
  ko: '테러리스트|테러 공격|테러공격|자살 폭탄|자살폭탄|폭탄 제조|폭탄제조|알카에다|이슬람국가 모집|이슬람국가 선전|이슬람국가 대원|폭탄 만드는|폭탄 만들|자폭 테러|테러 단체',
  de: 'terroris~|terroranschlag~|selbstmordattent~|bombe bauen|autobombe~|dschihadist~|islamischen staat|islamischer staat|is propaganda!|rohrbombe~|nagelbombe~|bombe basteln|bombe baut|sprengstoffgürtel~|sprengsatz bauen',
  ja: 'テロリスト|テロ攻撃|自爆テロ|爆弾の作り方|爆弾を作る|アルカイダ|イスラム国|爆弾を作|爆弾の製造|テロ組織|テロ集団',
  ru: 'террорист~|теракт~|терроризм~|смертник~|изготовить бомбу|игил|флаг исламского государства|флагом исламского государства|флаги исламского государства|боевик исламского государства|боевика исламского государства|боевики исламского государства|боевиков исламского государства|боец исламского государства|бойцы исламского государства|пропаганда исламского государства|пропаганду исламского государства|плакат исламского государства|вербовка исламского государства|сделать бомбу|собрать бомбу|изготовление бомбы|пояс смертника|джихадист~',
  pt: 'terroris~|atentado|homem bomba|carro bomba|fazer uma bomba|estado islâmico|bomba caseira|construir uma bomba|jihadist~',
  ar: 'إرهاب|إرهابي|إرهابيين|إرهابية|تفجير انتحاري|صنع قنبلة|داعش|تصنع قنبلة|أصنع قنبلة|صناعة قنبلة|صناعة القنابل|حزام ناسف|تنظيم القاعدة',
  no: 'terroris~|terrorangrep~|selvmordsbomb~|lage en bombe|islamske stat|rørbombe~|bygge en bombe|lager en bombe|jihadist~',
  nl: 'terroris~|terreuraanslag~|zelfmoordaanslag~|bom maken|autobom|vlag van islamitische staat|vlag van de islamitische staat|strijder van islamitische staat|strijders van islamitische staat|propaganda van islamitische staat|propaganda voor islamitische staat|wervingsposter voor islamitische staat|poster voor islamitische staat|thuis een bom|zelf een bom|bom bouwen|jihadist~|bomgordel~',
  da: 'terroris~|terrorangreb~|selvmordsbomb~|lave en bombe|flag for islamisk stat|kriger for islamisk stat|krigere for islamisk stat|propaganda for islamisk stat|hvervningsplakat for islamisk stat|plakat for islamisk stat|islamisk stats flag|islamisk stats kriger~|islamisk stats propaganda|laver man en bombe|bygge en bombe|rørbombe~|jihadist~',
  es: 'terroris~|atentado|coche bomba|hacer una bomba|fabricar una bomba|yihadist~|estado islámico|bomba casera|construir una bomba|chaleco explosivo',
  id: 'teroris~|serangan teror|bom bunuh diri|merakit bom|jihadis~|rekrutmen isis|perekrutan isis|propaganda isis|anggota isis|membuat bom|bikin bom|bom rakitan',
};
