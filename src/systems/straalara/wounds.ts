import { z } from 'zod';
import { count, formatSigned, phrase, ref, say, type Text } from '../../core/message.ts';
import {
  createTally,
  type EventContext,
  line,
  type SumRow,
  step,
  tallyAttack,
  type UnresolvedLine,
} from '../../rules/event.ts';
import type { Gauge, Reader } from '../../rules/reader.ts';
import { diceNoun } from './pools.ts';
import type { Settings } from './settings.ts';
import { type Combatant, combatantId, event, find, isAble, type State, update } from './state.ts';
import { isNumberVisible, isSoakVisible } from './visibility.ts';

/** ST-WOUND-2, ST-RUL-44: the name of the level. */
export const healthLevelOf = ({ lost }: Combatant, { healthTrack }: Settings): string =>
  lost === 0 ? 'Unhurt' : (healthTrack[lost - 1]?.level ?? 'Incapacitated');

/** ST-WOUND-2, ST-WOUND-3, ST-WOUND-4: dice lost at the current level; none for who cannot act. */
export const woundPenalty = ({ life, lost }: Combatant, { healthTrack }: Settings): number | undefined =>
  life !== 'up' ? undefined : lost === 0 ? 0 : (healthTrack[lost - 1]?.penalty ?? 0);

/** ST-WOUND-4, ST-RUL-29: what wounds take from attack, defense, action and oppose pools. */
export const poolPenalty = (me: Combatant, settings: Settings): number =>
  settings.woundsReducePools ? (woundPenalty(me, settings) ?? 0) : 0;

/** The health levels that are left, as this reader may see them. */
export const healthGauge = (me: Combatant, { settings }: State, reader: Reader): Gauge | undefined => {
  const most = settings.healthTrack.length;
  return reader.gauge(me.name, 'Health', most - me.lost, most);
};

/** The level as this reader may know it: `Hurt (−1 die)`, a word, or nothing. */
export const describeHealth = (me: Combatant, state: State, reader: Reader): string | undefined => {
  const { settings } = state;
  if (me.life !== 'up') return me.life;
  if (isNumberVisible(reader, me.name, 'health')) {
    const penalty = woundPenalty(me, settings) ?? 0;
    return penalty === 0
      ? healthLevelOf(me, settings)
      : phrase`${healthLevelOf(me, settings)} (${formatSigned(-penalty)} ${diceNoun(penalty)})`;
  }
  return healthGauge(me, state, reader)?.text;
};

/** What a blow cost, as far as the reader is told the target’s numbers. */
export const describeLoss = (healthLost: number, target: string, reader: Reader): Text => {
  if (healthLost === 0) return 'no damage';
  return isNumberVisible(reader, target, 'health') ? say`${count(healthLost, 'level')} lost` : 'a wound';
};

/** ST-WOUND-5, ST-STANCE-12: what falling ends. The life is set by the caller. */
const withoutTurn = (me: Combatant): Combatant => ({
  ...me,
  stance: 'none',
  dazed: false,
  dazeEnds: false,
  extended: undefined,
  actions: [
    me.actions[0].status === 'nominated' ? { status: 'lost', as: me.actions[0].as } : me.actions[0],
    me.actions[1].status === 'nominated' ? { status: 'lost', as: me.actions[1].as } : me.actions[1],
  ],
});

/** ST-WOUND-5: whoever is no longer able has no steps left. */
export const withoutFallenSteps = (state: State): State => {
  const up = new Set(state.combatants.flatMap((each) => (isAble(each) ? [each.name] : [])));
  return state.steps.every(({ combatant, over }) => over || up.has(combatant))
    ? state
    : { ...state, steps: state.steps.filter(({ combatant, over }) => over || up.has(combatant)) };
};

/** ST-WOUND-1, ST-WOUND-5, ST-WOUND-6, ST-WOUND-7, ST-RUL-45, ST-DAZE-4: the combatant after losing that many levels at once. */
const applyLoss = (me: Combatant, healthLost: number, dazes: boolean, settings: Settings): Combatant => {
  const most = settings.healthTrack.length;
  const lost = Math.min(most, me.lost + healthLost);
  const overflow = me.overflow + me.lost + healthLost - lost;
  const after = { ...me, lost, overflow };
  if (me.life === 'dead' || lost < most) return me.life === 'up' && dazes ? { ...after, dazed: true } : after;
  const dies = settings.death === 'overflow' && overflow >= 1 && healthLost >= 1;
  return { ...withoutTurn(after), life: dies ? 'dead' : 'incapacitated' };
};

/** ST-RUL-4: up again, acting from the next turn on. */
const standUp = (me: Combatant, stage: State['stage']): Combatant => ({
  ...me,
  life: 'up',
  stance: 'none',
  ...(stage === 'INITIATIVE' ? {} : { rating: undefined, score: undefined }),
});

/** ST-GM-3: overflow falls first, then levels; who stands up again has no stance and, but in INITIATIVE, no score. */
export const withHealing = (me: Combatant, levels: number, { settings, stage }: State): Combatant => {
  const overflow = Math.max(0, me.overflow - levels);
  const lost = Math.max(0, me.lost - (levels - (me.overflow - overflow)));
  const better = { ...me, overflow, lost };
  return me.life === 'incapacitated' && lost < settings.healthTrack.length ? standUp(better, stage) : better;
};

/** ST-GM-4. */
export const withLife = (me: Combatant, life: Combatant['life'], { settings, stage }: State): Combatant => {
  const most = settings.healthTrack.length;
  if (life !== 'up') return { ...withoutTurn(me), life, lost: most };
  const alive = me.lost >= most ? { ...me, lost: most - 1, overflow: 0 } : me;
  return me.life === 'up' ? alive : standUp(alive, stage);
};

/** Levels put right by hand: life follows them, as damage or healing would have it. */
export const withLifeMatchingLevels = (me: Combatant, { settings, stage }: State): Combatant => {
  const full = me.lost >= settings.healthTrack.length;
  if (!full) return me.life === 'incapacitated' ? standUp({ ...me, overflow: 0 }, stage) : { ...me, overflow: 0 };
  if (me.life === 'dead') return me;
  return { ...withoutTurn(me), life: settings.death === 'overflow' && me.overflow >= 1 ? 'dead' : 'incapacitated' };
};

/** ST-RUL-57: the side that alone can act, as this reader may know it, where all the able have one. */
const lastSide = ({ combatants }: State, reader: Reader): string | undefined => {
  const seen = combatants.filter((each) => reader.canSee(each.name));
  const sides = new Set(seen.filter(isAble).map(({ side }) => side));
  const all = new Set(seen.map(({ side }) => side));
  const [side] = sides;
  return sides.size === 1 && all.size > 1 ? side : undefined;
};

/** ST-RUL-57. True to everybody, whoever else may be there. */
export const describeLastSide = (state: State, reader: Reader): string | undefined => {
  const side = lastSide(state, reader);
  return side && phrase`Of those you can see, only ${side} can still act; the GM may end the combat.`;
};

/** ST-RUL-57: told once, when it comes to that. */
export const lastSideLines = ({ before, after, reader }: EventContext<State>): readonly UnresolvedLine[] => {
  const says = describeLastSide(after, reader);
  return says === undefined || describeLastSide(before, reader) === says
    ? []
    : [line(says, 'plain', [[step('ST-RUL-57', 'the GM decides')]])];
};

const woundRows = (
  was: Combatant,
  me: Combatant,
  healthLost: number,
  dazed: boolean,
  reader: Reader,
): readonly SumRow<Text>[] => [
  ...(isNumberVisible(reader, me.name, 'health')
    ? [
        [
          step('ST-WOUND-1', phrase`${was.lost} + ${healthLost} = ${was.lost + healthLost} levels lost`),
          ...(me.overflow > was.overflow ? [step('ST-WOUND-6', phrase`${me.overflow} past the last level`)] : []),
        ],
      ]
    : []),
  ...(dazed && isSoakVisible(reader, me.name)
    ? [[step('ST-DAZE-1', phrase`damage above stamina ${me.sheet.attributes.stamina}: dazed`)]]
    : []),
];

/** ST-WOUND-1. */
export const wounded = event(
  'wounded',
  {
    who: combatantId,
    healthLost: z.int().min(0),
    dazed: z.boolean(),
    cause: z.enum(['attack', 'action', 'end', 'botch', 'gm']),
  },
  {
    apply: (state, { who, healthLost, dazed }) =>
      withoutFallenSteps(update(state, who, (me) => applyLoss(me, healthLost, dazed, state.settings))),
    narrate: ({ who, healthLost, cause }, moment) => {
      const { before, after, reader } = moment;
      const [was, me] = [find(before, who), find(after, who)];
      if (was === undefined || me === undefined || !reader.canSee(who)) return [];
      const health = describeHealth(me, after, reader);
      const state =
        me.life === was.life ? (health === undefined ? 'is hurt' : say`is now ${health}`) : say`is ${me.life}`;
      const dazed = me.dazed && !was.dazed;
      const by = cause === 'gm' ? ' by the GM’s ruling' : '';
      return [
        line(
          say`${ref(who)} ${state}${dazed ? ' and dazed' : ''}${by}.`,
          'bad',
          woundRows(was, me, healthLost, dazed, reader),
        ),
        ...lastSideLines(moment),
      ];
    },
    tallies: ({ who, healthLost }, before, after) => {
      const stands = (state: State): boolean => state.combatants.some((each) => each.name === who && isAble(each));
      return [
        ...tallyAttack(undefined, who, undefined, healthLost),
        ...(stands(before) && !stands(after) ? [createTally(who, 'felled')] : []),
      ];
    },
  },
);
