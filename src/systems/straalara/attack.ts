import { z } from 'zod';
import { maskedRef, phrase, ref, say, type Text, term } from '../../core/message.ts';
import type { Dice } from '../../dice/dice.ts';
import { line, type SumRow, step } from '../../rules/event.ts';
import type { Reader } from '../../rules/reader.ts';
import { botchText, recordBotch } from './botches.ts';
import {
  actText,
  calculateProgress,
  deferSpell,
  deferWounds,
  effectDeferred,
  extendedActionAfter,
  extendedProgressSchema,
  progressRows,
  queueEffect,
  successesAgainstDefense,
  unnamedAct,
} from './delayed.ts';
import {
  actionParts,
  difficultyParts,
  findAttackSpell,
  findEffectSpell,
  findOwnSpell,
  planAttack,
  toPendingAttack,
} from './maneuvers.ts';
import { isFlagged, withoutModifiers } from './modifiers.ts';
import { aimText, oppositionOf } from './nomination/action.ts';
import {
  defaultDifficulty,
  formatSuccesses,
  netSuccesses,
  type RolledPool,
  rolledPoolSchema,
  rollPool,
  rollRows,
  traitParts,
} from './pools.ts';
import { type Maneuver, maneuvers, type PoolTraits } from './sheet.ts';
import {
  type Combatant,
  combatantId,
  type Draft,
  event,
  find,
  findByName,
  findWeapon,
  isAble,
  type Nomination,
  type PendingAttack,
  pendingAttackSchema,
  replace,
  type SlotNumber,
  type State,
  update,
} from './state.ts';
import { isRollVisible } from './visibility.ts';
import {
  attackTallies,
  baseDamage,
  type DamageRoll,
  damageRollSchema,
  damageRows,
  describeLoss,
  extraDamage,
  rollDamageAndSoak,
  withoutSoakModifiers,
} from './wounds.ts';

const attackTexts: Readonly<Record<Maneuver, (who: Text, target: Text) => Text>> = {
  brawl: (who, target) => say`${who} strikes at ${target}`,
  melee: (who, target) => say`${who} strikes at ${target}`,
  archery: (who, target) => say`${who} shoots at ${target}`,
  thrown: (who, target) => say`${who} throws at ${target}`,
  spell: (who, target) => say`${who} casts at ${target}`,
};

const botchRow = ({ hits }: RolledPool, isVisible: boolean): SumRow => [
  step('ST-POOL-9', !isVisible ? 'a botch' : hits === 0 ? 'no hit and a 1: botch' : 'more 1s than hits: botch'),
  step('ST-RES-5', 'something may go wrong'),
];

/** An attack was rolled; its target may have to choose a defense next. ST-RES-1. */
export const attacked = event('attacked', {
  facts: {
    attacker: combatantId,
    target: combatantId,
    maneuver: z.enum(maneuvers),
    weapon: z.string().optional(),
    spell: z.string().optional(),
    base: z.int(),
    roll: rolledPoolSchema,
    extended: extendedProgressSchema.optional(),
    /** Undefined unless the target may still choose a defense. ST-DEF-1. */
    pending: pendingAttackSchema.optional(),
  },
  apply: (state, { attacker, maneuver, weapon, base, roll, extended, pending }) => ({
    ...replace(state, attacker, (me) => ({
      ...recordBotch(withoutModifiers(me, 'take'), roll, {
        roll: 'attack',
        ...{ maneuver, weapon, base, batch: state.batch },
      }),
      extended: extendedActionAfter(me, roll, extended),
    })),
    pendingAttack: pending,
  }),
  narrate: ({ attacker, target, maneuver, weapon, spell, roll, extended, pending }, { reader }) => {
    const isVisible = isRollVisible(reader, attacker, roll.parts);
    const tool = reader.canSee(attacker) ? (weapon ?? spell) : undefined;
    const botch = roll.outcome === 'botch';
    const result = botch ? term(botchText) : roll.successes === 0 ? term('no effect') : formatSuccesses(roll.successes);
    const blow = attackTexts[maneuver](maskedRef(attacker), maskedRef(target));
    return line(
      tool === undefined ? say`${blow}: ${result}.` : say`${blow} (${term(tool)}): ${result}.`,
      botch ? 'bad' : roll.successes === 0 ? 'quiet' : 'plain',
      [
        ...rollRows(term('attack'), 'ST-POOL-6', roll, isVisible),
        ...(botch ? [botchRow(roll, isVisible)] : []),
        ...progressRows(attacker, roll, extended, reader),
        ...(pending ? [[step('ST-DEF-1', say`${maskedRef(target)} may defend`)]] : []),
      ],
    );
  },
  actors: ({ attacker }) => [attacker],
});

/** An attack was compared with its defense, and its damage was rolled. ST-RES-1. */
export const attackResolved = event('attack-resolved', {
  facts: {
    attacker: combatantId,
    target: combatantId,
    attack: z.int(),
    defense: z.int(),
    net: z.int(),
    damage: damageRollSchema.optional(),
  },
  apply: (state, { target, damage }) => ({
    ...withoutSoakModifiers(state, target, damage?.soak),
    pendingAttack: undefined,
  }),
  narrate: ({ attacker, target, attack, defense, net, damage }, { reader }) => {
    if (!reader.canSee(attacker) && !reader.canSee(target)) return undefined;
    const netRow = [
      step('ST-DEF-6', phrase`attack ${attack} − defense ${defense}`),
      step('ST-RES-6', net >= 1 ? phrase`= net ${net}: a hit` : phrase`= net ${net}: defended`),
    ];
    // A reader who cannot see the target must not learn its name.
    const victim = (unseen: Text): Text => (reader.canSee(target) ? ref(target) : unseen);
    if (net < 1) return line(say`${victim(term('Somebody'))} wards off the attack.`, 'good', [netRow]);
    if (damage === undefined)
      return line(say`The attack hits ${victim(term('somebody'))}; it takes effect at the end of the turn.`, 'plain', [
        netRow,
        [step('ST-RES-9', 'delayed')],
      ]);
    return line(
      say`${victim(term('Somebody'))} is hit: ${describeLoss(damage.healthLost, target, reader)}.`,
      damage.healthLost > 0 ? 'bad' : 'plain',
      [netRow, ...damageRows(damage, attacker, target, reader)],
    );
  },
  tallies: ({ attacker, target, net, damage }) => attackTallies(attacker, target, net > 0, damage),
  actors: ({ attacker }) => [attacker],
});

/** An attack was cancelled: its target died, or its attacker or target was removed. ST-GM-4. */
export const attackCancelled = event('attack-cancelled', {
  facts: { attacker: combatantId, target: combatantId },
  apply: (state) => ({ ...state, pendingAttack: undefined }),
  narrate: ({ target }) => line(say`The attack on ${ref(target)} is cancelled.`, 'quiet'),
});

/** Rolls an attack, then waits for a defense or resolves it at once. ST-RES-4, ST-DEF-1, ST-DEF-11, ST-RUL-38. */
export const resolveAttack = (draft: Draft, me: Combatant, slot: SlotNumber, action: Nomination): void => {
  const state = draft.now();
  const plan = planAttack(me, action, state);
  const target = findByName(state, action.target ?? '');
  if (plan === undefined || target === undefined) return;
  const { maneuver, weapon, spell, parts, marks, base } = plan;
  const roll = rollPool({ family: 'trait', name: 'attack', parts, marks }, state.settings, draft.dice);
  const record = findAttackSpell(me, spell);
  const extended = record?.timing === 'extended' ? calculateProgress(me, action, record.goal ?? 1, roll) : undefined;
  const met = successesAgainstDefense(roll, extended);
  const pending: PendingAttack | undefined =
    met < 1
      ? undefined
      : {
          ...toPendingAttack(me.id, plan, target.id),
          slot,
          unseen: isFlagged(me, 'unseen'),
          successes: met,
          later: record !== undefined && record.timing !== 'immediate',
        };
  const asked = isAble(target) ? pending : undefined;
  const { id: attacker } = me;
  draft.emit(attacked({ attacker, target: target.id, maneuver, weapon, spell, base, roll, extended, pending: asked }));
  if (pending !== undefined && asked === undefined) finishAttack(draft, pending, 0);
};

/** Subtracts the defense and rolls damage and soak. Simultaneous actions come before the wound. ST-RES-1, ST-RES-6. */
export const finishAttack = (draft: Draft, pending: PendingAttack, defense: number): void => {
  const state = draft.now();
  const { attacker, target: name, successes: met, base, netAdds, later, spell, maneuver } = pending;
  const net = netSuccesses(met, defense, state.settings);
  const target = find(state, name);
  const extra = extraDamage(net, netAdds);
  const damage =
    net >= 1 && !later && target !== undefined ? rollDamageAndSoak(target, base, extra, state, draft.dice) : undefined;
  draft.emit(attackResolved({ attacker, target: name, attack: met, defense, net, damage }));
  deferWounds(draft, name, damage);
  if (damage !== undefined && spell !== undefined) deferSpell(draft, attacker, spell, name);
  // Delayed and extended spells take effect at the end of the turn. ST-RES-2, ST-RES-9.
  if (net >= 1 && later)
    queueEffect(draft, {
      ...{ author: attacker, target: name, what: spell ?? maneuver, damage: { base, extra } },
      ...(findOwnSpell(state, attacker, spell) && { spell: true }),
    });
};

/** Describes the result of an act or effect spell in a few words. ST-RES-3. */
const describeOutcome = (
  { outcome }: RolledPool,
  net: number | undefined,
  target: string | undefined,
  damage: DamageRoll | undefined,
  reader: Reader,
): Text => {
  if (outcome === 'botch') return term(botchText);
  if (net === undefined) return term('the work goes on');
  if (net < 1) return term('it fails');
  return damage === undefined || target === undefined
    ? term('it works')
    : say`it works: ${describeLoss(damage.healthLost, target, reader)}`;
};

const castsEffect = (state: State, who: string, what: string): boolean => {
  const me = find(state, who);
  return me !== undefined && findEffectSpell(me, what) !== undefined;
};

/** An action other than an attack was rolled. ST-ACT-1, ST-ACT-2. */
export const otherActionRolled = event('acted', {
  facts: {
    who: combatantId,
    target: combatantId.optional(),
    what: z.string(),
    roll: rolledPoolSchema,
    oppose: rolledPoolSchema.optional(),
    extended: extendedProgressSchema.optional(),
    /** Net successes. Undefined while an extended action is unfinished. */
    net: z.int().optional(),
    damage: damageRollSchema.optional(),
  },
  apply: (state, { who, target, what, roll, oppose, extended, damage }) => {
    const botch = { maneuver: what, batch: state.batch };
    const after = update(state, who, (me) => ({
      ...recordBotch(withoutModifiers(me, 'take'), roll, { roll: 'action', ...botch }),
      extended: extendedActionAfter(me, roll, extended),
    }));
    const opposed =
      target === undefined || oppose === undefined
        ? after
        : update(after, target, (me) =>
            recordBotch(withoutModifiers(me, 'defend'), oppose, { roll: 'oppose', ...botch }),
          );
    return withoutSoakModifiers(opposed, target, damage?.soak);
  },
  narrate: ({ who, target, what, roll, oppose, extended, net, damage }, { reader }) => {
    const result = describeOutcome(roll, net, target, damage, reader);
    const tone = roll.outcome === 'botch' ? 'bad' : net !== undefined && net >= 1 ? 'good' : 'quiet';
    return line(say`${ref(who)}, ${aimText(actText(what), target)}: ${result}.`, tone, [
      ...rollRows(term('action'), 'ST-ACT-1', roll, isRollVisible(reader, who, roll.parts)),
      ...(oppose && target !== undefined
        ? rollRows(say`${maskedRef(target)} opposes`, 'ST-ACT-1', oppose, isRollVisible(reader, target, oppose.parts))
        : []),
      ...(net === undefined ? [] : [[step('ST-ACT-2', phrase`net ${net}`)]]),
      ...progressRows(who, roll, extended, reader),
      ...(damage && target !== undefined ? damageRows(damage, who, target, reader) : []),
    ]);
  },
  tallies: ({ who, target, damage }) =>
    target === undefined || damage === undefined ? [] : attackTallies(who, target, true, damage),
  actors: ({ who, target, what }, before) =>
    (target !== undefined && target !== who) || castsEffect(before, who, what) ? [who] : [],
});

/** Readies or stows weapons, with effect after all simultaneous actions. ST-ACT-5, ST-RUL-60, ST-SIM-4. */
export const doTrivialAction = ({ emit }: Draft, me: Combatant, { ready, stow }: Nomination): void => {
  for (const [wanted, isReady] of [
    [ready, true],
    [stow, false],
  ] as const) {
    const weapon = wanted === undefined ? undefined : findWeapon(me, wanted);
    if (weapon) emit(effectDeferred({ what: { kind: 'ready', who: me.id, weapon: weapon.name, ready: isReady } }));
  }
};

/** The traits, difficulty and timing of an act or effect spell. Undefined if the sheet lacks it. ST-ACT-1, ST-ACT-4. */
const planAct = (me: Combatant, action: Nomination) => {
  if (action.action === 'spell') {
    const spell = findEffectSpell(me, action.spell);
    return spell && { ...spell, what: spell.name, goal: spell.goal ?? 1 };
  }
  return {
    what: action.label ?? unnamedAct,
    attribute: action.attribute ?? '',
    ability: action.ability ?? '',
    difficulty: action.difficulty ?? defaultDifficulty,
    timing: action.timing ?? 'immediate',
    goal: action.goal ?? 1,
  };
};

/** Rolls the pool that opposes an action, without stance bonus or penalty for earlier defenses. ST-ACT-1. */
const rollOppose = (target: Combatant, { attribute, ability }: PoolTraits, state: State, dice: Dice): RolledPool => {
  const trait = traitParts(target.sheet, attribute, ability, state.settings);
  const parts = actionParts(target, trait, state, 'defend');
  const marks = difficultyParts(target, defaultDifficulty, 'defend');
  return rollPool({ family: 'trait', name: 'oppose', parts, marks }, state.settings, dice);
};

/** Rolls an act and its opposition; it takes effect now or at turn’s end. ST-ACT-2, ST-ACT-3, ST-ACT-4, ST-RUL-34. */
export const resolveAct = (draft: Draft, me: Combatant, action: Nomination): void => {
  const { now, emit, dice } = draft;
  const state = now();
  const plan = planAct(me, action);
  if (plan === undefined) return;
  const parts = actionParts(me, traitParts(me.sheet, plan.attribute, plan.ability, state.settings), state);
  const marks = difficultyParts(me, plan.difficulty, 'take');
  const roll = rollPool({ family: 'trait', name: 'action', parts, marks }, state.settings, dice);
  const extended = plan.timing === 'extended' ? calculateProgress(me, action, plan.goal, roll) : undefined;
  const successes = successesAgainstDefense(roll, extended);
  const target = findByName(state, action.target ?? '');
  const opposed = oppositionOf(me, action);
  const oppose =
    successes >= 1 && opposed !== undefined && target !== undefined && isAble(target)
      ? rollOppose(target, opposed, state, dice)
      : undefined;
  const net = extended?.completed === false ? undefined : successes - (oppose?.successes ?? 0);
  const works = net !== undefined && net >= 1;
  const dealsDamage = works && action.damage !== undefined && target !== undefined;
  const later = plan.timing !== 'immediate';
  const base = action.damage === undefined ? 0 : baseDamage(me, action.damage, state);
  const extra = extraDamage(net ?? 1, true);
  const damage = dealsDamage && !later ? rollDamageAndSoak(target, base, extra, state, dice) : undefined;
  emit(otherActionRolled({ who: me.id, target: target?.id, what: plan.what, roll, oppose, extended, net, damage }));
  if (target !== undefined) deferWounds(draft, target.id, damage);
  if (works && !later && action.action === 'spell') deferSpell(draft, me.id, plan.what, target?.id ?? me.id);
  if (works && later)
    queueEffect(draft, {
      author: me.id,
      target: target?.id,
      what: plan.what,
      ...(findOwnSpell(state, me.id, action.spell) && { spell: true }),
      damage: dealsDamage ? { base, extra } : undefined,
    });
};
