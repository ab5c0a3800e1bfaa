/** For every verb of every rulebook: whether others see it, see it in line of sight only, or do not see it. */
export const seenVerbs: Readonly<Record<string, Readonly<Record<'seen' | 'in-sight' | 'unseen', readonly string[]>>>> =
  {
    skure: {
      seen: ['attack', 'charge', 'cast', 'breath', 'intercept'],
      'in-sight': ['move', 'fly'],
      unseen: [
        ...['turn', 'aim', 'defend', 'guard', 'release', 'counter', 'end', 'stunt', 'rule-stunt', 'say', 'ask'],
        ...['revive', 'harm', 'promote', 'place', 'deploy', 'skip'],
      ],
    },
    straalara: {
      seen: ['take'],
      'in-sight': ['pass', 'next', 'defend'],
      unseen: [
        ...['initiative', 'stance', 'declare', 'intend', 'nominate', 'mod', 'botch', 'harm', 'heal', 'life'],
        ...['end-combat'],
      ],
    },
    segment: {
      seen: ['free-attack', 'push'],
      'in-sight': ['resolve', 'next', 'close', 'redirect', 'keep', 'forgo', 'turn-away'],
      unseen: [
        ...['declare', 'shout', 'check', 'place', 'deploy', 'ambush', 'surprise', 'cover', 'light', 'table'],
        ...['modifier', 'allow-free', 'deny-free', 'force-move', 'damage', 'heal', 'repair'],
        ...['kill', 'stand'],
      ],
    },
    'sword-world': {
      seen: ['attack', 'cast', 'block'],
      'in-sight': ['move'],
      unseen: [
        ...['minor', 'major', 'retreat', 'join', 'begin', 'end', 'initiative', 'ambush', 'knowledge', 'weakness'],
        ...[
          'place',
          'deploy',
          'potion',
          'check',
          'surrender',
          'herb',
          'loot',
          'fall',
          'force',
          'death-check',
          'field',
          'method',
        ],
        ...['leave', 'next', 'close'],
      ],
    },
    dskull: {
      seen: ['attack', 'blast', 'special'],
      'in-sight': ['move'],
      unseen: [
        ...[
          'activate',
          'gain',
          'attack-action',
          'symbol',
          'dare',
          'interact',
          'drop',
          'end',
          'deploy',
          'deploy-rest',
          'tactics',
        ],
        ...['scenario', 'board', 'policy', 'harm', 'check', 'trigger', 'skill', 'next'],
      ],
    },
  };
