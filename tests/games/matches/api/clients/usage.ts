// Compiled in strict mode against the generated types: views and moves are narrowed by the game.
import type { components, paths, webhooks } from "./schema";

type State = components["schemas"]["State"];
type Message = components["schemas"]["MatchesMessage"];
type Notification = webhooks["notification"]["post"]["requestBody"]["content"]["application/json"];

export function firstMove(state: State): string {
  if (state.game !== "babel") return "";
  const move = state.moves?.[0];
  return move?.type ?? state.view?.phase ?? "";
}

export function newest(message: Message): number {
  return message.type === "state" || message.type === "event" ? message.number : 0;
}

export function openTable(): paths["/api/v1/tables/"]["post"]["requestBody"] {
  return { content: { "application/json": { game: "babel", seats: 2, clock: "free" } } };
}

export const code: components["schemas"]["ErrorCode"] = "not-your-turn";
export const kind = (notification: Notification): string => notification.type;
