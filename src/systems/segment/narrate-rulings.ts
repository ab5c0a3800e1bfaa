import { signed } from '../../core/text.ts';
import { squareName } from '../../rules/grid/square.ts';
import { type Line, line, step } from '../../rules/lines.ts';
import { find } from './battle.ts';
import type { EventOf } from './events.ts';
import { type At, about } from './narrate-about.ts';
import { percentRow } from './narrate-attack.ts';
import { aftermath, plainWords, tells, tellsSum } from './words.ts';

/** A line for the GM alone. */
const forGm = ({ reader }: At, says: string): readonly Line[] => (reader.gm ? [line(says, 'quiet')] : []);

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

/** Is one of these a value anywhere in it? */
const holds = (value: unknown, ids: readonly string[]): boolean => {
  if (typeof value === 'string') return ids.includes(value);
  if (Array.isArray(value)) return value.some((each) => holds(each, ids));
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, each]) => ids.includes(key) || holds(each, ids));
};

/** SEG-GEN-1. A value that names somebody this reader must not know of is left out. */
const correctedLine = (event: EventOf<'corrected'>, at: At): readonly Line[] => {
  const { who, field, before, after, clears } = event;
  const { reader } = at;
  const was: object = (who === undefined ? at.before : find(at.before, who)) ?? {};
  const is = { ...event.combatant, ...event.battle };
  const replaced = Object.entries(was).flatMap(([key, value]) => (key in is || clears.includes(key) ? [value] : []));
  const hidden = reader.unseen.filter((id) => !reader.sees(id));
  const leaks = holds([is, replaced], hidden);
  const row = [[step('SEG-GEN-1', 'GM')]];
  const change = `: ${before} → ${after}`;
  if (who === undefined) return [line(`The GM sets ${plainWords(field)}${leaks ? '' : change}.`, 'quiet', row)];
  const told = !leaks && reader.sees(who) && reader.knowsOf(who);
  return about(at, who, (name) => `The GM sets ${plainWords(field)} of ${name}${told ? change : ''}.`, 'quiet', row);
};

type Ruling =
  | 'modifier-named'
  | 'surprise-named'
  | 'cover-named'
  | 'light-named'
  | 'mark-set'
  | 'free-attack-ruled'
  | 'hurt'
  | 'healed'
  | 'repaired'
  | 'killed'
  | 'force-moved'
  | 'corrected';

/** What the GM names, rules and puts right. */
export const rulingLines = (event: EventOf<Ruling>, at: At): readonly Line[] => {
  const { reader } = at;
  switch (event.type) {
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
  }
};
