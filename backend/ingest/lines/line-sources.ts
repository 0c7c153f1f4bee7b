import { createBoundedCache } from "../../../shared/base/bounded-cache";
import { minuteMs } from "../../../shared/base/durations";
import { serverLimits } from "../../../shared/base/limits";
import { largestOf } from "../../../shared/base/lists";
import type { LastLines, LineNotStored, WaitingSeries } from "../../../shared/device/line-series";
import type { AccountDb, LineSources } from "../../base/context";
import { deleteLinePartsFrom, listLineParts, saveLinePart } from "../../db/line-rows";

/** Each has up to 5,000 series of some 500 bytes. */
const mostSources = 4;
const seriesPerPart = 250;

type Source = {
	last: LastLines | null;
	waiting: Map<string, WaitingSeries>;
	notStored: LineNotStored[];
	savedAt: number;
};

/** Rows cost money: they are saved once a minute at most, later for more rows. An eviction may lose counts since. */
export function createLineSources(db: AccountDb): LineSources {
	const sources = createBoundedCache<string, Source>(mostSources);

	function open(keyId: string): Source {
		const known = sources.get(keyId);
		if (known) return known;
		const source: Source = { last: null, waiting: new Map(), notStored: [], savedAt: 0 };
		for (const { content } of listLineParts(db, keyId)) {
			if ("last" in content) {
				Object.assign(source, content);
				source.savedAt = content.last.at;
			} else for (const waiting of content.waiting) source.waiting.set(waiting.series, waiting);
		}
		sources.set(keyId, source);
		return source;
	}

	function save(keyId: string, source: Source, now: number): void {
		const { last, notStored } = source;
		if (last === null) return;
		forgetOld(source, now);
		const waiting = [...source.waiting.values()];
		const parts = Math.ceil(waiting.length / seriesPerPart);
		saveLinePart(db, { keyId, place: 0, heardAt: last.at, content: { last, notStored } });
		for (let part = 0; part < parts; part += 1) {
			const own = waiting.slice(part * seriesPerPart, (part + 1) * seriesPerPart);
			const heardAt = largestOf(own.map((each) => each.heardAt));
			saveLinePart(db, { keyId, place: part + 1, heardAt, content: { waiting: own } });
		}
		deleteLinePartsFrom(db, keyId, parts + 1);
		source.savedAt = now;
	}

	return {
		read(keyId, now) {
			const source = open(keyId);
			forgetOld(source, now);
			return { last: source.last, waiting: [...source.waiting.values()], notStored: source.notStored };
		},
		heard(keyId, { last, waiting, notStored }) {
			const source = open(keyId);
			const now = last.at;
			const tooMany = waiting.filter((heard) => !addWaiting(source, heard, now));
			const denied = tooMany.map(({ series }) => ({ line: null, reason: "too-many-series" as const, text: series }));
			const lines = [...notStored, ...denied].slice(0, serverLimits.linesNotStored);
			source.last = { ...last, leftOut: last.leftOut + tooMany.length, waiting: last.waiting - sumOf(tooMany) };
			source.notStored = [...lines.map((line) => ({ ...line, receivedAt: now })), ...source.notStored];
			source.notStored.length = Math.min(source.notStored.length, serverLimits.linesNotStored);
			const rows = 1 + Math.ceil(source.waiting.size / seriesPerPart);
			if (now >= source.savedAt + rows * minuteMs) save(keyId, source, now);
		},
		chosen(keyId, series, now) {
			const source = open(keyId);
			for (const each of series) source.waiting.delete(each);
			save(keyId, source, now);
		},
	};
}

function sumOf(heard: { count: number }[]): number {
	return heard.reduce((sum, { count }) => sum + count, 0);
}

/** False: too many series wait. */
function addWaiting({ waiting, ...source }: Source, heard: Omit<WaitingSeries, "heardAt">, now: number): boolean {
	const before = waiting.get(heard.series);
	if (!before && waiting.size >= serverLimits.lineSeries) forgetOld({ waiting, ...source }, now);
	if (!before && waiting.size >= serverLimits.lineSeries) return false;
	// An older value, of a buffer that is sent late, does not hide a newer one.
	const newest = before && before.at > heard.at ? before : heard;
	const { at, value } = newest;
	waiting.set(heard.series, { ...heard, at, value, count: heard.count + (before?.count ?? 0), heardAt: now });
	return true;
}

function forgetOld(source: Pick<Source, "waiting" | "notStored">, now: number): void {
	const since = now - serverLimits.integrationMessageMs;
	for (const [series, { heardAt }] of source.waiting) if (heardAt < since) source.waiting.delete(series);
	source.notStored = source.notStored.filter(({ receivedAt }) => receivedAt >= since);
}
