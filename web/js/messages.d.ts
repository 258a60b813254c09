/** What the server says: shapes of protocol.md, as the client reads them. */

export interface Column { down: number; up: number }
export interface ShownPile { down?: number; up?: string[] }
export interface Piles { F: Record<string, string | null>; [pile: string]: ShownPile | Record<string, string | null> }

export type GameEvent =
  | { event: 'moved'; cards: string[]; from: string; to: string }
  | { event: 'filled'; pile: string; card: string }
  | { event: 'revealed'; pile: string; card: string }
  | { event: 'turned'; cards: string[]; to: string }
  | { event: 'redealt'; cards: number }
  | { event: 'undone'; move: string };

export interface Result { outcome: string; home: number; moves: number; elapsed_ms: number }

export interface TableFields {
  attempt: number;
  kind: 'ranked' | 'practice';
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
  pass: { n: number; of: number | null } | null;
  blocked: boolean;
  stale_pass: boolean;
  finish: string[];
  final_at: string | null;
}

export interface TableMessage extends TableFields { t: 'table' }
export interface MovedMessage extends TableFields { t: 'moved'; move: string; events: GameEvent[] }
export interface RefusedMessage { t: 'refused'; ply: number | null; code: string; rule?: string | null; why: string }
export interface EndedMessage {
  t: 'ended'; attempt: number; outcome: string; result: Result; rank: number | null; of: number | null; chain: string;
}
export interface NoticeMessage { t: 'notice'; notice: string }
export interface PongMessage { t: 'pong' }
export type ServerMessage =
  TableMessage | MovedMessage | RefusedMessage | EndedMessage | NoticeMessage | PongMessage;

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
  turn_to: 'W' | 'T';
  redeals: number | null;
  stock_name: string;
  words: string[];
}

export interface Attempt {
  id: number;
  kind: 'ranked' | 'practice';
  variant: string;
  game: string | null;
  player: string;
  status: 'waiting' | 'playing' | 'ended';
  started_at: string | null;
  result: Result | null;
  table: string;
}

export interface DayGame {
  variant: string;
  title: string;
  status: 'open' | 'closed' | 'final' | 'proving';
  opens_at: string;
  closes_at: string;
  final_at: string;
  commitment: string;
  players: number;
  won: number;
  yours: Attempt | null;
}

export interface Day {
  date: string; now: string; opens_at: string; closes_at: string; final_at: string; games: DayGame[];
}

export interface Standing {
  rank: number; player: string; home: number; moves: number; elapsed_ms: number;
  attempt: number; replay: string | null; yours: boolean;
}

export interface Leaderboard {
  game: string; by: 'moves' | 'speed'; total: number; final_at: string; sealed: boolean;
  standings: Standing[]; next: string | null;
}

export interface Frame {
  ply: number; move: string | null; at_ms: number; events: GameEvent[];
  base: string; piles: Piles; home: number; moves: number; undone: boolean;
}

export interface Replay { attempt: Attempt; frames: Frame[] }

export interface Player { name: string; kept: boolean }

export interface ProblemBody {
  type: string; title: string; status: number; code: string; final_at?: string; retry_after?: number;
}
