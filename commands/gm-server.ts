import { defineCommand } from '../src/app/command-kit/command.ts';
import { formatSetting } from '../src/app/input/setting-entries.ts';
import { changedSettings, saveRuleVariant, withSettings } from '../src/app/input/setting-text.ts';
import { findRuleset } from '../src/app/input/sheets.ts';
import { checkGmChannel } from '../src/app/outbox/notifications.ts';
import { defaultTheme } from '../src/app/replies/picture-themes.ts';
import { rollModes } from '../src/battle/saved/session.ts';
import { languageOffers, parseLanguage } from '../src/campaign/languages.ts';
import type { ServerSettings } from '../src/campaign/servers.ts';
import { asName, languageName, ok, phrase, type Result, refuse, refuseInput, term } from '../src/core/message.ts';
import { themes } from '../src/core/theme.ts';
import { line } from '../src/rules/event.ts';
import type { Ruleset } from '../src/rules/ruleset.ts';
import { channelParam, flagParam, namesParam, oneOfParam, textParam } from '../src/rules/verb.ts';
import { lineIf, privateCard, writeAndAnswer } from './answers.ts';
import { completeEach, offersOf, systemOffers } from './completion.ts';

/** Finds rulebooks by name and returns their ids. Refuses unknown names. */
export const parseSystems = (wanted: readonly string[], rulesets: readonly Ruleset[]): Result<string[]> => {
  const found = wanted.map((each) => findRuleset(rulesets, each));
  const ids = new Set(found.flatMap((each) => (each.ok ? [each.value.id] : [])));
  return found.find((each) => !each.ok) ?? ok([...ids]);
};

/** Changes the house rules or the rule variants of the server. */
const changeRules = (
  there: ServerSettings,
  system: string | undefined,
  rules: string,
  reading: string | undefined,
  rulesets: readonly Ruleset[],
): Result<Partial<ServerSettings>> => {
  const ruleset = findRuleset(rulesets, system ?? '');
  if (!ruleset.ok) return ruleset;
  if (reading !== undefined) {
    const kept = saveRuleVariant(ruleset.value, there, { name: reading, rules });
    return kept.ok ? ok({ readings: kept.value }) : kept;
  }
  const { id, completeSettings, editions } = ruleset.value;
  const chosen = rules === 'none' ? ok({}) : withSettings(ruleset.value, there.houseRules[id] ?? {}, rules);
  const whole = chosen.ok ? completeSettings(chosen.value) : chosen;
  return whole.ok
    ? ok({
        houseRules: { ...there.houseRules, [id]: whole.value },
        editions: { ...there.editions, [id]: editions.present },
      })
    : whole;
};

/** Shows the server's settings. Users who manage the server can also change the settings. */
export const settings = defineCommand(['channels', 'languages', 'outbox', 'rulesets', 'servers'], {
  path: ['gm', 'server'],
  scope: 'server',
  summary: 'Show or change this server’s settings: rulebooks, default rolls, house rules',
  params: {
    systems: namesParam('Rulebooks whose commands are shown, separated by commas; or all').optional(),
    rolls: oneOfParam('Who sees rolls in new battles', rollModes).optional(),
    system: textParam('A rulebook, for house rules', 40).optional(),
    rules: textParam(
      'House rules for new battles: key=value; key=default for the rulebook’s own value; none to clear',
      1000,
    ).optional(),
    variant: textParam(
      'Name to save these rules under, for /battle create variant:; rules:none deletes that variant',
      60,
    ).optional(),
    pictures: oneOfParam('Colors of the pictures everyone sees: light or dark', themes).optional(),
    authors: flagParam('When someone speaks as a character, show who spoke (that person gets no ping)').optional(),
    language: textParam(
      'The language of new battles; default: that of the server or of who creates them',
      40,
    ).optional(),
    gm: channelParam('The GM channel for hidden information; only GMs should have access').optional(),
    direct: flagParam('Use direct messages instead of a GM channel').optional(),
  },
  complete: completeEach({
    system: systemOffers,
    systems: systemOffers,
    language: offersOf((_asker, { languages }) => languageOffers(languages)),
    variant: offersOf(async ({ guild }, { servers }) => {
      const server = guild === undefined ? undefined : await servers.settings(guild);
      return (server?.readings ?? []).map(({ name, system }) => ({ value: name, label: phrase`${name} (${system})` }));
    }),
  }),
  run: async (asker, input, services) => {
    const { systems, rolls, system, rules, variant, pictures, authors, language: said, gm, direct } = input;
    const { servers, rulesets, channels, outbox, languages } = services;
    if (asker.guild === undefined) return refuse('server-only');
    const there: ServerSettings = (await servers.settings(asker.guild)) ?? {
      ...{ guild: asker.guild, systems: [], rolls: 'public', houseRules: {}, editions: {}, readings: [] },
    };
    if (variant !== undefined && rules === undefined)
      return refuseInput('rules', 'enter the rules to save under that name, or none to delete the variant');
    const changes = [systems, rolls, rules, pictures, authors, said, gm, direct].some((each) => each !== undefined);
    if (changes && !asker.manages) return refuse('not-managing');
    const desk =
      gm === undefined ? ok(direct ? undefined : there.desk) : await checkGmChannel(asker, gm, undefined, { channels });
    if (!desk.ok) return desk;
    const wanted = parseSystems(
      (systems ?? []).filter((each) => each !== 'all'),
      rulesets,
    );
    if (!wanted.ok) return wanted;
    const changed = rules === undefined ? ok({}) : changeRules(there, system, rules, variant, rulesets);
    if (!changed.ok) return changed;
    const { language: before, ...rest } = there;
    const language = said === undefined ? ok(before) : parseLanguage(languages, said);
    if (!language.ok) return language;
    const now: ServerSettings = {
      ...{ ...rest, ...changed.value, desk: desk.value, rolls: rolls ?? there.rolls },
      systems: systems === undefined ? there.systems : wanted.value,
      ...(pictures !== undefined && { pictures }),
      ...(authors !== undefined && { authors }),
      ...(language.value !== undefined && { language: language.value }),
    };
    const lines = [
      line(phrase`Rulebooks: ${now.systems.length === 0 ? term('all') : now.systems.join(', ')}`),
      line(phrase`Rolls in new battles: ${term(now.rolls)}`),
      line(phrase`Pictures: ${term(now.pictures ?? defaultTheme)}`),
      ...lineIf(
        languages.installed.length > 0,
        phrase`Language of new battles: ${now.language === undefined ? term('that of the server or of who creates them') : asName(languageName(now.language))}`,
      ),
      line(
        now.authors
          ? 'Messages spoken as a character show who spoke them.'
          : 'Messages spoken as a character do not show who spoke them.',
      ),
      line(
        now.desk === undefined
          ? 'Hidden information goes to GMs by direct message'
          : phrase`Hidden information goes to GMs in the GM channel ${now.desk}; everyone who can read it sees all of it`,
      ),
      ...rulesets.flatMap((ruleset) => {
        const chosen = now.houseRules[ruleset.id];
        const unusual = chosen === undefined ? [] : changedSettings(ruleset, chosen);
        const list = unusual.map((each) => formatSetting(ruleset, each)).join('; ');
        return unusual.length === 0 ? [] : [line(phrase`House rules of ${term(ruleset.title)}: ${list}`)];
      }),
      ...rulesets.flatMap((ruleset) => {
        const named = now.readings.filter((each) => each.system === ruleset.id).map(({ name }) => name);
        return named.length === 0 ? [] : [line(phrase`Rule variants of ${term(ruleset.title)}: ${named.join(', ')}`)];
      }),
    ];
    const title = changes ? 'Settings saved' : 'Settings of this server';
    const shown = privateCard(title, { lines });
    if (!changes) return ok(shown);
    return writeAndAnswer(asker, shown, { outbox }, (said) => servers.saveSettings(now, said));
  },
});
