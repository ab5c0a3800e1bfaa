import { z } from 'zod';
import { isSameName, listing, ref, say, sentences, term } from '../../core/message.ts';
import { line, step } from '../../rules/event.ts';
import { type Combatant, type DeclarationOptions, removeItems, roundEvent, update } from './state.ts';
import { proneRows } from './strike-chance.ts';
import { prefixSegment } from './visibility.ts';

const isDropProne = (says: string): boolean => isSameName(says, 'drop prone');

/** The hands of a combatant without a weapon that it dropped or threw, the main hand first. SEG-RUL-94. */
export const withoutHeld = ({ hand, offHand }: Combatant, weapon: string): Pick<Combatant, 'hand' | 'offHand'> =>
  hand === weapon ? { hand: undefined, offHand } : { hand, offHand: offHand === weapon ? undefined : offHand };

/** A combatant took a free action, which may drop a weapon. SEG-FREE-2. */
export const freeActionTaken = roundEvent('free-action-taken', {
  facts: { who: z.string(), says: z.string(), drops: z.string().optional() },
  apply: (state, event) =>
    update(state, event.who, (who) => ({
      freeActionsUsed: who.freeActionsUsed + 1,
      prone: who.prone || isDropProne(event.says),
      ...(event.drops !== undefined && {
        ...withoutHeld(who, event.drops),
        atFeet: [...who.atFeet, event.drops],
        lying: { ...who.lying, ...(who.pos && { [event.drops]: who.pos }) },
      }),
    })),
  narrate: ({ who, says }, { after }) =>
    line(say`${ref(who)}: ${term(says)}.`, 'quiet', [
      [step('SEG-FREE-2', 'free action')],
      ...(isDropProne(says) ? proneRows(after) : []),
    ]),
});

export const rearmed = roundEvent('rearmed', {
  facts: {
    who: z.string(),
    hand: z.string().optional(),
    offHand: z.string().optional(),
    drawn: z.array(z.string()),
    sheathed: z.array(z.string()),
    pickedUp: z.string().optional(),
  },
  apply: (state, event) =>
    update(state, event.who, ({ atFeet }) => ({
      hand: event.hand,
      offHand: event.offHand,
      rearmed: true,
      ...(event.pickedUp !== undefined && { atFeet: removeItems(atFeet, [event.pickedUp]) }),
    })),
  narrate: ({ who, sheathed, drawn, pickedUp }) =>
    line(
      sentences(
        sheathed.length > 0 && say`${ref(who)} sheathes ${listing(sheathed.map((each) => term(each)))}.`,
        drawn.length > 0 && say`${ref(who)} draws ${listing(drawn.map((each) => term(each)))}.`,
        pickedUp !== undefined && say`${ref(who)} has ${term(pickedUp)} in hand.`,
      ),
      'quiet',
    ),
});

/** A combatant readied its shield. SEG-SHIELD-2. */
export const shieldReadied = roundEvent('shield-readied', {
  facts: { who: z.string(), segment: z.int() },
  apply: (state, event) => update(state, event.who, () => ({ shieldReady: true, shieldDone: true })),
  narrate: ({ who, segment }) =>
    line(prefixSegment(segment, say`${ref(who)} has the shield ready.`), 'plain', [
      [step('SEG-SHIELD-2', 'shield counts from now on')],
    ]),
});

/** A combatant drank a potion. SEG-POTION-3. */
export const drank = roundEvent('drank', {
  facts: { who: z.string(), potion: z.string(), segment: z.int() },
  apply: (state, event) =>
    update(state, event.who, ({ potions }) => ({ potions: removeItems(potions, [event.potion]), drunk: true })),
  narrate: ({ who, potion, segment }) =>
    line(prefixSegment(segment, say`${ref(who)} drinks ${term(potion)}. The GM says what it does.`), 'plain', [
      [step('SEG-POTION-3', 'potion swallowed')],
    ]),
});

type Rearming = Pick<DeclarationOptions, 'sheathe' | 'draw' | 'freeActions'>;

/** The weapons in hand after sheathing, dropping and drawing. SEG-DRAW-1, SEG-DRAW-2. */
export const handsAfterRearming = (who: Combatant, options: Rearming, pickedUp?: string) => {
  const held = handsAfterDropping(who, options);
  for (const { weapon, hand } of options.draw) held[hand] = weapon;
  if (pickedUp !== undefined)
    held[held.main === undefined ? 'main' : held.off === undefined ? 'off' : 'main'] = pickedUp;
  return { hand: held.main, offHand: held.off };
};

/** The weapons in hand after sheathing and dropping. */
export const handsAfterDropping = (
  { hand, offHand }: Combatant,
  { sheathe, draw, freeActions }: Rearming,
): { main: string | undefined; off: string | undefined } => {
  const held = { main: hand, off: offHand };
  const dropped = freeActions.flatMap(
    (says) => weaponDroppedBy({ hand: held.main, offHand: held.off }, says, draw.length > 0) ?? [],
  );
  for (const gone of [...dropped, ...sheathe]) {
    if (held.main !== undefined && isSameName(held.main, gone)) held.main = undefined;
    else if (held.off !== undefined && isSameName(held.off, gone)) held.off = undefined;
  }
  return held;
};

/** The weapon that a free action drops, by name or from a hand. Undefined if it drops none. SEG-RUL-59, SEG-RUL-61. */
export const weaponDroppedBy = (
  { hand, offHand }: Pick<Combatant, 'hand' | 'offHand'>,
  says: string,
  draws: boolean,
): string | undefined => {
  const [dropping, what = 'item'] = /^(?:drop|let go of)(?: (?:the |its |an? )?(.+))?$/i.exec(says.trim()) ?? [];
  if (dropping === undefined) return undefined;
  const named = [hand, offHand].find((held) => held !== undefined && isSameName(held, what));
  const anyHeld = isSameName(what, 'weapon') || (draws && isSameName(what, 'item'));
  return named ?? (anyHeld ? (hand ?? offHand) : undefined);
};
