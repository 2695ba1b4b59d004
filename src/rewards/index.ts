export { welcomeCauses } from './welcome.causes.js';
