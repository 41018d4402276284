import type { TileMap } from './loader';
import { isBlocked, tileAt } from './loader';

export interface View {
  left: number;
  top: number;
  columns: number;
  rows: number;
}

/** Keeps the view inside the map; a smaller map sticks to the top left corner. */
export function follow(map: TileMap, view: View, column: number, row: number): View {
  const left = column - Math.floor(view.columns / 2);
  const top = row - Math.floor(view.rows / 2);
  return {
    ...view,
    left: Math.min(Math.max(0, left), Math.max(0, map.width - view.columns)),
    top: Math.min(Math.max(0, top), Math.max(0, map.height - view.rows)),
  };
}

export function* visibleTiles(map: TileMap, view: View) {
  for (const layer of map.layers) {
    for (let row = view.top; row < view.top + view.rows; row++) {
      for (let column = view.left; column < view.left + view.columns; column++) {
        const tile = tileAt(layer, column, row);
        if (tile !== undefined && tile.id !== 0) {
          yield { layer, tile, column, row, blocked: isBlocked(map, column, row) };
        }
      }
    }
  }
}
