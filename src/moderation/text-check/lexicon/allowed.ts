import type { Words } from './words.js';

/**
 * Harmless phrases that contain a word of the groups. They are removed before matching. `~` has the same meaning as in
 * the groups.
 */
export const ALLOWED: Words = {
  en: 'naked eye|naked mole rat~|naked cake~|naked tree~|naked branches|nude lipstick|nude colour~|nude color~|nude tone~|nude shade~|nude palette|nude heels|nude makeup|sex pistols|sex and the city|gore tex|al gore|hindu swastika~|buddhist swastika~|suicide squad|suicide prevention|suicide door~|gothic lolita|lolita fashion|lolita dress~|sweet lolita|maine coon~|moby dick|dick van dyke|cum laude|pussy willow~|pussy cat~|rape field~|rape blossom~|rape seed|weather cock~|cock of the rock|baby bottle nipple~|suicide squeeze|suicide king~|suicide drill~|bath bomb~',
  zh: '林阴道|树阴道|做爱丽|叫做爱|女性交|男性交|异性交|个性交|线性交|同性交|性交流|性交往|性交互|性交错|性交通|性交叉|性交响|性交织|性交接|性爱好|女性爱|男性爱|口交通|口交易|口交互|口交汇|口交叉|口交界|口交接|口交替|口交错|血腥玛丽|自杀小队|伊斯兰国家|伊斯兰国王|伊斯兰国度|伊斯兰国际|伊斯兰国立|伊斯兰国民',
  tw: '林陰道|樹陰道|做愛麗|女性交|男性交|異性交|個性交|線性交|性交流|性交往|性交互|性交錯|性交通|性交叉|性交響|性交織|性愛好|女性愛|男性愛|口交通|口交易|口交互|口交匯|口交叉|口交界|口交接|口交替|血腥瑪麗|自殺突擊隊|伊斯蘭國家|伊斯蘭國王|伊斯蘭國度|伊斯蘭國際|伊斯蘭國立|伊斯蘭國民',
  th: 'โป๊ยกั๊ก|โป๊ะ|โป๊ยเซียน|แควย|สาธารณรัฐอิสลาม|แขนขาดู|แขนขาดี|แขนขาด้วย|แขนขาดำ',
  it: 'occhio nudo|piedi nudi|mani nude|alberi nudi|albero nudo',
  pl: 'naga indyjska|nagie drzewa|nagie skały|nagie gałęzie|naga prawda|nagie fakty',
  tr: 'çıplak göz~|çıplak ağaç~|çıplak ayak~|çıplak dal~|çıplak kaya~',
  fr: 'oeil nu|pieds nus|pied nu|arbre nu|arbres nus|branches nues|mains nues|tête nue|mise à nu|entrailles de la terre|se pend au cou|se pendre au cou|se pend à son cou|se pendre à son cou',
  ko: '누드톤|누드 톤|누드 컬러|누드김밥|자위대|자살골|잘린 머리카락|잘린 머리칼|잘린 손톱|잘린 손잡이|잘린 목재|잘린 목화',
  de: 'nacktschneck~|nacktmull~|nacktes auge|nackten auge|nackte felsen|nackte bäume|nackte äste',
  ja: 'ヌードル|ヌードカラー|ピエロ|エロイカ|フェラーリ|フェラガモ|ドレイプ|グレイプ|エセックス|サセックス|ウェセックス|ミドルセックス|ユニセックス|裸の木|裸の枝|裸の王様|裸の大地|女性交|男性交|異性交|性交流|性交響|イスラム国家|イスラム国際|手首を吊|足首を吊|手首をつ|足首をつ',
  ru: 'голые деревья|голые ветви|голые ветки|голое дерево|голые скалы|голый лес|голая земля',
  pt: 'olho nu|pés nus|árvore nua|árvores nuas',
  ar: 'عاري القدمين|أشجار عارية|شجرة عارية|أغصان عارية',
  no: 'nakne trær|nakne fjell|nakent tre',
  nl: 'naaktslak~|naakte bomen|naakte takken|naakte oog',
  da: 'nøgne træer|nøgne grene|nøgent træ|kællingetand~|kællingetænder~',
  es: 'árbol desnudo|árboles desnudos|ramas desnudas|pies desnudos|ojo desnudo|nudo celta',
  id: 'mata telanjang|kaki telanjang|bertelanjang kaki|bom mandi',
};
