export { default, generateMetadata } from '../../pro-effects/page';
