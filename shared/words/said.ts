import type { EventCondition } from "../alert/conditions/registry";
import type { LinesWords } from "./made/lines";
import type { Given } from "./open-words";

/** The data of a stored English text: a message of the area `lines`, and its values (`SaidValue`). */
export type Said = { key: string; params: Record<string, unknown> };

/** `changes` and `names` are lists, `opening` is one with a capital letter; spans in ms. Others are formatted for the reader. */
export type SaidValue =
	| string
	| number
	| Said
	| { span: number }
	| { rule: { condition: EventCondition; forSeconds: number } }
	| { condition: EventCondition; value: number }
	| { names: readonly string[] }
	| { changes: readonly Said[] }
	| { opening: readonly Said[] };

type Messages = LinesWords<SaidValue>;

export function said<Key extends keyof Messages & string>(key: Key, ...[params]: Given<Messages[Key]>): Said {
	return { key, params: { ...params } };
}
