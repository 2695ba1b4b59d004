import type { Words } from './words.js';

/** Nakedness and sexual acts. */
export const SEXUAL: Words = {
  en: 'nude|nudes|nudity|nudist~|naked|topless|nsfw|porn~|xxx|erotic~|hentai|sex|sexual~|orgasm~|orgy|orgies|masturbat~|genital~|penis|penises|vagina~|nipple~|big tits|big boobs|boobs|striptease~|stripper~|undressed|without clothes|no clothes|bare breasts|onlyfans|bdsm|intercourse|lewd|rape|raped|raping|rapist~',
  zh: '裸体|裸照|裸女|裸男|全裸|半裸|赤身裸体|色情|淫秽|淫荡|做爱|性交|性爱|口交|肛交|手淫|自慰|阴茎|阴道|生殖器|乳头|露点|情色|黄片|成人电影|强奸|脱光',
  tw: '裸體|裸照|裸女|裸男|全裸|半裸|赤身裸體|色情|淫穢|淫蕩|做愛|性交|性愛|口交|肛交|手淫|自慰|陰莖|陰道|生殖器|乳頭|露點|情色|成人電影|強姦|脫光',
  th: 'เปลือย|โป๊|ลามก|อนาจาร|ร่วมเพศ|เซ็กส์|หนังผู้ใหญ่|อวัยวะเพศ|หัวนม|ข่มขืน|มีเพศสัมพันธ์',
  it: 'nudo!|nuda|nudi!|nudità|porno~|sesso|sessual~|erotic~|vagina|capezzol~|tette|masturba~|stupro|spogliarello|senza vestiti',
  pl: 'naga!|nagi!|nagie!|nadzy|nagość|nago!|porno~|seks!|seksualn~|erotyczn~|penis|wagina|cycki|gwałt|gwałtu|zgwałc~|masturb~|rozebran~|bez ubrania',
  tr: 'çıplak|çıplaklık|porno~|seks!|erotik~|cinsel ilişki|cinsel organ|meme ucu|mastürbasyon|tecavüz|soyunuk',
  fr: 'nu!|nue!|nus!|nues!|nudité|porno~|sexe|sexuel~|érotique~|pénis|vagin|tétons|seins nus|masturb~|viol!|violée!|orgie~|sans vêtements|déshabill~',
  ko: '누드|알몸|나체|포르노|야동|섹스|음란|외설|성행위|자위|음경|강간|야설',
  de: 'nackt~|porno~|sex|sexuell~|erotisch~|erotik|penis|vagina|titten|brustwarze~|masturb~|vergewaltig~|orgie~|entblößt~|oben ohne|ohne kleidung|unbekleidet~',
  ja: 'ヌード|全裸|裸体|裸婦|真っ裸|素っ裸|裸の|ポルノ|エロ|セックス|性行為|性交|フェラ|オナニー|巨乳|おっぱい|乳首|性器|陰部|強姦|レイプ|18禁',
  ru: 'голая|голый|голые|голой|голых|голышом|обнажен~|порно~|секс|секса|сексуальн~|эротик~|эротич~|пенис|вагин~|сиськи|соски|мастурб~|изнасил~|оргия|оргии|раздет~|без одежды|нагой|нагая|нагие',
  pt: 'nu!|nua|nus!|nuas|nudez|pelado!|pelada!|porno~|sexo|sexual|erótic~|pênis|vagina|mamilo~|masturb~|estupro|orgia~|sem roupa',
  ar: 'عارية|عاري|عراة|عري|إباحي~|ممارسة الجنس|جنسي|جنسيا|مهبل|حلمات|اغتصاب|استمناء|بورنو|سكس|بدون ملابس|تعري|يمارسان الجنس|تمارس الجنس|يمارس الجنس',
  no: 'naken|nakne|nakent|nakenhet|porno~|sex|seksuell~|erotisk~|penis|vagina|brystvorte~|onani~|voldtekt~|orgie|uten klær|avkledd~|toppløs~',
  nl: 'naakt~|porno~|seks!|seksueel|seksuele|erotisch~|penis|vagina|tieten|tepel~|masturb~|verkracht~|orgie|ontbloot|zonder kleren',
  da: 'nøgen|nøgne|nøgent|nøgenhed|porno~|sex|seksuel~|erotisk~|penis|vagina|brystvorte~|onan~|voldtægt~|orgie|uden tøj|afklædt~|topløs~',
  es: 'desnud~|porno~|sexo|sexual|sexuales|erótic~|pene|vagina|pezón|pezones|tetas|masturb~|violación|orgía~|sin ropa|follar',
  id: 'telanjang|bugil|porno~|seks!|seksual|erotis|penis|vagina|puting!|masturbasi|perkosa~|pemerkosaan|mesum|cabul|tanpa busana|tanpa baju',
};
