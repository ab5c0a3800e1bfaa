import { ref, say } from '../../core/message.ts';
import { numeral } from '../../core/text.ts';
import { squareName } from '../../rules/grid/square.ts';
import { type Line, line, step, type UnreadLine } from '../../rules/lines.ts';
import type { Event, EventOf } from './events.ts';
import { type At, about } from './narrate-about.ts';
import { attackLine, percentRow, spellLine } from './narrate-attack.ts';
import { noticeLines } from './narrate-notice.ts';
import {
  afterAttackLine,
  closedLines,
  declaredLine,
  initiativeLine,
  lostLine,
  roundEndedLines,
} from './narrate-round.ts';
import { rulingLines } from './narrate-rulings.ts';
import { namesFor, sideFor, tellsSum } from './words.ts';

const movedLines = ({ segment, marches }: EventOf<'moved'>, at: At): readonly Line[] =>
  marches.flatMap(({ who, steps }) => {
    const to = steps.at(-1);
    return to === undefined
      ? []
      : about(at, who, (name) => `Segment ${numeral(segment)}: ${name} moves to ${squareName(to)}.`, 'quiet', [
          [step('SEG-MOVE-2', `${steps.length} square${steps.length === 1 ? '' : 's'}`)],
        ]);
  });

const questions = (event: EventOf<'asked'>, at: At): readonly Line[] => {
  const { pending } = event;
  const { reader } = at;
  switch (pending.kind) {
    case 'shout':
      return pending.waiting.flatMap((who) => about(at, who, (name) => `${name} may shout a warning.`));
    case 'contingency':
      return about(
        at,
        pending.who,
        (name) =>
          `Segment ${numeral(pending.segment)}: ${reader.name(pending.target)} is out of it for ${name}. Redirect, or forgo ${pending.spell ? 'the spell' : 'the attack'}?`,
      );
    case 'choose-again':
      return about(
        at,
        pending.who,
        (name) =>
          `Segment ${numeral(pending.segment)}: ${reader.name(pending.target)} only defends. Does ${name} strike all the same?`,
      );
    case 'free-attack':
      return pending.left.flatMap((who) =>
        about(at, who, (name) => `${name} may strike ${reader.name(pending.on)} as it leaves the melee.`),
      );
    case 'push':
      return about(at, pending.who, (name) => `${name} may push ${reader.name(pending.on)} up to 10 feet.`);
  }
};

/** Facts to words, for one reader. */
export const narrate = (event: Event, at: At): readonly UnreadLine[] => {
  const { reader } = at;
  switch (event.type) {
    case 'entered':
      return about(
        at,
        event.who,
        (name) => `${name} joins${event.team === event.who ? '' : `, for ${event.team}`}.`,
        'quiet',
      );
    case 'placed':
      return about(at, event.who, (name) => `${name} stands at ${squareName(event.pos)}.`, 'quiet');
    case 'started':
      return [line('The battle begins. Round 1: declare.')];
    case 'declared':
      return declaredLine(event, at);
    case 'closed':
      return closedLines(event, at);
    case 'initiative-rolled':
      return initiativeLine(event, at);
    case 'segment-began':
      return [];
    case 'moved':
      return movedLines(event, at);
    case 'free-moved': {
      const { to, stoodUp } = event;
      const how = stoodUp
        ? 'stands up'
        : to === undefined
          ? 'finds its free move blocked'
          : `steps to ${squareName(to)}`;
      return about(at, event.who, (name) => `${name} ${how}.`, 'quiet', [[step('SEG-MOVE-5', 'free move')]]);
    }
    case 'free-acted':
      return about(at, event.who, (name) => `${name}: ${event.says}.`, 'quiet', [[step('SEG-FREE-2', 'free action')]]);
    case 'rearmed': {
      const did = [
        ...event.sheathed.map((weapon) => `sheathes ${weapon}`),
        ...event.drawn.map((weapon) => `draws ${weapon}`),
        ...(event.pickedUp === undefined ? [] : [`has ${event.pickedUp} in hand`]),
      ];
      return about(at, event.who, (name) => `${name} ${did.join(' and ')}.`, 'quiet');
    }
    case 'attacked':
      return attackLine(event, at);
    case 'attack-waits':
      return about(
        at,
        event.who,
        (name) => `Segment ${numeral(event.segment)}: ${name} waits to reach ${reader.name(event.target)}.`,
        'quiet',
        [[step('SEG-ROUND-5', 'out of reach, movement left')]],
      );
    case 'lost':
      return lostLine(event, at);
    case 'asked':
      return questions(event, at);
    case 'redirected':
      return about(
        at,
        event.who,
        (name) => `${name} turns from ${reader.name(event.from)} to ${reader.name(event.to)}.`,
        'plain',
        [[step('SEG-DECL-7', 'same weapon, same segment')]],
      );
    case 'chose-on':
      return [];
    case 'turned-away':
      return about(
        at,
        event.who,
        (name) => `${name} leaves ${reader.name(event.from)} alone: ${event.does}.`,
        'plain',
        [[step('SEG-DECL-9', 'against desperate defense')]],
      );
    case 'free-answered':
      return event.takes ? [] : about(at, event.who, (name) => `${name} lets the free attack go.`, 'quiet');
    case 'leaving': {
      const from = namesFor(reader, event.from);
      return from === ''
        ? []
        : about(at, event.who, (name) => `${name} leaves the melee with ${from}.`, 'quiet', [
            [step('SEG-WITHDRAW-2', 'free attacks first')],
          ]);
    }
    case 'got-away':
      return [];
    case 'pushed':
      return about(
        at,
        event.who,
        (name) =>
          event.feet === 0
            ? `${name} drives ${reader.name(event.on)} against what is in the way: no step back.`
            : `${name} drives ${reader.name(event.on)} back ${event.feet} feet${event.squares.length === 0 ? '' : `, to ${event.squares.slice(-1).map(squareName).join('')}`}.`,
        'good',
        [[step('SEG-DEF-8', 'out of desperate defense')]],
      );
    case 'push-passed':
      return [];
    case 'move-after-attack':
      return afterAttackLine(event, at);
    case 'casting-began':
      return about(
        at,
        event.who,
        (name) =>
          `Segment ${numeral(event.begins)}: ${name} begins ${event.spell}; it goes off on ${numeral(event.goesOff)}.`,
        'plain',
        [
          [
            step(
              'SEG-CAST-3',
              `${numeral(event.begins)} − ${event.begins - event.goesOff} = ${numeral(event.goesOff)}`,
            ),
            step('SEG-CAST-8', 'no DEX, skill or shield in DEF until then'),
          ],
        ],
      );
    case 'spell-went-off':
      return spellLine(event, at);
    case 'spell-forgone':
      return about(at, event.who, (name) => `${event.spell} of ${name} comes to nothing.`, 'quiet');
    case 'first-aided': {
      const { roll, missile } = event;
      const how =
        roll === undefined
          ? 'finds nothing to remove'
          : roll.success
            ? `removes the ${missile}`
            : `does not get the ${missile} out`;
      const rows = roll && tellsSum(reader, event.who, 'checks', roll.parts) ? [percentRow('SEG-PEN-6', roll)] : [];
      return about(
        at,
        event.who,
        (name) => `Segment ${numeral(event.segment)}: ${name} tends ${reader.name(event.patient)} and ${how}.`,
        roll?.success ? 'good' : 'plain',
        rows,
      );
    }
    case 'did-other':
      return about(at, event.who, (name) => `Segment ${numeral(event.segment)}: ${name}: ${event.says}. The GM rules.`);
    case 'shield-readied':
      return about(
        at,
        event.who,
        (name) => `Segment ${numeral(event.segment)}: ${name} has the shield ready.`,
        'plain',
        [[step('SEG-SHIELD-2', 'counts from here on')]],
      );
    case 'drank':
      return about(
        at,
        event.who,
        (name) => `Segment ${numeral(event.segment)}: ${name} drinks ${event.potion}. Its effect is the GM's.`,
        'plain',
        [[step('SEG-POTION-3', 'swallowed')]],
      );
    case 'round-ended':
      return roundEndedLines(event, at);
    case 'ended':
      return [
        line(
          `The battle is over: ${event.reason}.${event.winner === undefined ? '' : ` ${sideFor(at.after, reader, event.winner)} wins.`}`,
          'good',
        ),
      ];
    case 'ambushed':
    case 'shouted':
    case 'sighted':
    case 'checked':
      return noticeLines(event, at);
    case 'modifier-named':
    case 'surprise-named':
    case 'cover-named':
    case 'light-named':
    case 'mark-set':
    case 'free-attack-ruled':
    case 'hurt':
    case 'healed':
    case 'repaired':
    case 'killed':
    case 'force-moved':
    case 'corrected':
      return rulingLines(event, at);
    case 'effect-hung':
      return about(at, event.effect.who, (name) => `${event.effect.name} on ${name}.`, 'quiet');
    case 'effect-lifted':
      return [{ ...line(say`${event.name} on ${ref(event.who)} is lifted.`), tone: 'quiet', ends: [event] }];
  }
};
