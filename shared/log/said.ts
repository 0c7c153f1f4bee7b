import type { EventCondition } from "../alert/conditions/registry";
import type { Formula } from "../device/derived/formula";
import type { LinesWords } from "../words/made/lines";
import type { Given } from "../words/open-words";
import type { Said } from "../words/said-data";

export type { Said };

/** `changes` and `names` are lists, `opening` is one with a capital letter; spans in ms. Others are formatted for the reader. */
export type SaidValue =
	| string
	| number
	| Said
	| { span: number }
	| { rule: { condition: EventCondition; forSeconds: number } }
	| { condition: EventCondition; value: number }
	| { formula: Formula }
	| { names: readonly (string | Said)[] }
	| { changes: readonly Said[] }
	| { opening: readonly Said[] };

type Messages = LinesWords<SaidValue>;

export function said<Key extends keyof Messages & string>(key: Key, ...[params]: Given<Messages[Key]>): Said {
	return { key, params: { ...params } };
}
