import { Tileset, parseTileset } from './tileset';

export const FLIP_X = 0x8000_0000;
export const FLIP_Y = 0x4000_0000;
const ID_MASK = 0x0fff_ffff;

export interface Tile {
  id: number;
  flipX: boolean;
  flipY: boolean;
}

export interface Layer {
  name: string;
  width: number;
  height: number;
  tiles: Tile[];
  solid: boolean;
}

export interface Spawn {
  kind: string;
  column: number;
  row: number;
}

export interface TileMap {
  width: number;
  height: number;
  tileSize: number;
  tilesets: Tileset[];
  layers: Layer[];
  spawns: Spawn[];
}

interface RawLayer {
  name: string;
  width: number;
  height: number;
  data: number[];
  properties?: Record<string, unknown>;
}

interface RawMap {
  version: number;
  width: number;
  height: number;
  tileSize: number;
  tilesets: unknown[];
  layers: RawLayer[];
  objects?: { kind: string; x: number; y: number }[];
}

export class MapError extends Error {
  constructor(
    readonly map: string,
    message: string,
  ) {
    super(`${map}: ${message}`);
    this.name = 'MapError';
  }
}

function decodeTile(raw: number): Tile {
  // The sign bit is a flag here: shift it back to an unsigned number first.
  const bits = raw >>> 0;
  return {
    id: bits & ID_MASK,
    flipX: (bits & FLIP_X) !== 0,
    flipY: (bits & FLIP_Y) !== 0,
  };
}

function decodeLayer(name: string, raw: RawLayer): Layer {
  const expected = raw.width * raw.height;
  if (raw.data.length !== expected) {
    throw new MapError(name, `layer "${raw.name}" has ${raw.data.length} tiles, not ${expected}`);
  }
  return {
    name: raw.name,
    width: raw.width,
    height: raw.height,
    tiles: raw.data.map(decodeTile),
    solid: raw.properties?.solid === true,
  };
}

function checkTiles(name: string, layer: Layer, tilesets: Tileset[]): void {
  const last = Math.max(0, ...tilesets.map((tileset) => tileset.firstId + tileset.count - 1));
  layer.tiles.forEach((tile, index) => {
    if (tile.id > last) {
      const column = index % layer.width;
      const row = Math.floor(index / layer.width);
      throw new MapError(name, `layer "${layer.name}" uses unknown tile ${tile.id} at ${column},${row}`);
    }
  });
}

export function decodeMap(name: string, raw: RawMap): TileMap {
  if (raw.version !== 3) {
    throw new MapError(name, `version ${raw.version} is not supported; save it as version 3`);
  }
  const tilesets = raw.tilesets.map((tileset) => parseTileset(tileset, name));
  const layers = raw.layers.map((layer) => decodeLayer(name, layer));
  for (const layer of layers) {
    checkTiles(name, layer, tilesets);
  }
  const spawns = (raw.objects ?? []).map(({ kind, x, y }) => ({
    kind,
    column: Math.floor(x / raw.tileSize),
    row: Math.floor(y / raw.tileSize),
  }));
  return {
    width: raw.width,
    height: raw.height,
    tileSize: raw.tileSize,
    tilesets,
    layers,
    spawns,
  };
}

export async function loadMap(name: string, base = '/maps'): Promise<TileMap> {
  const response = await fetch(`${base}/${name}.json`);
  if (!response.ok) {
    throw new MapError(name, `the server answered ${response.status}`);
  }
  return decodeMap(name, await response.json());
}

export function tileAt(layer: Layer, column: number, row: number): Tile | undefined {
  if (column < 0 || column >= layer.width || row < 0 || row >= layer.height) {
    return undefined;
  }
  return layer.tiles[row * layer.width + column];
}

/** Whether any solid layer has a tile there; the world ends in walls. */
export function isBlocked(map: TileMap, column: number, row: number): boolean {
  if (column < 0 || column >= map.width || row < 0 || row >= map.height) {
    return true;
  }
  return map.layers.some((layer) => {
    if (!layer.solid) {
      return false;
    }
    const tile = tileAt(layer, column, row);
    return tile !== undefined && tile.id !== 0;
  });
}
