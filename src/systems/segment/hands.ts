import { sameName } from '../../core/text.ts';
import type { Combatant, Options } from './model.ts';

type Rearming = Pick<Options, 'sheathe' | 'draw' | 'freeActions'>;

export interface Held {
  readonly hand?: string;
  readonly offHand?: string;
}

/** What each hand holds after sheathing, dropping and drawing, SEG-DRAW-1, 2; what is dropped goes before the rest. */
export const handsAfter = (who: Combatant, options: Rearming, pickedUp?: string): Held => {
  const held = emptied(who, options);
  for (const { weapon, hand } of options.draw) held[hand] = weapon;
  if (pickedUp !== undefined)
    held[held.main === undefined ? 'main' : held.off === undefined ? 'off' : 'main'] = pickedUp;
  return { ...(held.main !== undefined && { hand: held.main }), ...(held.off !== undefined && { offHand: held.off }) };
};

/** What is still held when everything to be sheathed and dropped is gone. */
export const emptied = (
  { hand, offHand }: Combatant,
  { sheathe, draw, freeActions }: Rearming,
): { main: string | undefined; off: string | undefined } => {
  const held = { main: hand, off: offHand };
  const dropped = freeActions.flatMap(
    (says) => droppedBy({ hand: held.main, offHand: held.off }, says, draw.length > 0) ?? [],
  );
  for (const gone of [...dropped, ...sheathe]) {
    if (held.main !== undefined && sameName(held.main, gone)) held.main = undefined;
    else if (held.off !== undefined && sameName(held.off, gone)) held.off = undefined;
  }
  return held;
};

/**
 * The held weapon that a free action lets fall (SEG-RUL-59, 61): the one it names. An item without a name is the first
 * one held where a hand must be free for what is drawn, else something of no account.
 */
export const droppedBy = (
  { hand, offHand }: Pick<Combatant, 'hand' | 'offHand'>,
  says: string,
  draws: boolean,
): string | undefined => {
  const [dropping, what = 'item'] = /^(?:drop|let go of)(?: (?:the |its |an? )?(.+))?$/i.exec(says.trim()) ?? [];
  if (dropping === undefined) return undefined;
  const named = [hand, offHand].find((held) => held !== undefined && sameName(held, what));
  const anyHeld = sameName(what, 'weapon') || (draws && sameName(what, 'item'));
  return named ?? (anyHeld ? (hand ?? offHand) : undefined);
};
