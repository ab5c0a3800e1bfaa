import { listed, numeral } from '../../core/text.ts';
import type { Moment } from '../../rules/definition.ts';
import { line, step, type UnreadLine } from '../../rules/lines.ts';
import type { Event } from './events.ts';
import type { State } from './model.ts';
import { checkedLines, deathLines, knowledgeLines, recoveredLines, weaknessLines } from './narrate-checks.ts';
import { attackedLines, castLines, fellLines, lostLines, spellTookLines } from './narrate-strikes.ts';
import {
  effectLines,
  gearLines,
  initiativeLines,
  joinedLines,
  movedLines,
  overranLines,
  placedLines,
  retreatedLines,
  roundLines,
  skirmishLines,
} from './narrate-turns.ts';
import { tellingOf } from './telling.ts';
import { outcomeText } from './view.ts';
import { capital, thePlace, theSide } from './wording.ts';

/** Statuses that one takes on by doing something. */
const became: ReadonlyMap<string, string> = new Map([
  ['left', 'leaves the field'],
  ['surrendered', 'surrenders'],
]);

/** What one event says to one reader: nothing of those it must not know of, no number that is not its own to know. */
export const narrate = (event: Event, moment: Moment<State>): readonly UnreadLine[] => told(event, moment).map(opened);

/** `somebody` and a thing begin a sentence with a capital; a name is written as its owner writes it. */
const opened = (each: UnreadLine): UnreadLine =>
  typeof each.text === 'string' && /^(somebody|the) /.test(each.text) ? { ...each, text: capital(each.text) } : each;

const told = (event: Event, moment: Moment<State>): readonly UnreadLine[] => {
  const telling = tellingOf(moment);
  const { after, reader } = moment;
  const seen = (ids: readonly string[]): string => listed(ids.filter(telling.sees).map(telling.name));
  const about = (id: string, lines: () => readonly UnreadLine[]): readonly UnreadLine[] =>
    telling.sees(id) ? lines() : [];
  switch (event.type) {
    case 'entered':
      return about(event.unit.id, () => [
        line(`${event.unit.id} ${event.unit.side ? `joins ${theSide(after, event.unit.side)}` : 'joins'}.`),
      ]);
    case 'combat-began':
      return [line('Combat begins. Roll for initiative.')];
    case 'initiative':
      return initiativeLines(event, moment, telling);
    case 'ambushed': {
      const who = seen(event.surprised);
      const hit = who === '' ? '' : ` ${who}: −2 to all checks until their next turn.`;
      return [
        line(`Ambush! ${capital(theSide(after, event.side))} act first.${hit}`, 'plain', [
          [step('SW-AMBUSH-1', 'no roll')],
        ]),
      ];
    }
    case 'knowledge':
      return knowledgeLines(event, telling);
    case 'weakness':
      return weaknessLines(event, telling);
    case 'placed':
      return placedLines(event, telling);
    case 'overran':
      return overranLines(event, telling);
    case 'time-passed':
      return event.ended
        .filter(({ unit }) => reader.knowsOf(unit) && telling.sees(unit))
        .map(({ unit, effect }) =>
          line(`${capital(effect)} ends on ${unit}.`, 'quiet', [[step('SW-ROUND-2', 'its time is up')]]),
        );
    case 'round-opened':
      return roundLines(moment);
    case 'phase': {
      const side = after.winner && (after.winner === 'allies' ? 'enemies' : 'allies');
      return side ? [line(`Now ${theSide(after, side)} act.`)] : [];
    }
    case 'turn-began':
      return [];
    case 'turn-ended':
      return about(event.unit, () => [line(`${telling.name(event.unit)} ends its turn.`, 'quiet')]);
    case 'spent':
    case 'ammo':
    case 'experienced':
      return event.type === 'experienced' && telling.told(event.unit, 'sheet')
        ? [
            line(`${telling.name(event.unit)} learns from the failure: ${event.amount} XP.`, 'quiet', [
              [step('SW-XP-1', '1+1')],
            ]),
          ]
        : [];
    case 'moved':
      return movedLines(event, telling);
    case 'blocked': {
      const who = seen(event.blockers.map(({ unit }) => unit));
      return who === ''
        ? []
        : [
            line(
              `${who} ${event.blockers.length === 1 ? 'blocks' : 'block'} the way at ${numeral(event.point)} m.`,
              'plain',
              [[step('SW-BLOCK-3', 'both end there')]],
            ),
          ];
    }
    case 'joined':
      return joinedLines(event, moment, telling);
    case 'broke-out': {
      const who = seen(event.skirmish.participants);
      const { center, radius } = event.skirmish;
      return who === ''
        ? []
        : [
            line(`A skirmish breaks out at ${numeral(center)} m: ${who}.`, 'plain', [
              [step('SW-SKIRM-3', `radius ${radius} m`)],
            ]),
          ];
    }
    case 'skirmishes':
      return skirmishLines(event, moment, telling);
    case 'retreated':
      return retreatedLines(event, moment, telling);
    case 'attacked':
      return attackedLines(event, telling);
    case 'lost':
      return lostLines(event, moment, telling);
    case 'death-checked':
      return deathLines(event, telling);
    case 'status':
      return about(event.who, () => {
        const words = [
          ...event.add.filter((each) => each !== 'dead').map((each) => became.get(each) ?? `is ${each}`),
          ...event.remove.filter((each) => each !== 'unconscious').map((each) => `is no longer ${each}`),
        ];
        return words.length === 0 ? [] : [line(`${telling.name(event.who)} ${listed(words)}.`, 'quiet')];
      });
    case 'cast':
      return castLines(event, moment, telling);
    case 'spell-took':
      return spellTookLines(event, telling);
    case 'recovered':
      return recoveredLines(event, telling);
    case 'effects':
      return about(event.unit, () => effectLines(event, moment, telling));
    case 'geared':
      return gearLines(event, moment, telling);
    case 'feat':
      return about(event.unit, () => [
        line(`${telling.name(event.unit)} uses ${event.feat}.`, 'plain', [[step('SW-FEAT-3', 'an active feat')]]),
      ]);
    case 'mounted':
      return about(event.rider, () => [line(`${telling.name(event.rider)} mounts ${telling.name(event.mount)}.`)]);
    case 'dismounted':
      return about(event.rider, () => {
        const mount = telling.name(event.mount);
        if (!event.forced) return [line(`${telling.name(event.rider)} dismounts from ${mount}.`)];
        const all = [event.rider, ...event.passengers];
        return [line(`${seen(all)} ${all.filter(telling.sees).length > 1 ? 'are' : 'is'} thrown from ${mount}.`)];
      });
    case 'fell':
      return fellLines(event, telling);
    case 'relocated':
      return event.places
        .filter(({ unit }) => telling.sees(unit) && event.why !== 'together')
        .map((each) =>
          each.altitude !== undefined
            ? line(`${each.unit} drops to ${each.altitude} m and flies on.`, 'plain', [
                [step('SW-AIR-3', '10 m lower')],
              ])
            : line(`${each.unit} is now ${each.area ? 'in' : 'at'} ${thePlace(each)}.`, 'plain'),
        );
    case 'breath':
      return event.drowning !== undefined
        ? about(event.unit, () => [line(`${telling.name(event.unit)} has no breath left.`)])
        : [];
    case 'checked':
      return checkedLines(event, telling);
    case 'improvised':
      return about(event.unit, () => [line(`${telling.name(event.unit)}: ${event.text}.`)]);
    case 'method':
      return reader.gm ? [line(`${event.unit} uses ${event.useFixed ? 'fixed values' : 'dice'}.`, 'quiet')] : [];
    case 'field':
      return [line('The GM sets the field.', 'quiet')];
    case 'combat-ended':
      return [line(`Combat is over. ${outcomeText(after) ?? ''}`.trim(), 'plain')];
    case 'pursued':
      return [line('The pursuit is on: combat continues.')];
    case 'looted':
      return [
        line(`The search takes ${event.minutes} minutes.`, 'plain', [
          event.looters
            .filter(({ unit }) => telling.sees(unit))
            .map(({ unit, minutes }) => step('SW-LOOT-2', `${unit} ${minutes} min`)),
        ]),
      ];
    case 'closed':
      return [line(`The battle is over. ${outcomeText(after) ?? ''}`.trim())];
    case 'effect-hung': {
      const { who, name } = event.effect;
      return about(who, () => [line(`The GM sets ${name} on ${who}.`, 'quiet')]);
    }
    case 'effect-lifted':
      return about(event.who, () => [
        { ...line(`The GM lifts ${event.name} from ${event.who}.`, 'quiet'), ends: [event] },
      ]);
    case 'hung':
      return about(event.who, () => {
        const there = event.effects.some(({ who, name }) => who === event.who && name === event.name);
        return there
          ? [line(`The GM sets ${event.name} on ${event.who}.`, 'quiet')]
          : [{ ...line(`The GM lifts ${event.name} from ${event.who}.`, 'quiet'), ends: [event] }];
      });
    case 'corrected': {
      if (event.who !== '' && !telling.sees(event.who)) return [];
      const whose = event.who === '' ? '' : ` of ${event.who}`;
      const shown = event.who === '' || reader.knowsOf(event.who) ? `: ${event.value}` : '';
      return [line(`The GM sets the ${event.field}${whose}${shown}.`)];
    }
  }
};
