import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import decoded, { init as initDecoder } from '@jsquash/webp/decode.js';
import encoded, { init as initEncoder } from '@jsquash/webp/encode.js';
import type { Pixels } from './pixels.ts';

/** The package compiles what a browser would fetch; here it lies in a file. */
const compiled = (file: string): WebAssembly.Module =>
  new WebAssembly.Module(readFileSync(fileURLToPath(import.meta.resolve(`@jsquash/webp/codec/${file}.wasm`))));

let decoder: Promise<unknown> | undefined;
let encoder: Promise<unknown> | undefined;

/** Throws where it is none, or broken. */
export const decodeWebp = async (bytes: Uint8Array): Promise<Pixels> => {
  decoder ??= initDecoder(compiled('dec/webp_dec'));
  await decoder;
  const { width, height, data } = await decoded(Uint8Array.from(bytes).buffer);
  return { width, height, rgba: Uint8Array.from(data) };
};

export const encodeWebp = async ({ width, height, rgba }: Pixels, quality: number): Promise<Uint8Array> => {
  encoder ??= initEncoder(compiled('enc/webp_enc_simd'));
  await encoder;
  const data = { width, height, data: new Uint8ClampedArray(rgba), colorSpace: 'srgb' as const };
  return new Uint8Array(await encoded(data, { quality }));
};
