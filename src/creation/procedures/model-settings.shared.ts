import { z } from 'zod';

/** Values of a model's own settings, by key. */
export const modelSettings = z
  .record(z.string().min(1).max(300), z.union([z.string().max(300), z.number(), z.boolean()]))
  .refine((values) => Object.keys(values).length <= 40, 'too many settings');
export type ModelSettingValues = Readonly<z.infer<typeof modelSettings>>;
