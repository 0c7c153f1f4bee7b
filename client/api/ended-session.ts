import type { SessionEnding } from "../../shared/session/session-endings";
import { t } from "../words/made/endings";
import { endingName } from "./tabs-memory";

function reasonOf(ending: SessionEnding): string {
	return t(`ending.${ending}`);
}

export function isEnding(value: unknown): value is SessionEnding {
	return typeof value === "string" && reasonOf(value as SessionEnding) !== `ending.${value}`; // as in failure-sentences.ts
}

/** For a page that stays open with what was typed on it. */
export function endingSentence(ending: SessionEnding): string {
	return t("ended.inAnotherTab", { reason: reasonOf(ending) });
}

/** Null: no tab of this browser knows the reason, or only a newer release does. */
function lastEnding(): SessionEnding | null {
	try {
		const ending = localStorage.getItem(endingName);
		return isEnding(ending) ? ending : null;
	} catch {
		return null;
	}
}

export function endedSentence(): string | null {
	const ending = lastEnding();
	return ending && endingSentence(ending);
}

/** For the sign-in page. */
export function endedNote(): string | undefined {
	const ending = lastEnding();
	return ending === null ? undefined : t("ended.here", { reason: reasonOf(ending) });
}
