import { z } from 'zod';
import { refuse } from '../../../core/refusal.ts';
import { oneOf, text } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { order } from '../action.ts';
import { acting } from '../checks.ts';
import { endTest } from '../ending.ts';
import { majorItems, majorTo } from '../handling-offers.ts';
import { improvised, majorActions, majorKinds } from '../major-actions.ts';
import { minorActions } from '../minor-actions.ts';
import { hasRiderLevel } from '../mounts.ts';
import { actorIn } from '../offers.ts';
import { recompute } from '../skirmish.ts';
import { mayMajor, spendMajor } from '../turns.ts';

const kindFrom = (kind: unknown) => majorKinds.find((each) => each === kind);

/** SW-ACT-8 and the rules it lists. Mounting with Rider levels costs only a Minor Action: SW-MOUNT-8. */
export const major = order({
  summary: 'Take another Major Action: stow, pick up, hand over, accessories, mount',
  role: 'player',
  params: z.strictObject({
    kind: oneOf('What is done', majorKinds),
    item: text('The weapon, accessory or mount; for other: what is done', 200).optional(),
    to: text('Who receives it, or the slot an accessory is put on', 100).optional(),
  }),
  offers: {
    item: (state, call, { kind }) => {
      const unit = actorIn(state, call);
      return unit === undefined ? [] : majorItems(state, unit, kindFrom(kind));
    },
    to: (state, call, { kind }) => {
      const unit = actorIn(state, call);
      return unit === undefined ? [] : majorTo(state, unit, kindFrom(kind));
    },
  },
  asks: ({ kind }) => (kind === undefined ? [] : ['item']),
  resolve: (draft, call, { kind, item, to }) => {
    const turn = acting(draft, call);
    if (!turn.ok) return turn;
    const unit = turn.value;
    if (kind === 'other') {
      if (!call.gm) return refuse('E_GM_APPROVES');
      const may = mayMajor(draft.now(), unit, unit.id);
      if (!may.ok) return may;
      spendMajor(draft, unit.id, unit.id);
      improvised(draft, unit.id, 'major', item ?? 'something else');
    } else {
      const asMinor = (kind === 'mount' || kind === 'dismount') && hasRiderLevel(unit);
      const result = (asMinor ? minorActions[kind] : majorActions[kind])(draft, unit, item ?? '', to);
      if (!result.ok) return result;
    }
    recompute(draft);
    endTest(draft);
    return done;
  },
});
