/** Made from the API's description by `npm run client`. Do not edit. */

export type SourceRef =
  | { readonly from: 'upload'; readonly id: string }
  | { readonly from: 'output'; readonly taskId: string; readonly index: number }
  | {
      readonly from: 'source';
      readonly taskId: string;
      readonly role:
        | 'image'
        | 'target'
        | 'mask'
        | 'background'
        | 'end'
        | 'face'
        | 'garment'
        | 'video'
        | 'audio'
        | 'subject-1'
        | 'subject-2'
        | 'subject-3'
        | 'subject-4'
        | 'clip-1'
        | 'clip-2'
        | 'clip-3'
        | 'clip-4'
        | 'clip-5'
        | 'clip-6'
        | 'clip-7'
        | 'clip-8';
    };
export type Task = {
  readonly id: string;
  readonly procedure: string;
  readonly media: 'image' | 'video';
  readonly status: 'reserving' | 'queued' | 'processing' | 'succeeded' | 'failed' | 'canceled';
  readonly createdAt: string;
  readonly startedAt?: string;
  readonly finishedAt?: string;
  readonly price: number;
  readonly captured?: number;
  readonly paysWith: 'credits' | 'api_credits';
  readonly percent: number;
  readonly place?: number;
  readonly width: number;
  readonly height: number;
  readonly seconds?: number;
  readonly outputs: readonly {
    readonly index: number;
    readonly state: 'pending' | 'ready' | 'failed';
    readonly seed: number;
    readonly url?: string;
    readonly type?: string;
    readonly width?: number;
    readonly height?: number;
    readonly bytes?: number;
    readonly seconds?: number;
    readonly percent?: number;
    readonly error?: string;
  }[];
  readonly error?: { readonly identifier: string; readonly params: Readonly<Record<string, unknown>> };
};
export type TaskPage = { readonly tasks: readonly Task[]; readonly next?: string };
export type ModelPage = {
  readonly models: readonly {
    readonly id: string;
    readonly name: string;
    readonly procedures: readonly string[];
    readonly tier: 'free' | 'pro';
  }[];
};
export type Upload = {
  readonly id: string;
  readonly kind: 'image' | 'video' | 'audio';
  readonly width: number;
  readonly height: number;
  readonly seconds?: number;
  readonly bytes: number;
  readonly expiresAt: string;
};
export type Balance = {
  readonly usageType: 'credits' | 'api_credits';
  readonly available: number;
  readonly held: number;
};
export type Deleted = { readonly id: string };

/** What each operation takes and answers. */
export interface Operations {
  /** Models, in the order of the picker, and the procedures that each serves. */
  readonly listModels: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: { readonly procedure?: string };
    readonly body: undefined;
    readonly answer: ModelPage;
  };
  /** Your creations, newest first; with `text` those that have its words. */
  readonly listTasks: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: { readonly cursor?: string; readonly limit?: number; readonly text?: string };
    readonly body: undefined;
    readonly answer: TaskPage;
  };
  /** A creation with its progress and its outputs. */
  readonly getTask: {
    readonly path: { readonly id: string };
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: Task;
  };
  /** Deletes a creation with its outputs. */
  readonly deleteTask: {
    readonly path: { readonly id: string };
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: Deleted;
  };
  /** Cancels a creation. Outputs that are not made are not charged. */
  readonly cancelTask: {
    readonly path: { readonly id: string };
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: Task;
  };
  /** Uploads an image, a video or a recording, to be the source of a creation. The body is the file. */
  readonly createUpload: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: { readonly purpose?: 'image' | 'mask' | 'alpha-mask' | 'video' | 'audio' };
    readonly body: Blob;
    readonly answer: Upload;
  };
  /** An upload. */
  readonly getUpload: {
    readonly path: { readonly id: string };
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: Upload;
  };
  /** Deletes an upload. Creations keep their own copies of their sources. */
  readonly deleteUpload: {
    readonly path: { readonly id: string };
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: Deleted;
  };
  /** The credits of the account that pays for what the key creates. */
  readonly getBalance: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: Balance;
  };
  /** Your webhooks, newest first. */
  readonly listWebhooks: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: {
      readonly webhooks: readonly {
        readonly id: string;
        readonly url: string;
        readonly events: readonly ('task.completed' | 'task.failed' | 'task.canceled' | 'task.released')[];
        readonly createdAt: string;
        readonly failingSince?: string;
        readonly disabledAt?: string;
      }[];
    };
  };
  /** Adds an address that gets the events of your creations. */
  readonly createWebhook: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: {
      readonly url: string;
      readonly events?: readonly ('task.completed' | 'task.failed' | 'task.canceled' | 'task.released')[];
    };
    readonly answer: {
      readonly webhook: {
        readonly id: string;
        readonly url: string;
        readonly events: readonly ('task.completed' | 'task.failed' | 'task.canceled' | 'task.released')[];
        readonly createdAt: string;
        readonly failingSince?: string;
        readonly disabledAt?: string;
      };
      readonly secret: string;
    };
  };
  /** Removes a webhook with its deliveries. */
  readonly deleteWebhook: {
    readonly path: { readonly id: string };
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: Deleted;
  };
  /** Lets a disabled webhook get deliveries again. */
  readonly enableWebhook: {
    readonly path: { readonly id: string };
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: {
      readonly id: string;
      readonly url: string;
      readonly events: readonly ('task.completed' | 'task.failed' | 'task.canceled' | 'task.released')[];
      readonly createdAt: string;
      readonly failingSince?: string;
      readonly disabledAt?: string;
    };
  };
  /** The deliveries of a webhook, newest first. */
  readonly listDeliveries: {
    readonly path: { readonly id: string };
    readonly query: { readonly cursor?: string; readonly limit?: number };
    readonly body: undefined;
    readonly answer: {
      readonly deliveries: readonly {
        readonly id: string;
        readonly event: 'task.completed' | 'task.failed' | 'task.canceled' | 'task.released';
        readonly taskId: string;
        readonly createdAt: string;
        readonly state: 'waiting' | 'delivered' | 'failed';
        readonly attempts: number;
        readonly nextAt?: string;
        readonly last?: {
          readonly at: string;
          readonly ms: number;
          readonly status?: number;
          readonly fault?: 'timeout' | 'unreachable' | 'redirect' | 'private' | 'disabled';
          readonly answer?: string;
        };
        readonly body: string;
      }[];
      readonly next?: string;
    };
  };
  /** Sends a delivery again. */
  readonly sendDeliveryAgain: {
    readonly path: { readonly id: string };
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: {
      readonly id: string;
      readonly event: 'task.completed' | 'task.failed' | 'task.canceled' | 'task.released';
      readonly taskId: string;
      readonly createdAt: string;
      readonly state: 'waiting' | 'delivered' | 'failed';
      readonly attempts: number;
      readonly nextAt?: string;
      readonly last?: {
        readonly at: string;
        readonly ms: number;
        readonly status?: number;
        readonly fault?: 'timeout' | 'unreachable' | 'redirect' | 'private' | 'disabled';
        readonly answer?: string;
      };
      readonly body: string;
    };
  };
  /** Server-sent events: your unfinished creations, then every change of one, from the last event seen on. */
  readonly watchTasks: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: unknown;
  };
  /** Server-sent events of one creation. The stream ends when it is over and paid. */
  readonly watchTask: {
    readonly path: { readonly id: string };
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
    readonly answer: unknown;
  };
  /** Submits a creation by text2Image.create. The answer is its task, which runs afterwards. */
  readonly text2Image_create: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: { readonly priceOnly?: 'true' };
    readonly body: {
      readonly model: string;
      readonly projectId?: string;
      readonly draftId?: string;
      readonly originId?: string;
      readonly modelSettings?: Readonly<Record<string, string | number | boolean>>;
      readonly loras?: readonly { readonly id: string; readonly strength: number }[];
      readonly prompt: string;
      readonly negativePrompt?: string;
      readonly count?: number;
      readonly seed?: number;
      readonly style?:
        | 'natural'
        | 'poster'
        | 'watercolour'
        | 'ink'
        | 'neon'
        | 'pixel'
        | 'papercut'
        | 'isometric'
        | 'line'
        | 'oil'
        | 'blueprint'
        | 'risograph'
        | 'clay';
      readonly aspect?: '1:1' | '4:5' | '3:2' | '16:9' | '9:16';
      readonly maxCredits?: number;
    };
    readonly answer: Task;
  };
  /** Submits a creation by video.createVideoByText. The answer is its task, which runs afterwards. */
  readonly video_createVideoByText: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: { readonly priceOnly?: 'true' };
    readonly body: {
      readonly model: string;
      readonly projectId?: string;
      readonly draftId?: string;
      readonly originId?: string;
      readonly modelSettings?: Readonly<Record<string, string | number | boolean>>;
      readonly loras?: readonly { readonly id: string; readonly strength: number }[];
      readonly prompt: string;
      readonly negativePrompt?: string;
      readonly count?: number;
      readonly seed?: number;
      readonly style?:
        | 'natural'
        | 'poster'
        | 'watercolour'
        | 'ink'
        | 'neon'
        | 'pixel'
        | 'papercut'
        | 'isometric'
        | 'line'
        | 'oil'
        | 'blueprint'
        | 'risograph'
        | 'clay';
      readonly aspect?: '1:1' | '4:5' | '3:2' | '16:9' | '9:16';
      readonly seconds?: 3 | 5 | 8 | 10;
      readonly resolution?: '480p' | '720p' | '1080p';
      readonly maxCredits?: number;
    };
    readonly answer: Task;
  };
  /** Submits a creation by imageTools.upscale. The answer is its task, which runs afterwards. */
  readonly imageTools_upscale: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: { readonly priceOnly?: 'true' };
    readonly body: {
      readonly model: string;
      readonly projectId?: string;
      readonly draftId?: string;
      readonly originId?: string;
      readonly modelSettings?: Readonly<Record<string, string | number | boolean>>;
      readonly loras?: readonly { readonly id: string; readonly strength: number }[];
      readonly prompt?: '';
      readonly negativePrompt?: '';
      readonly count?: number;
      readonly seed?: number;
      readonly scale?: 2 | 4;
      readonly width?: number;
      readonly image: SourceRef;
      readonly maxCredits?: number;
    };
    readonly answer: Task;
  };
  /** Submits a creation by imageTools.restore. The answer is its task, which runs afterwards. */
  readonly imageTools_restore: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: { readonly priceOnly?: 'true' };
    readonly body: {
      readonly model: string;
      readonly projectId?: string;
      readonly draftId?: string;
      readonly originId?: string;
      readonly modelSettings?: Readonly<Record<string, string | number | boolean>>;
      readonly loras?: readonly { readonly id: string; readonly strength: number }[];
      readonly prompt?: '';
      readonly negativePrompt?: '';
      readonly count?: number;
      readonly seed?: number;
      readonly scratches?: boolean;
      readonly fading?: number;
      readonly sharpness?: number;
      readonly image: SourceRef;
      readonly maxCredits?: number;
    };
    readonly answer: Task;
  };
  /** Submits a creation by imageTools.objectRemover. The answer is its task, which runs afterwards. */
  readonly imageTools_objectRemover: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: { readonly priceOnly?: 'true' };
    readonly body: {
      readonly model: string;
      readonly projectId?: string;
      readonly draftId?: string;
      readonly originId?: string;
      readonly modelSettings?: Readonly<Record<string, string | number | boolean>>;
      readonly loras?: readonly { readonly id: string; readonly strength: number }[];
      readonly prompt?: '';
      readonly negativePrompt?: '';
      readonly count?: number;
      readonly seed?: number;
      readonly image: SourceRef;
      readonly mask: SourceRef;
      readonly maxCredits?: number;
    };
    readonly answer: Task;
  };
  /** Submits a creation by imageTools.painting. The answer is its task, which runs afterwards. */
  readonly imageTools_painting: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: { readonly priceOnly?: 'true' };
    readonly body: {
      readonly model: string;
      readonly projectId?: string;
      readonly draftId?: string;
      readonly originId?: string;
      readonly modelSettings?: Readonly<Record<string, string | number | boolean>>;
      readonly loras?: readonly { readonly id: string; readonly strength: number }[];
      readonly prompt: string;
      readonly negativePrompt?: '';
      readonly count?: number;
      readonly seed?: number;
      readonly style?:
        | 'natural'
        | 'poster'
        | 'watercolour'
        | 'ink'
        | 'neon'
        | 'pixel'
        | 'papercut'
        | 'isometric'
        | 'line'
        | 'oil'
        | 'blueprint'
        | 'risograph'
        | 'clay';
      readonly image: SourceRef;
      readonly mask: SourceRef;
      readonly maxCredits?: number;
    };
    readonly answer: Task;
  };
  /** Submits a creation by imageTools.backgroundRemover. The answer is its task, which runs afterwards. */
  readonly imageTools_backgroundRemover: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: { readonly priceOnly?: 'true' };
    readonly body: {
      readonly model: string;
      readonly projectId?: string;
      readonly draftId?: string;
      readonly originId?: string;
      readonly modelSettings?: Readonly<Record<string, string | number | boolean>>;
      readonly loras?: readonly { readonly id: string; readonly strength: number }[];
      readonly prompt?: '';
      readonly negativePrompt?: '';
      readonly count?: number;
      readonly seed?: number;
      readonly image: SourceRef;
      readonly maxCredits?: number;
    };
    readonly answer: Task;
  };
  /** Submits a creation by imageTools.backgroundChanger. The answer is its task, which runs afterwards. */
  readonly imageTools_backgroundChanger: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: { readonly priceOnly?: 'true' };
    readonly body: {
      readonly model: string;
      readonly projectId?: string;
      readonly draftId?: string;
      readonly originId?: string;
      readonly modelSettings?: Readonly<Record<string, string | number | boolean>>;
      readonly loras?: readonly { readonly id: string; readonly strength: number }[];
      readonly prompt?: string;
      readonly negativePrompt?: '';
      readonly count?: number;
      readonly seed?: number;
      readonly behind?: 'prompt' | 'image' | 'colour';
      readonly style?:
        | 'natural'
        | 'poster'
        | 'watercolour'
        | 'ink'
        | 'neon'
        | 'pixel'
        | 'papercut'
        | 'isometric'
        | 'line'
        | 'oil'
        | 'blueprint'
        | 'risograph'
        | 'clay';
      readonly colour?: string;
      readonly image: SourceRef;
      readonly background?: SourceRef;
      readonly maxCredits?: number;
    };
    readonly answer: Task;
  };
  /** Submits a creation by imageTools.uncrop. The answer is its task, which runs afterwards. */
  readonly imageTools_uncrop: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: { readonly priceOnly?: 'true' };
    readonly body: {
      readonly model: string;
      readonly projectId?: string;
      readonly draftId?: string;
      readonly originId?: string;
      readonly modelSettings?: Readonly<Record<string, string | number | boolean>>;
      readonly loras?: readonly { readonly id: string; readonly strength: number }[];
      readonly prompt?: '';
      readonly negativePrompt?: '';
      readonly count?: number;
      readonly seed?: number;
      readonly left?: number;
      readonly top?: number;
      readonly right?: number;
      readonly bottom?: number;
      readonly image: SourceRef;
      readonly maxCredits?: number;
    };
    readonly answer: Task;
  };
  /** Submits a creation by template2Image.create. The answer is its task, which runs afterwards. */
  readonly template2Image_create: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: { readonly priceOnly?: 'true' };
    readonly body: {
      readonly model: string;
      readonly projectId?: string;
      readonly draftId?: string;
      readonly originId?: string;
      readonly modelSettings?: Readonly<Record<string, string | number | boolean>>;
      readonly loras?: readonly { readonly id: string; readonly strength: number }[];
      readonly prompt?: '';
      readonly negativePrompt?: '';
      readonly count?: number;
      readonly seed?: number;
      readonly design?: 'sale' | 'quote' | 'event' | 'recipe' | 'podcast' | 'launch';
      readonly palette?: 'coral' | 'ocean' | 'forest' | 'sand' | 'violet' | 'night';
      readonly headline: string;
      readonly sub?: string;
      readonly line?: string;
      readonly image?: SourceRef;
      readonly maxCredits?: number;
    };
    readonly answer: Task;
  };
  /** Submits a creation by template2Image.modelFitting. The answer is its task, which runs afterwards. */
  readonly template2Image_modelFitting: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: { readonly priceOnly?: 'true' };
    readonly body: {
      readonly model: string;
      readonly projectId?: string;
      readonly draftId?: string;
      readonly originId?: string;
      readonly modelSettings?: Readonly<Record<string, string | number | boolean>>;
      readonly loras?: readonly { readonly id: string; readonly strength: number }[];
      readonly prompt?: '';
      readonly negativePrompt?: '';
      readonly count?: number;
      readonly seed?: number;
      readonly consent: true;
      readonly fit?: 'close' | 'regular' | 'loose';
      readonly image: SourceRef;
      readonly garment: SourceRef;
      readonly maxCredits?: number;
    };
    readonly answer: Task;
  };
  /** Submits a creation by template2Image.productPromotionalImage. The answer is its task, which runs afterwards. */
  readonly template2Image_productPromotionalImage: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: { readonly priceOnly?: 'true' };
    readonly body: {
      readonly model: string;
      readonly projectId?: string;
      readonly draftId?: string;
      readonly originId?: string;
      readonly modelSettings?: Readonly<Record<string, string | number | boolean>>;
      readonly loras?: readonly { readonly id: string; readonly strength: number }[];
      readonly prompt?: string;
      readonly negativePrompt?: string;
      readonly count?: number;
      readonly seed?: number;
      readonly headline: string;
      readonly sub?: string;
      readonly arrangement?: 'centre' | 'beside' | 'panel';
      readonly palette?: 'coral' | 'ocean' | 'forest' | 'sand' | 'violet' | 'night';
      readonly plinth?: boolean;
      readonly aspect?: '1:1' | '4:5' | '3:2' | '16:9' | '9:16';
      readonly image: SourceRef;
      readonly maxCredits?: number;
    };
    readonly answer: Task;
  };
  /** Submits a creation by imageTools.faceSwap. The answer is its task, which runs afterwards. */
  readonly imageTools_faceSwap: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: { readonly priceOnly?: 'true' };
    readonly body: {
      readonly model: string;
      readonly projectId?: string;
      readonly draftId?: string;
      readonly originId?: string;
      readonly modelSettings?: Readonly<Record<string, string | number | boolean>>;
      readonly loras?: readonly { readonly id: string; readonly strength: number }[];
      readonly prompt?: '';
      readonly negativePrompt?: '';
      readonly count?: number;
      readonly seed?: number;
      readonly consent: true;
      readonly faces?: 'largest' | 'all';
      readonly image: SourceRef;
      readonly face: SourceRef;
      readonly maxCredits?: number;
    };
    readonly answer: Task;
  };
  /** Submits a creation by lipSync.createLipSyncTask. The answer is its task, which runs afterwards. */
  readonly lipSync_createLipSyncTask: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: { readonly priceOnly?: 'true' };
    readonly body: {
      readonly model: string;
      readonly projectId?: string;
      readonly draftId?: string;
      readonly originId?: string;
      readonly modelSettings?: Readonly<Record<string, string | number | boolean>>;
      readonly loras?: readonly { readonly id: string; readonly strength: number }[];
      readonly prompt?: string;
      readonly negativePrompt?: string;
      readonly count?: number;
      readonly seed?: number;
      readonly consent: true;
      readonly language?:
        | 'en'
        | 'en-gb'
        | 'de'
        | 'ar'
        | 'es'
        | 'fr'
        | 'it'
        | 'pt'
        | 'nl'
        | 'pl'
        | 'ru'
        | 'tr'
        | 'id'
        | 'da'
        | 'ko'
        | 'zh';
      readonly voice?: 'woman' | 'man' | 'deep' | 'bright';
      readonly seconds?: 3 | 5 | 8 | 10;
      readonly face: SourceRef;
      readonly audio?: SourceRef;
      readonly maxCredits?: number;
    };
    readonly answer: Task;
  };
  /** Submits a creation by image2Image.create. The answer is its task, which runs afterwards. */
  readonly image2Image_create: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: { readonly priceOnly?: 'true' };
    readonly body: {
      readonly model: string;
      readonly projectId?: string;
      readonly draftId?: string;
      readonly originId?: string;
      readonly modelSettings?: Readonly<Record<string, string | number | boolean>>;
      readonly loras?: readonly { readonly id: string; readonly strength: number }[];
      readonly prompt?: string;
      readonly negativePrompt?: string;
      readonly count?: number;
      readonly seed?: number;
      readonly style?:
        | 'natural'
        | 'poster'
        | 'watercolour'
        | 'ink'
        | 'neon'
        | 'pixel'
        | 'papercut'
        | 'isometric'
        | 'line'
        | 'oil'
        | 'blueprint'
        | 'risograph'
        | 'clay';
      readonly strength?: number;
      readonly image: SourceRef;
      readonly maxCredits?: number;
    };
    readonly answer: Task;
  };
  /** Submits a creation by video.createVideoByImage. The answer is its task, which runs afterwards. */
  readonly video_createVideoByImage: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: { readonly priceOnly?: 'true' };
    readonly body: {
      readonly model: string;
      readonly projectId?: string;
      readonly draftId?: string;
      readonly originId?: string;
      readonly modelSettings?: Readonly<Record<string, string | number | boolean>>;
      readonly loras?: readonly { readonly id: string; readonly strength: number }[];
      readonly prompt?: '';
      readonly negativePrompt?: '';
      readonly count?: number;
      readonly seed?: number;
      readonly motion?: 'zoom-in' | 'zoom-out' | 'pan-left' | 'pan-right' | 'rise' | 'orbit' | 'drift';
      readonly reach?: number;
      readonly seconds?: 3 | 5 | 8 | 10;
      readonly resolution?: '480p' | '720p' | '1080p';
      readonly image: SourceRef;
      readonly maxCredits?: number;
    };
    readonly answer: Task;
  };
  /** Submits a creation by video.createVideoByImageV2. The answer is its task, which runs afterwards. */
  readonly video_createVideoByImageV2: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: { readonly priceOnly?: 'true' };
    readonly body: {
      readonly model: string;
      readonly projectId?: string;
      readonly draftId?: string;
      readonly originId?: string;
      readonly modelSettings?: Readonly<Record<string, string | number | boolean>>;
      readonly loras?: readonly { readonly id: string; readonly strength: number }[];
      readonly prompt?: '';
      readonly negativePrompt?: '';
      readonly count?: number;
      readonly seed?: number;
      readonly camera?: 'zoom-in' | 'zoom-out' | 'pan-left' | 'pan-right' | 'rise' | 'orbit' | 'drift' | 'path';
      readonly reach?: number;
      readonly across?: number;
      readonly up?: number;
      readonly closer?: number;
      readonly roll?: number;
      readonly easing?: 'smooth' | 'steady' | 'settle' | 'gather';
      readonly seconds?: 3 | 5 | 8 | 10;
      readonly resolution?: '480p' | '720p' | '1080p';
      readonly image: SourceRef;
      readonly end?: SourceRef;
      readonly maxCredits?: number;
    };
    readonly answer: Task;
  };
  /** Submits a creation by aiShorts.create. The answer is its task, which runs afterwards. */
  readonly aiShorts_create: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: { readonly priceOnly?: 'true' };
    readonly body: {
      readonly model: string;
      readonly projectId?: string;
      readonly draftId?: string;
      readonly originId?: string;
      readonly modelSettings?: Readonly<Record<string, string | number | boolean>>;
      readonly loras?: readonly { readonly id: string; readonly strength: number }[];
      readonly prompt: string;
      readonly negativePrompt?: string;
      readonly count?: number;
      readonly seed?: number;
      readonly style?:
        | 'natural'
        | 'poster'
        | 'watercolour'
        | 'ink'
        | 'neon'
        | 'pixel'
        | 'papercut'
        | 'isometric'
        | 'line'
        | 'oil'
        | 'blueprint'
        | 'risograph'
        | 'clay';
      readonly language?:
        | 'en'
        | 'en-gb'
        | 'de'
        | 'ar'
        | 'es'
        | 'fr'
        | 'it'
        | 'pt'
        | 'nl'
        | 'pl'
        | 'ru'
        | 'tr'
        | 'id'
        | 'da'
        | 'ko'
        | 'zh';
      readonly voice?: 'woman' | 'man' | 'deep' | 'bright';
      readonly captions?: boolean;
      readonly seconds?: 10 | 20 | 30;
      readonly maxCredits?: number;
    };
    readonly answer: Task;
  };
  /** Submits a creation by audioVideo.createAudioVideo. The answer is its task, which runs afterwards. */
  readonly audioVideo_createAudioVideo: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: { readonly priceOnly?: 'true' };
    readonly body: {
      readonly model: string;
      readonly projectId?: string;
      readonly draftId?: string;
      readonly originId?: string;
      readonly modelSettings?: Readonly<Record<string, string | number | boolean>>;
      readonly loras?: readonly { readonly id: string; readonly strength: number }[];
      readonly prompt: string;
      readonly negativePrompt?: string;
      readonly count?: number;
      readonly seed?: number;
      readonly ownSound?: 'keep' | 'lower' | 'drop';
      readonly seconds?: 3 | 5 | 8 | 10;
      readonly video?: SourceRef;
      readonly maxCredits?: number;
    };
    readonly answer: Task;
  };
  /** Submits a creation by videoEdit.createVideoEdit. The answer is its task, which runs afterwards. */
  readonly videoEdit_createVideoEdit: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: { readonly priceOnly?: 'true' };
    readonly body: {
      readonly model: string;
      readonly projectId?: string;
      readonly draftId?: string;
      readonly originId?: string;
      readonly modelSettings?: Readonly<Record<string, string | number | boolean>>;
      readonly loras?: readonly { readonly id: string; readonly strength: number }[];
      readonly prompt?: '';
      readonly negativePrompt?: '';
      readonly count?: number;
      readonly seed?: number;
      readonly timeline?: {
        readonly cuts?: readonly {
          readonly clip: number;
          readonly from: number;
          readonly to: number;
          readonly way?: 'cut' | 'dissolve' | 'wipe' | 'slide' | 'dip';
        }[];
        readonly texts?: readonly {
          readonly text: string;
          readonly from: number;
          readonly to: number;
          readonly place?: 'top' | 'middle' | 'bottom';
          readonly size?: 'small' | 'medium' | 'large';
          readonly colour?: string;
        }[];
      };
      readonly aspect?: '1:1' | '4:5' | '3:2' | '16:9' | '9:16';
      readonly resolution?: '480p' | '720p' | '1080p';
      readonly framing?: 'fill' | 'whole';
      readonly loud?: number;
      readonly bed?: 'none' | 'rain' | 'wind' | 'sea' | 'stream' | 'fire' | 'birds' | 'crickets' | 'crowd' | 'train';
      readonly bedLoud?: number;
      readonly clip: readonly SourceRef[];
      readonly maxCredits?: number;
    };
    readonly answer: Task;
  };
  /** Submits a creation by video.createActionImitation. The answer is its task, which runs afterwards. */
  readonly video_createActionImitation: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: { readonly priceOnly?: 'true' };
    readonly body: {
      readonly model: string;
      readonly projectId?: string;
      readonly draftId?: string;
      readonly originId?: string;
      readonly modelSettings?: Readonly<Record<string, string | number | boolean>>;
      readonly loras?: readonly { readonly id: string; readonly strength: number }[];
      readonly prompt?: '';
      readonly negativePrompt?: '';
      readonly count?: number;
      readonly seed?: number;
      readonly consent: true;
      readonly reach?: number;
      readonly image: SourceRef;
      readonly video: SourceRef;
      readonly maxCredits?: number;
    };
    readonly answer: Task;
  };
  /** Submits a creation by video.createVideoByVideo. The answer is its task, which runs afterwards. */
  readonly video_createVideoByVideo: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: { readonly priceOnly?: 'true' };
    readonly body: {
      readonly model: string;
      readonly projectId?: string;
      readonly draftId?: string;
      readonly originId?: string;
      readonly modelSettings?: Readonly<Record<string, string | number | boolean>>;
      readonly loras?: readonly { readonly id: string; readonly strength: number }[];
      readonly prompt?: '';
      readonly negativePrompt?: '';
      readonly count?: number;
      readonly seed?: number;
      readonly style?:
        | 'poster'
        | 'watercolour'
        | 'ink'
        | 'neon'
        | 'pixel'
        | 'papercut'
        | 'isometric'
        | 'line'
        | 'oil'
        | 'blueprint'
        | 'risograph'
        | 'clay';
      readonly strength?: number;
      readonly video: SourceRef;
      readonly maxCredits?: number;
    };
    readonly answer: Task;
  };
  /** Submits a creation by video.videoExtender. The answer is its task, which runs afterwards. */
  readonly video_videoExtender: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: { readonly priceOnly?: 'true' };
    readonly body: {
      readonly model: string;
      readonly projectId?: string;
      readonly draftId?: string;
      readonly originId?: string;
      readonly modelSettings?: Readonly<Record<string, string | number | boolean>>;
      readonly loras?: readonly { readonly id: string; readonly strength: number }[];
      readonly prompt?: '';
      readonly negativePrompt?: '';
      readonly count?: number;
      readonly seed?: number;
      readonly added?: 3 | 5 | 8 | 10;
      readonly video: SourceRef;
      readonly maxCredits?: number;
    };
    readonly answer: Task;
  };
  /** Submits a creation by video.upscaleVideo. The answer is its task, which runs afterwards. */
  readonly video_upscaleVideo: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: { readonly priceOnly?: 'true' };
    readonly body: {
      readonly model: string;
      readonly projectId?: string;
      readonly draftId?: string;
      readonly originId?: string;
      readonly modelSettings?: Readonly<Record<string, string | number | boolean>>;
      readonly loras?: readonly { readonly id: string; readonly strength: number }[];
      readonly prompt?: '';
      readonly negativePrompt?: '';
      readonly count?: number;
      readonly seed?: number;
      readonly width?: 640 | 960 | 1280 | 1920 | 2560 | 3840;
      readonly video: SourceRef;
      readonly maxCredits?: number;
    };
    readonly answer: Task;
  };
  /** Submits a creation by task.createFaceSwapTask. The answer is its task, which runs afterwards. */
  readonly task_createFaceSwapTask: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: { readonly priceOnly?: 'true' };
    readonly body: {
      readonly model: string;
      readonly projectId?: string;
      readonly draftId?: string;
      readonly originId?: string;
      readonly modelSettings?: Readonly<Record<string, string | number | boolean>>;
      readonly loras?: readonly { readonly id: string; readonly strength: number }[];
      readonly prompt?: '';
      readonly negativePrompt?: '';
      readonly count?: number;
      readonly seed?: number;
      readonly consent: true;
      readonly faces?: 'largest' | 'all';
      readonly target: SourceRef;
      readonly face: SourceRef;
      readonly maxCredits?: number;
    };
    readonly answer: Task;
  };
  /** Submits a creation by video.videoObjectRemover. The answer is its task, which runs afterwards. */
  readonly video_videoObjectRemover: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: { readonly priceOnly?: 'true' };
    readonly body: {
      readonly model: string;
      readonly projectId?: string;
      readonly draftId?: string;
      readonly originId?: string;
      readonly modelSettings?: Readonly<Record<string, string | number | boolean>>;
      readonly loras?: readonly { readonly id: string; readonly strength: number }[];
      readonly prompt?: '';
      readonly negativePrompt?: '';
      readonly count?: number;
      readonly seed?: number;
      readonly video: SourceRef;
      readonly mask: SourceRef;
      readonly maxCredits?: number;
    };
    readonly answer: Task;
  };
  /** Submits a creation by videoTools.videoBackgroundRemover. The answer is its task, which runs afterwards. */
  readonly videoTools_videoBackgroundRemover: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: { readonly priceOnly?: 'true' };
    readonly body: {
      readonly model: string;
      readonly projectId?: string;
      readonly draftId?: string;
      readonly originId?: string;
      readonly modelSettings?: Readonly<Record<string, string | number | boolean>>;
      readonly loras?: readonly { readonly id: string; readonly strength: number }[];
      readonly prompt?: '';
      readonly negativePrompt?: '';
      readonly count?: number;
      readonly seed?: number;
      readonly behind?: 'studio' | 'blur' | 'green' | 'white' | 'black' | 'none';
      readonly video: SourceRef;
      readonly background?: SourceRef;
      readonly maxCredits?: number;
    };
    readonly answer: Task;
  };
  /** Submits a creation by videoTools.videoSubtitlesRemove. The answer is its task, which runs afterwards. */
  readonly videoTools_videoSubtitlesRemove: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: { readonly priceOnly?: 'true' };
    readonly body: {
      readonly model: string;
      readonly projectId?: string;
      readonly draftId?: string;
      readonly originId?: string;
      readonly modelSettings?: Readonly<Record<string, string | number | boolean>>;
      readonly loras?: readonly { readonly id: string; readonly strength: number }[];
      readonly prompt?: '';
      readonly negativePrompt?: '';
      readonly count?: number;
      readonly seed?: number;
      readonly where?: 'auto' | 'bottom' | 'top';
      readonly video: SourceRef;
      readonly maxCredits?: number;
    };
    readonly answer: Task;
  };
  /** Submits a creation by video.createVideoByTemplate. The answer is its task, which runs afterwards. */
  readonly video_createVideoByTemplate: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: { readonly priceOnly?: 'true' };
    readonly body: {
      readonly model: string;
      readonly projectId?: string;
      readonly draftId?: string;
      readonly originId?: string;
      readonly modelSettings?: Readonly<Record<string, string | number | boolean>>;
      readonly loras?: readonly { readonly id: string; readonly strength: number }[];
      readonly prompt?: '';
      readonly negativePrompt?: '';
      readonly count?: number;
      readonly seed?: number;
      readonly template?:
        | 'zoom-burst'
        | 'glitch'
        | 'snow'
        | 'projector'
        | 'reveal'
        | 'hearts'
        | 'confetti'
        | 'polaroid'
        | 'day-to-night'
        | 'light-leak'
        | 'kaleidoscope';
      readonly aspect?: '1:1' | '4:5' | '3:2' | '16:9' | '9:16';
      readonly seconds?: 3 | 5 | 8 | 10;
      readonly resolution?: '480p' | '720p' | '1080p';
      readonly subject: readonly SourceRef[];
      readonly maxCredits?: number;
    };
    readonly answer: Task;
  };
  /** Submits a creation by anime.createAnimatedVideo. The answer is its task, which runs afterwards. */
  readonly anime_createAnimatedVideo: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: { readonly priceOnly?: 'true' };
    readonly body: {
      readonly model: string;
      readonly projectId?: string;
      readonly draftId?: string;
      readonly originId?: string;
      readonly modelSettings?: Readonly<Record<string, string | number | boolean>>;
      readonly loras?: readonly { readonly id: string; readonly strength: number }[];
      readonly prompt?: string;
      readonly negativePrompt?: string;
      readonly count?: number;
      readonly seed?: number;
      readonly look?: 'cel' | 'ink' | 'pastel' | 'manga';
      readonly hold?: 2 | 3;
      readonly aspect?: '1:1' | '4:5' | '3:2' | '16:9' | '9:16';
      readonly seconds?: 3 | 5 | 8 | 10;
      readonly resolution?: '480p' | '720p' | '1080p';
      readonly subject?: readonly SourceRef[];
      readonly maxCredits?: number;
    };
    readonly answer: Task;
  };
  /** Submits a creation by video.createVideoBySubjects. The answer is its task, which runs afterwards. */
  readonly video_createVideoBySubjects: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: { readonly priceOnly?: 'true' };
    readonly body: {
      readonly model: string;
      readonly projectId?: string;
      readonly draftId?: string;
      readonly originId?: string;
      readonly modelSettings?: Readonly<Record<string, string | number | boolean>>;
      readonly loras?: readonly { readonly id: string; readonly strength: number }[];
      readonly prompt: string;
      readonly negativePrompt?: string;
      readonly count?: number;
      readonly seed?: number;
      readonly aspect?: '1:1' | '4:5' | '3:2' | '16:9' | '9:16';
      readonly seconds?: 3 | 5 | 8 | 10;
      readonly resolution?: '480p' | '720p' | '1080p';
      readonly subject: readonly SourceRef[];
      readonly maxCredits?: number;
    };
    readonly answer: Task;
  };
  /** Submits a creation by video.createVideoByTextV2. The answer is its task, which runs afterwards. */
  readonly video_createVideoByTextV2: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: { readonly priceOnly?: 'true' };
    readonly body: {
      readonly model: string;
      readonly projectId?: string;
      readonly draftId?: string;
      readonly originId?: string;
      readonly modelSettings?: Readonly<Record<string, string | number | boolean>>;
      readonly loras?: readonly { readonly id: string; readonly strength: number }[];
      readonly prompt: string;
      readonly negativePrompt?: string;
      readonly count?: number;
      readonly seed?: number;
      readonly style?:
        | 'natural'
        | 'poster'
        | 'watercolour'
        | 'ink'
        | 'neon'
        | 'pixel'
        | 'papercut'
        | 'isometric'
        | 'line'
        | 'oil'
        | 'blueprint'
        | 'risograph'
        | 'clay';
      readonly camera?: 'zoom-in' | 'zoom-out' | 'pan-left' | 'pan-right' | 'rise' | 'orbit' | 'drift';
      readonly shots?: number;
      readonly transition?: 'cut' | 'dissolve' | 'wipe' | 'slide' | 'dip';
      readonly sound?: boolean;
      readonly aspect?: '1:1' | '4:5' | '3:2' | '16:9' | '9:16';
      readonly seconds?: 3 | 5 | 8 | 10;
      readonly resolution?: '480p' | '720p' | '1080p';
      readonly maxCredits?: number;
    };
    readonly answer: Task;
  };
  /** Submits a creation by imageTools.editByInstruction. The answer is its task, which runs afterwards. */
  readonly imageTools_editByInstruction: {
    readonly path: Readonly<Record<string, never>>;
    readonly query: { readonly priceOnly?: 'true' };
    readonly body: {
      readonly model: string;
      readonly projectId?: string;
      readonly draftId?: string;
      readonly originId?: string;
      readonly modelSettings?: Readonly<Record<string, string | number | boolean>>;
      readonly loras?: readonly { readonly id: string; readonly strength: number }[];
      readonly prompt: string;
      readonly negativePrompt?: '';
      readonly count?: number;
      readonly seed?: number;
      readonly image: SourceRef;
      readonly maxCredits?: number;
    };
    readonly answer: Task;
  };
}

/** Method and path of each operation, below `/api/v1`. */
export const ROUTES = {
  listModels: { method: 'GET', path: '/models' },
  listTasks: { method: 'GET', path: '/tasks' },
  getTask: { method: 'GET', path: '/tasks/{id}' },
  deleteTask: { method: 'DELETE', path: '/tasks/{id}' },
  cancelTask: { method: 'POST', path: '/tasks/{id}/cancel' },
  createUpload: { method: 'POST', path: '/uploads' },
  getUpload: { method: 'GET', path: '/uploads/{id}' },
  deleteUpload: { method: 'DELETE', path: '/uploads/{id}' },
  getBalance: { method: 'GET', path: '/balance' },
  listWebhooks: { method: 'GET', path: '/webhooks' },
  createWebhook: { method: 'POST', path: '/webhooks' },
  deleteWebhook: { method: 'DELETE', path: '/webhooks/{id}' },
  enableWebhook: { method: 'POST', path: '/webhooks/{id}/enable' },
  listDeliveries: { method: 'GET', path: '/webhooks/{id}/deliveries' },
  sendDeliveryAgain: { method: 'POST', path: '/deliveries/{id}/send' },
  watchTasks: { method: 'GET', path: '/events' },
  watchTask: { method: 'GET', path: '/tasks/{id}/events' },
  text2Image_create: { method: 'POST', path: '/creations/text2Image.create' },
  video_createVideoByText: { method: 'POST', path: '/creations/video.createVideoByText' },
  imageTools_upscale: { method: 'POST', path: '/creations/imageTools.upscale' },
  imageTools_restore: { method: 'POST', path: '/creations/imageTools.restore' },
  imageTools_objectRemover: { method: 'POST', path: '/creations/imageTools.objectRemover' },
  imageTools_painting: { method: 'POST', path: '/creations/imageTools.painting' },
  imageTools_backgroundRemover: { method: 'POST', path: '/creations/imageTools.backgroundRemover' },
  imageTools_backgroundChanger: { method: 'POST', path: '/creations/imageTools.backgroundChanger' },
  imageTools_uncrop: { method: 'POST', path: '/creations/imageTools.uncrop' },
  template2Image_create: { method: 'POST', path: '/creations/template2Image.create' },
  template2Image_modelFitting: { method: 'POST', path: '/creations/template2Image.modelFitting' },
  template2Image_productPromotionalImage: { method: 'POST', path: '/creations/template2Image.productPromotionalImage' },
  imageTools_faceSwap: { method: 'POST', path: '/creations/imageTools.faceSwap' },
  lipSync_createLipSyncTask: { method: 'POST', path: '/creations/lipSync.createLipSyncTask' },
  image2Image_create: { method: 'POST', path: '/creations/image2Image.create' },
  video_createVideoByImage: { method: 'POST', path: '/creations/video.createVideoByImage' },
  video_createVideoByImageV2: { method: 'POST', path: '/creations/video.createVideoByImageV2' },
  aiShorts_create: { method: 'POST', path: '/creations/aiShorts.create' },
  audioVideo_createAudioVideo: { method: 'POST', path: '/creations/audioVideo.createAudioVideo' },
  videoEdit_createVideoEdit: { method: 'POST', path: '/creations/videoEdit.createVideoEdit' },
  video_createActionImitation: { method: 'POST', path: '/creations/video.createActionImitation' },
  video_createVideoByVideo: { method: 'POST', path: '/creations/video.createVideoByVideo' },
  video_videoExtender: { method: 'POST', path: '/creations/video.videoExtender' },
  video_upscaleVideo: { method: 'POST', path: '/creations/video.upscaleVideo' },
  task_createFaceSwapTask: { method: 'POST', path: '/creations/task.createFaceSwapTask' },
  video_videoObjectRemover: { method: 'POST', path: '/creations/video.videoObjectRemover' },
  videoTools_videoBackgroundRemover: { method: 'POST', path: '/creations/videoTools.videoBackgroundRemover' },
  videoTools_videoSubtitlesRemove: { method: 'POST', path: '/creations/videoTools.videoSubtitlesRemove' },
  video_createVideoByTemplate: { method: 'POST', path: '/creations/video.createVideoByTemplate' },
  anime_createAnimatedVideo: { method: 'POST', path: '/creations/anime.createAnimatedVideo' },
  video_createVideoBySubjects: { method: 'POST', path: '/creations/video.createVideoBySubjects' },
  video_createVideoByTextV2: { method: 'POST', path: '/creations/video.createVideoByTextV2' },
  imageTools_editByInstruction: { method: 'POST', path: '/creations/imageTools.editByInstruction' },
} as const satisfies Record<keyof Operations, { readonly method: string; readonly path: string }>;
