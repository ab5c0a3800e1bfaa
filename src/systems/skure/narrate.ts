import { listing, ref, say } from '../../core/message.ts';
import type { Moment } from '../../rules/definition.ts';
import { squareName } from '../../rules/grid/square.ts';
import { line, step, type UnreadLine } from '../../rules/lines.ts';
import type { Reader } from '../../rules/reader.ts';
import { named } from './combatants.ts';
import type { Condition, Event, EventOf, State } from './model.ts';
import { namesIn } from './names-in.ts';
import { narrateBlow } from './narrate-blow.ts';
import { narrateCorrection, narrateStunt } from './narrate-bm.ts';
import { narrateEffect, narrateLanding } from './narrate-charge.ts';
import { narrateCast, narrateRevival } from './narrate-magic.ts';
import { amount, fate, subject } from './telling.ts';

const lasting = ({ name, turns: left }: Condition): string =>
  `${name}${left === undefined ? ' until removed' : ` for ${amount(left, 'turn')}`}`;

const visibleOrder = (order: readonly string[], reader: Reader): string =>
  order.filter((name) => reader.sees(name)).join(', ');

const aimWhy: Readonly<Record<EventOf<'aim-lost'>['why'], string>> = {
  sight: 'the target left its sight',
  death: 'the target is dead',
  shield: 'it shielded an ally',
};

const guardWhy: Readonly<Record<EventOf<'guard-ended'>['why'], string>> = {
  moved: 'one of them left its square',
  position: 'it no longer stands in front',
  released: 'it was released',
};

const stanceText = ({ who, stance, ally, passing }: EventOf<'stance-taken'>, reader: Reader): string => {
  const name = subject(reader, who);
  if (stance === 'counter') return `${name} takes a counter position.`;
  if (stance === 'defend-ally') return `${name} defends ${reader.name(ally ?? '')}.`;
  return passing ? `${name} ends the turn and defends.` : `${name} defends.`;
};

const narrateStance = (event: EventOf<'stance-taken'>, { before, reader }: Moment<State>): UnreadLine => {
  const had = named(before, event.who)?.essence ?? event.essence;
  const row =
    had < event.essence && reader.tells(event.who, 'essence')
      ? [[step('SK-DEF-8', `essence ${had} → ${event.essence}`)]]
      : [];
  return line(stanceText(event, reader), 'plain', row);
};

/** A reason as a sentence, whether or not it came with its full stop. */
const sentence = (reason: string): string => (/[.!?]$/.test(reason) ? reason : `${reason}.`);

/** Everything but blows: the line for one reader, who sees all that it names. */
const told = (event: Exclude<Event, { type: 'struck' }>, moment: Moment<State>): UnreadLine | undefined => {
  const { before, after, reader } = moment;
  switch (event.type) {
    case 'joined':
      return line(event.team === event.who ? `${event.who} joins.` : `${event.who} joins ${event.team}.`);
    case 'placed':
      return line(
        `${event.who} stands at ${squareName(event.at)}, facing ${event.facing}.`,
        'quiet',
        event.lot === undefined ? [] : [[step('SK-RUL-64', `lot ${event.lot}`)]],
      );
    case 'started':
      return line(`The battle begins. Order: ${visibleOrder(event.order, reader)}.`);
    case 'ordered':
      return line(`The order is now: ${visibleOrder(event.order, reader)}.`);
    case 'round-began':
      return line(`Round ${event.round}. Order: ${visibleOrder(event.order, reader)}.`);
    case 'turn-skipped': {
      const combatant = named(before, event.who);
      const why =
        event.why === 'down'
          ? combatant?.life
          : combatant?.conditions
              .filter(({ disrupts }) => disrupts)
              .map(({ name }) => name)
              .join(', ');
      return line(`${event.who} is ${why ?? 'helpless'} and loses the turn.`, 'quiet');
    }
    case 'turn-ended':
      return event.passedOn === true ? line(`The BM passes ${event.who}’s turn on.`) : undefined;
    case 'turn-began':
      return undefined;
    case 'halted':
      return line('Nobody can act. The BM decides how it goes on.');
    case 'bled': {
      const was = named(before, event.who);
      const end = fate(was, event.harm);
      return line(`${event.who} bleeds for ${event.damage}${end === '' ? '' : `; it is ${end}`}.`, 'bad', [
        [step('SK-RUL-29', `gored: ${event.damage}`)],
      ]);
    }
    case 'turned':
      return line(`${event.who} turns to face ${event.to}.`, 'quiet');
    case 'moved':
      return line(
        `${event.who} moves ${squareName(event.from)} → ${event.path.map(squareName).join(' → ')}.`,
        'quiet',
        [[step('SK-MOVE-3', amount(event.cost, 'point'))]],
      );
    case 'passed-by':
      return undefined;
    case 'dropped-back':
      return line(`${event.who} drops back to ${squareName(event.to)}.`, 'bad', [
        [step('SK-RUL-21', 'felled over somebody')],
      ]);
    case 'charge-effect':
      return narrateEffect(event, moment);
    case 'charge-ended':
      return narrateLanding(event);
    case 'pushed':
      return line(`${event.who} is pushed back to ${squareName(event.to)}.`, 'bad');
    case 'cast':
      return narrateCast(event, moment);
    case 'conditioned':
      return line(`${event.who} is ${lasting(event.condition)}.`, 'bad');
    case 'condition-ended':
      return line(`${event.who} is no longer ${event.name}.`);
    case 'aimed':
      return line(`${event.who} aims at ${event.target} (${amount(event.turns, 'turn')}).`);
    case 'aim-lost':
      return line(`${event.who} loses its aim at ${event.target}: ${aimWhy[event.why]}.`, 'quiet');
    case 'stance-taken':
      return narrateStance(event, moment);
    case 'guard-ended':
      return line(`${event.who} no longer defends ${event.ally}: ${guardWhy[event.why]}.`, 'quiet');
    case 'intercepted':
      return line(`${event.who} takes the attack for ${event.ally}.`, 'plain', [
        [step('SK-ALLY-3', event.declared ? 'declared guard' : 'by choice')],
      ]);
    case 'revived':
      return narrateRevival(event, moment);
    case 'said':
      return event.asking ? line(`${event.who} asks: ${event.text}`) : line(`${event.who}: “${event.text}”`);
    case 'stunt-proposed': {
      const with_ = event.target === undefined ? '' : ` (with ${event.target})`;
      const warning = event.sizeWarning
        ? [[step('SK-EXC-2', `${event.who} is half the size of ${event.target} or less`)]]
        : [];
      return line(`${event.who} proposes a stunt${with_}: “${event.text}”. The BM rules on it.`, 'plain', warning);
    }
    case 'stunt-ruled':
      return narrateStunt(event, reader);
    case 'corrected':
      return narrateCorrection(event, moment);
    case 'battle-corrected':
      return line(
        `The BM rules: round ${after.round}${after.objective === '' ? '' : `, objective: ${after.objective}`}.`,
      );
    case 'turn-corrected':
      return line(`The BM puts ${event.turn.who}’s turn right.`);
    case 'effect-hung':
      return line(`${event.effect.name} hangs on ${event.effect.who}.`);
    case 'effect-lifted':
      return { ...line(`${event.name} on ${event.who} ends.`, 'quiet'), ends: [event] };
    case 'effects-changed': {
      const seen = event.ended.filter(({ who }) => reader.sees(who));
      if (event.hung !== undefined) return line(`${event.hung.name} hangs on ${event.hung.who}.`);
      return seen.length === 0
        ? undefined
        : {
            ...line(
              say`${listing(seen.map(({ name, who }) => say`${name} on ${ref(who)}`))} ${seen.length === 1 ? 'ends' : 'end'}.`,
              'quiet',
            ),
            ends: seen,
          };
    }
    case 'ended':
      return line(
        event.winner === undefined
          ? `The battle is over. ${sentence(event.reason)}`
          : `The battle is over: ${event.winner} wins. ${sentence(event.reason)}`,
        'good',
      );
  }
};

/** What one reader is told of an event; nothing of what is hidden from them. */
export const narrate = (event: Event, moment: Moment<State>): readonly UnreadLine[] => {
  if (event.type === 'struck') return narrateBlow(event, moment);
  if (!namesIn(event).every((name) => moment.reader.sees(name))) return [];
  const one = told(event, moment);
  return one === undefined ? [] : [one];
};
