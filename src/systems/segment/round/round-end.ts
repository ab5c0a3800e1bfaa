import { z } from 'zod';
import { phrase, ref, say, sentences, sideTerm, term } from '../../../core/message.ts';
import { type Effect, effectSchema, effectsAfterTick } from '../../../rules/effects.ts';
import { type EventOf, line, step, tallyAttack } from '../../../rules/event.ts';
import { describeFall, describeGauge, lifeStateAt, tallyDefeat } from '../damage.ts';
import { silentDeclaration } from '../declaration/close.ts';
import { handsAfterRearming } from '../equipment.ts';
import { ended, freshRoundFields } from '../setup.ts';
import {
  type Combatant,
  combatantSchema,
  type Draft,
  find,
  isAble,
  removeItems,
  roundEvent,
  type State,
  soleRemainingTeam,
} from '../state.ts';
import { isNumberVisible } from '../visibility.ts';

/** A round ended; the next one begins with declarations. SEG-ROUND-6, SEG-ROUND-7. */
export const roundEnded = roundEvent('round-ended', {
  facts: {
    round: z.int(),
    bled: z.array(z.strictObject({ who: z.string(), amount: z.int(), hp: z.int(), life: combatantSchema.shape.life })),
    rearmed: z.array(z.strictObject({ who: z.string(), hand: z.string().optional(), offHand: z.string().optional() })),
    pickedUp: z.array(z.strictObject({ who: z.string(), weapon: z.string() })),
    effects: z.array(effectSchema),
    lapsed: z.array(z.strictObject({ who: z.string(), name: z.string() })),
    teamLeft: z.string().optional(),
  },
  apply: (state, event) => ({
    ...state,
    round: state.round + 1,
    phase: 'declare',
    clock: undefined,
    ambushRound: false,
    ambushers: [],
    surprises: [],
    freeRulings: [],
    effects: event.effects,
    teamLeft: event.teamLeft,
    combatants: state.combatants.map((each) => {
      const bled = event.bled.find(({ who }) => who === each.id);
      const arms = event.rearmed.find(({ who }) => who === each.id);
      const picked = event.pickedUp.filter(({ who }) => who === each.id).map(({ weapon }) => weapon);
      const life = bled?.life ?? each.life;
      const carried = life === 'up' ? each.carried : undefined;
      const bleeds = bled !== undefined && bled.amount > 0;
      return {
        ...each,
        ...freshRoundFields,
        hp: bled?.hp ?? each.hp,
        life,
        // SEG-STUN-5.
        stunned: false,
        hand: arms === undefined ? (picked[0] ?? each.hand) : arms.hand,
        offHand: arms === undefined ? each.offHand : arms.offHand,
        atFeet: removeItems(each.atFeet, picked),
        ambushLevel: undefined,
        unseen: state.settings.unseenCheck === 'battle' ? each.unseen : {},
        carried,
        aimCarried: bleeds || (each.aimCarried?.round ?? 0) < state.round ? undefined : each.aimCarried,
        // SEG-CAST-6.
        declaration:
          carried?.spell === undefined
            ? undefined
            : {
                ...silentDeclaration,
                main: 'cast',
                spell: carried.spell,
                target: carried.target,
                carried: true,
              },
      };
    }),
  }),
  beginsRound: true,
  tallies: ({ bled }, before, after) =>
    bled.flatMap(({ who, amount }) => [
      ...tallyAttack(undefined, who, undefined, amount),
      ...tallyDefeat(before, after, who),
    ]),
  narrate: ({ bled, pickedUp, lapsed, round, teamLeft }, { before, after, reader }) => [
    ...bled.flatMap(({ who, amount, hp, life }) => {
      // The wounds of those who are down are no news.
      if (life !== 'up' && find(before, who)?.life === life) return [];
      const gauge = reader.gauge(who, 'HP', hp, find(after, who)?.sheet.maxHp ?? 1);
      const isVisible = isNumberVisible(reader, who, 'hp');
      const bleeds = isVisible ? say`${ref(who)} bleeds ${amount} HP.` : say`${ref(who)} bleeds.`;
      const left = gauge && (life === 'up' || isVisible) && describeGauge(who, gauge);
      return line(sentences(bleeds, describeFall(who, life), left), 'bad', [
        [step('SEG-PEN-4', 'bleeding ignores protection')],
      ]);
    }),
    ...pickedUp.map(({ who, weapon }) => line(say`${ref(who)} holds the ${term(weapon)} again.`, 'quiet')),
    ...lapsed.map((effect) => ({
      ...line(say`${effect.name} on ${ref(effect.who)} is over.`, 'quiet'),
      endedEffects: [effect],
    })),
    line(phrase`Round ${round} is over. Round ${round + 1}: declare.`, 'quiet'),
    ...(teamLeft !== undefined && after.combatants.some(({ id, life }) => life === 'up' && reader.canSee(id))
      ? [
          line(phrase`Only ${sideTerm(teamLeft)} can still fight; the GM may end the battle.`, 'plain', [
            [step('SEG-ROUND-7', 'one team remains')],
          ]),
        ]
      : []),
  ],
});

/** Hit points lost by bleeding at the end of this round. SEG-PEN-4, SEG-RUL-88. */
const bleedingDamage = ({ settings, round }: State, { stuck }: Combatant): number =>
  stuck
    .filter((missile) => settings.bleedFirstRound || missile.round < round)
    .reduce((sum, { bleed }) => sum + bleed, 0);

/** The weapons in hand after drawing and sheathing at the end of the round. Empty if nothing changes. SEG-DRAW-2. */
const findRearmedAtEnd = (who: Combatant) => {
  const declared = who.declaration;
  if (declared === undefined || who.rearmed || !isAble(who) || who.actionsLost !== undefined) return [];
  const { draw, sheathe } = declared.options;
  return draw.length + sheathe.length === 0 ? [] : [{ who: who.id, ...handsAfterRearming(who, declared.options) }];
};

/** The weapon picked up by the end of the round. Empty if none, or if an attack already used it. SEG-PICK-3. */
const findPickedUpAtEnd = (who: Combatant) => {
  const weapon = who.declaration?.main === 'pick-up' ? who.declaration.weapon : undefined;
  const isPickedUp = (who.pickDegree ?? 5) <= 4 && !who.rearmed && isAble(who);
  return weapon !== undefined && isPickedUp ? [{ who: who.id, weapon }] : [];
};

/** Shortens every effect at the end of the round, because this rulebook has no turns. */
const tickEffects = ({ effects, combatants }: State) => {
  let left: readonly Effect[] = effects;
  const ended: Effect[] = [];
  for (const of of [undefined, ...combatants.map(({ id }) => id)])
    for (const at of ['end', 'start'] as const) {
      const counted = effectsAfterTick(left, at, of);
      left = counted.left;
      ended.push(...counted.ended);
    }
  return { left, ended };
};

/** Ends the round and, with `autoEnd`, the battle if at most one team is left. SEG-ROUND-6, SEG-ROUND-7. */
export const endRound = (draft: Draft): void => {
  const state = draft.now();
  const bled = state.combatants.flatMap((who): EventOf<typeof roundEnded>['bled'] => {
    const bleeds = who.life === 'up' || (who.life === 'down' && state.settings.fallenBleed);
    const amount = bleeds ? bleedingDamage(state, who) : 0;
    if (amount === 0) return [];
    const hp = who.hp - amount;
    return [{ who: who.id, amount, hp, life: lifeStateAt(state, hp, who.life) }];
  });
  const { left, ended: lapsed } = tickEffects(state);
  const after = {
    ...state,
    combatants: state.combatants.map((each) => ({
      ...each,
      life: bled.find(({ who }) => who === each.id)?.life ?? each.life,
    })),
  };
  const team = soleRemainingTeam(after);
  draft.emit(
    roundEnded({
      round: state.round,
      bled,
      rearmed: state.combatants.flatMap(findRearmedAtEnd),
      pickedUp: state.combatants.flatMap(findPickedUpAtEnd),
      effects: left.map((effect) => ({ ...effect })),
      lapsed: lapsed.map(({ who, name }) => ({ who, name })),
      teamLeft: team,
    }),
  );
  const allDown = after.combatants.every(({ life }) => life !== 'up');
  if (state.settings.autoEnd && (team !== undefined || allDown))
    draft.emit(
      ended({
        reason: team === undefined ? 'no one is standing' : 'one team remains',
        winner: team,
      }),
    );
};
