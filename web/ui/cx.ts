export { cva, cx, type VariantProps } from 'class-variance-authority';
