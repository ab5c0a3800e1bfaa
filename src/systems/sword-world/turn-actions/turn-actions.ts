import { z } from 'zod';
import { ref, say } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { line } from '../../../rules/lines.ts';
import { oneOf, text } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { endTest } from '../combat-end.ts';
import { hasRiderLevel } from '../derived-values.ts';
import { recompute } from '../skirmishes.ts';
import { event, order, unitOrThingId } from '../state.ts';
import { acting, actorIn, mayMajor, mayMinor, spendMajor } from '../turns.ts';
import { majorItems, majorTo, minorItems, stances } from './choices.ts';
import { majorActions, majorKinds } from './major.ts';
import { minorActions, minorKinds } from './minor.ts';

/** SW-ACT-23, SW-MOUNT-16. What the GM approves. */
export const improvised = event(
  'improvised',
  { unit: unitOrThingId, kind: z.enum(['major', 'minor']), text: z.string() },
  {
    apply: (state) => state,
    tell: ({ unit, text: done }) => line(say`${ref(unit)}: ${done}.`),
  },
);

/** SW-ACT-9 and the rules it lists. Mounting without Rider levels costs the Major Action: SW-MOUNT-8. */
export const minor = order({
  summary: 'Take a Minor Action: handle a weapon, stand up, use a feat, end a spell, mount',
  role: 'player',
  params: z.strictObject({
    kind: oneOf('What is done', minorKinds),
    item: text('The weapon, feat, spell or mount; for other, what you do', 200).optional(),
    to: text('The stance: 1H or 2H', 100).optional(),
  }),
  offers: {
    item: (state, call, { kind }) => {
      const unit = actorIn(state, call);
      return unit === undefined ? [] : minorItems(state, unit, minorKind(kind));
    },
    to: (state, call, { kind, item }) => {
      const unit = actorIn(state, call);
      return unit === undefined || (kind !== 'stance' && kind !== 'equip') ? [] : stances(unit, item);
    },
  },
  asks: ({ kind }) => (kind === undefined ? [] : ['item']),
  resolve: (draft, call, { kind, item, to }) => {
    const turn = acting(draft, call);
    if (!turn.ok) return turn;
    const unit = turn.value;
    if (kind === 'other') {
      if (!call.gm) return refuse('E_GM_APPROVES');
      const may = mayMinor(draft.now(), unit, true);
      if (!may.ok) return may;
      draft.emit({ type: 'improvised', unit: unit.id, kind: 'minor', text: item ?? 'something else' });
      return done;
    }
    const asMajor = (kind === 'mount' || kind === 'dismount') && !hasRiderLevel(unit);
    const result = (asMajor ? majorActions[kind] : minorActions[kind])(draft, unit, item ?? '', to);
    if (!result.ok) return result;
    if (asMajor || kind === 'end-spell') recompute(draft);
    endTest(draft);
    return done;
  },
});

const minorKind = (kind: unknown) => minorKinds.find((each) => each === kind);

/** SW-ACT-8 and the rules it lists. Mounting with Rider levels costs only a Minor Action: SW-MOUNT-8. */
export const major = order({
  summary: 'Take another Major Action: stow, pick up, hand over, accessories, mount',
  role: 'player',
  params: z.strictObject({
    kind: oneOf('What is done', majorKinds),
    item: text('The weapon, accessory or mount; for other, what you do', 200).optional(),
    to: text('Who receives it, or the slot an accessory is put on', 100).optional(),
  }),
  offers: {
    item: (state, call, { kind }) => {
      const unit = actorIn(state, call);
      return unit === undefined ? [] : majorItems(state, unit, majorKind(kind));
    },
    to: (state, call, { kind }) => {
      const unit = actorIn(state, call);
      return unit === undefined ? [] : majorTo(state, unit, majorKind(kind));
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
      draft.emit({ type: 'improvised', unit: unit.id, kind: 'major', text: item ?? 'something else' });
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

const majorKind = (kind: unknown) => majorKinds.find((each) => each === kind);
