export { startTensorFlow } from '../../../platform/tensorflow.js';
