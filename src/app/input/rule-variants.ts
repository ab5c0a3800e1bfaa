import type { NamedRuleVariant, ServerSettings } from '../../campaign/servers.ts';
import { normalizeName, ok, phrase, type Refusal, type Result, refuse } from '../../core/message.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { withSettings } from './setting-text.ts';

/** The readings that every rulebook has: as its original text reads plainest, and as we play it. */
const builtInVariants = ['as-written', 'usual'] as const;

/** The sets of settings by which a battle of a rulebook can be begun, by their names. */
export const ruleVariants = (ruleset: Ruleset, server: ServerSettings | undefined): readonly string[] => [
  ...builtInVariants,
  ...(server?.readings ?? []).filter(({ system }) => system === ruleset.id).map(({ name }) => name),
];

/** Is it the name of a reading that every rulebook has? */
const isBuiltInVariant = (name: string): boolean =>
  builtInVariants.some((own) => normalizeName(own) === normalizeName(name));

/** The settings of a reading. Refuses a name that neither the rulebook nor the server has. */
export const findRuleVariant = (
  ruleset: Ruleset,
  server: ServerSettings | undefined,
  name: string,
): Result<unknown, Refusal> => {
  if (normalizeName(name) === normalizeName('usual')) return ok({});
  if (normalizeName(name) === normalizeName('as-written')) return ok(ruleset.literalSettings);
  const own = server?.readings.find(
    (each) => each.system === ruleset.id && normalizeName(each.name) === normalizeName(name),
  );
  return own === undefined
    ? refuse('no-such-reading', { reading: name, readings: ruleVariants(ruleset, server).join(', ') })
    : ok(own.settings);
};

/** How many sets of settings a server may name. */
const maxVariants = 50;

/**
 * A server's readings with one more, or without it where its rules are `none`: the plain settings with these changed. Refuses the
 * names that every rulebook has, and more than a server may name.
 */
export const saveRuleVariant = (
  ruleset: Ruleset,
  server: ServerSettings,
  { name, rules }: { readonly name: string; readonly rules: string },
): Result<readonly NamedRuleVariant[], Refusal> => {
  if (isBuiltInVariant(name))
    return refuse('bad-input', {
      option: 'reading',
      problem: phrase`${name} is the name of a variant that every rulebook already has`,
    });
  const others = server.readings.filter(
    (each) => each.system !== ruleset.id || normalizeName(each.name) !== normalizeName(name),
  );
  if (normalizeName(rules) === 'none')
    return others.length < server.readings.length
      ? ok(others)
      : refuse('no-such-reading', { reading: name, readings: ruleVariants(ruleset, server).join(', ') });
  if (others.length >= maxVariants)
    return refuse('bad-input', {
      option: 'reading',
      problem: phrase`a server can have at most ${maxVariants} rule variants`,
    });
  const chosen = withSettings(ruleset, {}, rules);
  const whole = chosen.ok ? ruleset.completeSettings(chosen.value) : chosen;
  if (!whole.ok) return whole;
  const made = { name: name.trim(), system: ruleset.id, edition: ruleset.editions.present, settings: whole.value };
  return ok([...others, made]);
};
