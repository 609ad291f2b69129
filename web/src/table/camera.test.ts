// The camera: what fits, what stays in place, where arrows lead.
import { expect, test } from 'vitest';

import { extentOf, fit, LARGEST, nearest, zoom } from './camera';

const insets = { top: 58, bottom: 88, side: 20 };

test('a palace that has only begun is seen from near, in the middle', () => {
  expect(fit(extentOf(['o']), 788, 646, insets)).toEqual({ size: 160, x: 314, y: 228 });
});

test('as it grows it is seen from farther away, until tiles have their usual size', () => {
  const across = (...cells: string[]) => fit(extentOf(['o', ...cells]), 1400, 900, insets).size;
  expect([across('e1'), across('e2'), across('e3'), across('e4'), across('e5')]).toEqual([147, 134, 121, 108, 108]);
});

test('a wide palace shrinks until it fits', () => {
  const camera = fit(extentOf(['w4', 'e5']), 540, 646, insets);
  expect(camera.size).toBe(50);
  expect(camera.x - 4 * camera.size).toBe(20);
});

test('zooming keeps the point under the pointer and ends somewhere', () => {
  const camera = zoom({ size: 100, x: 0, y: 0 }, 1.5, { x: 100, y: 100 });
  expect(camera).toEqual({ size: 150, x: -50, y: -50 });
  expect(zoom(camera, 9, { x: 0, y: 0 }).size).toBe(LARGEST);
});

test('an arrow leads to the nearest cell ahead', () => {
  expect(nearest({ x: 0, y: 0 }, ['e1', 'n1', 'e1n1'], 'ArrowRight')).toBe('e1');
  expect(nearest({ x: 0, y: 0 }, ['n2e1', 's1'], 'ArrowUp')).toBe('n2e1');
  expect(nearest({ x: 0, y: 0 }, ['s1'], 'ArrowUp')).toBeNull();
});
