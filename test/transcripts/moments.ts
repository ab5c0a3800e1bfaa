import { readFileSync } from 'node:fs';
import type { Reply } from '../../src/app/replies/reply.ts';
import { replayed } from './transcript.ts';

/** The panel after an order, and the answer to the order. */
export interface Moment {
  readonly answer: Reply | undefined;
  readonly status: Reply;
}

/** The battle of a transcript after the order of this number, counted from 1. */
export const momentAfter = async (name: string, count: number): Promise<Moment> => {
  const transcript = readFileSync(new URL(`./${name}.txt`, import.meta.url), 'utf8');
  let found: Moment | undefined;
  let orders = 0;
  await replayed(transcript, async (heard, hear) => {
    orders += 1;
    if (orders !== count) return;
    const shown = await hear('as gm: /battle status public:yes');
    if (shown.kind === 'said' && shown.reply !== undefined)
      found = { answer: heard.kind === 'said' ? heard.reply : undefined, status: shown.reply };
  });
  if (found === undefined) throw new Error(`${name} has no battle after ${count} orders`);
  return found;
};
