export interface Tileset {
  image: string;
  firstId: number;
  count: number;
  columns: number;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

export function parseTileset(map: string, raw: unknown): Tileset {
  if (!isRecord(raw) || typeof raw.image !== 'string') {
    throw new TypeError(`${map}: a tileset needs an image`);
  }
  return {
    image: raw.image,
    firstId: Number(raw.firstId ?? 1),
    count: Number(raw.count ?? 0),
    columns: Number(raw.columns ?? 1),
  };
}

/** Pixel offset of a tile inside the image of its tileset. */
export function sourceOffset(tileset: Tileset, id: number, tileSize: number): [number, number] {
  const index = id - tileset.firstId;
  return [(index % tileset.columns) * tileSize, Math.floor(index / tileset.columns) * tileSize];
}
