// SHA-256 in plain TypeScript: browsers have it only for pages that came over https, and shuffles are checked on every page.

/** The first 32 bits of the fractional parts of the roots of the first primes. */
function fractions(n: number, root: (prime: number) => number): number[] {
  const out: number[] = [];
  for (let candidate = 2; out.length < n; candidate++) {
    let isPrime = true;
    for (let i = 2; i * i <= candidate; i++) if (candidate % i === 0) isPrime = false;
    if (isPrime) out.push(Math.floor((root(candidate) % 1) * 2 ** 32) >>> 0);
  }
  return out;
}

const rounds = fractions(64, Math.cbrt);
const start = fractions(8, Math.sqrt);
const rotated = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The digest of an ASCII text as hexadecimal digits. */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array((((bytes.length + 8) >> 6) << 6) + 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const data = new DataView(padded.buffer);
  data.setUint32(padded.length - 4, bytes.length * 8);
  const hash = [...start];
  const w = new Int32Array(64);
  const at = (i: number): number => w[i] ?? 0;
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = data.getUint32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const [a, b] = [at(i - 15), at(i - 2)];
      const s0 = rotated(a, 7) ^ rotated(a, 18) ^ (a >>> 3);
      const s1 = rotated(b, 17) ^ rotated(b, 19) ^ (b >>> 10);
      w[i] = at(i - 16) + s0 + at(i - 7) + s1;
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
    for (let i = 0; i < 64; i++) {
      const s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (rounds[i] ?? 0) + at(i)) | 0;
      const s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = ((hash[i] ?? 0) + word) | 0));
  }
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}
