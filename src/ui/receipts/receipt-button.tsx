import { Button } from '../kit/button.tsx';
import { Icon } from '../kit/icon.tsx';
import './receipt-button.css';

/** The way from an order to its receipt. */
export const ReceiptButton = ({ text, onClick }: { text: string; onClick: () => void }) => (
  <div class="receipt-button">
    <Button onClick={onClick}>
      <Icon name="shield" />
      {text}
    </Button>
  </div>
);
