/** Written by tests/web/types.py from the server's messages and bodies; not by hand. */

export type ShownPile = Pile;
export interface Piles { F: Record<string, string | null>; [pile: string]: ShownPile | Record<string, string | null> }
export type TableFields = Omit<TableMessage, 't'>;
export type RefusedMessage = Refused;
export type EndedMessage = Ended;
export type NoticeMessage = Notice;
export type DayGame = Game;
export interface ProblemBody {
  type: string; title: string; status: number; code: string; final_at?: string; retry_after?: number;
}

export type ClientMessage = PlayMove | GiveUp | Sync | Ping;
export type ServerMessage = TableMessage | MovedMessage | Refused | Ended | Notice | Pong;
export type LiveMessage = PlayersMessage | ProgressMessage | ResultMessage | PlaceMessage;
export type GameEvent = CardsMoved | SpaceFilled | CardRevealed | StockTurned | WasteRedealt | MoveUndone;
export interface Attempt {
  id: number;
  kind: Kind;
  variant: string;
  game: string | null;
  player: string;
  status: string;
  started_at: string | null;
  result: Result | null;
  credited_ms: number;
  table: string;
}
export interface CardRevealed {
  event: 'revealed';
  pile: string;
  card: string;
}
export interface CardsMoved {
  event: 'moved';
  cards: string[];
  from: string;
  to: string;
}
export interface Change {
  name?: string | null;
  passphrase?: string | null;
  current?: string | null;
}
export interface Column {
  down: number;
  up: number;
}
export interface Commitment {
  game: string;
  commitment: string;
  solver_version: string;
  node_budget: number;
  published_at: string;
  root: string | null;
}
export interface Commitments {
  commitments: Commitment[];
  next: string | null;
}
export interface Day {
  previous: string | null;
  date: string;
  now: string;
  opens_at: string;
  closes_at: string;
  final_at: string;
  root: string | null;
  player: Player | null;
  games: Game[];
}
export interface Delete {
  passphrase?: string | null;
}
export interface Ended {
  t: 'ended';
  attempt: number;
  outcome: Outcome;
  result: Result;
  rank: number | null;
  of: number | null;
  chain: string;
}
export interface Example {
  base: string;
  home: number;
  piles: Piles;
  moves: string[];
}
export interface Examples {
  examples: (Example | null)[];
}
export interface Frame {
  ply: number;
  move: string | null;
  at_ms: number;
  events: (CardsMoved | SpaceFilled | CardRevealed | StockTurned | WasteRedealt | MoveUndone)[];
  base: string;
  piles: Piles;
  home: number;
  moves: number;
  undone?: boolean;
}
export interface Game {
  variant: string;
  title: string;
  date: string;
  status: Status;
  opens_at: string;
  closes_at: string;
  final_at: string;
  commitment: string;
  solver_version: string;
  node_budget: number;
  players: number;
  won: number;
  yours: Attempt | null;
  secret: string | null;
  deal: number | null;
  winnable: boolean | null;
  par: number | null;
  stars: number | null;
  solution: string[] | null;
}
export interface GiveUp {
  t: 'give_up';
  ply: number;
}
export interface Going {
  player: string;
  home: number;
  moves: number;
  elapsed_ms: number;
}
export interface Histogram {
  game: string;
  players: string;
  total: number;
  home: number[];
  winners_moves: [number, number][];
}
export type Kind = 'practice' | 'ranked';
export interface Leaderboard {
  game: string;
  by: string;
  players: string;
  total: number;
  sealed: boolean;
  final_at: string;
  standings: Standing[];
  yours: Standing | null;
  next: string | null;
}
export interface MoveUndone {
  event: 'undone';
  move: string;
}
export interface MovedMessage {
  t: 'moved';
  attempt: number;
  kind: Kind;
  game: string | null;
  variant: string;
  player: string;
  ply: number;
  base: string;
  piles: Piles;
  legal: string[];
  undo: boolean;
  moves: number;
  elapsed_ms: number;
  home: number;
  pass: Pass | null;
  blocked: boolean;
  stale_pass: boolean;
  finish: string[];
  final_at: string | null;
  move: string;
  events: (CardsMoved | SpaceFilled | CardRevealed | StockTurned | WasteRedealt | MoveUndone)[];
}
export interface Notice {
  t: 'notice';
  notice: 'closing' | 'draining' | 'unavailable';
}
export type Outcome = 'blocked' | 'expired' | 'given_up' | 'ply_limit' | 'won';
export interface Pace {
  leader: [number, number][];
  median: [number, number][];
}
export interface Pass {
  n: number;
  of: number | null;
}
export interface Pile {
  C?: string | null;
  D?: string | null;
  H?: string | null;
  S?: string | null;
  down?: number;
  up?: string[];
}
export interface Ping {
  t: 'ping';
}
export interface PlaceMessage {
  t: 'place';
  rank: number;
  of: number;
}
export interface PlayMove {
  t: 'move';
  ply: number;
  move: string;
}
export interface Player {
  name: string;
  kept: boolean;
  token?: string | null;
}
export interface PlayersMessage {
  t: 'players';
  players: Going[];
}
export interface PointsBoard {
  span: string;
  period: string;
  starts: string | null;
  ends: string | null;
  final: boolean;
  players: string;
  total: number;
  standings: PointsStanding[];
  yours: PointsStanding | null;
  next: string | null;
}
export interface PointsStanding {
  rank: number;
  percentile: number;
  player: string;
  points: number;
  wins: number;
  moves: number;
  days: number;
  yours: boolean;
}
export interface Pong {
  t: 'pong';
}
export interface Practice {
  deck?: string[] | null;
  secret?: string | null;
  deal?: number;
  game?: string | null;
}
export interface Profile {
  name: string;
  kept: boolean;
  streaks: Streaks;
  points: number;
  wins: number;
  played: number;
  home: number[];
  results: StandingInShort[];
}
export interface ProgressMessage {
  t: 'progress';
  players: Going[];
}
export interface Refused {
  t: 'refused';
  ply: number | null;
  code: 'bad_move' | 'ended' | 'illegal' | 'rate' | 'stale' | 'unavailable';
  rule?: Rule | null;
  why: string;
}
export interface Replay {
  attempt: Attempt;
  frames: Frame[];
}
export interface Result {
  outcome: Outcome;
  home: number;
  moves: number;
  elapsed_ms: number;
}
export interface ResultMessage {
  t: 'result';
  standings: Scored[];
}
export type Rule = 'build' | 'empty' | 'face_down' | 'no_redeal' | 'no_undo' | 'not_top' | 'space' | 'suit';
export interface Scored {
  rank: number;
  player: string;
  home: number;
  moves: number;
  elapsed_ms: number;
  attempt: number;
}
export interface Session {
  id: number;
  device: string;
  created_at: string;
  seen_at: string;
  current: boolean;
}
export interface Sessions {
  sessions: Session[];
}
export interface SignIn {
  name: string;
  passphrase: string;
}
export interface SpaceFilled {
  event: 'filled';
  pile: string;
  card: string;
}
export interface Standing {
  rank: number;
  percentile: number;
  player: string;
  home: number;
  moves: number;
  elapsed_ms: number;
  attempt: number;
  replay: string | null;
  yours: boolean;
}
export interface StandingInShort {
  attempt: number;
  game: string;
  outcome: Outcome;
  home: number;
  moves: number;
  elapsed_ms: number;
  replay: string | null;
}
export type Status = 'closed' | 'final' | 'open' | 'proving';
export interface StockTurned {
  event: 'turned';
  cards: string[];
  to: string;
}
export interface Streak {
  current: number;
  longest: number;
}
export interface Streaks {
  played: Streak;
  won: Streak;
}
export interface Sync {
  t: 'sync';
}
export interface TableMessage {
  t: 'table';
  attempt: number;
  kind: Kind;
  game: string | null;
  variant: string;
  player: string;
  ply: number;
  base: string;
  piles: Piles;
  legal: string[];
  undo: boolean;
  moves: number;
  elapsed_ms: number;
  home: number;
  pass: Pass | null;
  blocked: boolean;
  stale_pass: boolean;
  finish: string[];
  final_at: string | null;
}
export interface Variant {
  key: string;
  title: string;
  inventor: string | null;
  columns: Column[];
  piles: string[];
  reserve: number;
  base: string | null;
  space: string;
  stock: number;
  turn: number;
  turn_to: string;
  redeals: number | null;
  stock_name: string;
  words: string[];
}
export interface Variants {
  variants: Variant[];
}
export interface WasteRedealt {
  event: 'redealt';
  cards: number;
}
