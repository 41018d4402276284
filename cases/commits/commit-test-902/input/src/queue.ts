export class Queue<T> {
  private items: T[] = [];

  push(item: T): void {
    this.items.push(item);
  }

  next(): T | undefined {
    return this.items.shift();
  }
}
