import { z } from 'zod';
import { defineCommand } from '../src/app/command-kit/command.ts';
import { describeSettingsOfRule, type FoundRule } from '../src/app/input/rule-search.ts';
import { type Control, postOrPrivateView } from '../src/app/replies/reply.ts';
import { ok, phrase, refuse } from '../src/core/message.ts';
import { card } from '../src/presentation/card.ts';
import { line } from '../src/rules/event.ts';
import type { RuleEntry } from '../src/rules/rulebook.ts';
import { flagParam, textParam } from '../src/rules/verb.ts';

const plain = (markdown: string): string =>
  markdown
    .replaceAll(/\*\*|`/g, '')
    .replaceAll(/\s+/g, ' ')
    .slice(0, 1500);

const titleOf = ({ id, title, plain: said }: RuleEntry, most: number): string =>
  phrase`${id}: ${plain(said?.title ?? title)}`.slice(0, most);

const ruleCard = ({ entry }: FoundRule, inForce: readonly string[], inFull: boolean) =>
  card(titleOf(entry, 250), {
    lines: [
      ...(entry.plain === undefined ? [] : [line(plain(entry.plain.text))]),
      ...(entry.plain === undefined || inFull ? [line(plain(entry.text))] : []),
      ...inForce.map((setting) => line(phrase`In this battle: ${setting}`, 'good')),
    ],
  });

const smallPrint = ({ id }: RuleEntry): Control => ({
  kind: 'button',
  label: 'Small print',
  style: 'secondary',
  press: { path: ['rule'], input: { words: id, full: true } },
});

const otherRules = (options: readonly { readonly label: string; readonly value: string }[]): Control => ({
  kind: 'select',
  label: 'Other rules',
  options,
  option: 'words',
  press: { path: ['rule'], input: {} },
});

export const rule = defineCommand(['battles', 'findRules', 'rulesets'], {
  path: ['rule'],
  summary: 'Look up a rule by id or keywords',
  params: z.strictObject({
    words: textParam('An id like SK-ATK-3, or words like flank', 100),
    public: flagParam('Show it to everyone').optional(),
    full: flagParam('Include details: dice order, codes, settings, sources').optional(),
  }),
  complete: async (asker, option, typed, _soFar, { battles, rulesets, findRules }) => {
    if (option !== 'words') return [];
    const battle = await battles.open(asker.channel);
    const system = battle.ok ? battle.value.ruleset.id : undefined;
    const found =
      typed.trim() === ''
        ? rulesets
            .filter(({ id }) => system === undefined || id === system)
            .flatMap(({ rules }) => rules().slice(0, 25))
        : findRules(typed, system).map(({ entry }) => entry);
    return found.slice(0, 25).map((entry) => ({ value: entry.id, label: titleOf(entry, 100) }));
  },
  run: async (asker, { words, public: open, full = false }, { battles, findRules, rulesets }) => {
    const battle = await battles.open(asker.channel);
    const system = battle.ok ? battle.value.ruleset.id : undefined;
    const found = findRules(words, system);
    const [first, ...others] = found.length > 0 ? found : findRules(words, undefined);
    if (first === undefined)
      return refuse('no-such-rule', { words, example: rulesets[0]?.rules()[0]?.id ?? 'SK-ATK-3' });
    const chosen = battle.ok && battle.value.ruleset.id === first.ruleset.id ? battle.value.saved.table.settings : {};
    const more = others.slice(0, 10).map(({ entry }) => ({ label: titleOf(entry, 100), value: entry.id }));
    const exact = first.entry.id.toLowerCase() === words.trim().toLowerCase();
    return ok(
      postOrPrivateView({
        cards: [ruleCard(first, describeSettingsOfRule(first.ruleset, first.entry, chosen), full)],
        to: open ? 'everyone' : 'asker',
        controls: [
          ...(first.entry.plain === undefined || full ? [] : [[smallPrint(first.entry)]]),
          ...(exact || more.length === 0 ? [] : [[otherRules(more)]]),
        ],
      }),
    );
  },
});
