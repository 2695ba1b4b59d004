export { rewardCauses } from './reward.causes.js';
export { shareCauses } from './shares/share.causes.js';
export { ShareStore } from './shares/share.store.js';
export { shareNames } from './shares/share.names.js';
