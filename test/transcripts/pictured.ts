/** The moment of a transcript that shows each rulebook, by its number of orders. */
export const pictured = [
  { system: 'skure', transcript: 'skure-ford', after: 35 },
  { system: 'dskull', transcript: 'dskull-mill', after: 45 },
  { system: 'sword-world', transcript: 'sword-world-standard', after: 18 },
  { system: 'straalara', transcript: 'straalara-alley', after: 24 },
  { system: 'segment', transcript: 'segment-hollow', after: 18 },
] as const;
