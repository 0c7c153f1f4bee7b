import type { SessionEnding } from "../../shared/session/session-endings";
import { t } from "../words/made/endings";
import { endingName } from "./tabs-memory";

function reasonOf(ending: SessionEnding): string {
	return t(`ending.${ending}`);
}

function isEnding(value: unknown): value is SessionEnding {
	return typeof value === "string" && reasonOf(value as SessionEnding) !== `ending.${value}`; // as in failure-sentences.ts
}

/** The reason that a tab of this browser has stored. */
export function lastEnding(): string | null {
	try {
		return localStorage.getItem(endingName);
	} catch {
		return null;
	}
}

/** Shown by a page that stays open with unsaved input. Null: no ending, or one that only a newer release knows. */
export function endedSentence(ending: unknown): string | null {
	return isEnding(ending) ? t("ended.inAnotherTab", { reason: reasonOf(ending) }) : null;
}

/** The sign-in page shows it. */
export function endedNote(): string | undefined {
	const ending = lastEnding();
	return isEnding(ending) ? t("ended.here", { reason: reasonOf(ending) }) : undefined;
}
