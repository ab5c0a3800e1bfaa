import type { Refusal, Result } from '../../core/message.ts';

/** What a picture is to become: a small square, or what lies behind a board. */
export type PictureUse = 'face' | 'backdrop';

/** A picture as it is kept: WebP, made anew of the pixels alone. */
export interface ReencodedPicture {
  /** SHA-256 of its bytes, in hexadecimal digits. */
  readonly hash: string;
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Makes an uploaded picture anew, in the turn of `whose`. Refuses what is no picture that can be taken. */
export type ReencodePicture = (
  bytes: Uint8Array,
  use: PictureUse,
  whose: string,
) => Promise<Result<ReencodedPicture, Refusal>>;
