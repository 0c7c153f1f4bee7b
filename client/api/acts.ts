import { minuteMs, secondMs } from "../../shared/base/durations";
import { headerNames } from "../../shared/base/header-names";
import { shortestIdleMinutes, warnedBeforeMinutes } from "../../shared/session/session-limits";
import { doubtPerson } from "./doubt";
import { type SessionResponse, session, tellActs } from "./session";

/** Another tab may have told an act meanwhile, or the clock of this page was wrong. */
const lookAgainMs = 15 * secondMs;

/** `minutes`: about how many are left; null: no warning is due. */
export type IdleWarning = { minutes: number | null };

type Parts = {
	check: () => Promise<SessionResponse>;
	/** Idle minutes at the last check. Undefined: they are not measured, or no one is signed in. */
	measured: () => number | undefined;
	onOver: () => void;
	/** A clock that may jump, and one that may stand still while the computer sleeps. */
	wall: () => number;
	steady: () => number;
};

type Moment = { wall: number; steady: number };

/**
 * Tells the console of a person's acts, and warns before an idle session ends. The console alone decides: this watch asks
 * it before it warns, so that acts in other tabs count, and a clock that jumps ends nothing.
 */
export function createActs({ check, measured, onOver, wall, steady }: Parts) {
	const moment = (agoMs = 0): Moment => ({ wall: wall() - agoMs, steady: steady() - agoMs });
	const ageOf = (then: Moment) => Math.max(wall() - then.wall, steady() - then.steady, 0);
	let lastAct = moment((measured() ?? 0) * minuteMs);
	// As if told at first: most pages send calls that tell their acts.
	let toldAt: Moment | null = moment();
	let hasUntold = false;
	let isTelling = false;
	let limitMinutes: number | null = null;
	let warning: IdleWarning = { minutes: null };
	let tellTimer: ReturnType<typeof setTimeout> | undefined;
	let lookTimer: ReturnType<typeof setTimeout> | undefined;
	const listeners = new Set<() => void>();

	function warn(minutes: number | null): void {
		if (minutes === warning.minutes) return;
		warning = { minutes };
		for (const listener of listeners) listener();
	}

	/** Without a limit, a pause between calls stays shorter than one that needs a decision of the account. */
	const tellEveryMs = () => (limitMinutes === null ? (shortestIdleMinutes - 1) * minuteMs : minuteMs);

	function header(): Record<string, string> {
		if (!hasUntold) return {};
		hasUntold = false;
		toldAt = moment();
		clearTimeout(tellTimer);
		tellTimer = undefined;
		return { [headerNames.acted]: String(Math.floor(ageOf(lastAct) / secondMs)) };
	}

	async function ask(): Promise<SessionResponse> {
		const wasUntold = hasUntold;
		const response = await check();
		if (response.outcome === "unanswered" && wasUntold) {
			hasUntold = true;
			tellTimer ??= setTimeout(() => void tell(), lookAgainMs);
		}
		if (response.outcome === "signed-out" || response.outcome === "other-person") {
			clearTimeout(lookTimer);
			lookTimer = undefined;
			warn(null);
			onOver();
		}
		return response;
	}

	async function tell(): Promise<void> {
		tellTimer = undefined;
		if (isTelling || !hasUntold || measured() === undefined) return;
		isTelling = true;
		await ask();
		isTelling = false;
	}

	const restUntilWarning = (limit: number) => (limit - warnedBeforeMinutes) * minuteMs - ageOf(lastAct);

	/** Acts set no timer anew: a moving pointer sends many. */
	function watch(): void {
		clearTimeout(lookTimer);
		lookTimer = undefined;
		if (limitMinutes === null) return warn(null);
		const restMs = restUntilWarning(limitMinutes);
		lookTimer = setTimeout(() => (restUntilWarning(limitMinutes ?? 0) > 0 ? watch() : void look()), Math.max(restMs, 0));
	}

	async function look(): Promise<void> {
		lookTimer = undefined;
		if (limitMinutes === null || measured() === undefined) return;
		const response = await ask();
		if (response.outcome === "unanswered") lookTimer = setTimeout(() => void look(), lookAgainMs);
		if (response.outcome !== "signed-in" || limitMinutes === null) return;
		const { idleMinutes } = response;
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
		hasUntold = true;
		const restMs = toldAt === null ? 0 : tellEveryMs() - ageOf(toldAt);
		if (restMs <= 0) void tell();
		else tellTimer ??= setTimeout(() => void tell(), restMs);
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
			toldAt = null;
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
			clearTimeout(tellTimer);
			clearTimeout(lookTimer);
			tellTimer = undefined;
			lookTimer = undefined;
		},
	};
}

export const acts = createActs({
	check: () => {
		session.forget();
		return session.check();
	},
	measured: session.idleMinutes,
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
	tellActs(acts.header);
	return () => {
		tellActs(() => ({}));
		acts.stop();
		window.removeEventListener("pointerdown", onAct, how);
		window.removeEventListener("wheel", onAct, how);
		window.removeEventListener("keydown", onKey, how);
		window.removeEventListener("pointermove", onMove, how);
	};
}
