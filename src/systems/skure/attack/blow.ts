import { z } from 'zod';
import { type Square, squareSchema } from '../../../rules/grid/square.ts';
import { blowTallies } from '../../../rules/tally.ts';
import { dropAimsAt } from '../aim.ts';
import { isCountered } from '../counter.ts';
import { fallTallies, harmed, harmSchema, resolveDamage, unharmed } from '../death.ts';
import { combatantId, type Draft, event, find, findPlaced, on, updateTurn, withoutStance } from '../state.ts';
import { blowLine } from './blow-line.ts';
import { type Attack, blowKinds, rollsToHit } from './kinds.ts';
import { type Reckoning, reckon, reckoningSchema } from './reckoning.ts';

const actions: readonly string[] = ['melee', 'ranged', 'charge', 'spell', 'breath'];

/**
 * Section 6. An action uses up the aim (SK-AIM-7), a counter-attack the stance (SK-CTR-7). An attack of opportunity costs
 * nothing (SK-AOO-5, SK-AOO-6), but is not made again this turn (SK-AOO-9).
 */
export const struck = event(
  'struck',
  {
    how: z.enum(blowKinds),
    attacker: combatantId,
    target: combatantId,
    /** The ally the target took it for. */
    instead: combatantId.optional(),
    /** The spell or breath. */
    with: z.string().optional(),
    /** The square entered that provoked it. */
    at: squareSchema.optional(),
    reckoning: reckoningSchema,
    harm: harmSchema,
  },
  {
    apply: (state, { how, attacker, target, harm }) => {
      const hurt = on(state, target, (each) => harmed(each, harm));
      const spent = on(hurt, attacker, () => ({
        next: {},
        ...(actions.includes(how) && { aim: undefined }),
        ...(how === 'counter' && withoutStance),
      }));
      const [from, to] = [find(state, attacker)?.at, find(state, target)?.at];
      const taken =
        how === 'opportunity'
          ? updateTurn(spent, (turn) => ({
              ...turn,
              enemies: turn.enemies.map((each) => (each.name === attacker ? { ...each, aooTaken: true } : each)),
            }))
          : spent;
      return {
        ...taken,
        ...(from !== undefined && to !== undefined && { lastBlow: { by: attacker, on: target, from, to } }),
      };
    },
    tell: blowLine,
    counts: ({ attacker, target, reckoning }, before, after) => [
      ...blowTallies(attacker, target, reckoning.hit, reckoning.damage),
      ...fallTallies(before, after, target, attacker),
    ],
    actedBy: ({ attacker }) => [attacker],
    draws: 'attack',
  },
);

interface Circumstances {
  readonly attacker: string;
  readonly target: string;
  /** The ally the target takes the blow for. */
  readonly instead?: string | undefined;
  readonly at?: Square;
}

const dieOf: Readonly<Partial<Record<Attack['how'], string>>> = { counter: 'counter', opportunity: 'aoo' };

/** Section 6, steps 3 to 16: rolls, reckons and lands one blow. The BM may have laid down the roll (SK-EXC-3). */
export const strike = (
  draft: Draft,
  how: Attack['how'],
  { attacker, target, instead, at }: Circumstances,
  magic?: Attack['magic'],
): Reckoning => {
  const state = draft.now();
  const attack: Attack = {
    how,
    attacker: findPlaced(state, attacker),
    target: findPlaced(state, target),
    shield: instead !== undefined,
    ...(magic !== undefined && { magic }),
  };
  const natural = rollsToHit(attack, state.settings)
    ? (attack.attacker.next.roll ?? draft.dice.roll(100, dieOf[how] ?? 'hit'))
    : undefined;
  const reckoning = reckon(state, attack, natural);
  const gentle = magic !== undefined && 'revives' in magic && magic.revives !== null;
  const harm = gentle ? unharmed(attack.target) : resolveDamage(attack.target, reckoning, state.settings);
  draft.emit({
    type: 'struck',
    how,
    attacker,
    target,
    ...(instead !== undefined && { instead }),
    ...(magic !== undefined && { with: magic.name }),
    ...(at !== undefined && { at }),
    reckoning,
    harm,
  });
  const died = harm.life !== attack.target.life && (harm.life === 'dead' || harm.life === 'destroyed');
  if (died) dropAimsAt(draft, target);
  return reckoning;
};

/** SK-CTR-4: the counter-attack that a missed melee attack brings. */
export const counterIfMissed = (draft: Draft, attacker: string, defender: string, missed: Reckoning): void => {
  const state = draft.now();
  if (isCountered(state, findPlaced(state, attacker), findPlaced(state, defender), missed))
    strike(draft, 'counter', { attacker: defender, target: attacker });
};
