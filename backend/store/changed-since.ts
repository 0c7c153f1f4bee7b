import type { ChangeQuestion } from "../base/reading-store";
import type { StoreParts } from "./store-parts";
import { dayOf } from "./utc-days";

/**
 * Whether something may have come for a span after an upload number, without reading it: the answer is yes too where a
 * day was only stored anew. Undone imports leave no trace here.
 */
export function changedSince(parts: StoreParts, { deviceId, from, to, seq }: ChangeQuestion): boolean {
	const { tails, dayBlocks, importBlocks } = parts;
	const row = tails.row(deviceId);
	if (!row || row.lastSeq <= seq || from >= to) return false;
	const { number, tailFrom, tailTo } = row;
	if (tailFrom !== null && tailFrom < to && (tailTo ?? tailFrom) >= from) return true;
	const [first, last] = [dayOf(from), dayOf(to - 1)];
	if (importBlocks.firstDay(number, first, last) !== null) return true;
	return dayBlocks.factsBetween(number, first, last).some(({ version }) => version > seq);
}
