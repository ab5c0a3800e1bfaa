import { z } from 'zod';
import { phrase, ref, say, type Text } from '../../core/message.ts';
import { line, type SumRow, step } from '../../rules/event.ts';
import type { Reader } from '../../rules/reader.ts';
import { attackTallies, damageRollSchema, damageRows, rollDamageAndSoak, withoutSoakModifiers } from './damage.ts';
import type { RolledPool } from './pools.ts';
import { applyDeferredEffects } from './simultaneous.ts';
import {
  type Combatant,
  type DeferredEffect,
  type Draft,
  event,
  extendedActionSchema,
  findByName,
  type Nomination,
  type QueuedEffect,
  queuedEffectSchema,
} from './state.ts';
import { isNumberVisible } from './visibility.ts';
import { describeLoss } from './wounds.ts';

/** ST-RES-10: what an extended action has gathered. */
export const extendedProgressSchema = z.strictObject({ ...extendedActionSchema.shape, completed: z.boolean() });
export type ExtendedProgress = z.output<typeof extendedProgressSchema>;

/** ST-RES-10, ST-RUL-52: what a roll does to an extended action. */
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

/** Successes that meet the defense or opposition: ST-RES-10 counts 1 and the surplus over the goal. */
export const countedSuccesses = (roll: RolledPool, extended: ExtendedProgress | undefined): number =>
  extended === undefined ? roll.successes : extended.completed ? extended.progress - extended.goal + 1 : 0;

/** What is under way after a roll. */
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

/** ST-RES-9, ST-RUL-51. */
export const effectQueued = event(
  'queued',
  { entry: queuedEffectSchema },
  {
    apply: (state, { entry }) => ({ ...state, endOfTurnQueue: [...state.endOfTurnQueue, entry] }),
    narrate: () => undefined,
  },
);

export const endReached = event(
  'end-reached',
  {},
  { apply: (state) => ({ ...state, stage: 'END' }), narrate: () => undefined },
);

/** ST-RES-11. */
export const tookEffect = event(
  'took-effect',
  { entry: queuedEffectSchema, blow: damageRollSchema.optional() },
  {
    apply: (state, { entry, blow }) => withoutSoakModifiers(state, entry.target, blow?.soak),
    narrate: ({ entry: { author, target, what }, blow }, { reader }) => {
      if (!reader.canSee(author) && (target === undefined || !reader.canSee(target))) return undefined;
      const whom: Text = target === undefined ? '' : reader.canSee(target) ? say` at ${ref(target)}` : ' at someone';
      const result =
        blow === undefined || target === undefined ? 'it takes effect' : describeLoss(blow.healthLost, target, reader);
      return line(
        say`${reader.canSee(author) ? what : 'Something'}${whom}: ${result}.`,
        blow && blow.healthLost > 0 ? 'bad' : 'plain',
        [
          [step('ST-RES-11', 'end of the turn')],
          ...(blow && target !== undefined ? damageRows(blow, author, target, reader) : []),
        ],
      );
    },
    tallies: ({ entry: { author, target }, blow }) =>
      target === undefined || blow === undefined ? [] : attackTallies(author, target, true, blow),
    actors: ({ entry, blow }) => (blow === undefined ? [] : [entry.author]),
  },
);

/** ST-RES-9, ST-RES-11: what waits for END, together with what its own group queued. */
export const queueEffect = ({ now, emit }: Draft, entry: Omit<QueuedEffect, 'batch'>): void =>
  emit(effectQueued({ entry: { ...entry, batch: now().batch } }));

const batches = (waiting: readonly QueuedEffect[]): readonly (readonly QueuedEffect[])[] =>
  [...new Set(waiting.map(({ batch }) => batch))].map((batch) => waiting.filter((entry) => entry.batch === batch));

/** One entry of the queue, and the wound that it brings. It happens though its author has fallen; the dead are skipped. */
const applyQueuedEffect = ({ now, emit, dice }: Draft, entry: QueuedEffect): readonly DeferredEffect[] => {
  const state = now();
  const target = findByName(state, entry.target ?? '');
  if (entry.target !== undefined && (target === undefined || target.life === 'dead')) return [];
  if (entry.damage === undefined || target === undefined) {
    emit(tookEffect({ entry }));
    return [];
  }
  const blow = rollDamageAndSoak(target, entry.damage.base, entry.damage.extra, state, dice);
  emit(tookEffect({ entry, blow }));
  const { healthLost, dazes } = blow;
  return healthLost > 0 || dazes ? [{ kind: 'wound', target: target.name, healthLost, dazes }] : [];
};

/** ST-RES-11, ST-RUL-53: in the order it was queued, each group of it together. */
export const takeQueuedEffects = (draft: Draft): void => {
  for (const batch of batches(draft.now().endOfTurnQueue)) {
    const held = batch.flatMap((entry) => applyQueuedEffect(draft, entry));
    applyDeferredEffects(draft, held, 'end');
  }
};
