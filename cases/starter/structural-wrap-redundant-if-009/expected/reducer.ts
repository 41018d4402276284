/** The state of an order: what is in the basket, where it goes, how it is paid, how far it is. */

export interface Product {
  id: string;
  name: string;
  price: number;
  weight: number;
  stock: number;
  maxPerOrder?: number;
  digital?: boolean;
}

export interface OrderLine {
  product: Product;
  quantity: number;
  note: string;
  giftWrap: boolean;
}

export interface Address {
  name: string;
  street: string;
  city: string;
  postcode: string;
  country: string;
}

export type ShippingMethod = 'standard' | 'express' | 'overnight' | 'pick-up' | 'download';

export type PaymentMethod = 'card' | 'invoice' | 'wallet' | 'gift-card' | 'cash-on-delivery';

export type Stage =
  | 'basket'
  | 'address'
  | 'shipping'
  | 'payment'
  | 'review'
  | 'placing'
  | 'placed'
  | 'shipped'
  | 'delivered'
  | 'cancelled'
  | 'returned';

export interface OrderState {
  stage: Stage;
  lines: OrderLine[];
  savedForLater: OrderLine[];
  shippingAddress: Address | null;
  billingAddress: Address | null;
  billingSameAsShipping: boolean;
  shippingMethod: ShippingMethod | null;
  paymentMethod: PaymentMethod | null;
  couponCode: string | null;
  couponPercent: number;
  giftCardBalance: number;
  errors: Record<string, string>;
  notice: string | null;
  dirty: boolean;
  busy: boolean;
  orderNumber: string | null;
  undo: OrderLine[] | null;
}

export type OrderAction =
  | { type: 'line-added'; product: Product; quantity: number }
  | { type: 'line-removed'; productId: string }
  | { type: 'quantity-changed'; productId: string; quantity: number }
  | { type: 'quantity-raised'; productId: string }
  | { type: 'quantity-lowered'; productId: string }
  | { type: 'note-changed'; productId: string; note: string }
  | { type: 'gift-wrap-toggled'; productId: string }
  | { type: 'saved-for-later'; productId: string }
  | { type: 'moved-to-basket'; productId: string }
  | { type: 'emptied' }
  | { type: 'undone' }
  | { type: 'coupon-applied'; code: string; percent: number }
  | { type: 'coupon-removed' }
  | { type: 'shipping-address-changed'; address: Address }
  | { type: 'billing-address-changed'; address: Address }
  | { type: 'billing-same-toggled' }
  | { type: 'shipping-method-chosen'; method: ShippingMethod }
  | { type: 'payment-method-chosen'; method: PaymentMethod }
  | { type: 'gift-card-loaded'; balance: number }
  | { type: 'next' }
  | { type: 'back' }
  | { type: 'placing' }
  | { type: 'placed'; orderNumber: string }
  | { type: 'placing-failed'; reason: string }
  | { type: 'payment-declined'; reason: string }
  | { type: 'stock-reported'; stock: Record<string, number> }
  | { type: 'price-reported'; prices: Record<string, number> }
  | { type: 'shipped' }
  | { type: 'delivered' }
  | { type: 'cancelled'; reason: string }
  | { type: 'returned'; reason: string }
  | { type: 'notice-dismissed' };

export const EMPTY_ORDER: OrderState = {
  stage: 'basket',
  lines: [],
  savedForLater: [],
  shippingAddress: null,
  billingAddress: null,
  billingSameAsShipping: true,
  shippingMethod: null,
  paymentMethod: null,
  couponCode: null,
  couponPercent: 0,
  giftCardBalance: 0,
  errors: {},
  notice: null,
  dirty: false,
  busy: false,
  orderNumber: null,
  undo: null,
};

const GIFT_WRAP_PRICE = 350;
const FREE_SHIPPING_FROM = 5000;
const ABROAD_SURCHARGE = 600;
const HOME_COUNTRY = 'AT';

export function subtotal(state: OrderState): number {
  let sum = 0;
  for (const line of state.lines) {
    sum += line.product.price * line.quantity;
    if (line.giftWrap) {
      sum += GIFT_WRAP_PRICE * line.quantity;
    }
  }
  return sum;
}

export function weightOf(state: OrderState): number {
  let sum = 0;
  for (const line of state.lines) {
    if (!line.product.digital) {
      sum += line.product.weight * line.quantity;
    }
  }
  return sum;
}

export function isDigitalOnly(state: OrderState): boolean {
  return state.lines.length > 0 && state.lines.every((line) => line.product.digital ?? false);
}

export function shippingPrice(state: OrderState): number {
  const weight = weightOf(state);
  const country = state.shippingAddress?.country ?? HOME_COUNTRY;
  const abroad = country === HOME_COUNTRY ? 0 : ABROAD_SURCHARGE;
  const isHeavy = weight > 20_000;
  switch (state.shippingMethod) {
    case null:
    case 'pick-up':
    case 'download':
      return 0;
    case 'standard':
      if (subtotal(state) >= FREE_SHIPPING_FROM && !isHeavy) {
        return abroad;
      }
      return abroad + (isHeavy ? 2490 : 490);
    case 'express':
      return abroad + (isHeavy ? 3990 : 990);
    case 'overnight':
      return abroad + (isHeavy ? 6990 : 1990);
  }
}

export function discount(state: OrderState): number {
  return Math.round((subtotal(state) * state.couponPercent) / 100);
}

export function totalDue(state: OrderState): number {
  const gross = subtotal(state) - discount(state) + shippingPrice(state);
  const byGiftCard = state.paymentMethod === 'gift-card' ? state.giftCardBalance : 0;
  return Math.max(0, gross - byGiftCard);
}

function limitFor(product: Product): number {
  const limit = product.maxPerOrder ?? 99;
  return product.digital ? Math.min(1, limit) : Math.min(limit, product.stock);
}

function findLine(lines: OrderLine[], productId: string): OrderLine | undefined {
  return lines.find((line) => line.product.id === productId);
}

function withoutLine(lines: OrderLine[], productId: string): OrderLine[] {
  return lines.filter((line) => line.product.id !== productId);
}

function changeLine(
  state: OrderState,
  productId: string,
  change: (line: OrderLine) => OrderLine,
): OrderState {
  const lines = state.lines.map((line) => (line.product.id === productId ? change(line) : line));
  return { ...state, lines, dirty: true, notice: null, undo: null };
}

const POSTCODE = /^[A-Z0-9][A-Z0-9\s-]*[A-Z0-9]$/i;
const HOUSE_NUMBER = /\d+\s*[a-z]?/i;

function addressErrors(address: Address | null, prefix: string): Record<string, string> {
  const errors: Record<string, string> = {};
  if (!address) {
    errors[`${prefix}-name`] = 'An address is needed';
    return errors;
  }
  if (address.name.trim() === '') {
    errors[`${prefix}-name`] = 'Who shall receive it?';
  }
  if (!HOUSE_NUMBER.test(address.street)) {
    errors[`${prefix}-street`] = 'The house number seems to be missing';
  }
  if (address.city.trim() === '') {
    errors[`${prefix}-city`] = 'The town is missing';
  }
  if (!POSTCODE.test(address.postcode.trim())) {
    errors[`${prefix}-postcode`] = 'This is not a postcode';
  }
  if (address.country.length !== 2) {
    errors[`${prefix}-country`] = 'Choose a country';
  }
  return errors;
}

/** What stands in the way of leaving a stage; nothing when the way is free. */
export function errorsAt(state: OrderState, stage: Stage): Record<string, string> {
  switch (stage) {
    case 'basket': {
      const errors: Record<string, string> = {};
      if (state.lines.length === 0) {
        errors.basket = 'The basket is empty';
      }
      for (const line of state.lines) {
        const limit = limitFor(line.product);
        if (line.quantity > limit) {
          errors[`line-${line.product.id}`] =
            `Only ${limit} of ${line.product.name} can be ordered`;
        }
      }
      return errors;
    }
    case 'address': {
      const shipping = isDigitalOnly(state) ? {} : addressErrors(state.shippingAddress, 'shipping');
      if (state.billingSameAsShipping && !isDigitalOnly(state)) {
        return shipping;
      }
      return { ...shipping, ...addressErrors(state.billingAddress, 'billing') };
    }
    case 'shipping': {
      const country = state.shippingAddress?.country ?? HOME_COUNTRY;
      if (state.shippingMethod === null) {
        return { 'shipping-method': 'Choose how it shall be sent' };
      }
      if (state.shippingMethod === 'overnight' && country !== HOME_COUNTRY) {
        return { 'shipping-method': 'Nothing can be abroad by tomorrow' };
      }
      if (state.shippingMethod === 'download' && !isDigitalOnly(state)) {
        return { 'shipping-method': 'Not everything in the basket can be downloaded' };
      }
      return {};
    }
    case 'payment':
      if (state.paymentMethod === null) {
        return { 'payment-method': 'Choose how you would like to pay' };
      }
      if (state.paymentMethod === 'cash-on-delivery' && isDigitalOnly(state)) {
        return { 'payment-method': 'Downloads cannot be paid in cash' };
      }
      if (state.paymentMethod === 'gift-card' && totalDue(state) > 0) {
        return { 'payment-method': 'The gift card does not cover the whole amount' };
      }
      return {};
    case 'review':
    case 'placing':
    case 'placed':
    case 'shipped':
    case 'delivered':
    case 'cancelled':
    case 'returned':
      return {};
  }
}

function stageAfter(state: OrderState): Stage {
  switch (state.stage) {
    case 'basket':
      return 'address';
    case 'address':
      return isDigitalOnly(state) ? 'payment' : 'shipping';
    case 'shipping':
      return 'payment';
    case 'payment':
    case 'review':
      return 'review';
    default:
      return state.stage;
  }
}

function stageBefore(state: OrderState): Stage {
  switch (state.stage) {
    case 'basket':
    case 'address':
      return 'basket';
    case 'shipping':
      return 'address';
    case 'payment':
      return isDigitalOnly(state) ? 'address' : 'shipping';
    case 'review':
      return 'payment';
    default:
      return state.stage;
  }
}

export function canCancel(state: OrderState): boolean {
  switch (state.stage) {
    case 'placing':
    case 'shipped':
    case 'delivered':
    case 'cancelled':
    case 'returned':
      return false;
    default:
      return true;
  }
}

function isFrozen(state: OrderState): boolean {
  switch (state.stage) {
    case 'placing':
    case 'placed':
    case 'shipped':
    case 'delivered':
    case 'cancelled':
    case 'returned':
      return true;
    default:
      return state.busy;
  }
}

function reduceLines(state: OrderState, action: OrderAction): OrderState {
  switch (action.type) {
    case 'line-added': {
      const limit = limitFor(action.product);
      const known = findLine(state.lines, action.product.id);
      const wanted = (known?.quantity ?? 0) + action.quantity;
      const quantity = Math.min(wanted, limit);
      if (quantity <= 0) {
        return { ...state, notice: `${action.product.name} is sold out` };
      }
      const notice =
        wanted > limit ? `Only ${limit} of ${action.product.name} can be ordered` : null;
      if (known) {
        const changed = changeLine(state, action.product.id, (line) => ({ ...line, quantity }));
        return { ...changed, notice };
      } else {
        const line: OrderLine = { product: action.product, quantity, note: '', giftWrap: false };
        return { ...state, lines: [...state.lines, line], dirty: true, notice, undo: null };
      }
    }
    case 'line-removed': {
      const line = findLine(state.lines, action.productId);
      if (!line) {
        return state;
      }
      const lines = withoutLine(state.lines, action.productId);
      const notice = `${line.product.name} was removed`;
      return { ...state, lines, dirty: true, notice, undo: state.lines };
    }
    case 'quantity-changed': {
      const line = findLine(state.lines, action.productId);
      if (!line) {
        return state;
      }
      if (action.quantity <= 0) {
        return reduceLines(state, { type: 'line-removed', productId: action.productId });
      }
      const quantity = Math.min(action.quantity, limitFor(line.product));
      return changeLine(state, action.productId, (known) => ({ ...known, quantity }));
    }
    case 'quantity-raised': {
      const line = findLine(state.lines, action.productId);
      if (!line || line.quantity >= limitFor(line.product)) {
        return state;
      }
      const quantity = line.quantity + 1;
      return changeLine(state, action.productId, (known) => ({ ...known, quantity }));
    }
    case 'quantity-lowered': {
      const line = findLine(state.lines, action.productId);
      if (!line || line.quantity <= 1) {
        return state;
      }
      const quantity = line.quantity - 1;
      return changeLine(state, action.productId, (known) => ({ ...known, quantity }));
    }
    case 'note-changed':
      return changeLine(state, action.productId, (line) => ({
        ...line,
        note: action.note.replace(/\s+/g, ' ').slice(0, 200),
      }));
    case 'gift-wrap-toggled':
      return changeLine(state, action.productId, (line) => ({
        ...line,
        giftWrap: !line.giftWrap && !line.product.digital,
      }));
    case 'saved-for-later': {
      const line = findLine(state.lines, action.productId);
      if (!line) {
        return state;
      }
      const lines = withoutLine(state.lines, action.productId);
      const savedForLater = [...withoutLine(state.savedForLater, action.productId), line];
      return { ...state, lines, savedForLater, dirty: true, notice: null, undo: null };
    }
    case 'moved-to-basket': {
      const line = findLine(state.savedForLater, action.productId);
      if (!line) {
        return state;
      }
      const lines = [...withoutLine(state.lines, action.productId), line];
      const savedForLater = withoutLine(state.savedForLater, action.productId);
      return { ...state, lines, savedForLater, dirty: true, notice: null, undo: null };
    }
    case 'emptied':
      return { ...state, lines: [], dirty: true, notice: 'The basket is empty', undo: state.lines };
    case 'undone':
      return state.undo ? { ...state, lines: state.undo, notice: null, undo: null } : state;
    default:
      return state;
  }
}

function reduceChoices(state: OrderState, action: OrderAction): OrderState {
  switch (action.type) {
    case 'coupon-applied': {
      const couponCode = action.code.trim().toUpperCase();
      const couponPercent = Math.min(100, Math.max(0, action.percent));
      if (couponCode === state.couponCode && couponPercent === state.couponPercent) {
        return { ...state, notice: 'This coupon is already applied' };
      }
      return { ...state, couponCode, couponPercent, dirty: true, notice: null };
    }
    case 'coupon-removed':
      return { ...state, couponCode: null, couponPercent: 0, dirty: true, notice: null };
    case 'shipping-address-changed': {
      const shippingAddress = action.address;
      const moved = shippingAddress.country !== state.shippingAddress?.country;
      // Not every method is offered in every country.
      const shippingMethod = moved ? null : state.shippingMethod;
      return { ...state, shippingAddress, shippingMethod, errors: {}, dirty: true };
    }
    case 'billing-address-changed':
      return { ...state, billingAddress: action.address, errors: {}, dirty: true };
    case 'billing-same-toggled': {
      const billingSameAsShipping = !state.billingSameAsShipping;
      const billingAddress = billingSameAsShipping ? null : state.shippingAddress;
      return { ...state, billingSameAsShipping, billingAddress, errors: {}, dirty: true };
    }
    case 'shipping-method-chosen':
      return { ...state, shippingMethod: action.method, errors: {}, dirty: true };
    case 'payment-method-chosen':
      return { ...state, paymentMethod: action.method, errors: {}, dirty: true };
    case 'gift-card-loaded':
      return { ...state, giftCardBalance: Math.max(0, action.balance), errors: {}, dirty: true };
    default:
      return state;
  }
}

function reduceReports(state: OrderState, action: OrderAction): OrderState {
  switch (action.type) {
    case 'stock-reported': {
      let changed = false;
      const lines = state.lines.map((line) => {
        const stock = action.stock[line.product.id] ?? line.product.stock;
        if (stock === line.product.stock) {
          return line;
        }
        changed = true;
        return { ...line, product: { ...line.product, stock } };
      });
      return changed ? { ...state, lines, undo: null } : state;
    }
    case 'price-reported': {
      let changed = false;
      const lines = state.lines.map((line) => {
        const price = action.prices[line.product.id] ?? line.product.price;
        if (price === line.product.price) {
          return line;
        }
        changed = true;
        return { ...line, product: { ...line.product, price } };
      });
      const notice = 'Some prices have changed - please look at them again';
      return changed ? { ...state, stage: 'basket', lines, notice, undo: null } : state;
    }
    default:
      return state;
  }
}

export function orderReducer(state: OrderState, action: OrderAction): OrderState {
  switch (action.type) {
    case 'line-added':
    case 'line-removed':
    case 'quantity-changed':
    case 'quantity-raised':
    case 'quantity-lowered':
    case 'note-changed':
    case 'gift-wrap-toggled':
    case 'saved-for-later':
    case 'moved-to-basket':
    case 'emptied':
    case 'undone':
      return isFrozen(state) ? state : reduceLines(state, action);
    case 'coupon-applied':
    case 'coupon-removed':
    case 'shipping-address-changed':
    case 'billing-address-changed':
    case 'billing-same-toggled':
    case 'shipping-method-chosen':
    case 'payment-method-chosen':
    case 'gift-card-loaded':
      return isFrozen(state) ? state : reduceChoices(state, action);
    case 'stock-reported':
    case 'price-reported':
      return isFrozen(state) ? state : reduceReports(state, action);
    case 'next': {
      if (isFrozen(state)) {
        return state;
      }
      const errors = errorsAt(state, state.stage);
      if (Object.keys(errors).length > 0) {
        return { ...state, errors, notice: null };
      }
      return { ...state, stage: stageAfter(state), errors: {}, notice: null };
    }
    case 'back':
      if (isFrozen(state)) {
        return state;
      }
      return { ...state, stage: stageBefore(state), errors: {}, notice: null };
    case 'placing':
      if (state.stage !== 'review' || state.busy) {
        return state;
      }
      return { ...state, stage: 'placing', busy: true, errors: {}, notice: null, undo: null };
    case 'placed':
      if (state.stage !== 'placing') {
        return state;
      }
      return {
        ...state,
        stage: 'placed',
        busy: false,
        dirty: false,
        orderNumber: action.orderNumber,
        notice: `Thank you - your order number is ${action.orderNumber}`,
      };
    case 'placing-failed':
      if (state.stage !== 'placing') {
        return state;
      }
      return { ...state, stage: 'review', busy: false, notice: action.reason };
    case 'payment-declined':
      if (state.stage !== 'placing') {
        return state;
      }
      return {
        ...state,
        stage: 'payment',
        busy: false,
        paymentMethod: null,
        notice: action.reason,
      };
    case 'shipped':
      if (state.stage !== 'placed') {
        return state;
      }
      return { ...state, stage: 'shipped', notice: 'Your order is on its way' };
    case 'delivered':
      if (state.stage !== 'shipped') {
        return state;
      }
      return { ...state, stage: 'delivered', notice: 'Your order has arrived' };
    case 'cancelled':
      if (!canCancel(state)) {
        return { ...state, notice: 'This order can no longer be cancelled' };
      }
      return { ...state, stage: 'cancelled', busy: false, notice: action.reason };
    case 'returned':
      if (state.stage !== 'delivered') {
        return state;
      }
      return { ...state, stage: 'returned', notice: action.reason };
    case 'notice-dismissed':
      return { ...state, notice: null };
  }
}
