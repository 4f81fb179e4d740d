// Documents of ginrules, version 2, and events as they are sent. Made from the readers of the package.

export type Rank = "A" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "T" | "J" | "Q" | "K";
export type Suit = "c" | "d" | "h" | "s";
/** A card, like "7h" or "Ts". */
export type Card = `${Rank}${Suit}`;
/** Cards with blanks between them, like "7h 8h 9h"; "" for none. */
export type Cards = string;
/** An action, like "discard 7h", "lay off 7h on 0" or "spread 7h 8h 9h / Ks Kc Kd". */
export type Action =
  | "decline" | "draw" | "take" | "big gin" | "done" | "double" | "accept" | "refuse"
  | `take ${number}` | `discard ${Card}` | `knock ${Card}` | `lay off ${Card} on ${number}`
  | `lay ${Cards}` | `spread ${string}` | `shuffle ${Cards}`;
/** What stands for a card, or for cards, that the seat has not seen. */
export type Unseen = "??";

export type Cut = {
  players: string[];
  drawn: Cards[];
  first_dealer?: "lot" | "low-card" | "high-card";
};

export type Event = {
  kind: "declined";
  seat: number;
} | {
  kind: "took-discard";
  seat: number;
  cards: Cards;
} | {
  kind: "drew-stock";
  seat: number;
  card: Unseen | Card;
} | {
  kind: "laid-down";
  seat: number;
  meld: Cards;
} | {
  kind: "laid-off";
  seat: number;
  card: Card;
  onto: number;
} | {
  kind: "discarded";
  seat: number;
  card: Card;
} | {
  kind: "knocked";
  seat: number;
  card: Card;
  hand: Cards;
} | {
  kind: "went-big-gin";
  seat: number;
  hand: Cards;
} | {
  kind: "melds-spread";
  seat: number;
  melds: Cards[];
  unmelded: Cards;
} | {
  kind: "defence-done";
  seat: number;
  hand: Cards;
} | {
  kind: "doubled";
  seat: number;
} | {
  kind: "accepted";
  seat: number;
} | {
  kind: "refused";
  seat: number;
} | {
  kind: "stock-shuffled";
  cards: Cards;
  order: Unseen | Cards;
} | {
  kind: "round-ended";
  outcome: Outcome;
  hands: Cards[];
};

export type League = {
  format: "ginrules/league";
  version: 2;
  standings?: {
    player: string;
    points?: number;
    form?: string;
    summary: {
      player: string;
      matches?: number;
      matches_won?: number;
      games?: number;
      games_won?: number;
      rounds?: number;
      rounds_won?: number;
      drawn?: number;
      knocks?: number;
      undercut?: number;
      gins?: number;
      big_gins?: number;
      undercuts?: number;
      points?: number;
      net?: number;
      hands?: number;
      deadwood?: number;
    };
  }[];
  pairings?: {
    first: string;
    second: string;
    matches?: number;
    first_won?: number;
    second_won?: number;
    points?: number;
  }[];
  debts?: {
    payer: string;
    payee: string;
    points: number;
  }[];
  doubts?: {
    name: string;
    nearest?: string;
  }[];
  evenings?: string[];
  unfinished?: number;
  stake?: string;
};

export type Match = {
  format: "ginrules/match";
  version: 2;
  rules: Rules;
  players: string[];
  entries: ({
    kind: "outcome";
    ending: "knock" | "gin" | "big-gin" | "out" | "dead" | "refused";
    declarer?: number;
    deadwood: number[];
    reason?: "stock" | "declined" | "take-cap" | "returned-pair" | "reshuffle-cap";
    upcard?: Card;
    knock_card?: Card;
    laid?: number[];
    stock_left?: number;
    factor?: number;
    hands?: Cards[];
  } | {
    kind: "score";
    seats: number;
    result: "knock" | "gin" | "big-gin" | "undercut" | "gin-off" | "tie" | "void" | "out" | "dead" | "refused";
    winner?: number;
    lines: ScoreLine[];
    multiplier?: number;
    lowest_wins?: boolean;
    factor?: number;
    points?: number[];
    boxes?: number[];
  } | {
    kind: "team-round";
    results: ({
      kind: "outcome";
      ending: "knock" | "gin" | "big-gin" | "out" | "dead" | "refused";
      declarer?: number;
      deadwood: number[];
      reason?: "stock" | "declined" | "take-cap" | "returned-pair" | "reshuffle-cap";
      upcard?: Card;
      knock_card?: Card;
      laid?: number[];
      stock_left?: number;
      factor?: number;
      hands?: Cards[];
    } | {
      kind: "score";
      seats: number;
      result: "knock" | "gin" | "big-gin" | "undercut" | "gin-off" | "tie" | "void" | "out" | "dead" | "refused";
      winner?: number;
      lines: ScoreLine[];
      multiplier?: number;
      lowest_wins?: boolean;
      factor?: number;
      points?: number[];
      boxes?: number[];
    })[];
  } | {
    kind: "first-dealer";
    player: number;
  } | {
    kind: "notice";
  } | {
    kind: "concession";
    player: number;
  })[];
  scores: ({
    kind: "score";
    seats: number;
    result: "knock" | "gin" | "big-gin" | "undercut" | "gin-off" | "tie" | "void" | "out" | "dead" | "refused";
    winner?: number;
    lines: ScoreLine[];
    multiplier?: number;
    lowest_wins?: boolean;
    factor?: number;
    points?: number[];
    boxes?: number[];
  } | {
    kind: "team-score";
    tables: Score[];
    winner?: number;
    lines: ScoreLine[];
    sweep?: boolean;
    points: number[];
    boxes: number[];
  })[];
  winners: number[];
  is_over: boolean;
};

export type MatchRecord = {
  format: "ginrules/match-record";
  version: 2;
  rules: Rules;
  players: string[];
  dealer?: number;
  comment?: string;
  date?: string;
  result?: {
    is_over?: boolean;
    winners?: number[];
    totals?: number[];
    net?: number[];
  };
  rounds: ({
    kind?: "round";
    names?: string[];
    comment?: string;
    seats?: number;
    dealer?: number;
    knock_card?: Card;
    seed?: number;
    order?: Cards;
    actions: string[];
    comments?: { [name: string]: string };
    times?: { [name: string]: number };
    outcome?: {
      ending?: "knock" | "gin" | "big-gin" | "out" | "dead" | "refused";
      declarer?: number;
      deadwood?: number[];
      reason?: "stock" | "declined" | "take-cap" | "returned-pair" | "reshuffle-cap";
      upcard?: Card;
      knock_card?: Card;
      laid?: number[];
      stock_left?: number;
      factor?: number;
      hands?: Cards[];
    };
    score?: {
      result?: string;
      winner?: number;
      points?: number[];
      boxes?: number[];
    };
  } | {
    kind: "outcome";
    ending: "knock" | "gin" | "big-gin" | "out" | "dead" | "refused";
    declarer?: number;
    deadwood: number[];
    reason?: "stock" | "declined" | "take-cap" | "returned-pair" | "reshuffle-cap";
    upcard?: Card;
    knock_card?: Card;
    laid?: number[];
    stock_left?: number;
    factor?: number;
    hands?: Cards[];
  } | {
    kind: "score";
    seats: number;
    result: "knock" | "gin" | "big-gin" | "undercut" | "gin-off" | "tie" | "void" | "out" | "dead" | "refused";
    winner?: number;
    lines: ScoreLine[];
    multiplier?: number;
    lowest_wins?: boolean;
    factor?: number;
    points?: number[];
    boxes?: number[];
  } | {
    kind: "notice";
  } | {
    kind: "concession";
    player: number;
  } | {
    kind: "team-round";
    tables: unknown[];
  })[];
};

export type Round = {
  format: "ginrules/round";
  version: 2;
  rules: Rules;
  names?: string[];
  comment?: string;
  seats?: number;
  dealer?: number;
  knock_card?: Card;
  seed?: number;
  order?: Cards;
  actions: string[];
  comments?: { [name: string]: string };
  times?: { [name: string]: number };
  outcome?: {
    ending?: "knock" | "gin" | "big-gin" | "out" | "dead" | "refused";
    declarer?: number;
    deadwood?: number[];
    reason?: "stock" | "declined" | "take-cap" | "returned-pair" | "reshuffle-cap";
    upcard?: Card;
    knock_card?: Card;
    laid?: number[];
    stock_left?: number;
    factor?: number;
    hands?: Cards[];
  };
  score?: {
    result?: string;
    winner?: number;
    points?: number[];
    boxes?: number[];
  };
};

export type Session = {
  format: "ginrules/session";
  version: 2;
  changes: number;
  dealt?: number;
  played?: number[];
  round?: MatchRecord["rounds"];
  rules: Rules;
  players: string[];
  dealer?: number;
  comment?: string;
  date?: string;
  result?: {
    is_over?: boolean;
    winners?: number[];
    totals?: number[];
    net?: number[];
  };
  rounds: MatchRecord["rounds"];
};

export type State = {
  format: "ginrules/state";
  version: 2;
  rules: Rules;
  seats: number;
  dealer: number;
  upcard?: Card;
  knock_card?: Card;
  knock_limit: number;
  hands: Cards[];
  stock: Cards;
  discards: Cards;
  table: TableMeld[];
  laid: Cards[];
  known: Cards[];
  takes?: number;
  returns?: number;
  put_back?: Cards[];
  factor?: number;
  doubling_right?: number;
  phase: Phase;
};

export type View = {
  format: "ginrules/view";
  version: 2;
  rules: Rules;
  seats: number;
  dealer: number;
  upcard?: Card;
  knock_card?: Card;
  knock_limit: number;
  seat?: number;
  hand: Cards;
  hand_sizes: number[];
  known: Cards[];
  unseen: Cards;
  discards: Cards;
  stock_size: number;
  hidden_counts: number[][];
  table: TableMeld[];
  laid: Cards[];
  takes?: number;
  returns?: number;
  put_back?: Cards[];
  factor?: number;
  doubling_right?: number;
  phase: Phase;
  legal: Action[];
};

export type MatchView = {
  round: number;
  dealer: number;
  target: number;
  rounds?: number;
  columns: number[][];
  won?: number[];
  resting?: number[];
  outcomes?: Outcome[];
};

export type Outcome = {
  ending: "knock" | "gin" | "big-gin" | "out" | "dead" | "refused";
  declarer?: number;
  deadwood: number[];
  reason?: "stock" | "declined" | "take-cap" | "returned-pair" | "reshuffle-cap";
  upcard?: Card;
  knock_card?: Card;
  laid?: number[];
  stock_left?: number;
  factor?: number;
  hands?: Cards[];
};

export type Phase = {
  kind: "upcard-offer";
  seat: number;
} | {
  kind: "draw-turn";
  seat: number;
  stock_only?: boolean;
} | {
  kind: "play-turn";
  seat: number;
  taken?: Cards;
  owed?: Cards;
  was_gin?: boolean;
} | {
  kind: "spread-turn";
  seat: number;
  declarer: number;
  ending: "knock" | "gin" | "big-gin" | "out" | "dead" | "refused";
} | {
  kind: "layoff-turn";
  seat: number;
  declarer: number;
  ending: "knock" | "gin" | "big-gin" | "out" | "dead" | "refused";
} | {
  kind: "last-discard";
  seat: number;
} | {
  kind: "reshuffle";
  seat: number;
} | {
  kind: "round-over";
  outcome: Outcome;
} | {
  kind: "double-offer";
  seat: number;
  by: number;
  stock_only?: boolean;
};

export type Rules = string | {
  name?: string;
  title?: string;
  summary?: string;
  family?: string;
  confidence?: string;
  extends?: string | string[];
  sources?: string[];
  notes?: string[];
  aliases?: string[];
  first_dealer?: "lot" | "low-card" | "high-card";
  players?: { [name: string]: unknown };
  deck?: { [name: string]: unknown };
  deal?: { [name: string]: unknown };
  melds?: { [name: string]: unknown };
  draw?: { [name: string]: unknown };
  knock?: { [name: string]: unknown };
  layoff?: { [name: string]: unknown };
  stock?: { [name: string]: unknown };
  price?: { [name: string]: unknown };
  game?: { [name: string]: unknown };
  columns?: { [name: string]: unknown };
  match?: { [name: string]: unknown };
};

export type Score = {
  seats: number;
  result: "knock" | "gin" | "big-gin" | "undercut" | "gin-off" | "tie" | "void" | "out" | "dead" | "refused";
  winner?: number;
  lines: ScoreLine[];
  multiplier?: number;
  lowest_wins?: boolean;
  factor?: number;
  points?: number[];
  boxes?: number[];
};

export type ScoreLine = {
  kind: "deadwood-difference" | "deadwood" | "pooled-deadwood" | "laid" | "held" | "gin-bonus" | "big-gin-bonus" | "undercut-bonus" | "gin-off-bonus" | "knock-bonus" | "refusal-bonus" | "spade" | "double" | "entered" | "house" | "table" | "opponents" | "sweep-bonus" | "box" | "extra-box" | "sweep-box";
  seat: number;
  points?: number;
  boxes?: number;
  label?: string;
};

export type Settlement = {
  names: string[];
  games: ({
    number: number;
    lines: ({
      kind: "points" | "game-bonus" | "shutout" | "boxes" | "concession";
      game: number;
      side: number;
      points: number;
    })[];
    totals: number[];
    shut_out: number[];
    forfeited: boolean;
    claims: {
      debtor: number;
      creditor: number;
      points: number;
    }[];
    winners: number[];
    is_final: boolean;
  })[];
  weights: number[];
  totals: number[];
  net: number[];
  payments: {
    payer: number;
    payee: number;
    points: number;
  }[];
  winners: number[];
  is_final: boolean;
  players?: string[];
};

export type TableMeld = {
  cards: Cards;
  kind: "set" | "run";
  owner: number;
  original: Cards;
};

export type Document = League | Match | MatchRecord | Round | Session | State | View;
