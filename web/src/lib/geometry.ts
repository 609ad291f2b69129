// Nasrid geometry: stars of two squares, and the wedge stones of a horseshoe arch.

const path = (points: [number, number][]): string => `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}Z`;
const round = (x: number): number => Math.round(x * 10) / 10;

/** A star with n points, its notches at a share of its radius. */
export function star(x: number, y: number, radius: number, n: number, notch: number): string {
  return path(
    Array.from({ length: 2 * n }, (_, i) => {
      const angle = (i * Math.PI) / n - Math.PI / 2;
      const r = i % 2 === 0 ? radius : radius * notch;
      return [x + r * Math.cos(angle), y + r * Math.sin(angle)];
    }),
  );
}

/** The eight-pointed star of two squares. */
export const khatam = (x: number, y: number, radius: number): string => star(x, y, radius, 8, 0.765);

/** A horseshoe arch: a circle that is cut off below its middle and stands on two sides. */
export interface Arch {
  x: number;
  y: number;
  /** Radius of the opening. */
  radius: number;
  /** How thick the ring of stones is. */
  ring: number;
  /** How far below the middle the circle is cut, as a share of the radius. */
  cut: number;
  /** Where the sides end. */
  foot: number;
}

/** Where the circle meets the sides: half the width, and the height. */
export function springing({ y, radius, cut }: Arch): { half: number; at: number } {
  return { half: radius * Math.sqrt(1 - cut * cut), at: y + radius * cut };
}

/** The outline of the opening. */
export function opening(arch: Arch): string {
  const { half, at } = springing(arch);
  const r = round(arch.radius);
  return `M${round(arch.x - half)} ${arch.foot}V${round(at)}A${r} ${r} 0 1 1 ${round(arch.x + half)} ${round(at)}V${arch.foot}Z`;
}

/** The wedge stones of the ring, from left to right. */
export function voussoirs(arch: Arch, n: number): string[] {
  const low = Math.asin(arch.cut);
  const from = Math.PI - low;
  const sweep = Math.PI + 2 * low;
  const point = (i: number, r: number): [number, number] => {
    const angle = from + (sweep * i) / n;
    return [arch.x + r * Math.cos(angle), arch.y + r * Math.sin(angle)];
  };
  const outer = arch.radius + arch.ring;
  return Array.from({ length: n }, (_, i) =>
    path([point(i, arch.radius), point(i, outer), point(i + 1, outer), point(i + 1, arch.radius)]),
  );
}
