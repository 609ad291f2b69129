// Reads a city that is drawn with characters, as the rules show it, into tiles and their walls.

/** A tile of a drawing: its kind and price as written, and the sides with a wall or moat. */
export interface Drawn {
  name: string;
  x: number;
  y: number;
  edges: string;
}

/** Reads a drawing of four characters a cell; the lines in between hold the walls above and below. */
export function drawn(text: string): Drawn[] {
  const lines = text.split('\n');
  const at = (row: number, column: number): string => lines[row]?.[column] ?? ' ';
  const tiles: Drawn[] = [];
  for (let row = 1; row < lines.length; row += 2) {
    const line = lines[row] ?? '';
    for (let column = 0; column < line.length; column += 5) {
      const name = line.slice(column + 1, column + 5).trim();
      if (!name) continue;
      const edges = [
        at(row - 1, column + 1) === '-' ? 'n' : '',
        at(row, column + 5) === '|' ? 'e' : '',
        at(row + 1, column + 1) === '-' ? 's' : '',
        at(row, column) === '|' ? 'w' : '',
      ].join('');
      tiles.push({ name, x: column / 5, y: (row - 1) / 2, edges });
    }
  }
  return tiles;
}
