import { listing, ref, say } from '../../core/message.ts';
import type { Moment } from '../../rules/definition.ts';
import { squareName } from '../../rules/grid/square.ts';
import { line, step, type UnreadLine } from '../../rules/lines.ts';
import type { Reader } from '../../rules/reader.ts';
import type { Event } from './index.ts';
import { isKind, table } from './kinds.ts';
import { namesIn } from './names-in.ts';
import { narrateCorrection, narrateStunt } from './narrate-bm.ts';
import { type Condition, find, type State } from './state.ts';
import { amount } from './telling.ts';

const _lasting = ({ name, turns: left }: Condition): string =>
  `${name}${left === undefined ? ' until removed' : ` for ${amount(left, 'turn')}`}`;

const visibleOrder = (order: readonly string[], reader: Reader): string =>
  order.filter((name) => reader.sees(name)).join(', ');

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
      const combatant = find(before, event.who);
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
  if (isKind(event)) return table.narrate(event, moment);
  if (!namesIn(event).every((name) => moment.reader.sees(name))) return [];
  const one = told(event, moment);
  return one === undefined ? [] : [one];
};
