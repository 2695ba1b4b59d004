/**
 * Reasons why a technique refuses its input (`params.reason` of a refusal). Each has a text under `uploads.refused` in
 * the messages.
 */
export const TOOL_REASONS = [
  'body-not-seen',
  'body-not-told',
  'busy-background',
  'empty',
  'everything',
  'face-small',
  'garment-unclear',
  'garment-worn',
  'letter-unknown',
  'no-sound',
  'no-subject',
  'no-subtitles',
  'nothing-said',
  'person-at-edge',
  'script-too-long',
  'several-faces',
  'silent',
  'size',
  'words-too-long',
] as const;
export type ToolReason = (typeof TOOL_REASONS)[number];
