import type { PlacedMessage } from '../../battle/saved/outbox.ts';
import { foldLog } from '../../battle/saved/replay.ts';
import type { OpenBattle } from '../../battle/saved/store.ts';
import { openBattle } from '../../battle/saved/upcast-battle.ts';
import type { OrderReport } from '../../battle/views/report.ts';
import type { Campaign, CarryOverMode } from '../../campaign/campaigns.ts';
import { type Character, parseRosterOwner } from '../../campaign/characters.ts';
import type { Stores } from '../../campaign/stores.ts';
import { pinRuleSettings } from '../../campaign/upcast-campaign.ts';
import {
  counted,
  listText,
  ok,
  phrase,
  type Result,
  refuse,
  runForEveryone,
  runForPerson,
  term,
  worded,
} from '../../core/message.ts';
import { isPlainObject, type PlainObject } from '../../core/plain-object.ts';
import { type Card, card } from '../../presentation/card.ts';
import { line } from '../../rules/event.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { CarriedCombatant } from '../../rules/sheets.ts';
import { channelMessage, directMessage } from '../outbox/outbox-items.ts';
import type { OutboxRelay } from '../outbox/outbox-relay.ts';
import { button, type Control, postOrPrivateView, type Reply, selectMenu } from '../replies/reply.ts';

type CarryChoice = Exclude<CarryOverMode, 'ask'>;

export interface CarryOver {
  /** Called after each order. Records joins, settles a battle's end, and restores characters if that end is undone. */
  readonly afterOrder: (report: OrderReport) => Promise<void>;
  /** Lists the characters whose outcome of a battle waits for the GM's decision. */
  readonly listUndecided: (campaign: Campaign) => Promise<readonly CharacterOutcome[]>;
  /** Asks the GM again about a character's wounds from an earlier battle. Refuses with WOUNDS-UNDECIDED if there are any. */
  readonly requireDecided: (battle: OpenBattle, characters: readonly string[]) => Promise<Result<undefined>>;
  /** Saves the GM's decision about a character, with a message. False if a decision was saved before. */
  readonly decide: (
    campaign: Campaign,
    fate: CharacterOutcome,
    choice: CarryChoice,
    said?: PlacedMessage,
  ) => Promise<boolean>;
  /** Settles the end of a battle, or the undo of that end, after a crash prevented it. */
  readonly catchUp: (battle: string) => Promise<void>;
}

/** True if two values have the same JSON, with keys in the same order. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Maximum number of log entries read at once. */
const entriesPerRead = 500;

/** True if the log entry is an undo or redo. Parses only text that looks like one of them. */
const mayBeUndo = (text: string): boolean =>
  /"kind":\s*"(undo|redo)"/.test(text) && ['undo', 'redo'].includes(JSON.parse(text).request.kind);

/** Maximum number of attempts to save a campaign that others change at the same time. */
const maxTries = 5;

interface Parts extends Pick<Stores, 'battles' | 'characters' | 'campaigns' | 'histories'> {
  readonly rulesets: readonly Ruleset[];
  readonly outbox: Pick<OutboxRelay, 'send'>;
  readonly now: () => number;
}

/** What happens to a character without a decision of the GM. Undefined if the GM must decide. */
const settledChoice = (
  { carried: { changes, dead, isFinal }, changed }: CharacterOutcome,
  { carry }: Campaign,
): CarryChoice | undefined => {
  if (carry === 'restore') return changed ? undefined : carry;
  if (dead) return 'keep';
  return !changed && (carry === 'keep' || isFinal || changes.length === 0) ? 'keep' : undefined;
};

/** Creates the functions that write results of battles into characters' histories. */
const createOutcomes = ({
  battles,
  characters,
  histories,
  now,
}: Pick<Parts, 'battles' | 'characters' | 'histories' | 'now'>) => {
  /** The game before a log entry, such as the one with which a character left. */
  const gameBefore = async ({ saved, ruleset }: OpenBattle, entry: number) =>
    foldLog(ruleset, await battles.log(saved, 1, entry - 1)).game;

  /** The id of a character's settlement since the last undo of the battle's end. With the settlement if it exists. */
  const ends = async (battle: OpenBattle, character: string) => {
    const of = (await histories.list(character)).filter((each) => each.battle?.id === battle.saved.id);
    const round = of.filter(({ kind }) => kind === 'taken-back').length;
    const id = `${battle.saved.id}/${character}/${round}`;
    return { id, settled: of.find((each) => each.id === id) };
  };

  const happened = ({ battle: { saved }, character, carried, id }: CharacterOutcome, campaign?: Campaign) => ({
    ...{ id, character: character.id, at: now(), edition: character.edition, changes: [...carried.changes] },
    ...{ battle: { id: saved.id, name: saved.table.name }, dead: false },
    ...(campaign && { campaign: campaign.id, before: character.sheet }),
  });

  const decide: CarryOver['decide'] = async (campaign, fate, choice, said) => {
    const { battle, character, carried } = fate;
    const base = happened(fate, campaign);
    // Death takes back no change that was made to the sheet elsewhere.
    const left = fate.changed && carried.dead ? character.sheet : carried.sheet;
    const whole = choice === 'keep' ? ok(left) : battle.ruleset.restore(character.sheet);
    return histories.add(
      choice === 'keep' ? { ...base, kind: 'kept', dead: carried.dead } : { ...base, kind: 'restored' },
      whole.ok ? { sheet: whole.value, updatedAt: base.at } : undefined,
      said,
    );
  };

  return {
    list: async (battle: OpenBattle): Promise<readonly CharacterOutcome[]> => {
      const fates: CharacterOutcome[] = [];
      for (const [at, [actor, bound]] of Object.entries(battle.saved.table.characters).entries()) {
        const character = await characters.byId(bound.id);
        const gone = battle.saved.table.departed?.[actor];
        const there = character && battle.game.carry(actor, character.sheet);
        const left =
          there ?? (character && gone && (await gameBefore(battle, gone.entry)).carry(actor, character.sheet));
        if (character === undefined || left === undefined) continue;
        const carried = gone === undefined ? left : { ...left, changes: [...left.changes, gone.as] };
        const { id, settled } = await ends(battle, character.id);
        const changed = character.updatedAt !== bound.savedAt;
        fates.push({ battle, row: at + 1, character, carried, id, decided: settled !== undefined, changed });
      }
      return fates;
    },

    decide,

    /** Adds a battle outside campaigns to a character's history, without changing the sheet. */
    remember: (fate: CharacterOutcome): Promise<boolean> => histories.add({ ...happened(fate), kind: 'unchanged' }),

    /** Restores the sheets that characters had before the battle's end. Skips characters changed since. */
    undoEnd: async (battle: OpenBattle): Promise<void> => {
      for (const { id: character, savedAt } of Object.values(battle.saved.table.characters)) {
        const { id, settled } = await ends(battle, character);
        const there = settled && (await characters.byId(character));
        if (settled === undefined || there === undefined) continue;
        const untouched = settled.before !== undefined && there.updatedAt === settled.at;
        await histories.add(
          {
            ...settled,
            id: `${id}/back`,
            kind: 'taken-back',
            at: now(),
            changes: [],
            dead: false,
            before: there.sheet,
          },
          untouched ? { sheet: settled.before, updatedAt: savedAt } : undefined,
        );
      }
    },

    noteJoins: async ({ after, entry }: OrderReport): Promise<void> => {
      const { id, table } = after.saved;
      for (const event of entry.table)
        if (event.type === 'character-bound')
          await histories.add({
            ...{ id: `${id}/${event.character}/joined`, character: event.character, kind: 'joined' },
            ...{ at: entry.at, edition: entry.edition.rules, battle: { id, name: table.name } },
            ...(table.campaign !== undefined && { campaign: table.campaign }),
            ...{ changes: [], dead: false },
          });
    },
  };
};

/** The settings that a battle leaves to its campaign's next battle: all but its board and objective. */
const settingsToLeave = ({ game, saved: { table } }: OpenBattle): PlainObject => {
  const settings = Object.entries(isPlainObject(table.settings) ? table.settings : {});
  const lasting = settings.filter(([key]) => !/^(board\b.*|objective)$/.test(key));
  return { ...Object.fromEntries(lasting), ...game.carriedSettings() };
};

/** Creates functions that copy a battle's changed settings to later battles of its campaign. */
const createSettingsCarry = ({ rulesets, campaigns }: Pick<Parts, 'rulesets' | 'campaigns'>) => ({
  save: async ({ ruleset: { id: system }, saved }: OpenBattle, left: PlainObject, since: PlainObject) => {
    const kept = Object.fromEntries(Object.entries(left).filter(([key, value]) => !isSame(value, since[key])));
    const { campaign: id } = saved.table;
    if (id === undefined || Object.keys(kept).length === 0) return;
    for (let tries = 0; tries < maxTries; tries += 1) {
      const campaign = await campaigns.byId(id);
      if (campaign === undefined) return;
      const { rules, editions } = pinRuleSettings(rulesets, [system], campaign.rules);
      const own = isPlainObject(rules[system]) ? rules[system] : {};
      const changed = {
        ...{ ...campaign, version: campaign.version + 1 },
        rules: { ...rules, [system]: { ...own, ...kept } },
        editions: { ...campaign.editions, ...editions },
      };
      if (isSame(changed.rules, campaign.rules) || (await campaigns.save(changed)) === 'kept') return;
    }
  },

  /** True if no one else has changed the carried settings in the campaign since the battle began. */
  isUntouched: async ({ game, ruleset: { id: system }, saved }: OpenBattle): Promise<boolean> => {
    const { campaign: id, settings } = saved.table;
    const campaign = id === undefined ? undefined : await campaigns.byId(id);
    const there = campaign?.rules[system];
    return Object.keys(game.carriedSettings()).every((key) =>
      isSame(isPlainObject(there) ? there[key] : undefined, isPlainObject(settings) ? settings[key] : undefined),
    );
  },
});

/** The message that asks a campaign's GM about outcomes. */
const question = (key: string, { gm }: Campaign, fates: readonly CharacterOutcome[]) =>
  runForPerson(gm, () => directMessage(key, gm, carryOverReply(fates), 'press'));

/** Creates the check that refuses characters with undecided outcomes, and asks the GM again. */
const createUndecidedCheck =
  ({ campaigns, outbox }: Pick<Parts, 'campaigns' | 'outbox'>, list: CarryOver['listUndecided']) =>
  async ({ saved }: OpenBattle, wanted: readonly string[]): Promise<Result<undefined>> => {
    const { campaign: id } = saved.table;
    const campaign = id === undefined || wanted.length === 0 ? undefined : await campaigns.byId(id);
    const left = campaign === undefined ? [] : await list(campaign);
    const [first] = left.filter(({ character }) => wanted.includes(character.id));
    if (first === undefined || campaign === undefined) return ok(undefined);
    const these = left.filter(({ battle }) => battle.saved.id === first.battle.saved.id);
    await outbox.send(saved, [await question(`carry ${first.id} ${saved.id}`, campaign, these)]);
    const { name } = first.battle.saved.table;
    return refuse('wounds-undecided', { outcome: describeOutcome(first), battle: name, gm: campaign.gmName });
  };

/** Creates the service that carries characters from battle to battle. Repeated calls save nothing twice. */
export const createCarryOver = (parts: Parts): CarryOver => {
  const { rulesets, battles, campaigns, outbox, now } = parts;
  const outcomes = createOutcomes(parts);
  const settings = createSettingsCarry(parts);

  const open = async (id: string): Promise<OpenBattle | undefined> => {
    const saved = await battles.byId(id);
    const battle = saved && openBattle(rulesets, saved, now());
    return battle?.ok ? battle.value : undefined;
  };

  /** A key that identifies the end of a battle. It changes with each undo and redo. */
  const endOf = async ({ saved }: OpenBattle): Promise<string> => {
    let turns = 0;
    for (let from = 1; from <= saved.version; from += entriesPerRead) {
      const texts = await battles.logJson(saved, from, Math.min(saved.version, from + entriesPerRead - 1));
      turns += texts.filter(mayBeUndo).length;
    }
    return `${saved.id} ${turns}`;
  };

  /** Posts the outcomes before they are saved, so that a retry after a crash posts nothing twice. */
  const announce = async (
    battle: OpenBattle,
    fates: readonly CharacterOutcome[],
    campaign: Campaign,
  ): Promise<void> => {
    const open = fates.filter(({ character }) => parseRosterOwner(character.owner) === undefined);
    if (open.length === 0 || campaign.carry === 'restore') return;
    const lineOf = (fate: CharacterOutcome) => {
      const says = describeOutcome(fate);
      const isSettled = settledChoice(fate, campaign) !== undefined;
      return line(isSettled ? says : phrase`${says}. ${campaign.gmName} decides whether this stays.`);
    };
    const { saved } = battle;
    const end = await endOf(battle);
    const after = () =>
      channelMessage(`after ${end}`, saved.channel, { cards: [card('After the battle', { lines: open.map(lineOf) })] });
    await outbox.send(saved, [runForEveryone(after, saved)]);
  };

  /** Settles all outcomes that need no decision of the GM. Returns the outcomes that need one. */
  const settle = async (
    battle: OpenBattle,
    campaign: Campaign,
    isEnd = false,
  ): Promise<readonly CharacterOutcome[]> => {
    const left = (await outcomes.list(battle)).filter(({ decided }) => !decided);
    const undecided = left.filter((fate) => settledChoice(fate, campaign) === undefined);
    if (isEnd || undecided.length < left.length) await announce(battle, left, campaign);
    for (const fate of left) {
      const choice = settledChoice(fate, campaign);
      if (choice !== undefined) await outcomes.decide(campaign, fate, choice);
    }
    return undecided;
  };

  const listUndecided: CarryOver['listUndecided'] = async (campaign) => {
    const fates: CharacterOutcome[] = [];
    for (const { id, status } of await battles.listByCampaign(campaign.guild, campaign.id)) {
      const battle = status === 'ended' ? await open(id) : undefined;
      if (battle !== undefined) fates.push(...(await settle(battle, campaign)));
    }
    return fates;
  };

  /** Settles the end of a battle. Asks the GM about outcomes that need a decision. */
  const settleEnd = async (battle: OpenBattle): Promise<void> => {
    const { campaign: id } = battle.saved.table;
    const campaign = id === undefined ? undefined : await campaigns.byId(id);
    if (campaign === undefined) {
      for (const fate of await outcomes.list(battle)) if (!fate.decided) await outcomes.remember(fate);
      return;
    }
    const open = await settle(battle, campaign, true);
    if (open.length === 0) return;
    await outbox.send(battle.saved, [await question(`carry ${await endOf(battle)}`, campaign, open)]);
  };

  return {
    listUndecided,
    requireDecided: createUndecidedCheck(parts, listUndecided),
    decide: outcomes.decide,
    afterOrder: async (report) => {
      const { before, after, entry } = report;
      await outcomes.noteJoins(report);
      const since = entry.request.kind === 'create' ? {} : settingsToLeave(before);
      await settings.save(after, settingsToLeave(after), since);
      const [was, is] = [before, after].map(({ saved }) => saved.status === 'ended');
      if (!was && is) await settleEnd(after);
      if (was && !is) await outcomes.undoEnd(after);
    },
    catchUp: async (id) => {
      const battle = await open(id);
      if (battle === undefined) return;
      if (await settings.isUntouched(battle)) await settings.save(battle, battle.game.carriedSettings(), {});
      await (battle.saved.status === 'ended' ? settleEnd(battle) : outcomes.undoEnd(battle));
    },
  };
};

/** What happens to one character at the end of a battle. */
export interface CharacterOutcome {
  readonly battle: OpenBattle;
  /** Number of the character in its battle, from 1. Buttons use it to name the character. */
  readonly row: number;
  readonly character: Character;
  readonly carried: CarriedCombatant;
  /** The id of the history event for this outcome. A second event with this id is not saved. */
  readonly id: string;
  readonly decided: boolean;
  /** True if the sheet was changed elsewhere since the character joined. Then the GM decides which sheet counts. */
  readonly changed: boolean;
}

/** Describes what happened to a character: `Bob: HP 45 → 12, gored`. */
export const describeOutcome = ({ character, carried }: CharacterOutcome): string =>
  phrase`${character.name}: ${carried.changes.length === 0 ? term('nothing changed') : listText(carried.changes)}`;

/** The GM's decision about a character, for its owner. */
export const decisionCard = ({ name, gmName }: Campaign, fate: CharacterOutcome, choice: CarryChoice): Card => {
  const { character, battle } = fate;
  const decided =
    choice === 'keep'
      ? phrase`${gmName} decided that this stays: ${describeOutcome(fate)}.`
      : phrase`${gmName} decided that ${character.name} is fully restored.`;
  const footer = phrase`${character.name} can join the next battle: /battle join`;
  return card(phrase`${name}: after ${battle.saved.table.name}`, { lines: [line(decided)], footer });
};

/** Buttons for all characters, then for each. More than four characters are in select lists. */
const choiceControls = (battle: string, fates: readonly CharacterOutcome[]): readonly (readonly Control[])[] => {
  const path = ['campaign', 'carry-over'];
  const press = (choice: CarryChoice, row?: number) => ({ path, input: { battle, choice, ...(row && { row }) } });
  const choices = ['keep', 'restore'] as const;
  const buttonsFor = (name: string, row?: number) =>
    choices.map((choice) => {
      const label = phrase`${term(choice === 'keep' ? 'Keep' : 'Restore')} ${name}`;
      return button(label, press(choice, row), choice === 'keep' ? 'primary' : 'secondary');
    });
  const offers = fates.map(({ character, row }) => ({ value: String(row), label: character.name }));
  const lists = choices.map((choice) => [
    selectMenu(choice === 'keep' ? 'Keep wounds of …' : 'Fully restore …', 'row', offers, press(choice)),
  ]);
  const each = fates.length > 4 ? lists : fates.map(({ character, row }) => buttonsFor(character.name, row));
  return [buttonsFor(worded('all')), ...each];
};

interface Pressed {
  /** Sentences about the decisions that the press has just made. */
  readonly done: readonly string[];
  /** True in direct messages, where the answer may replace the message with the pressed button. */
  readonly directly: boolean;
}

/** Asks the GM about the characters of the first undecided battle, one by one or all at once. */
export const carryOverReply = (fates: readonly CharacterOutcome[], pressed?: Pressed): Reply => {
  const how = { to: pressed?.directly ? 'everyone' : 'asker', replaces: pressed !== undefined } as const;
  const done = (pressed?.done ?? []).map((each) => line(each, 'good'));
  const [first] = fates;
  if (first === undefined)
    return postOrPrivateView({ cards: [card('Nothing left to decide', { lines: done })], ...how });
  const { saved } = first.battle;
  const these = fates.filter(({ battle }) => battle.saved.id === saved.id);
  const later = fates.length - these.length;
  const lines = [
    ...done,
    ...these.map((fate) =>
      line(
        fate.changed
          ? phrase`${describeOutcome(fate)} (sheet changed elsewhere since the character joined)`
          : describeOutcome(fate),
      ),
    ),
    line('Keep: wounds and death carry over. Restore: the character is fully restored.', 'quiet'),
  ];
  return postOrPrivateView({
    cards: [
      card(phrase`${saved.table.name} is over. What happens to these characters?`, {
        lines,
        ...(later > 0 && {
          footer: phrase`${counted(later, 'more character')} from other battles: /campaign carry-over`,
        }),
      }),
    ],
    controls: choiceControls(saved.id, these),
    ...how,
  });
};
