import { ref, say } from '../../core/message.ts';
import { listed, numeral, signed } from '../../core/text.ts';
import type { Moment } from '../../rules/definition.ts';
import { type Line, line, type Row, step, type UnreadLine } from '../../rules/lines.ts';
import { find, keepsSecret } from './battle.ts';
import type { EventOf } from './events.ts';
import type { State } from './model.ts';
import { degreeRow, tellsDegree } from './narrate-attack.ts';
import { declarationWords, lostWhy, namesFor, tells, tellsSum } from './words.ts';

export const declaredLine = (
  { who, declaration }: EventOf<'declared'>,
  { before, reader }: Moment<State>,
): readonly Line[] => {
  if (!reader.sees(who)) return [];
  const name = reader.name(who);
  if (keepsSecret(before) && !reader.runs(who)) return [line(`${name} has declared.`, 'quiet')];
  const { kept } = declaration;
  const rows =
    declaration.attacks.length > 0
      ? [[step('SEG-INIT-8', `${kept} ${kept === 1 ? 'attack' : 'attacks'} a round as declared`)]]
      : [];
  return [line(`${name} declares ${declarationWords(declaration, reader)}.`, 'plain', rows)];
};

/** What was declared in private is told when declarations close. */
export const closedLines = (
  { silent }: EventOf<'closed'>,
  { before, after, reader }: Moment<State>,
): readonly Line[] => {
  const told = keepsSecret(before)
    ? after.combatants
        .filter(({ id }) => reader.sees(id) && !silent.includes(id))
        .flatMap(({ id, declaration }) =>
          declaration === undefined
            ? []
            : [line(`${reader.name(id)} declared ${declarationWords(declaration, reader)}.`, 'quiet')],
        )
    : [];
  const nobody = namesFor(reader, silent);
  return [
    line(`Round ${after.round}: declarations are closed.${nobody === '' ? '' : ` Nothing declared: ${nobody}.`}`),
    ...told,
  ];
};

export const initiativeLine = (
  event: EventOf<'initiative-rolled'>,
  { after, reader }: Moment<State>,
): readonly Line[] => {
  const { who, slots, parts, pick, carries, aimCarried } = event;
  if (!reader.sees(who)) return [];
  const name = reader.name(who);
  const im = find(after, who)?.sheet.im ?? 0;
  const rows: Row[] = tellsSum(reader, who, 'initiative', parts)
    ? [
        ...(pick && tellsDegree(reader, who, pick) ? [degreeRow('SEG-PICK-2', 'DEX', pick)] : []),
        ...slots.map(({ die, natural, modifier, segment, number }) => [
          step('SEG-INIT-1', `${number}: ${die === undefined ? natural : `d${die} ${natural}`}`),
          ...(modifier === 0
            ? []
            : [
                step(
                  'SEG-INIT-3',
                  `${signed(modifier)} (IM ${signed(im)}${parts.map(({ label, value }) => `, ${label} ${signed(value)}`).join('')})`,
                ),
              ]),
          step(
            segment <= -6 ? 'SEG-INIT-5' : 'SEG-INIT-4',
            `= segment ${numeral(segment)}${segment <= -6 ? ', lost' : ''}`,
          ),
        ]),
      ]
    : [];
  const got =
    pick === undefined ? '' : pick.degree === 5 ? ' does not get hold of the weapon.' : ' picks the weapon up.';
  const segments = slots.map(({ segment, status }) => `${numeral(segment)}${status === 'lost' ? ' (lost)' : ''}`);
  const when = slots.some(({ status }) => status === 'carried')
    ? 'begins on segment 10 of the next round'
    : `acts on ${segments.length === 1 ? 'segment' : 'segments'} ${listed(segments)}`;
  const says = [
    ...(got === '' ? [] : [`${name}${got}`]),
    ...(slots.length === 0 ? [] : [`${name} ${when}.`]),
    ...(carries !== undefined && slots.length === 0
      ? [`${name} holds${carries.spell === undefined ? '' : ` ${carries.spell}`} for the next round.`]
      : []),
    ...(aimCarried ? [`${name} aims; the aim carries to the next round.`] : []),
  ];
  return says.length === 0 ? [] : [line(says.join(' '), 'quiet', rows)];
};

export const lostLine = ({ who, segment, kind, why }: EventOf<'lost'>, { reader }: Moment<State>): readonly Line[] => {
  const what = { attack: 'an attack', cast: 'its spell', 'first-aid': 'its first aid', other: 'its action' }[kind];
  return reader.sees(who)
    ? [
        line(`Segment ${numeral(segment)}: ${reader.name(who)} loses ${what}: ${lostWhy(why)}.`, 'quiet', [
          [step(why === 'no target' ? 'SEG-DECL-7' : 'SEG-DECL-8', lostWhy(why))],
        ]),
      ]
    : [];
};

export const afterAttackLine = (event: EventOf<'move-after-attack'>, { reader }: Moment<State>): readonly Line[] => {
  const { who, last, roll, begins } = event;
  if (!reader.sees(who)) return [];
  const when = begins === undefined ? 'cannot move any more this round' : `moves from segment ${begins} on`;
  const rows: Row[] = [
    ...(last === undefined ? [] : [[step('SEG-COMBO-9', `last attack on ${numeral(last)}`)]]),
    ...(roll && tellsDegree(reader, who, roll) ? [degreeRow('SEG-COMBO-7', 'DEX', roll)] : []),
  ];
  return [line(`${reader.name(who)} ${when}.`, 'quiet', rows)];
};

export const roundEndedLines = (
  event: EventOf<'round-ended'>,
  { after, reader }: Moment<State>,
): readonly UnreadLine[] => [
  ...event.bled
    .filter(({ who }) => reader.sees(who))
    .map(({ who, amount, hp, life }) => {
      const gauge = reader.gauge(who, 'HP', hp, find(after, who)?.sheet.maxHp ?? 1);
      const how = tells(reader, who, 'hp') ? ` ${amount} HP` : '';
      const state = life === 'up' ? '' : ` and is ${life}`;
      const left =
        gauge === undefined || (life !== 'up' && how === '') ? '' : `: ${gauge.text}${how === '' ? '' : ' HP'}`;
      return line(`${reader.name(who)} bleeds${how}${state}${left}.`, 'bad', [
        [step('SEG-PEN-4', 'bleeding, past protection')],
      ]);
    }),
  ...event.pickedUp
    .filter(({ who }) => reader.sees(who))
    .map(({ who, weapon }) => line(`${reader.name(who)} holds the ${weapon} again.`, 'quiet')),
  ...event.lapsed.map((effect) => ({
    ...line(say`${effect.name} on ${ref(effect.who)} is over.`, 'quiet'),
    ends: [effect],
  })),
  line(`Round ${event.round} is over. Round ${event.round + 1}: declare.`, 'quiet'),
  ...(event.teamLeft !== undefined && after.combatants.some(({ id, life }) => life === 'up' && reader.sees(id))
    ? [
        line(`Nobody but ${event.teamLeft} is left standing; the GM may end the battle with /battle end.`, 'plain', [
          [step('SEG-ROUND-7', 'one team remains')],
        ]),
      ]
    : []),
];
