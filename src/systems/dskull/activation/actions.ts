import { z } from 'zod';
import { formatSigned, listing, phrase, present, ref, say, term } from '../../../core/message.ts';
import { effectSum } from '../../../rules/effects.ts';
import { line, step } from '../../../rules/event.ts';
import { doneVerdict } from '../../../rules/verb.ts';
import { requireAction } from '../checks.ts';
import type { Settings } from '../settings.ts';
import {
  type Activation,
  type Draft,
  event,
  type Figure,
  find,
  findActingWarrior,
  order,
  type PartialRuling,
  type State,
  update,
  updateActivation,
} from '../state.ts';
import { fastBonus, slowPenalty } from '../traits.ts';
import { fireTriggers, runWithTriggersAtOnce } from '../triggers/triggers.ts';

/** A warrior spends actions of its activation. DS-ACT-4. */
export const actionSpent = event('action-spent', {
  facts: { warrior: z.string(), on: z.enum(['move', 'attack', 'interact', 'skill']), actions: z.int().optional() },
  apply: (state, { actions = 1 }) =>
    updateActivation(state, (now) => ({ actions: Math.max(0, now.actions - actions), started: true })),
});

/** An effect gives a warrior actions or takes them away. DS-TRIG-2. */
export const actionsChanged = event('actions-changed', {
  facts: { warrior: z.string(), by: z.int() },
  apply: (state, { by }) => updateActivation(state, (now) => ({ actions: Math.max(0, now.actions + by) })),
});

/** Pays for actions, then runs them (`then`), unless an effect cancels the payment. DS-ACT-4, DS-GEN-4, DS-TRIG-7. */
export function* spendAction(
  draft: Draft,
  warrior: string,
  on: 'move' | 'attack' | 'interact' | 'skill',
  then: () => PartialRuling,
  actions = 1,
): PartialRuling {
  const before = yield* fireTriggers(draft, 'before', 'action.spend', warrior);
  if (before.cancelled) return;
  draft.emit(actionSpent({ warrior, on, ...(actions !== 1 && { actions }) }));
  yield* fireTriggers(draft, 'during', 'action.spend', warrior);
  yield* then();
  yield* fireTriggers(draft, 'after', 'action.spend', warrior);
}

/** A warrior’s activation ends. DS-ACT-9, DS-ACT-10, DS-MOVE-16. */
export const activationEnded = event('activation-ended', {
  facts: { warrior: z.string(), why: z.enum(['command', 'nothing-left', 'wounded', 'removed']) },
  apply: (state, { warrior }) => ({
    ...update(state, warrior, () => ({ ready: false })),
    activation: undefined,
  }),
  narrate: ({ warrior, why }) =>
    why === 'removed'
      ? undefined
      : line(
          why === 'wounded'
            ? say`The activation of ${ref(warrior)} ends because the warrior is wounded.`
            : say`The activation of ${ref(warrior)} ends.`,
          'quiet',
        ),
});

/** An Attack action adds attacks to the activation’s pool. DS-ACT-6, DS-ATK-1. */
export const attacksGained = event('attacks-gained', {
  facts: {
    warrior: z.string(),
    ordinal: z.int(),
    gains: z.record(z.string(), z.int()),
    free: z.boolean(),
    /** True if the warrior makes one of these attacks at once. */
    opens: z.boolean().optional(),
  },
  apply: (state, { gains, ordinal }) =>
    updateActivation(state, (now) => {
      const attacks = { ...now.attacks };
      for (const [weapon, gain] of Object.entries(gains)) attacks[weapon] = (attacks[weapon] ?? 0) + gain;
      return { attacks, attackActions: ordinal, started: true };
    }),
  narrate: ({ warrior, ordinal, gains, free, opens }) => {
    // An attack made at once has a log line of its own.
    if (opens && Object.values(gains).join() === '1') return undefined;
    const each = Object.entries(gains).map(([weapon, count]) =>
      weapon === 'any' ? say`${count} with any weapon` : say`${count} with ${term(weapon)}`,
    );
    return line(say`${ref(warrior)} gains attacks: ${each.length > 0 ? listing(each) : term('none')}.`, 'quiet', [
      [step('DS-ATK-1', free ? phrase`Attack action ${ordinal}, free` : phrase`Attack action ${ordinal}`)],
    ]);
  },
});

/** Attacks that Attack action number `ordinal` adds to the pool, by weapon. DS-ATK-2, DS-ATK-3, RULING-46. */
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

/** Key of a weapon’s attacks in the pool of an activation. DS-ATK-4, DS-ATK-14. */
export const attackPoolKey = ({ attack }: Settings, weapon: string): string =>
  attack.perAction === 'one-chosen' ? 'any' : weapon;

export const attacksLeft = (settings: Settings, { attacks }: Activation, weapon: string): number =>
  attacks[attackPoolKey(settings, weapon)] ?? 0;

// biome-ignore lint/correctness/useYield: an action may ask questions, but this one asks none
function* gainAttacks(draft: Draft, id: string, free: boolean, opens: true | undefined): PartialRuling {
  const now = findActingWarrior(draft.now());
  if (now === undefined) return;
  const ordinal = now.activation.attackActions + 1;
  const gains = calculateAttackGains(draft.now().settings, now.activation, now.warrior, ordinal);
  draft.emit(attacksGained({ warrior: id, ordinal, gains, free, ...(opens && { opens }) }));
}

/** Takes an Attack action, paid or free. `opens`: true if an attack follows at once. DS-ACT-6, DS-TAC-7, RULING-49. */
export function* takeAttackAction(draft: Draft, free: boolean, opens?: true): PartialRuling {
  const acting = findActingWarrior(draft.now());
  if (acting === undefined) return;
  const { id } = acting.warrior;
  if (free) return yield* gainAttacks(draft, id, free, opens);
  yield* spendAction(draft, id, 'attack', () => gainAttacks(draft, id, free, opens));
}

/** Takes an Attack action, which gives attacks for this activation. DS-CMD-8, DS-ACT-6. */
export const attackActionOrder = order({
  summary: 'Take an Attack action: gain attacks to make at any time in this activation',
  role: 'player',
  requires: requireAction,
  resolve: function* (draft) {
    yield* takeAttackAction(draft, false);
    return doneVerdict;
  },
});

const sources = ['action', 'tacticsAdv', 'effect'] as const;

/** A warrior gains movement points. DS-MOVE-1, DS-TRIG-6. */
export const mpGained = event('mp-gained', {
  facts: {
    warrior: z.string(),
    source: z.enum(sources),
    base: z.int(),
    fast: z.int(),
    slow: z.int(),
    other: z.int(),
    amount: z.int(),
  },
  apply: (state, { amount }) => updateActivation(state, (now) => ({ mp: now.mp + amount })),
  narrate: ({ warrior, base, fast, slow, other, amount }, { after }) =>
    line(say`${ref(warrior)} gains ${amount} MP; ${after.activation?.mp ?? 0} in all.`, 'plain', [
      present([
        step('DS-MOVE-1', phrase`base ${base}`),
        fast !== 0 && step('DS-TRAIT-12', phrase`${formatSigned(fast)} fast`),
        slow !== 0 && step('DS-TRAIT-11', phrase`${formatSigned(-slow)} slow`),
        other !== 0 && step('DS-TRIG-6', phrase`${formatSigned(other)} effects`),
      ]),
    ]),
});

type Source = (typeof sources)[number];

/** Movement points a warrior gains, at least 0. `more`: points from triggers. DS-MOVE-1, DS-TRAIT-11, DS-TRAIT-12. */
export const calculateMpGain = (state: State, id: string, source: Source, effect = 0, more = 0) => {
  const { move } = state.settings;
  const warrior = find(state, id);
  const base = source === 'action' ? move.action : source === 'tacticsAdv' ? move.tacticsAdv : effect;
  const slowed = source === 'action' || move.slowScope === 'every-gain';
  const fast = warrior && source === 'action' ? fastBonus(warrior) : 0;
  const slow = warrior && slowed ? slowPenalty(warrior) : 0;
  const laden = source === 'action' && state.objects.some(({ carrier }) => carrier === id) ? -1 : 0;
  // A carried lantern, and effects of the GM and of triggers.
  const other = laden + effectSum(state.effects, id, 'movement') + more;
  return { base, fast, slow, other, amount: Math.max(0, base + fast - slow + other) };
};

/** Gives a warrior movement points, whose number effects may change. DS-TRIG-6. */
export function* gainMp(draft: Draft, warrior: string, source: Source, effect = 0): PartialRuling {
  yield* runWithTriggersAtOnce(draft, 'mp.gain', warrior, (more) => {
    const gain = calculateMpGain(draft.now(), warrior, source, effect, more);
    draft.emit(mpGained({ warrior, source, ...gain }));
  });
}

/** Takes a Movement action, which gives movement points. DS-CMD-6, DS-ACT-5. */
export const takeMovementAction = order({
  summary: 'Take a Movement action: gain movement points',
  role: 'player',
  requires: requireAction,
  resolve: function* (draft, _call, _input, { warrior }) {
    yield* spendAction(draft, warrior.id, 'move', () => gainMp(draft, warrior.id, 'action'));
    return doneVerdict;
  },
});
