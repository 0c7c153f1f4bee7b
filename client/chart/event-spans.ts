import type { LogEvent, LogSpan } from "../../shared/log/log";
import { storedText } from "../../shared/log/said-text";
import type { TimeRange } from "../../shared/time/time-zones";
import { t } from "../words/made/charts";

export type EventSpan = TimeRange & {
	tone: LogSpan["kind"];
	deviceId: string | null;
	text: string;
	device?: string;
};

type Turn = { key: string; tone: EventSpan["tone"]; isStart: boolean };

function turnOf({ kind, deviceId, level, text }: LogEvent): Turn | null {
	if (kind === "alert") {
		const [rule = "", happened = ""] = splitOnce(text, ": ");
		return {
			key: `alert ${deviceId} ${rule}`,
			tone: "alert",
			isStart: !(level === "info" && /^(over|reporting again)\b/.test(happened)),
		};
	}
	if (kind !== "event" || !/^(Offline|Online)\b/.test(text)) return null;
	return { key: `offline ${deviceId}`, tone: "offline", isStart: text.startsWith("Offline") };
}

function splitOnce(text: string, mark: string): string[] {
	const at = text.indexOf(mark);
	return at < 0 ? [text] : [text.slice(0, at), text.slice(at + mark.length)];
}

/** An alert that began before the range starts with it; one that is not over ends now. */
export function eventSpans(events: LogEvent[], range: TimeRange, now: number): EventSpan[] {
	const open = new Map<string, EventSpan>();
	const spans: EventSpan[] = [];
	for (const event of [...events].sort((a, b) => a.at - b.at)) {
		const turn = turnOf(event);
		if (!turn) continue;
		const begun = open.get(turn.key);
		if (turn.isStart) {
			const { deviceId, at } = event;
			const text = storedText(event);
			if (!begun) open.set(turn.key, { from: at, to: Math.min(range.to, now), tone: turn.tone, deviceId, text });
			continue;
		}
		open.delete(turn.key);
		const { deviceId } = event;
		const text = storedText(event);
		// A device that comes online may only have been late, so a silence without a known start is omitted.
		if (begun) spans.push({ ...begun, to: event.at });
		else if (turn.tone === "alert") spans.push({ from: range.from, to: event.at, tone: turn.tone, deviceId, text });
	}
	return [...spans, ...open.values()].filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from);
}

export function namedSpans(spans: EventSpan[], names: ReadonlyMap<string, string>): EventSpan[] {
	if (names.size < 2) return spans;
	return spans.map((span) => {
		const device = names.get(span.deviceId ?? "");
		return device === undefined ? span : { ...span, device };
	});
}

type Shown = { shownIds: ReadonlySet<string>; range: TimeRange; now: number };

/** The backend's spans of the shown devices, cut to the range; an open span ends now. */
export function knownSpans(spans: LogSpan[], { shownIds, range, now }: Shown): EventSpan[] {
	return spans
		.filter(({ deviceId }) => shownIds.has(deviceId))
		.map(({ kind, deviceId, from, to, ...stored }) => {
			const end = Math.min(to ?? now, range.to);
			const text = kind === "offline" ? t("offline") : storedText(stored);
			return { from: Math.max(from, range.from), to: end, tone: kind, deviceId, text };
		})
		.filter(({ from, to }) => from < to)
		.sort((a, b) => a.from - b.from);
}

export function mergedSpans(spans: EventSpan[]): EventSpan[] {
	const merged: EventSpan[] = [];
	for (const tone of ["offline", "alert", "note"] as const) {
		let last: EventSpan | undefined;
		for (const span of spans.filter((candidate) => candidate.tone === tone).sort((a, b) => a.from - b.from)) {
			if (last && span.from <= last.to) {
				last.to = Math.max(last.to, span.to);
				if (last.device !== span.device) Object.assign(last, { device: t("severalDevices"), text: "" });
			} else {
				last = { ...span };
				merged.push(last);
			}
		}
	}
	return merged;
}
