/** The battle and the user that a private link to a board is for. */
export interface BoardLink {
  readonly battle: string;
  readonly user: string;
  readonly name: string;
  /** The user's number at the time. `/battle board end:yes` and an erasure of the user's data change it. */
  readonly number: number;
}

/** Creates the addresses of pages in a browser. */
export interface WebLinks {
  /** A board for one user. The link works for 15 minutes. */
  readonly board: (link: BoardLink) => string;
  /** The page of a user's battles, as long as the user has this number. */
  readonly mine: (user: string, number: number) => string;
  /** What everyone may see of a battle, once it is over. */
  readonly replay: (battle: string) => string;
  /** The book of a campaign. */
  readonly book: (campaign: string) => string;
}
