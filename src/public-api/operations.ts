import { z } from 'zod';
import { FIND_MAX } from '../creation/library/library.shared.js';
import { UPLOAD_PURPOSES } from '../creation/uploads/upload.shared.js';
import type { Operation } from './operation.js';
import { numeric, page } from './paging.js';
import { WEBHOOK_OPERATIONS } from './webhooks.js';
import { balanceView, deletedView, modelPage, taskPage, taskView, uploadView } from './views.js';

/** Every operation except the submissions of creations, which have one for each procedure (`creations.ts`). */
export const OPERATIONS: readonly Operation[] = [
  {
    id: 'listModels',
    method: 'GET',
    path: '/models',
    summary: 'Models, in the order of the picker, and the procedures that each serves.',
    status: 200,
    query: z.object({ procedure: z.string().max(64).optional().describe('Only models that serve this procedure.') }),
    call: ({ query: { procedure } }) => ({ path: 'catalog.models', input: { procedure } }),
    view: () => modelPage,
  },
  {
    id: 'listTasks',
    method: 'GET',
    path: '/tasks',
    summary: 'Your creations, newest first; with `text` those that have its words.',
    scope: 'read',
    status: 200,
    query: page.extend({
      text: z.string().max(FIND_MAX).optional().describe('Words of prompt, texts, titles and tags.'),
    }),
    call: ({ query: { cursor, limit, text } }) => ({
      path: 'task.list',
      input: { cursor, limit: numeric(limit), ...(text === undefined ? {} : { filter: { text } }) },
    }),
    view: taskPage,
  },
  {
    id: 'getTask',
    method: 'GET',
    path: '/tasks/{id}',
    summary: 'A creation with its progress and its outputs.',
    scope: 'read',
    status: 200,
    call: ({ params: { id } }) => ({ path: 'task.get', input: { id } }),
    view: taskView,
  },
  {
    id: 'cancelTask',
    method: 'POST',
    path: '/tasks/{id}/cancel',
    summary: 'Cancels a creation. Outputs that are not made are not charged.',
    scope: 'create',
    status: 200,
    call: ({ params: { id } }) => ({ path: 'task.cancel', input: { id } }),
    view: taskView,
  },
  {
    id: 'deleteTask',
    method: 'DELETE',
    path: '/tasks/{id}',
    summary: 'Deletes a creation with its outputs.',
    scope: 'create',
    status: 200,
    call: ({ params: { id } }) => ({ path: 'task.delete', input: { id } }),
    view: () => deletedView,
  },
  {
    id: 'createUpload',
    method: 'POST',
    path: '/uploads',
    summary: 'Uploads an image, a video or a recording, to be the source of a creation. The body is the file.',
    scope: 'create',
    status: 201,
    query: z.object({ purpose: z.enum(UPLOAD_PURPOSES).optional().describe('Default: image.') }),
    takesFile: ['image/*', 'video/*', 'audio/*', 'application/octet-stream'],
    call: ({ query: { purpose }, file }) => {
      const form = new FormData();
      // A copy, because the pool that a buffer may be a part of is not a blob's part.
      if (file !== undefined) form.set('file', new Blob([new Uint8Array(file.bytes)], { type: file.type }));
      if (purpose !== undefined) form.set('purpose', purpose);
      return { path: 'upload.create', input: form };
    },
    view: () => uploadView,
  },
  {
    id: 'getUpload',
    method: 'GET',
    path: '/uploads/{id}',
    summary: 'An upload.',
    scope: 'read',
    status: 200,
    call: ({ params: { id } }) => ({ path: 'upload.get', input: { id } }),
    view: () => uploadView,
  },
  {
    id: 'deleteUpload',
    method: 'DELETE',
    path: '/uploads/{id}',
    summary: 'Deletes an upload. Creations keep their own copies of their sources.',
    scope: 'create',
    status: 200,
    call: ({ params: { id } }) => ({ path: 'upload.delete', input: { id } }),
    view: () => deletedView,
  },
  {
    id: 'getBalance',
    method: 'GET',
    path: '/balance',
    summary: 'The credits of the account that pays for what the key creates.',
    scope: 'account',
    status: 200,
    call: ({ payer }) => ({ path: 'credits.balance', input: { usageType: payer } }),
    view: () => balanceView,
  },
  ...WEBHOOK_OPERATIONS,
];
