import { minuteMs, secondMs } from "../../shared/base/durations";
import { sessionHeaders, shortestIdleMinutes, warnedBeforeMinutes } from "../../shared/session/session-limits";
import { doubtPerson } from "./doubt";
import { acted, type SessionResponse, session } from "./session";

/** Another tab may have reported an act meanwhile, or this page's clock was wrong. */
const lookAgainMs = 15 * secondMs;

/** `minutes`: about how many are left; null: no warning is due. */
export type IdleWarning = { minutes: number | null };

type Parts = {
	check: () => Promise<SessionResponse>;
	/** Idle minutes at the last check. Undefined: they are not measured, or no one is signed in. */
	measured: () => number | undefined;
	onOver: () => void;
	/** A clock that may jump, and one that may stop while the computer sleeps. */
	wall: () => number;
	steady: () => number;
};

type Moment = { wall: number; steady: number };

/**
 * Reports a person's acts to the console, and warns before an idle session ends. The console alone decides: this watch
 * checks with it before it warns, so that acts in other tabs count, and a clock that jumps ends nothing.
 */
export function createActs({ check, measured, onOver, wall, steady }: Parts) {
	const moment = (agoMs = 0): Moment => ({ wall: wall() - agoMs, steady: steady() - agoMs });
	const ageOf = (then: Moment) => Math.max(wall() - then.wall, steady() - then.steady, 0);
	let lastAct = moment((measured() ?? 0) * minuteMs);
	// The first act counts as reported: most pages send calls that carry their acts.
	let reportedAt: Moment | null = moment();
	let isUnreported = false;
	let isReporting = false;
	let limitMinutes: number | null = null;
	let warning: IdleWarning = { minutes: null };
	let reportTimer: ReturnType<typeof setTimeout> | undefined;
	let lookTimer: ReturnType<typeof setTimeout> | undefined;
	const listeners = new Set<() => void>();

	function warn(minutes: number | null): void {
		if (minutes === warning.minutes) return;
		warning = { minutes };
		for (const listener of listeners) listener();
	}

	/** Without a limit, a pause between calls stays shorter than one that needs a decision of the account. */
	const reportEveryMs = () => (limitMinutes === null ? (shortestIdleMinutes - 1) * minuteMs : minuteMs);

	function header(): Record<string, string> {
		if (!isUnreported) return {};
		isUnreported = false;
		reportedAt = moment();
		clearTimeout(reportTimer);
		reportTimer = undefined;
		return { [sessionHeaders.acted]: String(Math.floor(ageOf(lastAct) / secondMs)) };
	}

	async function checkNow(): Promise<SessionResponse> {
		const wasUnreported = isUnreported;
		const response = await check();
		if (response.outcome === "unanswered" && wasUnreported) {
			isUnreported = true;
			reportTimer ??= setTimeout(() => void report(), lookAgainMs);
		}
		if (response.outcome === "signed-out" || response.outcome === "other-person") {
			clearTimeout(lookTimer);
			lookTimer = undefined;
			warn(null);
			onOver();
		}
		return response;
	}

	async function report(): Promise<void> {
		reportTimer = undefined;
		if (isReporting || !isUnreported || measured() === undefined) return;
		isReporting = true;
		await checkNow();
		isReporting = false;
	}

	const restUntilWarning = (limit: number) => (limit - warnedBeforeMinutes) * minuteMs - ageOf(lastAct);

	/** Acts set no timer anew: a moving pointer sends many. */
	function watch(): void {
		clearTimeout(lookTimer);
		lookTimer = undefined;
		if (limitMinutes === null) {
			warn(null);
			return;
		}
		const onTime = () => (restUntilWarning(limitMinutes ?? 0) > 0 ? watch() : void look());
		lookTimer = setTimeout(onTime, Math.max(restUntilWarning(limitMinutes), 0));
	}

	async function look(): Promise<void> {
		lookTimer = undefined;
		if (limitMinutes === null || measured() === undefined) return;
		const response = await checkNow();
		if (response.outcome === "unanswered") lookTimer = setTimeout(() => void look(), lookAgainMs);
		if (response.outcome !== "signed-in" || limitMinutes === null) return;
		const idleMinutes = measured();
		if (idleMinutes === undefined) return warn(null);
		const heard = moment(idleMinutes * minuteMs);
		if (ageOf(heard) < ageOf(lastAct)) lastAct = heard;
		const isDue = restUntilWarning(limitMinutes) <= 0;
		warn(isDue ? Math.max(limitMinutes - idleMinutes, 0) : null);
		if (!isDue) return watch();
		lookTimer = setTimeout(() => void look(), lookAgainMs);
	}

	function note(): void {
		lastAct = moment();
		isUnreported = true;
		const restMs = reportedAt === null ? 0 : reportEveryMs() - ageOf(reportedAt);
		if (restMs <= 0) void report();
		else reportTimer ??= setTimeout(() => void report(), restMs);
		if (lookTimer === undefined) watch();
	}

	return {
		header,
		/** Under a warning only its button counts: a hand that brushes the mouse has not read it. */
		act(): void {
			if (warning.minutes === null) note();
		},
		stay(): void {
			warn(null);
			reportedAt = null;
			note();
		},
		/** Null: the account has no limit. */
		limit(minutes: number | null): void {
			if (minutes === limitMinutes) return;
			limitMinutes = minutes;
			watch();
		},
		read: () => warning,
		subscribe(listener: () => void): () => void {
			listeners.add(listener);
			return () => void listeners.delete(listener);
		},
		stop(): void {
			clearTimeout(reportTimer);
			clearTimeout(lookTimer);
			reportTimer = undefined;
			lookTimer = undefined;
		},
	};
}

export const acts = createActs({
	check: () => {
		session.forget();
		return session.check();
	},
	measured: () => acted.idleMinutes,
	onOver: doubtPerson,
	wall: Date.now,
	steady: () => performance.now(),
});

/** Returns a function that stops it. */
export function watchActs(): () => void {
	let at = "";
	const onAct = ({ isTrusted }: Event) => {
		if (isTrusted) acts.act();
	};
	const onKey = (event: KeyboardEvent) => {
		if (!event.repeat) onAct(event);
	};
	// Browsers also send this event when the page moves under a pointer that rests.
	const onMove = (event: PointerEvent) => {
		const now = `${event.screenX} ${event.screenY}`;
		if (at !== "" && at !== now) onAct(event);
		at = now;
	};
	const how = { capture: true, passive: true } as const;
	window.addEventListener("pointerdown", onAct, how);
	window.addEventListener("wheel", onAct, how);
	window.addEventListener("keydown", onKey, how);
	window.addEventListener("pointermove", onMove, how);
	acted.header = acts.header;
	return () => {
		delete acted.header;
		acts.stop();
		window.removeEventListener("pointerdown", onAct, how);
		window.removeEventListener("wheel", onAct, how);
		window.removeEventListener("keydown", onKey, how);
		window.removeEventListener("pointermove", onMove, how);
	};
}
