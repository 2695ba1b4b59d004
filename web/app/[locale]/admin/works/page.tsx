import { dataPage } from '@/app/data-page';
import { ReviewsPage } from '@/features/ops/moderation/reviews-page';

const { Page, generateMetadata } = dataPage({ title: 'works.review.title', noIndex: true }, () => <ReviewsPage />);

export { generateMetadata, Page as default };
