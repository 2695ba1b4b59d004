export { CancelTask, DeleteTask, SubmitCreation, type Submitted } from './commands.js';
export { Creation } from './creation.js';
export { CreationModule, type CreationOptions } from './creation.module.js';
export { CREATION_DEFAULTS } from './settings.js';
export { isArrivingUpload } from './uploads/upload.store.js';
export { GetTask, ListTasks, WatchTasks, type TaskPage } from './queries.js';
export { TaskChanged } from './signals.js';
export { taskHolds } from './task.holds.js';
export { PICTURES_DROPPED, TASK_FINISHED } from './task.store.js';
