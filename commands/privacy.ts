import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { defineCommand } from '../src/app/commands/command.ts';
import { toUnsentAnswer, writeWithAnswer } from '../src/app/outbox/durable-answer.ts';
import { type Control, privateView } from '../src/app/replies/reply.ts';
import { parseDeletedOwner } from '../src/campaign/characters.ts';
import type { PersonalData } from '../src/campaign/privacy.ts';
import { phrase } from '../src/core/language.ts';
import { ok } from '../src/core/result.ts';
import { listed } from '../src/core/text.ts';
import { card } from '../src/presentation/card.ts';
import { line } from '../src/rules/lines.ts';
import { flagParam } from '../src/rules/params.ts';

const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
const maxShown = 20;

const field = (name: string, texts: readonly string[]) =>
  texts.length === 0
    ? []
    : [
        {
          name,
          text: [
            ...texts.slice(0, maxShown),
            ...(texts.length > maxShown ? [phrase`and ${texts.length - maxShown} more`] : []),
          ].join('\n'),
        },
      ];

const chosenTexts = ({ chosen, deputyOf, statisticsPrivate }: PersonalData): readonly string[] => [
  ...(chosen === undefined ? [] : [phrase`time zone ${chosen.zone}, and when and how you are called (/my)`]),
  ...(chosen?.deputy === undefined ? [] : [phrase`${chosen.deputy.name} may act for you (/deputy)`]),
  ...(deputyOf === 0
    ? []
    : [phrase`you are the deputy of ${deputyOf === 1 ? 'somebody' : phrase`${deputyOf} people`}`]),
  ...(statisticsPrivate ? ['your statistics are private'] : []),
];

const keptFields = (kept: PersonalData) => [
  ...field(
    'Battles',
    kept.battles.map(({ name, status, role, runs, gave, deputies }) =>
      [
        phrase`${name} (${status}): ${role === 'stranger' ? 'no seat' : role}`,
        ...(runs.length === 0 ? [] : [phrase`you run ${listed(runs)}`]),
        phrase`${counted(gave.length, 'entry', 'entries')} of the log`,
        ...(deputies.length === 0 ? [] : [phrase`deputies: ${listed(deputies)}`]),
      ].join(', '),
    ),
  ),
  ...field(
    'Characters',
    kept.characters.map(
      ({ name, system, owner, history, sharedBy }) =>
        phrase`${name} (${system}), ${counted(history.length, 'note')} of its history${sharedBy === undefined ? '' : ', shared for others to copy'}${parseDeletedOwner(owner) === undefined ? '' : ', deleted; it can still be brought back'}`,
    ),
  ),
  ...field(
    'On shelves',
    kept.shelf.map(({ name, kind, shelf, deletedAt }) =>
      [
        phrase`${name} (${kind})`,
        ...(shelf.scope === 'person' ? [] : [phrase`on the shelf of a ${shelf.scope}`]),
        ...(deletedAt === undefined ? [] : ['deleted; it can still be brought back']),
      ].join(', '),
    ),
  ),
  ...field(
    'Pictures',
    kept.pictures.length === 0
      ? []
      : [phrase`${counted(kept.pictures.length, 'picture')} that you gave, as faces or behind a board`],
  ),
  ...field(
    'Rolls that were asked for',
    kept.askedRolls.map(({ by, what }) =>
      by === kept.user ? phrase`${what}, asked by you` : phrase`${what}, asked of you`,
    ),
  ),
  ...field(
    'Proposed changes of characters',
    kept.proposals.map(({ made, name, state }) =>
      made === 'by you' ? phrase`${name}, proposed by you (${state})` : phrase`${name}, proposed to you (${state})`,
    ),
  ),
  ...field(
    'Spoken as a character, for moderators to ask about',
    [...Map.groupBy(kept.spoken, ({ character }) => character)].map(
      ([character, { length }]) => phrase`${character}: ${counted(length, 'message')} in 30 days`,
    ),
  ),
  ...field(
    'Campaigns',
    kept.campaigns.map(({ name, role }) => phrase`${name}: ${role}`),
  ),
  ...field('What you chose', chosenTexts(kept)),
];

const about = [
  line(
    'What is kept: your id, the names you are shown by, what you ordered the bot, the dice that fell for it, your characters, what you keep on shelves, and what you chose.',
  ),
  line('What people write to each other is never read: the bot sees only its own commands and buttons.'),
];

const show = defineCommand({
  path: ['privacy', 'show'],
  summary: 'What is kept about you',
  params: z.strictObject({}),
  run: async (asker, _input, { privacy }) => {
    const kept = await privacy.collect(asker.user);
    const footer = '/privacy export gives all of it as a file; /privacy erase takes you out of everything.';
    return ok(
      privateView({
        cards: [card('What is kept about you', { lines: about, fields: keptFields(kept), footer })],
      }),
    );
  },
});

const exporting = defineCommand({
  path: ['privacy', 'export'],
  summary: 'Everything that is kept about you, as a JSON file',
  params: z.strictObject({}),
  run: async (asker, _input, { privacy, now }) => {
    const kept = await privacy.collect(asker.user);
    const content = JSON.stringify({ format: 'brotherhood-master/person@1', at: now(), ...kept }, undefined, 1);
    return ok(
      privateView({
        cards: [card('Everything that is kept about you', { lines: about })],
        files: [{ name: 'my-data.json', content: `${content}\n` }],
      }),
    );
  },
});

const erasureLines = (kept: PersonalData) => {
  const running = kept.battles.filter(({ status }) => status !== 'ended');
  const ending = kept.battles.filter(({ endsWithout }) => endsWithout);
  return [
    line('This cannot be taken back.', 'bad'),
    line(
      phrase`In the logs of ${counted(kept.battles.length, 'battle')} your id becomes a pseudonym and your name “a player who left”; dice and orders stay, so that others can still check them.`,
    ),
    line('Combatants with your name get another one; names that you gave to combatants or wrote in reasons stay.'),
    ...(running.length === 0
      ? []
      : [line(phrase`Your combatants in ${listed(running.map(({ name }) => name))} fall to the GM.`)]),
    ...(ending.length === 0
      ? []
      : [
          line(
            phrase`Only you lead ${listed(ending.map(({ name }) => name))}: it ends with this. To let others go on, hand it over first with /gm handover.`,
            'bad',
          ),
        ]),
    line('What you put on the shelf of a campaign or a server stays there, under a pseudonym.'),
    line(
      phrase`Your ${counted(kept.characters.length, 'character')}, what is on your own shelf, your pictures, what you proposed, your seats in campaigns, your choices and statistics are deleted.`,
    ),
    ...(kept.spoken.length === 0
      ? []
      : [line('Moderators can still ask for 30 days who spoke a message as a character; then that goes too.')]),
    line('Messages already posted, and files that others saved, are out of reach.', 'quiet'),
  ];
};

const erase = defineCommand({
  path: ['privacy', 'erase'],
  summary: 'Take yourself out of everything; you are asked first',
  params: z.strictObject({ confirm: flagParam('Yes, erase me').optional() }),
  run: async (asker, { confirm }, { privacy, spoken, outbox }) => {
    if (confirm !== true) {
      const button: Control = {
        kind: 'button',
        label: 'Erase me',
        style: 'danger',
        press: { path: ['privacy', 'erase'], input: { confirm: true } },
      };
      const lines = erasureLines(await privacy.collect(asker.user));
      return ok(
        privateView({
          cards: [card('Erase everything about you?', { tone: 'bad', lines })],
          controls: [[button]],
        }),
      );
    }
    const gone = `gone-${randomBytes(8).toString('hex')}`;
    const spoke = (await spoken.by(asker.user)).length > 0;
    const told = ({ battles, characters }: { readonly battles: number; readonly characters: number }) => {
      const lines = [
        line(phrase`${counted(battles, 'log')} changed, ${counted(characters, 'character')} deleted.`),
        line(
          spoke
            ? 'Nothing about you is kept any more but who spoke as a character, for 30 days. What you order from now on is kept again.'
            : 'Nothing about you is kept any more. What you order from now on is kept again.',
          'quiet',
        ),
      ];
      return privateView({ cards: [card('You are erased', { lines })], replaces: true });
    };
    const departure = { user: asker.user, pseudonym: gone, orderId: asker.orderId };
    const erased = await privacy.erase(departure, (sofar, write) =>
      writeWithAnswer({ outbox }, asker, toUnsentAnswer(told(sofar)), write),
    );
    return ok(told(erased));
  },
});

export const privacyCommands = [show, exporting, erase];
