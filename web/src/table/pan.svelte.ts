// Looking around on a board: the wheel, fingers and buttons move the camera until it is fitted again.
import { zoom, type Camera } from './camera';

interface Point {
  x: number;
  y: number;
}

/** Where somebody has moved the camera of one board. */
export class Pan {
  #moved: Camera | null = $state.raw(null);
  #fingers = new Map<number, Point>();
  readonly #fitted: () => Camera;
  readonly #middle: () => Point;
  /** Whether the board was just moved: the click that ends it is none. */
  dragged = false;

  constructor(fitted: () => Camera, size: () => { width: number; height: number }) {
    this.#fitted = fitted;
    this.#middle = () => ({ x: size().width / 2, y: size().height / 2 });
  }

  get camera(): Camera {
    return this.#moved ?? this.#fitted();
  }

  zoomBy(factor: number): void {
    this.#moved = zoom(this.camera, factor, this.#middle());
  }

  refit(): void {
    this.#moved = null;
  }

  wheel = (event: WheelEvent): void => {
    event.preventDefault();
    this.#moved = zoom(this.camera, event.deltaY < 0 ? 1.12 : 1 / 1.12, { x: event.offsetX, y: event.offsetY });
  };

  down = (event: PointerEvent): void => {
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.dragged = false;
  };

  drag = (event: PointerEvent): void => {
    const from = this.#fingers.get(event.pointerId);
    if (!from) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    if (!this.dragged && Math.hypot(dx, dy) < 6) return;
    this.dragged = true;
    const others = [...this.#fingers].filter(([id]) => id !== event.pointerId).map(([, it]) => it);
    const other = others[0];
    const to = { x: event.clientX, y: event.clientY };
    if (other) {
      const before = Math.hypot(from.x - other.x, from.y - other.y);
      const after = Math.hypot(to.x - other.x, to.y - other.y);
      if (before > 0) this.zoomBy(after / before);
    } else {
      this.#moved = { ...this.camera, x: this.camera.x + dx, y: this.camera.y + dy };
    }
    this.#fingers.set(event.pointerId, to);
  };

  up = (event: PointerEvent): void => {
    this.#fingers.delete(event.pointerId);
    // The click that ends moving the board comes first and is none.
    if (this.#fingers.size === 0) setTimeout(() => (this.dragged = false));
  };
}
