import type { Words } from './words.js';

/** Terms that sexualise children. */
export const MINORS: Words = {
  en: 'loli|lolis|lolita|lolicon|shotacon|child porn~|kiddie porn~|pedophil~|paedophil~|jailbait',
  zh: '萝莉控|恋童|儿童色情|幼女', tw: '蘿莉控|戀童|兒童色情|幼女', th: 'โลลิค่อน|เด็กโป๊|อนาจารเด็ก|ใคร่เด็ก', it: 'pedofil~|pedopornograf~',
  pl: 'pedofil~|pornografia dziecięca', tr: 'pedofil~|çocuk pornosu', fr: 'pédophil~|pédopornograph~', ko: '로리콘|쇼타콘|아동 포르노|아동포르노|소아성애',
  de: 'pädophil~|paedophil~|kinderporno~', ja: 'ロリコン|ショタコン|児童ポルノ|幼女', ru: 'педофил~|детское порно|лоликон', pt: 'pedofil~|pornografia infantil',
  ar: 'إباحية الأطفال|استغلال الأطفال جنسيا|بيدوفيل~', no: 'pedofil~|barneporno~', nl: 'pedofil~|kinderporno~', da: 'pædofil~|børneporno~',
  es: 'pedofil~|pederast~|pornografía infantil', id: 'pedofil~|pornografi anak',
};

/** Words for children and teenagers: harmless, except next to a sexual or suggestive word. */
export const YOUNG: Words = {
  en: 'child|children|childlike|kid|kids|little girl~|little boy~|young girl~|young boy~|schoolgirl~|schoolboy~|minor|minors|teen|teens|teenage~|preteen~|underage|toddler~|baby|babies|year old',
  zh: '儿童|孩子|小孩|女童|男童|小女孩|小男孩|幼儿|萝莉|未成年|中学生|小学生|少女|女学生', tw: '兒童|孩子|小孩|女童|男童|小女孩|小男孩|幼兒|蘿莉|未成年|中學生|小學生|少女|女學生',
  th: 'เด็ก|นักเรียน|ผู้เยาว์|เยาวชน', it: 'bambin~|ragazzin~|minorenne|minorenni|adolescent~|neonat~', pl: 'dzieck~|dzieci|dziewczynk~|nastolat~|nieletni~|małoletni~',
  tr: 'çocuk~|bebek|kız çocuğu|ergen|reşit olmayan', fr: 'enfant|enfants|fillette~|gamin~|adolescent~|mineur|mineure|mineurs|écolière~', ko: '아이|어린이|소녀|소년|유아|초등학생|중학생|여고생|미성년',
  de: 'kind|kinder|kleines mädchen|kleiner junge|jugendliche~|minderjährig~|schulmädchen|teenager~', ja: '子供|子ども|幼児|小学生|中学生|女子高生|少女|少年|ロリ|未成年|児童',
  ru: 'ребен~|дети|детей|детск~|девочк~|мальчик~|школьниц~|школьник~|подрост~|несовершеннолетн~|малолет~', pt: 'criança~|menina|meninas|menino|meninos|adolescente~|menor de idade',
  ar: 'طفل|طفلة|أطفال|قاصر|قاصرات|مراهقة|مراهق|تلميذة', no: 'barn|barna|småjente~|tenåring~|mindreårig~|skolejente~', nl: 'kind|kinderen|klein meisje|tiener~|minderjarig~|schoolmeisje~|peuter~',
  da: 'barn|børn|børnene|teenager~|mindreårig~|skolepige~', es: 'niño|niña|niños|niñas|menor de edad|adolescente~|colegiala~', id: 'anak|bocah|balita|remaja|di bawah umur|gadis kecil',
};

/** Words that are harmless when they describe adults. */
export const SUGGESTIVE: Words = {
  en: 'sexy|seductive|sensual|lingerie|underwear|thong|panties|provocative|busty|suggestive pose', zh: '性感|诱惑|内衣|内裤|挑逗|撩人', tw: '性感|誘惑|內衣|內褲|挑逗|撩人',
  th: 'เซ็กซี่|ยั่วยวน|ชุดชั้นใน|วาบหวิว', it: 'sexy|seducent~|lingerie|sensual~|provocant~', pl: 'seksown~|uwodzicielsk~|bieliźnie|zmysłow~', tr: 'seksi|baştan çıkarıcı|iç çamaşırı|iç çamaşırlı',
  fr: 'sexy|séduisant~|lingerie|sensuel~|provocant~', ko: '섹시|유혹|속옷|관능', de: 'sexy|verführerisch~|unterwäsche|dessous|aufreizend~', ja: 'セクシー|誘惑|下着|挑発的|官能',
  ru: 'соблазнит~|нижнем белье|нижнее белье|сексуальн~', pt: 'sensual|sedutor~|lingerie|provocante~', ar: 'مغرية|إغراء|ملابس داخلية', no: 'sexy|forførende|undertøy|sensuell~',
  nl: 'sexy|verleidelijk~|lingerie|ondergoed|sensueel', da: 'sexy|forførende|undertøj|sensuel~', es: 'sexy|seductor~|lencería|sensual|provocativ~|ropa interior', id: 'seksi|menggoda|pakaian dalam|sensual',
};
