import { z } from 'zod';
import { ref, say } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { line } from '../../../rules/lines.ts';
import { oneOfParam, textParam } from '../../../rules/params.ts';
import { doneVerdict } from '../../../rules/verb.ts';
import { endIfDecided } from '../combat-end.ts';
import { hasRiderLevel } from '../derived-values.ts';
import { recomputeSkirmishes } from '../skirmishes.ts';
import { event, order, unitOrThingId } from '../state.ts';
import {
  findCommandedInTurn,
  requireActingUnit,
  requireMajorAction,
  requireMinorAction,
  spendMajorAction,
} from '../turns.ts';
import { offerMajorItems, offerMajorTargets, offerMinorItems, offerStances } from './choices.ts';
import { majorActions, majorKinds } from './major.ts';
import { minorActions, minorKinds } from './minor.ts';

/** SW-ACT-23, SW-MOUNT-16. What the GM approves. */
export const improvised = event(
  'improvised',
  { unit: unitOrThingId, kind: z.enum(['major', 'minor']), text: z.string() },
  { apply: (state) => state, narrate: ({ unit, text: done }) => line(say`${ref(unit)}: ${done}.`) },
);

/** SW-ACT-9 and the rules it lists. Mounting without Rider levels costs the Major Action: SW-MOUNT-8. */
export const minor = order({
  summary: 'Take a Minor Action: handle a weapon, stand up, use a feat, end a spell, mount',
  role: 'player',
  params: z.strictObject({
    kind: oneOfParam('What to do', minorKinds),
    item: textParam('The weapon, feat, spell or mount; for the kind other: what the unit does', 200).optional(),
    to: textParam('The stance: 1H or 2H', 100).optional(),
  }),
  offers: {
    item: (state, call, { kind }) => {
      const unit = findCommandedInTurn(state, call);
      return unit === undefined ? [] : offerMinorItems(state, unit, minorKind(kind));
    },
    to: (state, call, { kind, item }) => {
      const unit = findCommandedInTurn(state, call);
      return unit === undefined || (kind !== 'stance' && kind !== 'equip') ? [] : offerStances(unit, item);
    },
  },
  promptFor: ({ kind }) => (kind === undefined ? [] : ['item']),
  resolve: (draft, call, { kind, item, to }) => {
    const turn = requireActingUnit(draft, call);
    if (!turn.ok) return turn;
    const unit = turn.value;
    if (kind === 'other') {
      if (!call.gm) return refuse('E_GM_APPROVES');
      const may = requireMinorAction(draft.now(), unit, true);
      if (!may.ok) return may;
      draft.emit(improvised({ unit: unit.id, kind: 'minor', text: item ?? 'something else' }));
      return doneVerdict;
    }
    const asMajor = (kind === 'mount' || kind === 'dismount') && !hasRiderLevel(unit);
    const result = (asMajor ? majorActions[kind] : minorActions[kind])(draft, unit, item ?? '', to);
    if (!result.ok) return result;
    if (asMajor || kind === 'end-spell') recomputeSkirmishes(draft);
    endIfDecided(draft);
    return doneVerdict;
  },
});

const minorKind = (kind: unknown) => minorKinds.find((each) => each === kind);

/** SW-ACT-8 and the rules it lists. Mounting with Rider levels costs only a Minor Action: SW-MOUNT-8. */
export const major = order({
  summary: 'Take another Major Action: stow, pick up, hand over, accessories, mount',
  role: 'player',
  params: z.strictObject({
    kind: oneOfParam('What to do', majorKinds),
    item: textParam('The weapon, accessory or mount; for the kind other: what the unit does', 200).optional(),
    to: textParam('Who receives it, or the slot an accessory is put on', 100).optional(),
  }),
  offers: {
    item: (state, call, { kind }) => {
      const unit = findCommandedInTurn(state, call);
      return unit === undefined ? [] : offerMajorItems(state, unit, majorKind(kind));
    },
    to: (state, call, { kind }) => {
      const unit = findCommandedInTurn(state, call);
      return unit === undefined ? [] : offerMajorTargets(state, unit, majorKind(kind));
    },
  },
  promptFor: ({ kind }) => (kind === undefined ? [] : ['item']),
  resolve: (draft, call, { kind, item, to }) => {
    const turn = requireActingUnit(draft, call);
    if (!turn.ok) return turn;
    const unit = turn.value;
    if (kind === 'other') {
      if (!call.gm) return refuse('E_GM_APPROVES');
      const may = requireMajorAction(draft.now(), unit, unit.id);
      if (!may.ok) return may;
      spendMajorAction(draft, unit.id, unit.id);
      draft.emit(improvised({ unit: unit.id, kind: 'major', text: item ?? 'something else' }));
    } else {
      const asMinor = (kind === 'mount' || kind === 'dismount') && hasRiderLevel(unit);
      const result = (asMinor ? minorActions[kind] : majorActions[kind])(draft, unit, item ?? '', to);
      if (!result.ok) return result;
    }
    recomputeSkirmishes(draft);
    endIfDecided(draft);
    return doneVerdict;
  },
});

const majorKind = (kind: unknown) => majorKinds.find((each) => each === kind);
