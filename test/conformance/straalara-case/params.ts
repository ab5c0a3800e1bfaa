import { type Facts, facts } from './facts.ts';

const poolText = (given: unknown): unknown => {
  const { attribute, ability } = facts(given);
  return given === undefined ? undefined : `${attribute} + ${ability ?? ''}`;
};

const damageText = (given: unknown): unknown => {
  const { base, addStrength } = facts(given);
  return given === undefined ? undefined : `${base ?? 0}${addStrength ? ' + strength' : ''}`;
};

/** The verb of each command of section 4 that is not called like it. */
export const verbs: Readonly<Record<string, string>> = {
  DECLARE: 'declare',
  NOMINATE: 'nominate',
  TAKE: 'take',
  PASS: 'pass',
  DEFEND: 'defend',
  INIT: 'initiative',
  INTEND: 'intend',
  STANCE: 'stance',
  'GM-MOD': 'mod',
  'GM-BOTCH': 'botch',
  'GM-HARM': 'harm',
  'GM-HEAL': 'heal',
  'GM-LIFE': 'life',
  'GM-END': 'end-combat',
};

/** A command's arguments as its verb takes them. */
export const paramsOf = (command: string, { combatant, ...given }: Facts): Facts => {
  switch (command) {
    case 'DECLARE':
    case 'NOMINATE':
    case 'INTEND': {
      const { opposed, damage, action = 'nothing', ...rest } = given;
      return { ...rest, action, opposed: poolText(opposed), damage: damageText(damage) };
    }
    case 'DEFEND': {
      const { with: tool, maneuver = 'nothing', ...rest } = given;
      return maneuver === 'spell' ? { spell: tool, ...rest, maneuver } : { ...rest, maneuver, weapon: tool };
    }
    case 'GM-BOTCH': {
      const { target: victim, ...rest } = given;
      return { ...rest, target: combatant, victim };
    }
    case 'GM-HARM':
    case 'GM-HEAL': {
      const { n: levels, ...rest } = given;
      return { ...rest, target: combatant, levels };
    }
    case 'GM-MOD':
    case 'GM-LIFE':
      return { ...given, target: combatant };
    default:
      return given;
  }
};

/** The schema refuses numbers that no chat can send before the rules see them. */
export const schemaCodes: Readonly<Record<string, string>> = {
  move: 'BAD_DISTANCE',
  dice: 'BAD_VALUE',
  difficulty: 'BAD_VALUE',
  levels: 'BAD_VALUE',
  for: 'BAD_VALUE',
  life: 'BAD_VALUE',
};
