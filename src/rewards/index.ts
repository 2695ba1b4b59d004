export { rewardCauses } from './reward.causes.js';
