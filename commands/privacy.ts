import { randomBytes } from 'node:crypto';
import { type Asker, defineCommand } from '../src/app/command-kit/command.ts';
import { writeWithAnswer } from '../src/app/outbox/durable-answer.ts';
import { button, type CommandAnswer } from '../src/app/replies/reply.ts';
import type { Need } from '../src/app/services.ts';
import { parseDeletedOwner } from '../src/campaign/characters.ts';
import type { PersonalData } from '../src/campaign/privacy.ts';
import { counted, listed, ok, phrase, term } from '../src/core/message.ts';
import { line } from '../src/rules/event.ts';
import { flagParam, oneOfParam } from '../src/rules/verb.ts';
import { lineIf, privateCard } from './answers.ts';

const maxShown = 20;

const field = (name: string, texts: readonly string[]) => {
  const more = texts.length > maxShown ? [phrase`and ${texts.length - maxShown} more`] : [];
  return texts.length === 0 ? [] : [{ name, text: [...texts.slice(0, maxShown), ...more].join('\n') }];
};

const chosenTexts = ({ chosen, deputyOf, statisticsPrivate }: PersonalData): readonly string[] => [
  ...(chosen === undefined ? [] : [phrase`time zone ${chosen.zone}, and your notification settings (/my settings)`]),
  ...(chosen?.deputy === undefined ? [] : [phrase`${chosen.deputy.name} may act for you (/my deputy)`]),
  ...(deputyOf === 0 ? [] : [phrase`you are the deputy of ${counted(deputyOf, 'person', 'people')}`]),
  ...(chosen?.boards === undefined ? [] : ['links to your boards in a browser (/battle board end:yes ends them)']),
  ...(statisticsPrivate ? ['your statistics are hidden from others'] : []),
];

const keptFields = (kept: PersonalData) => [
  ...field(
    'Battles',
    kept.battles.map(({ name, status, role, runs, gave, deputies }) =>
      [
        phrase`${name} (${term(status)}): ${term(role === 'stranger' ? 'not taking part' : role)}`,
        ...(runs.length === 0 ? [] : [phrase`you control ${listed(runs)}`]),
        phrase`${counted(gave.length, 'entry', 'entries')} in the log`,
        ...(deputies.length === 0 ? [] : [phrase`deputies: ${listed(deputies)}`]),
      ].join(', '),
    ),
  ),
  ...field(
    'Characters',
    kept.characters.map(({ name, system, owner, history }) =>
      parseDeletedOwner(owner) === undefined
        ? phrase`${name} (${system}), ${counted(history.length, 'note')} in its history`
        : phrase`${name} (${system}), ${counted(history.length, 'note')} in its history, deleted; it can still be restored`,
    ),
  ),
  ...field(
    'Libraries',
    kept.shelf.map(({ name, kind, shelf, deletedAt }) =>
      [
        phrase`${name} (${term(kind)})`,
        ...(shelf.scope === 'person' ? [] : [phrase`in the library of a ${term(shelf.scope)}`]),
        ...(deletedAt === undefined ? [] : ['deleted; it can still be restored']),
      ].join(', '),
    ),
  ),
  ...field(
    'Pictures',
    kept.pictures.length === 0
      ? []
      : [phrase`${counted(kept.pictures.length, 'picture')} you uploaded, as portraits or board backgrounds`],
  ),
  ...field(
    'Requested rolls',
    kept.askedRolls.map(({ by, what }) =>
      by === kept.user ? phrase`${what}, requested by you` : phrase`${what}, requested from you`,
    ),
  ),
  ...field(
    'Messages you spoke as a character (moderators can see who spoke)',
    [...Map.groupBy(kept.spoken, ({ character }) => character)].map(
      ([character, { length }]) => phrase`${character}: ${counted(length, 'message')} in the last 30 days`,
    ),
  ),
  ...field(
    'Campaigns',
    kept.campaigns.map(({ name, role }) => phrase`${name}: ${term(role)}`),
  ),
  ...field('Your settings', chosenTexts(kept)),
];

const about = [
  line(
    'The bot stores your id, your display names, your commands and the dice rolled for them, your characters, the items in your libraries, and your settings.',
  ),
  line('The bot never reads what people write to each other. It sees only its own commands and buttons.'),
];

const showData = async (asker: Asker, { privacy }: Need<'privacy'>): Promise<CommandAnswer> => {
  const kept = await privacy.collect(asker.user);
  const footer = '/my privacy do:export gives you all of it as a file. do:erase deletes your data everywhere.';
  return ok(privateCard('Your stored data', { lines: about, fields: keptFields(kept), footer }));
};

const exportData = async (asker: Asker, { privacy, now }: Need<'now' | 'privacy'>): Promise<CommandAnswer> => {
  const kept = await privacy.collect(asker.user);
  const content = JSON.stringify({ format: 'brotherhood-master/person@1', at: now(), ...kept }, undefined, 1);
  const files = [{ name: 'my-data.json', content: `${content}\n` }];
  return ok(privateCard('Everything the bot stores about you', { lines: about }, { files }));
};

const erasureLines = (kept: PersonalData) => {
  const running = kept.battles.filter(({ status }) => status !== 'ended');
  const ending = kept.battles.filter(({ endsWithout }) => endsWithout);
  return [
    line('This cannot be undone.', 'bad'),
    line(
      phrase`In the logs of ${counted(kept.battles.length, 'battle')}, a pseudonym replaces your id and “a player who left” replaces your name. Dice and orders stay, so others can still verify them.`,
    ),
    line('Combatants that have your name are renamed. Names you gave to combatants or wrote in reasons stay.'),
    ...lineIf(
      running.length > 0,
      phrase`The GM takes over your combatants in ${listed(running.map(({ name }) => name))}.`,
    ),
    ...lineIf(
      ending.length > 0,
      phrase`${listed(ending.map(({ name }) => name))} will end, because you are the only GM. To let others continue, first make someone else the GM with /gm role role:gm.`,
      'bad',
    ),
    line('Items you saved in the library of a campaign or server stay there, under a pseudonym.'),
    line(
      phrase`Your ${counted(kept.characters.length, 'character')}, your own library, your pictures, your campaign memberships, your settings and your statistics are deleted.`,
    ),
    ...lineIf(
      kept.spoken.length > 0,
      'For 30 more days, moderators can still see who spoke a message as a character. Then that is deleted too.',
    ),
    line('The bot cannot delete messages already posted or files that others saved.', 'quiet'),
  ];
};

const eraseData = async (
  asker: Asker,
  confirm: boolean | undefined,
  { privacy, spoken, outbox }: Need<'outbox' | 'privacy' | 'spoken'>,
): Promise<CommandAnswer> => {
  if (confirm !== true) {
    const erase = button('Erase me', { path: ['my', 'privacy'], input: { do: 'erase', confirm: true } }, 'danger');
    const lines = erasureLines(await privacy.collect(asker.user));
    return ok(privateCard('Erase everything about you?', { tone: 'bad', lines }, { controls: [[erase]] }));
  }
  const gone = `gone-${randomBytes(8).toString('hex')}`;
  const spoke = (await spoken.by(asker.user)).length > 0;
  const told = ({ battles, characters }: { readonly battles: number; readonly characters: number }) => {
    const lines = [
      line(phrase`${counted(battles, 'log')} changed, ${counted(characters, 'character')} deleted.`),
      line(
        spoke
          ? 'All your data is erased, except who spoke as a character: that is deleted after 30 days. New commands will be stored again.'
          : 'All your data is erased. New commands will be stored again.',
        'quiet',
      ),
    ];
    return privateCard('Your data is erased', { lines }, { replaces: true });
  };
  const departure = { user: asker.user, pseudonym: gone, orderId: asker.orderId };
  const erased = await privacy.erase(departure, (sofar, write) =>
    writeWithAnswer({ outbox }, asker, told(sofar), write),
  );
  return ok(told(erased));
};

export const myPrivacy = defineCommand(['now', 'outbox', 'privacy', 'spoken'], {
  path: ['my', 'privacy'],
  summary: 'Show, export or erase everything the bot stores about you',
  params: {
    do: oneOfParam('What to do; export gives a JSON file, erase asks you to confirm', [
      'show',
      'export',
      'erase',
    ]).default('show'),
    confirm: flagParam('Yes, erase me').optional(),
  },
  run: (asker, input, services) =>
    input.do === 'show'
      ? showData(asker, services)
      : input.do === 'export'
        ? exportData(asker, services)
        : eraseData(asker, input.confirm, services),
});
