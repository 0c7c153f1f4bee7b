import { NeededReason, type ReasonKind } from "../../shared/account/change-reasons";
import type { NeededPerson } from "../../shared/account/four-eyes";
import { minuteMs } from "../../shared/base/durations";

/** Null: the person makes the change without a reason, so it fails. */
type AskReason = (needed: NeededReason | NeededPerson) => Promise<GivenReason | null>;
/** `way`: of a change that needs a second person. */
export type GivenReason = { reason: string; isForNext: boolean; way?: "propose" | "emergency" };

const forNextMs = 10 * minuteMs;
const forNext = new Map<ReasonKind, { reason: string; until: number }>();
/** Reasons of changes that failed for another cause, so that a corrected form does not need them again. */
const unused = new Map<ReasonKind, string>();
let askReason: AskReason | null = null;
let last: Promise<unknown> = Promise.resolve();

/** The dialog registers here. Returns the unsubscribe function. */
export function onReasonNeeded(next: AskReason): () => void {
	askReason = next;
	return () => {
		if (askReason === next) askReason = null;
	};
}

/** Requests one reason at a time: several files of one import need the same. Null: none was given. */
export function requestReason(data: unknown): Promise<string | null> {
	const { success, data: needed } = NeededReason.safeParse(data);
	if (!success) return Promise.resolve(null);
	const given = last.then(() => givenReason(needed));
	last = given.catch(() => {});
	return given;
}

/** Lets the user choose how to continue a change that needs a second person. */
export function askPerson(needed: NeededPerson): Promise<GivenReason | null> {
	const given = last.then(async () => (await askReason?.(needed)) ?? null);
	last = given.catch(() => {});
	return given;
}

async function givenReason(needed: NeededReason): Promise<string | null> {
	const { kind, isProven } = needed;
	const left = unused.get(kind);
	unused.delete(kind);
	if (left !== undefined) return left;
	const known = forNext.get(kind);
	if (!isProven && known !== undefined && known.until > Date.now()) return known.reason;
	const given = (await askReason?.(needed)) ?? null;
	if (given?.isForNext) forNext.set(kind, { reason: given.reason, until: Date.now() + forNextMs });
	return given?.reason ?? null;
}

/** Call with the data of the error that required the reason, once its change failed for another cause. */
export function reasonUnused(data: unknown, reason: string): void {
	const { success, data: needed } = NeededReason.safeParse(data);
	if (success) unused.set(needed.kind, reason);
}
