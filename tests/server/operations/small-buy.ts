/** The fields of a market order without stops: a tenth of a lot of the first product, bought. */
export const SMALL_BUY = {
  forex_id: '1',
  type: '1',
  status: '1',
  multiple: '100',
  cont: '0.1',
  target_price: '0',
  stop_loss_price: '0',
  target_profit_price: '0',
};
