import { z } from 'zod';
import { listing, phrase, ref, say, type Text, term } from '../../core/message.ts';
import { type EventOf, line, type SumRow, step } from '../../rules/event.ts';
import type { Reader } from '../../rules/reader.ts';
import { applyOwnSpell, findOwnSpell } from './maneuvers.ts';
import type { RolledPool } from './pools.ts';
import type { Settings } from './settings.ts';
import { defenseNames, maneuvers } from './sheet.ts';
import {
  type Combatant,
  combatantId,
  type DeferredEffect,
  type Draft,
  deferredEffectSchema,
  event,
  extendedActionSchema,
  find,
  findByName,
  groupMemberSchema,
  isAble,
  type Nomination,
  type QueuedEffect,
  queuedEffectSchema,
  type State,
  type TurnStep,
  update,
  updateWeapon,
} from './state.ts';
import { isNumberVisible } from './visibility.ts';
import {
  attackTallies,
  type DamageRoll,
  damaged,
  damageRollSchema,
  damageRows,
  describeLoss,
  rollDamageAndSoak,
  withoutSoakModifiers,
} from './wounds.ts';

/** True if two steps of the acting order happen at the same time. ST-SIM-1, ST-INIT-7. */
export const areSimultaneous = (a: TurnStep, b: TurnStep, { secondActions }: Settings): boolean =>
  a.value === b.value &&
  a.rating === b.rating &&
  a.late === b.late &&
  (secondActions === 'count' || a.slot === b.slot) &&
  a.combatant !== b.combatant;

/** The next unfinished step and all steps that happen with it, in roster order. Empty if every step is over. */
export const nextStepGroup = (state: State): readonly TurnStep[] => {
  const [head, ...rest] = state.steps.filter(({ over }) => !over);
  if (head === undefined) return [];
  const end = rest.findIndex((each) => !areSimultaneous(head, each, state.settings));
  return [head, ...(end === -1 ? rest : rest.slice(0, end))];
};

/** Unfinished steps of the simultaneous group that acts now; the first one listed is next. ST-SIM-2. */
export const openGroupSteps = ({ open, steps }: State): readonly TurnStep[] =>
  (open?.members ?? []).flatMap(({ combatant, slot }) =>
    steps.filter((each) => each.combatant === combatant && each.slot === slot && !each.over),
  );

/** The step that acts now. While second actions are nominated: the step that acts next. */
export const currentStep = (state: State): TurnStep | undefined => openGroupSteps(state)[0] ?? nextStepGroup(state)[0];

/** A group of simultaneous steps began. ST-SIM-1. */
export const stepGroupOpened = event('step-opened', {
  facts: { members: z.array(groupMemberSchema) },
  apply: (state, { members }) => ({ ...state, batch: state.batch + 1, open: { members, held: [] } }),
  narrate: ({ members }, { reader }) => {
    const seen = members.filter(({ combatant }) => reader.canSee(combatant)).map(({ combatant }) => ref(combatant));
    return seen.length < 2
      ? undefined
      : line(say`${listing(seen)} act simultaneously.`, 'plain', [[step('ST-SIM-1', 'equal score and rating')]]);
  },
});

/** A wound or weapon change waits until all simultaneous actions are over. ST-SIM-3, ST-SIM-4. */
export const effectDeferred = event('effect-deferred', {
  facts: { what: deferredEffectSchema },
  apply: (state, { what }) =>
    state.open === undefined ? state : { ...state, open: { ...state.open, held: [...state.open.held, what] } },
});

export const stepGroupClosed = event('step-closed', {
  facts: {},
  apply: (state) => ({ ...state, open: undefined }),
});

/** Delays a wound until all combatants that act simultaneously have acted. ST-SIM-4. */
export const deferWounds = ({ emit }: Draft, target: string, damage: DamageRoll | undefined): void => {
  if (damage !== undefined && (damage.healthLost > 0 || damage.dazes))
    emit(effectDeferred({ what: { kind: 'wound', target, healthLost: damage.healthLost, dazes: damage.dazes } }));
};

/** Delays what the table’s own content adds to a spell until all simultaneous combatants have acted. ST-SIM-4. */
export const deferSpell = ({ now, emit }: Draft, who: string, spell: string, target: string): void => {
  if (findOwnSpell(now(), who, spell)) emit(effectDeferred({ what: { kind: 'spell', who, spell, target } }));
};

/** Applies simultaneous effects. Lost levels add up; each attack dazes on its own. ST-SIM-4, ST-SIM-5, ST-RUL-54. */
export const applyDeferredEffects = (
  draft: Draft,
  held: readonly DeferredEffect[],
  cause: EventOf<typeof damaged>['cause'],
): void => {
  const { now, emit } = draft;
  const wounds = Map.groupBy(
    held.filter((each) => each.kind === 'wound'),
    ({ target }) => target,
  );
  const able = now().combatants.flatMap((each) => (isAble(each) ? [each.id] : []));
  for (const [n, [target, all]] of [...wounds].entries()) {
    const damage = all.reduce((sum, each) => sum + each.healthLost, 0);
    const together = wounds.size > 1 && { able: n === wounds.size - 1 ? able : [] };
    const dazed = all.some(({ dazes }) => dazes);
    if (find(now(), target)) emit(damaged({ target, damage, dazed, cause, ...together }));
  }
  for (const each of held)
    if (each.kind === 'spell') applyOwnSpell(draft, each.who, each.spell, each.target);
    else if (each.kind === 'ready' && find(now(), each.who))
      emit(readied({ who: each.who, weapon: each.weapon, ready: each.ready }));
};

/** A combatant drew or stowed a weapon. ST-ACT-5. */
export const readied = event('readied', {
  facts: { who: combatantId, weapon: z.string(), ready: z.boolean() },
  apply: (state, { who, weapon, ready }) => update(state, who, (me) => updateWeapon(me, weapon, { ready })),
  narrate: ({ who, weapon, ready }) =>
    line(ready ? say`${ref(who)} readies the ${term(weapon)}.` : say`${ref(who)} stows the ${term(weapon)}.`),
});

/** An extended action after a roll, with its progress toward the goal. ST-RES-10. */
export const extendedProgressSchema = z.strictObject({ ...extendedActionSchema.shape, completed: z.boolean() });
type ExtendedProgress = z.output<typeof extendedProgressSchema>;

/** Calculates the progress of an extended action after a roll; a botch loses all progress. ST-RES-10, ST-RUL-52. */
export const calculateProgress = (
  me: Combatant,
  action: Nomination,
  goal: number,
  roll: RolledPool,
): ExtendedProgress => {
  if (roll.outcome === 'botch') return { action, progress: 0, goal, completed: false };
  const progress = (me.extended?.progress ?? 0) + roll.successes;
  return { action, progress, goal, completed: progress >= goal };
};

/** Successes that meet the defense. A finished extended action has 1, plus its surplus over the goal. ST-RES-10. */
export const successesAgainstDefense = (roll: RolledPool, extended: ExtendedProgress | undefined): number =>
  extended === undefined ? roll.successes : extended.completed ? extended.progress - extended.goal + 1 : 0;

/** The combatant’s extended action after a roll. Undefined if the action is completed or botched. */
export const extendedActionAfter = (
  me: Combatant,
  roll: RolledPool,
  extended: ExtendedProgress | undefined,
): Combatant['extended'] => {
  if (extended === undefined) return me.extended;
  if (extended.completed || roll.outcome === 'botch') return undefined;
  return { action: extended.action, progress: extended.progress, goal: extended.goal };
};

export const progressRows = (
  who: string,
  { outcome }: RolledPool,
  extended: ExtendedProgress | undefined,
  reader: Reader,
): readonly SumRow[] =>
  extended === undefined || !isNumberVisible(reader, who, 'progress')
    ? []
    : [
        [
          step(
            'ST-RES-10',
            outcome === 'botch'
              ? 'botch: all progress is lost'
              : phrase`gathered ${extended.progress} of ${extended.goal}`,
          ),
        ],
      ];

/** The name of an act without one. */
export const unnamedAct = 'the action';
const knownActs: readonly string[] = [...maneuvers, ...defenseNames, unnamedAct];

/** The name of an act, spell or maneuver. Names from sheets and players are not translated. */
export const actText = (what: string): Text => (knownActs.includes(what) ? term(what) : what);

/** An effect waits for the end of the turn. ST-RES-9, ST-RUL-51. */
export const effectQueued = event('effect-queued', {
  facts: { entry: queuedEffectSchema },
  apply: (state, { entry }) => ({ ...state, endOfTurnQueue: [...state.endOfTurnQueue, entry] }),
});

export const endReached = event('end-reached', {
  facts: {},
  apply: (state) => ({ ...state, stage: 'END' }),
});

/** A delayed effect happened at the end of the turn. ST-RES-11. */
export const tookEffect = event('took-effect', {
  facts: { entry: queuedEffectSchema, damage: damageRollSchema.optional() },
  apply: (state, { entry, damage }) => withoutSoakModifiers(state, entry.target, damage?.soak),
  narrate: ({ entry: { author, target, what }, damage }, { reader }) => {
    if (!reader.canSee(author) && (target === undefined || !reader.canSee(target))) return undefined;
    const act = reader.canSee(author) ? actText(what) : term('Something');
    const aim = target === undefined || reader.canSee(target) ? target && ref(target) : term('someone');
    const result =
      damage && target !== undefined ? describeLoss(damage.healthLost, target, reader) : term('it takes effect');
    return line(
      aim === undefined ? say`${act}: ${result}.` : say`${act} at ${aim}: ${result}.`,
      damage && damage.healthLost > 0 ? 'bad' : 'plain',
      [
        [step('ST-RES-11', 'end of the turn')],
        ...(damage && target !== undefined ? damageRows(damage, author, target, reader) : []),
      ],
    );
  },
  tallies: ({ entry: { author, target }, damage }) =>
    target === undefined || damage === undefined ? [] : attackTallies(author, target, true, damage),
  actors: ({ entry, damage }) => (damage === undefined ? [] : [entry.author]),
});

/** Delays an effect to the end of the turn. ST-RES-9, ST-RES-11. */
export const queueEffect = ({ now, emit }: Draft, entry: Omit<QueuedEffect, 'batch'>): void =>
  emit(effectQueued({ entry: { ...entry, batch: now().batch } }));

/** Applies a delayed effect, even if its author is down, and returns the wound. Does nothing to dead targets. */
const applyQueuedEffect = ({ now, emit, dice }: Draft, entry: QueuedEffect): readonly DeferredEffect[] => {
  const state = now();
  const target = findByName(state, entry.target ?? '');
  if (entry.target !== undefined && (target === undefined || target.life === 'dead')) return [];
  const { author: who, what: spell } = entry;
  const own: readonly DeferredEffect[] = entry.spell ? [{ kind: 'spell', who, spell, target: target?.id ?? who }] : [];
  if (entry.damage === undefined || target === undefined) {
    emit(tookEffect({ entry }));
    return own;
  }
  const damage = rollDamageAndSoak(target, entry.damage.base, entry.damage.extra, state, dice);
  emit(tookEffect({ entry, damage }));
  const { healthLost, dazes } = damage;
  return healthLost > 0 || dazes ? [{ kind: 'wound', target: target.id, healthLost, dazes }, ...own] : own;
};

/** Applies the delayed effects in order; effects of one simultaneous group apply together. ST-RES-11, ST-RUL-53. */
export const applyEffectsAtTurnEnd = (draft: Draft): void => {
  for (const batch of Map.groupBy(draft.now().endOfTurnQueue, (entry) => entry.batch).values()) {
    const held = batch.flatMap((entry) => applyQueuedEffect(draft, entry));
    applyDeferredEffects(draft, held, 'end');
  }
};
