import { localePage } from '@/app/locale-page';
import { GatewayPage } from '@/features/ops/finance/gateway/gateway-page';

const { Page, generateMetadata } = localePage({ title: 'finance.views.gateway', noIndex: true }, () => <GatewayPage />);

export { generateMetadata, Page as default };
