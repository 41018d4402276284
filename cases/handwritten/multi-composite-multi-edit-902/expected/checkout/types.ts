export interface Product {
  sku: string;
  title: string;
  price: number;
  category: string;
  maxPerOrder?: number;
}

export interface BasketLine {
  product: Product;
  quantity: number;
  gift: boolean;
}

export interface Discount {
  label: string;
  amount: number;
}
