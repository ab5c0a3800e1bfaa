import { numeral, signed } from '../../core/text.ts';
import { squareName } from '../../rules/grid/square.ts';
import { type Line, line, step } from '../../rules/lines.ts';
import type { Moment } from '../../rules/ruleset.ts';
import type { Event, EventOf } from './events.ts';
import type { State } from './model.ts';
import { attackLine, degreeRow, percentRow, spellLine, tellsDegree } from './narrate-attack.ts';
import {
  afterAttackLine,
  closedLines,
  declaredLine,
  initiativeLine,
  lostLine,
  roundEndedLines,
} from './narrate-round.ts';
import { aftermath, namesFor, plainWords, sideFor, tells, tellsSum } from './words.ts';

type At = Moment<State>;

/** A line about one combatant, or nothing for those who must not know of it. */
const about = (
  { reader }: At,
  who: string,
  says: (name: string) => string,
  ...rest: readonly [Line['tone']?, Line['rows']?]
): readonly Line[] => (reader.sees(who) ? [line(says(reader.name(who)), rest[0] ?? 'plain', rest[1] ?? [])] : []);

/** A line for the GM alone. */
const forGm = ({ reader }: At, says: string): readonly Line[] => (reader.gm ? [line(says, 'quiet')] : []);

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

const hurtLine = (event: EventOf<'hurt'>, at: At): readonly Line[] => {
  const { who, impact, amount } = event;
  const told = tells(at.reader, who, 'hp') && tells(at.reader, who, 'prot');
  return about(
    at,
    who,
    (name) => `${name} is hurt${told ? ` for ${impact.taken}` : ''}.${aftermath(impact, name)}`,
    'bad',
    told
      ? [[step('SEG-DMG-6', `${amount} − ${impact.prot} PROT = ${impact.taken}; ${event.before} → ${impact.hp} HP`)]]
      : [],
  );
};

const forced = (event: EventOf<'force-moved'>, at: At): readonly Line[] =>
  about(
    at,
    event.who,
    (name) =>
      [
        `${name} is forced to move${event.to === undefined ? '' : ` to ${squareName(event.to)}`}.`,
        ...(event.stopped ? ['The rest of its round is lost.'] : []),
        ...(event.interrupted ? ['The spell is interrupted.'] : []),
        ...(event.prone ? [`${name} falls.`] : []),
      ].join(' '),
    'bad',
    event.roll && tellsSum(at.reader, event.who, 'checks', event.roll.parts)
      ? [percentRow('SEG-NOMOVE-4', event.roll)]
      : [],
  );

/** SEG-GEN-1. A value that names somebody this reader must not know of is left out. */
const correctedLine = ({ who, field, before, after }: EventOf<'corrected'>, at: At): readonly Line[] => {
  const { reader } = at;
  const leaks = reader.unseen.some((id) => !reader.sees(id) && (before.includes(id) || after.includes(id)));
  const row = [[step('SEG-GEN-1', 'GM')]];
  const change = `: ${before} → ${after}`;
  if (who === undefined) return [line(`The GM sets ${plainWords(field)}${leaks ? '' : change}.`, 'quiet', row)];
  const told = !leaks && reader.sees(who) && reader.knowsOf(who);
  return about(at, who, (name) => `The GM sets ${plainWords(field)} of ${name}${told ? change : ''}.`, 'quiet', row);
};

/** SEG-AMB-3, as its table says it; level 5 is that and worse. */
const noticing: Readonly<Record<number, string>> = {
  1: 'notices just before',
  2: 'notices as it happens',
  3: 'is half surprised',
  4: 'is surprised',
};

/** SEG-MELEE-1, by the degree of the PER check. */
const locating = { '1x': 'locates', '2x': 'half locates', fail: 'does not locate' } as const;

/** Facts to words, for one reader. */
export const narrate = (event: Event, at: At): readonly Line[] => {
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
        (name) => `${name} drives ${reader.name(event.on)} back ${event.feet} feet.`,
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
      return [
        line('An ambush!', 'bad', [[step('SEG-AMB-2', 'each victim rolls PER')]]),
        ...event.victims.flatMap(({ who, level, roll }) =>
          about(
            at,
            who,
            (name) => `${name} ${noticing[level] ?? 'is wholly surprised'} (level ${level}).`,
            'plain',
            tellsDegree(reader, who, roll) ? [degreeRow('SEG-AMB-2', 'PER', roll)] : [],
          ),
        ),
      ];
    case 'shouted': {
      if (!event.shouts) return about(at, event.who, (name) => `${name} keeps silent.`, 'quiet');
      const warned = namesFor(reader, event.improved);
      return about(
        at,
        event.who,
        (name) => `${name} shouts!${warned === '' ? '' : ` One level better: ${warned}.`}`,
        'good',
        [[step('SEG-AMB-4', 'one level better')]],
      );
    }
    case 'sighted':
      return about(
        at,
        event.sight.who,
        (name) => `${name} ${locating[event.sight.seen]} ${reader.name(event.sight.foe)}.`,
        'plain',
        tellsDegree(reader, event.sight.who, event.sight.roll)
          ? [degreeRow('SEG-MELEE-7', 'PER', event.sight.roll)]
          : [],
      );
    case 'checked': {
      const { what, multiple, roll } = event;
      const kind = what === 'luck' ? 'a Luck save' : `${multiple}x ${what.toUpperCase()}`;
      return about(
        at,
        event.who,
        (name) => `${name} ${roll.success ? 'makes' : 'fails'} ${kind}.`,
        roll.success ? 'good' : 'bad',
        tellsSum(reader, event.who, 'checks', roll.parts) ? [percentRow('SEG-CHECK-1', roll)] : [],
      );
    }
    case 'modifier-named': {
      const { who, on, amount, reason } = event.adHoc;
      return forGm(at, `${signed(amount)} (${reason}) on the next ${on} of ${reader.name(who)}.`);
    }
    case 'surprise-named':
      return forGm(
        at,
        `Surprise: ${reader.name(event.attacker)} on ${reader.name(event.target)}: ${event.kind === 'none' ? 'none' : `${event.kind} of combat`}.`.replace(
          'in of',
          'in',
        ),
      );
    case 'cover-named':
      return about(
        at,
        event.target,
        (name) =>
          `${name} has ${event.kind === 'none' ? 'no' : event.kind} cover${event.from === undefined ? '' : ` against ${reader.name(event.from)}`}.`,
        'quiet',
        [[step('SEG-RANGED-5', event.kind)]],
      );
    case 'light-named':
      return [
        line(`The light: ${plainWords(event.to)}.`, 'plain', [
          [step('SEG-MELEE-4', `${plainWords(event.from)} → ${plainWords(event.to)}`)],
        ]),
      ];
    case 'mark-set': {
      if (event.mark === 'alert') return forGm(at, `${reader.name(event.who)} is ${event.on ? '' : 'not '}alert.`);
      const mark = event.mark === 'mountedMoving' ? 'on a moving mount' : event.mark;
      return about(at, event.who, (name) => `${name} is ${event.on ? '' : 'no longer '}${mark}.`, 'quiet');
    }
    case 'free-attack-ruled':
      return forGm(
        at,
        `${reader.name(event.opponent)} ${event.allowed ? 'gets' : 'does not get'} its free attack${event.on === undefined ? '' : ` on ${reader.name(event.on)}`}.`,
      );
    case 'hurt':
      return hurtLine(event, at);
    case 'healed':
      return about(
        at,
        event.who,
        (name) => `${name} is healed${tells(reader, event.who, 'hp') ? `: ${event.before} → ${event.hp} HP` : ''}.`,
        'good',
      );
    case 'repaired':
      return about(
        at,
        event.who,
        (name) => `The armour of ${name} is repaired.`,
        'plain',
        tells(reader, event.who, 'hp') ? [[step('SEG-CRIT-6', `${event.before} points back`)]] : [],
      );
    case 'killed':
      return about(at, event.who, (name) => `${name} is dead.`, 'bad');
    case 'force-moved':
      return forced(event, at);
    case 'corrected':
      return correctedLine(event, at);
    case 'effect-hung':
      return about(at, event.effect.who, (name) => `${event.effect.name} on ${name}.`, 'quiet');
    case 'effect-lifted':
      return about(at, event.who, (name) => `${event.name} on ${name} is lifted.`, 'quiet');
  }
};
