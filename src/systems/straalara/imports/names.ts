/** The attributes of d10 sheets; the rulebook needs strength, dexterity, stamina and wits. */
export const attributeNames = [
  'strength',
  'dexterity',
  'stamina',
  'charisma',
  'manipulation',
  'appearance',
  'composure',
  'perception',
  'intelligence',
  'wits',
  'resolve',
] as const;
