import { z } from 'zod';
import { listed, phrase, ref, say } from '../../../core/message.ts';
import { line, step } from '../../../rules/event.ts';
import { doneVerdict } from '../../../rules/verb.ts';
import { requireAction } from '../checks.ts';
import type { Settings } from '../settings.ts';
import {
  type Activation,
  type Draft,
  event,
  type Figure,
  findActingWarrior,
  order,
  type PartialRuling,
  updateActivation,
  warriorOrSeatId,
} from '../state.ts';
import { spendAction } from './actions.ts';

/** DS-ACT-6, DS-ATK-1. */
export const attacksGained = event(
  'attacks-gained',
  {
    warrior: warriorOrSeatId,
    ordinal: z.int(),
    gains: z.record(z.string(), z.int()),
    free: z.boolean(),
    /** The attack that is made with it at once. */
    opens: z.boolean().optional(),
  },
  {
    apply: (state, { gains, ordinal }) =>
      updateActivation(state, (now) => {
        const attacks = { ...now.attacks };
        for (const [weapon, gain] of Object.entries(gains)) attacks[weapon] = (attacks[weapon] ?? 0) + gain;
        return { ...now, attacks, attackActions: ordinal, started: true };
      }),
    narrate: ({ warrior, ordinal, gains, free, opens }) => {
      // Told by the attack itself where it takes the only one at once.
      if (opens && Object.values(gains).join() === '1') return undefined;
      const each = Object.entries(gains).map(
        ([weapon, count]) => phrase`${count} with ${weapon === 'any' ? 'any weapon' : weapon}`,
      );
      return line(say`${ref(warrior)} gains attacks: ${each.length > 0 ? listed(each) : 'none'}.`, 'quiet', [
        [step('DS-ATK-1', phrase`Attack action ${ordinal}${free ? ', free' : ''}`)],
      ]);
    },
  },
);

/** DS-ATK-1, DS-ATK-2, DS-ATK-3, DS-ATK-14, RULING-46. What an Attack action with this number adds to the pool. */
export const calculateAttackGains = (
  { attack }: Settings,
  { active, primary }: Pick<Activation, 'active' | 'primary'>,
  warrior: Pick<Figure, 'weapons'>,
  ordinal: number,
): Record<string, number> => {
  if (attack.perAction === 'one-chosen') return { any: 1 };
  const column = ordinal % 2 === 1 ? 0 : 1;
  const gains: Record<string, number> = {};
  for (const { id, apr } of warrior.weapons) {
    if (!active.includes(id)) continue;
    const gain = attack.tables[id === primary ? 'primary' : 'secondary'][String(apr)]?.[column] ?? 0;
    if (gain > 0) gains[id] = gain;
  }
  return gains;
};

/** DS-ATK-4, DS-ATK-14. Where this weapon's attacks are kept in the pool. */
export const attackPoolKey = ({ attack }: Settings, weapon: string): string =>
  attack.perAction === 'one-chosen' ? 'any' : weapon;

export const attacksLeft = (settings: Settings, { attacks }: Activation, weapon: string): number =>
  attacks[attackPoolKey(settings, weapon)] ?? 0;

// biome-ignore lint/correctness/useYield: what an action is for may ask, this does not
function* gainAttacks(draft: Draft, id: string, free: boolean, opens: true | undefined): PartialRuling {
  const now = findActingWarrior(draft.now());
  if (now === undefined) return;
  const ordinal = now.activation.attackActions + 1;
  const gains = calculateAttackGains(draft.now().settings, now.activation, now.warrior, ordinal);
  draft.emit(attacksGained({ warrior: id, ordinal, gains, free, ...(opens && { opens }) }));
}

/** DS-ACT-6, DS-TAC-7, RULING-49. Takes an Attack action that may be taken, paid or free; `opens`: for an attack made at once. */
export function* takeAttackAction(draft: Draft, free: boolean, opens?: true): PartialRuling {
  const acting = findActingWarrior(draft.now());
  if (acting === undefined) return;
  const { id } = acting.warrior;
  if (free) return yield* gainAttacks(draft, id, free, opens);
  yield* spendAction(draft, id, 'attack', () => gainAttacks(draft, id, free, opens));
}

/** DS-CMD-8, DS-ACT-6. */
export const attackAction = order({
  summary: 'Take an Attack action: gain attacks to make at any time in this activation',
  role: 'player',
  params: z.strictObject({}),
  resolve: function* (draft, call, _params) {
    const acting = requireAction(draft.now(), call);
    if (!acting.ok) return acting;
    yield* takeAttackAction(draft, false);
    return doneVerdict;
  },
});
