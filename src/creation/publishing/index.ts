export { Works } from './works.js';
export { JudgeWorkHandler, SubmitWorkHandler, WithdrawWorkHandler } from './work.commands.js';
export { FindWork, FindWorkHandler, ListReviewsHandler } from './work.queries.js';
export { workPolicies } from './work.policies.js';
export { WORK_PUBLISHED, WORK_REJECTED, WORK_WITHDRAWN, workNews, type WorkNews } from './work.stored.js';
