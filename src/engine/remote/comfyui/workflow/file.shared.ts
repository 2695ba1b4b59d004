/** Reads the workflow that a file carries. Also loaded by the browser, which sends only the workflow. */

/** Maximum bytes of a file, and maximum characters of a workflow. */
export const WORKFLOW_FILE_BYTES = 32 * 1_048_576;
export const WORKFLOW_CHARACTERS = 400_000;

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;

/** The workflow of a file, or why there is none. */
export type WorkflowRead =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: 'no_workflow' | 'not_api' | 'too_large' };

/**
 * ComfyUI's `SaveImage` (nodes.py) writes the API format into a PNG's text chunk `prompt`, and the format of its editor
 * into `workflow`. Any other file is taken for JSON.
 */
export function workflowOf(bytes: Uint8Array): WorkflowRead {
  if (bytes.byteLength > WORKFLOW_FILE_BYTES) return { ok: false, reason: 'too_large' };
  const isPng = SIGNATURE.every((byte, place) => bytes[place] === byte);
  if (!isPng) return within(new TextDecoder().decode(bytes));
  const texts = textsOfPng(bytes);
  const prompt = texts.get('prompt');
  if (prompt !== undefined) return within(prompt);
  return { ok: false, reason: texts.has('workflow') ? 'not_api' : 'no_workflow' };
}

const within = (text: string): WorkflowRead =>
  text.length > WORKFLOW_CHARACTERS ? { ok: false, reason: 'too_large' } : { ok: true, text };

/** Uncompressed text chunks by keyword (PNG specification, third edition, 11.3.3: `tEXt` and `iTXt`). */
function textsOfPng(bytes: Uint8Array): ReadonlyMap<string, string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const texts = new Map<string, string>();
  for (let at: number = SIGNATURE.length; at + 12 <= bytes.byteLength;) {
    const length = view.getUint32(at);
    const type = latin(bytes.subarray(at + 4, at + 8));
    if (at + 12 + length > bytes.byteLength || type === 'IEND') break;
    const data = bytes.subarray(at + 8, at + 8 + length);
    const text = type === 'tEXt' ? plainText(data) : type === 'iTXt' ? internationalText(data) : undefined;
    if (text !== undefined && !texts.has(text[0])) texts.set(...text);
    at += 12 + length;
  }
  return texts;
}

const latin = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

function plainText(data: Uint8Array): [string, string] | undefined {
  const end = data.indexOf(0);
  return end < 1 ? undefined : [latin(data.subarray(0, end)), latin(data.subarray(end + 1))];
}

/** Keyword, 0, compression flag, method, language, 0, translated keyword, 0, text. */
function internationalText(data: Uint8Array): [string, string] | undefined {
  const end = data.indexOf(0);
  if (end < 1 || data[end + 1] !== 0) return undefined;
  const language = data.indexOf(0, end + 3);
  const keyword = language < 0 ? -1 : data.indexOf(0, language + 1);
  return keyword < 0 ? undefined : [latin(data.subarray(0, end)), new TextDecoder().decode(data.subarray(keyword + 1))];
}
