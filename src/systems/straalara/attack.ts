import { z } from 'zod';
import { maskedRef, phrase, ref, say, type Text } from '../../core/message.ts';
import { line, type SumRow, step } from '../../rules/event.ts';
import { botchWords, recordBotch } from './botches.ts';
import {
  attackTallies,
  damageRollSchema,
  damageRows,
  extraDamage,
  rollDamageAndSoak,
  withoutSoakModifiers,
} from './damage.ts';
import {
  calculateProgress,
  countedSuccesses,
  extendedActionAfter,
  extendedProgressSchema,
  progressRows,
  queueEffect,
} from './delayed.ts';
import { attackInSight, findAttackSpell, planAttack } from './maneuvers.ts';
import { isFlaggedUnseen, withoutModifiers } from './modifiers.ts';
import { formatSuccesses, type RolledPool, rolledPoolSchema, rollPool, rollRows } from './pools.ts';
import type { Settings } from './settings.ts';
import { maneuvers } from './sheet.ts';
import { deferWounds } from './simultaneous.ts';
import {
  type Combatant,
  combatantId,
  type Draft,
  event,
  find,
  findByName,
  isAble,
  type Nomination,
  type PendingAttack,
  pendingAttackSchema,
  replace,
  type SlotNumber,
} from './state.ts';
import { isRollVisible } from './visibility.ts';
import { describeLoss } from './wounds.ts';

/** ST-DEF-6, ST-DEF-7, ST-RUL-39. */
export const netSuccesses = (attack: number, defense: number, { partialDefense }: Settings): number =>
  partialDefense === 'nothing' && defense < attack ? attack : attack - defense;

const attackWords = {
  brawl: 'strikes at',
  melee: 'strikes at',
  archery: 'shoots at',
  thrown: 'throws at',
  spell: 'casts at',
} as const;

const botchRow = ({ hits }: RolledPool, told: boolean): SumRow => [
  step('ST-POOL-9', !told ? 'a botch' : hits === 0 ? 'no hit and a 1: botch' : 'more 1s than hits: botch'),
  step('ST-RES-5', 'something may go wrong'),
];

/** ST-RES-1, steps 1 and 2: what the roll used up, a botch, and whether the target is asked. */
export const attacked = event(
  'attacked',
  {
    who: combatantId,
    target: combatantId,
    maneuver: z.enum(maneuvers),
    weapon: z.string().optional(),
    spell: z.string().optional(),
    base: z.int(),
    roll: rolledPoolSchema,
    extended: extendedProgressSchema.optional(),
    /** There where the target is asked for a defense (ST-DEF-1). */
    pending: pendingAttackSchema.optional(),
  },
  {
    apply: (state, { who, maneuver, weapon, base, roll, extended, pending }) => ({
      ...replace(state, who, (me) => ({
        ...recordBotch(withoutModifiers(me, 'take'), roll, {
          roll: 'attack',
          maneuver,
          weapon,
          base,
          batch: state.batch,
        }),
        extended: extendedActionAfter(me, roll, extended),
      })),
      pendingAttack: pending,
    }),
    narrate: ({ who, target, maneuver, weapon, spell, roll, extended, pending }, { reader }) => {
      const told = isRollVisible(reader, who, roll.parts);
      const tool = reader.canSee(who) ? (weapon ?? spell) : undefined;
      const botch = roll.outcome === 'botch';
      const result = botch ? botchWords : roll.successes === 0 ? 'no effect' : formatSuccesses(roll.successes);
      const how = tool === undefined ? '' : say` with ${tool}`;
      return line(
        say`${maskedRef(who)} ${attackWords[maneuver]} ${maskedRef(target)}${how}: ${result}.`,
        botch ? 'bad' : roll.successes === 0 ? 'quiet' : 'plain',
        [
          ...rollRows('attack', 'ST-POOL-6', roll, told),
          ...(botch ? [botchRow(roll, told)] : []),
          ...progressRows(who, roll, extended, reader),
          ...(pending ? [[step('ST-DEF-1', say`${maskedRef(target)} may defend`)]] : []),
        ],
      );
    },
    actors: ({ who }) => [who],
  },
);

/** ST-RES-1, steps 4 to 8. */
export const struck = event(
  'struck',
  {
    who: combatantId,
    target: combatantId,
    attack: z.int(),
    defense: z.int(),
    net: z.int(),
    blow: damageRollSchema.optional(),
  },
  {
    apply: (state, { target, blow }) => ({
      ...withoutSoakModifiers(state, target, blow?.soak),
      pendingAttack: undefined,
    }),
    narrate: ({ who, target, attack, defense, net, blow }, { reader }) => {
      if (!reader.canSee(who) && !reader.canSee(target)) return undefined;
      const netRow = [
        step('ST-DEF-6', phrase`attack ${attack} − defense ${defense}`),
        step('ST-RES-6', phrase`= net ${net}${net >= 1 ? ': a hit' : ': defended'}`),
      ];
      // Who sees only the attacker reads of somebody.
      const victim = (unseen: string): Text => (reader.canSee(target) ? ref(target) : unseen);
      if (net < 1) return line(say`${victim('Somebody')} wards off the attack.`, 'good', [netRow]);
      if (blow === undefined)
        return line(say`The attack hits ${victim('somebody')}; it takes effect at the end of the turn.`, 'plain', [
          netRow,
          [step('ST-RES-9', 'delayed')],
        ]);
      return line(
        say`${victim('Somebody')} is hit: ${describeLoss(blow.healthLost, target, reader)}.`,
        blow.healthLost > 0 ? 'bad' : 'plain',
        [netRow, ...damageRows(blow, who, target, reader)],
      );
    },
    tallies: ({ who, target, net, blow }) => attackTallies(who, target, net > 0, blow),
    actors: ({ who }) => [who],
  },
);

/** ST-GM-4: its target or its attacker is no longer there. */
export const attackDropped = event(
  'attack-dropped',
  { who: combatantId, target: combatantId },
  {
    apply: (state) => ({ ...state, pendingAttack: undefined }),
    narrate: ({ target }) => line(say`The attack on ${ref(target)} is cancelled.`, 'quiet'),
  },
);

/** ST-RES-1, steps 1 to 3 of an attack; what needs no answer goes on at once (ST-RES-4, ST-DEF-1, ST-DEF-11, ST-RUL-38). */
export const resolveAttack = (draft: Draft, me: Combatant, slot: SlotNumber, action: Nomination): void => {
  const state = draft.now();
  const plan = planAttack(me, action, state);
  const target = findByName(state, action.target ?? '');
  if (plan === undefined || target === undefined) return;
  const { maneuver, weapon, spell, parts, marks, base } = plan;
  const roll = rollPool({ family: 'trait', name: 'attack', parts, marks }, state.settings, draft.dice);
  const record = findAttackSpell(me, spell);
  const extended = record?.timing === 'extended' ? calculateProgress(me, action, record.goal ?? 1, roll) : undefined;
  const met = countedSuccesses(roll, extended);
  const pending: PendingAttack | undefined =
    met < 1
      ? undefined
      : {
          ...attackInSight(me.name, plan, target.name),
          slot,
          unseen: isFlaggedUnseen(me),
          successes: met,
          later: record !== undefined && record.timing !== 'immediate',
        };
  const asked = isAble(target) ? pending : undefined;
  const { name: who } = me;
  draft.emit(attacked({ who, target: target.name, maneuver, weapon, spell, base, roll, extended, pending: asked }));
  if (pending !== undefined && asked === undefined) finishAttack(draft, pending, 0);
};

/** ST-RES-1, steps 4 to 8, ST-RES-6: net, damage, soak. What is lost is held until the step's group is over. */
export const finishAttack = (draft: Draft, pending: PendingAttack, defense: number): void => {
  const state = draft.now();
  const { attacker, target: name, successes: met, base, netAdds, later, spell, maneuver } = pending;
  const net = netSuccesses(met, defense, state.settings);
  const target = find(state, name);
  const extra = extraDamage(net, netAdds);
  const blow =
    net >= 1 && !later && target !== undefined ? rollDamageAndSoak(target, base, extra, state, draft.dice) : undefined;
  draft.emit(struck({ who: attacker, target: name, attack: met, defense, net, blow }));
  deferWounds(draft, name, blow);
  // ST-RES-2, ST-RES-9.
  if (net >= 1 && later)
    queueEffect(draft, { author: attacker, target: name, what: spell ?? maneuver, damage: { base, extra } });
};
