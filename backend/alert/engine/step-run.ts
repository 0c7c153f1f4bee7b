import type { Gap } from "./intervals";
import { type EngineEvent, eventOf, type LevelState, type Run, type Unread } from "./run-state";
import type { Watched } from "./watched-rule";

/** `since`: when the observed state began, if before the reading. Times are epoch ms. */
export type Observation = { at: number; observed: number; isClockWrong: boolean; since?: number };

/** `isNew`: the event opened in the same upload. */
export type EventChange = { event: EngineEvent; kind: "opened" | "rose" | "fell" | "ended"; isNew: boolean };

/** Moves a run by one reading, in place. `newEventId` names a new event. */
export function stepRun(run: Run, watched: Watched, { observation, newEventId }: Step): EventChange[] {
	const { at, observed } = observation;
	let isHit = false;
	for (const [index, level] of watched.levels.entries()) {
		const state = run.levels[index];
		if (!state) continue;
		const isTrue = level.isTrue(observed);
		isHit ||= isTrue;
		moveLevel(state, { isTrue, isClear: !isTrue && level.isClear(observed), at });
	}
	if (isHit) countHit(run, watched, observation);
	else if (run.event === null) run.hits = null;
	return applyObservation(run, watched, { observation, newEventId });
}

type Step = { observation: Observation; newEventId: () => string };

/** Applies a gap in place: restarts recovery, and if long also ends pending and unchanged values. */
export function passGap(run: Run, { from, to, isLong }: Gap): void {
	for (const state of run.levels) {
		if (state.phase === "pending" && isLong) state.phase = "ok";
		if (state.phase === "recovering") state.phase = "active";
	}
	if (isLong) run.unchanged = null;
	if (!run.hits) return;
	if (isLong && run.levels.every(({ phase }) => phase === "ok" || phase === "pending")) run.hits = null;
	else if (to - from > lengthOf(run.hits.unread)) run.hits = { ...run.hits, unread: { from, to } };
}

export function passHeld(run: Run, { from, to }: Pick<Gap, "from" | "to">): void {
	if (run.hits && to - from > lengthOf(run.hits.unread)) run.hits = { ...run.hits, unread: { from, to, isHeld: true } };
}

/** Lets the last value of a device that sends changes only hold until `at`: a pending level may have lasted. */
export function holdUntil(run: Run, watched: Watched, { at, newEventId }: { at: number; newEventId: () => string }) {
	const { hits, event, levels } = run;
	if (!hits || event || watched.forMs === 0 || watched.times > 1) return [];
	const lastingAt = levels.flatMap(({ phase, since }) => (phase === "pending" ? since + watched.forMs : []));
	const firesAt = lastingAt.find((time) => time <= at);
	if (firesAt === undefined) return [];
	const observation = { at: firesAt, observed: hits.lastValue, isClockWrong: false };
	return applyObservation(run, watched, { observation, newEventId });
}

function lengthOf(unread: Unread | null): number {
	return unread ? unread.to - unread.from : 0;
}

type Shown = { isTrue: boolean; isClear: boolean; at: number };

function moveLevel(state: LevelState, { isTrue, isClear, at }: Shown): void {
	if (state.phase === "ok") {
		if (isTrue) enter(state, "pending", at);
	} else if (state.phase === "pending") {
		if (!isTrue) state.phase = "ok";
	} else if (state.phase === "active") {
		if (isClear) enter(state, "recovering", at);
	} else if (!isClear) {
		state.phase = "active";
	}
}

function enter(state: LevelState, phase: LevelState["phase"], at: number): void {
	state.phase = phase;
	state.since = at;
}

function countHit(run: Run, { excess }: Watched, { at, observed, since: startedAt = at }: Observation): void {
	const { hits } = run;
	if (!hits) {
		run.hits = { startedAt, count: 1, peak: observed, peakAt: at, lastAt: at, lastValue: observed, unread: null };
		return;
	}
	const isWorse = excess(observed) > excess(hits.peak);
	run.hits = {
		startedAt: hits.startedAt,
		count: hits.count + 1,
		peak: isWorse ? observed : hits.peak,
		peakAt: isWorse ? at : hits.peakAt,
		lastAt: at,
		lastValue: observed,
		unread: hits.unread,
	};
}

function applyObservation(run: Run, watched: Watched, { observation, newEventId }: Step): EventChange[] {
	const { at } = observation;
	let recoveredAt: number | null = null;
	for (const state of run.levels) {
		const isLasting = at - state.since >= watched.forMs && (run.hits?.count ?? 0) >= watched.times;
		if (state.phase === "pending" && isLasting && isOpenable(run, watched, at)) state.phase = "active";
		if (state.phase !== "recovering" || at - state.since < watched.clearForMs) continue;
		recoveredAt = Math.max(recoveredAt ?? state.since, state.since);
		state.phase = "ok";
	}
	const worst = run.levels.findLastIndex(({ phase }) => phase === "active" || phase === "recovering");
	const severity = watched.levels[worst]?.severity;
	if (severity === undefined) return end(run, recoveredAt);
	return run.event ? moveSeverity(run, watched, severity) : open(run, { observation, newEventId, severity });
}

/** Checked last: evaluating hours in a time zone is slow. */
function isOpenable({ event }: Run, { isOpenAt }: Watched, at: number): boolean {
	return event !== null || isOpenAt === null || isOpenAt(at);
}

function end(run: Run, endedAt: number | null): EventChange[] {
	const event = run.event && eventOf(run, endedAt);
	if (!event) return [];
	run.event = null;
	if (run.levels.every(({ phase }) => phase === "ok")) run.hits = null;
	return [{ event, kind: "ended", isNew: false }];
}

type Opening = Step & { severity: EngineEvent["severity"] };

function open(run: Run, { observation, newEventId, severity }: Opening): EventChange[] {
	const { at: firedAt, observed: firedValue, isClockWrong } = observation;
	run.event = { id: newEventId(), severity, worstSeverity: severity, firedAt, firedValue, isClockWrong };
	return changed(run, "opened");
}

function moveSeverity(run: Run, { levels }: Watched, severity: EngineEvent["severity"]): EventChange[] {
	if (!run.event || run.event.severity === severity) return [];
	const rank = (subject: EngineEvent["severity"]) => levels.findIndex((level) => level.severity === subject);
	const isRise = rank(severity) > rank(run.event.severity);
	const isWorst = rank(severity) > rank(run.event.worstSeverity);
	run.event = { ...run.event, severity, ...(isWorst && { worstSeverity: severity }) };
	return changed(run, isRise ? "rose" : "fell");
}

function changed(run: Run, kind: EventChange["kind"]): EventChange[] {
	const event = eventOf(run, null);
	return event ? [{ event, kind, isNew: kind === "opened" }] : [];
}
