import { z } from 'zod';
import { refuse } from '../../../core/refusal.ts';
import { oneOf, text } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { order } from '../action.ts';
import { acting } from '../checks.ts';
import { endTest } from '../ending.ts';
import { fallen } from '../falling.ts';
import { minorItems, stances } from '../handling-offers.ts';
import { improvised, majorActions } from '../major-actions.ts';
import { minorActions, minorKinds } from '../minor-actions.ts';
import { hasRiderLevel } from '../mounts.ts';
import { actorIn } from '../offers.ts';
import { recompute } from '../skirmish.ts';
import { mayMinor } from '../turns.ts';

const kindFrom = (kind: unknown) => minorKinds.find((each) => each === kind);

/** SW-ACT-9 and the rules it lists. Mounting without Rider levels costs the Major Action: SW-MOUNT-8. */
export const minor = order({
  summary: 'Take a Minor Action: handle a weapon, stand up, use a feat, end a spell, mount',
  role: 'player',
  params: z.strictObject({
    kind: oneOf('What is done', minorKinds),
    item: text('The weapon, feat, spell or mount; for other: what is done', 200).optional(),
    to: text('The stance: 1H or 2H', 100).optional(),
  }),
  offers: {
    item: (state, call, { kind }) => {
      const unit = actorIn(state, call);
      return unit === undefined ? [] : minorItems(state, unit, kindFrom(kind));
    },
    to: (state, call, { kind, item }) => {
      const unit = actorIn(state, call);
      return unit === undefined || (kind !== 'stance' && kind !== 'equip') ? [] : stances(unit, item);
    },
  },
  asks: ({ kind }) => (kind === undefined ? [] : ['item']),
  resolve: (draft, call, { kind, item, to }) => {
    const state = draft.now();
    const turn = acting(draft, call);
    if (!turn.ok) return turn;
    const unit = turn.value;
    if (kind === 'other') {
      if (!call.gm) return refuse('E_GM_APPROVES');
      const may = mayMinor(draft.now(), unit, true);
      if (!may.ok) return may;
      improvised(draft, unit.id, 'minor', item ?? 'something else');
      return done;
    }
    const asMajor = (kind === 'mount' || kind === 'dismount') && !hasRiderLevel(unit);
    const result = (asMajor ? majorActions[kind] : minorActions[kind])(draft, unit, item ?? '', to);
    if (!result.ok) return result;
    if (kind === 'end-spell') fallen(draft, state);
    if (asMajor || kind === 'end-spell') recompute(draft);
    endTest(draft);
    return done;
  },
});
